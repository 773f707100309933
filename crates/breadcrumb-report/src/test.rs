//! [`TestEntry`]: one test of a report.

use serde::Serialize;

/// How many of the newest attempts the strip shows.
pub const STRIP: usize = 50;

/// What is known of one test in the window.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct TestEntry {
    /// The test, by its runner's own id.
    pub test_id: String,
    /// Its file, where it is known.
    pub file: Option<String>,
    /// Its line in that file, where it is known.
    pub line: Option<u32>,
    /// Its name within the file.
    pub name: String,
    /// Who looks after it.
    pub owner: Option<String>,
    /// Its tags or markers.
    pub tags: Vec<String>,
    /// The flaky engine's state, e.g. `healthy`.
    pub state: String,
    /// How often it changes its outcome, in one word.
    pub tier: String,
    /// The share of its newest runs that changed the outcome.
    pub flip_rate: f64,
    /// How often it fails on good code, where that is known.
    pub rate: Option<f64>,
    /// The interval that holds the rate at 90 %: its lower end.
    pub rate_low: Option<f64>,
    /// Its upper end.
    pub rate_high: Option<f64>,
    /// The state in one sentence.
    pub reason: Option<String>,
    /// Attempts in the window.
    pub attempts: u64,
    /// Those that passed.
    pub passed: u64,
    /// Those that failed or could not be carried out.
    pub failed: u64,
    /// Those that were skipped.
    pub skipped: u64,
    /// Its heals.
    pub heals: u64,
    /// Its looks that did not heal.
    pub refusals: u64,
    /// When the first attempt of the window ended.
    pub first_seen: Option<f64>,
    /// When the newest one ended.
    pub last_seen: Option<f64>,
    /// How the newest one ended.
    pub last_status: Option<String>,
    /// The median time of an attempt.
    pub median_ms: Option<f64>,
    /// The newest attempts as letters, the oldest first: `P` passed, `H` passed with a heal, `F`
    /// failed, `E` error, `S` skipped, `M` failed but masked by the quarantine.
    pub history: String,
    /// Why it failed, the most frequent reason first.
    pub errors: Vec<ErrorGroup>,
    /// Its place in the quarantine.
    pub quarantine: Option<Quarantine>,
}

/// A reason to fail, and how often it was the one.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ErrorGroup {
    /// What the reason is known by; `None` where only the class of the error is recorded.
    pub fingerprint: Option<String>,
    /// The class of the error.
    pub kind: Option<String>,
    /// The message without what differs each time.
    pub message: Option<String>,
    /// How many attempts failed for it.
    pub count: u64,
    /// When the newest of them ended.
    pub last_seen: f64,
}

/// A test's place in the quarantine.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Quarantine {
    /// `active`, `suspended` or `expired`.
    pub state: String,
    /// Why it is there.
    pub reason: String,
    /// Since when, in seconds since 1970.
    pub since: f64,
    /// When it ends by itself.
    pub expires_at: Option<f64>,
    /// Whether only a person releases it.
    pub manual: bool,
    /// Who looks after it.
    pub owner: Option<String>,
    /// Where the fix is tracked.
    pub ticket: Option<String>,
    /// How many clean revisions are missing for its release, where that is what is missing.
    pub passes_needed: Option<u32>,
    /// What its release needs, in one sentence.
    pub release: String,
}

impl TestEntry {
    /// Starts the entry of a test of which only the id is known.
    #[must_use]
    pub fn new(test_id: impl Into<String>) -> Self {
        let test_id = test_id.into();
        let (file, name) = split_id(&test_id);
        Self {
            file,
            name,
            test_id,
            state: "unknown".to_owned(),
            tier: "Stable".to_owned(),
            ..Self::default()
        }
    }

    /// Returns whether it counts as failing: its newest attempt failed or could not be carried out.
    #[must_use]
    pub fn is_failing(&self) -> bool {
        matches!(self.last_status.as_deref(), Some("failed" | "error"))
    }

    /// Returns whether the newest attempt failed and the quarantine masked it.
    #[must_use]
    pub fn is_masked(&self) -> bool {
        self.is_failing() && self.history.ends_with('M')
    }

    /// Returns whether it counts as flaky: in quarantine, or found flaky.
    #[must_use]
    pub fn is_flaky(&self) -> bool {
        self.quarantine.is_some() || self.state == "flaky"
    }

    /// Returns whether it is flaky, or lately so, and nobody has put it into quarantine.
    #[must_use]
    pub fn is_new_flaky(&self) -> bool {
        self.quarantine.is_none() && matches!(self.state.as_str(), "flaky" | "new_intermittent")
    }
}

impl ErrorGroup {
    /// Makes a group that nothing is known of yet but when it was last seen.
    #[must_use]
    pub fn new(last_seen: f64) -> Self {
        Self {
            last_seen,
            ..Self::default()
        }
    }
}

/// Splits an id such as `tests/test_a.py::TestCart::test_b` into file and name.
fn split_id(test_id: &str) -> (Option<String>, String) {
    // pytest has one, Playwright the other.
    let parts = test_id.split_once("::").or(test_id.split_once(" › "));
    match parts {
        Some((file, name)) if is_file(file) => (Some(file.to_owned()), name.to_owned()),
        _ => (None, test_id.to_owned()),
    }
}

/// Returns whether it looks like a file: a path, or a short ending. A Java class is none.
fn is_file(name: &str) -> bool {
    let is_ending = |ending: &str| {
        (1..=4).contains(&ending.len())
            && ending
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    };
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    name.contains(['/', '\\']) || ending.is_some_and(is_ending)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_found_in_the_ids_of_runners() {
        for (id, file, name) in [
            (
                "tests/a.py::TestB::test_c[x::y]",
                Some("tests/a.py"),
                "TestB::test_c[x::y]",
            ),
            ("a.py::b", Some("a.py"), "b"),
            (
                "shop.spec.ts › cart › fails",
                Some("shop.spec.ts"),
                "cart › fails",
            ),
            ("shop.CartTest::errs", None, "shop.CartTest::errs"),
            ("shop::tests::fails", None, "shop::tests::fails"),
            ("", None, ""),
        ] {
            let test = TestEntry::new(id);
            assert_eq!((test.file.as_deref(), test.name.as_str()), (file, name));
        }
    }
}
