//! [`LearnBatch`]: what one test leaves behind, to be written at once.

use std::collections::BTreeMap;

use breadcrumb_core::{ElementFingerprint, HealingEvent, PageMemory, TestRun, VerdictRecord};

/// What one test leaves behind, staged until the test has ended.
///
/// A passed test keeps its fingerprints and heals. A test that fails leaves only its run and its
/// verdicts, and no baseline changes.
///
/// ```
/// use breadcrumb_core::ElementFingerprint;
/// use breadcrumb_store::LearnBatch;
///
/// let mut batch = LearnBatch::new();
/// let button = ElementFingerprint::builder("button").key("test_login", "#go").build();
/// batch.add_fingerprint(button, Some("/login"));
/// assert!(!batch.is_empty());
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LearnBatch {
    pub(crate) fingerprints: Vec<Learned>,
    pub(crate) memories: BTreeMap<String, PageMemory>,
    pub(crate) healing_events: Vec<HealingEvent>,
    pub(crate) runs: Vec<TestRun>,
    pub(crate) verdicts: Vec<VerdictRecord>,
    pub(crate) learned_at: Option<f64>,
    pub(crate) revision: Option<String>,
}

/// A staged fingerprint.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Learned {
    pub(crate) fingerprint: ElementFingerprint,
    pub(crate) page_key: Option<String>,
    pub(crate) screenshot: Option<String>,
}

impl LearnBatch {
    /// Starts an empty batch.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Stages a fingerprint, with the page it was seen on where that is known.
    ///
    /// A later one for the same key and page takes the place of an earlier one.
    pub fn add_fingerprint(&mut self, fingerprint: ElementFingerprint, page_key: Option<&str>) {
        let staged = Learned {
            fingerprint,
            page_key: page_key.map(str::to_owned),
            screenshot: None,
        };
        // What a test touched last is what the key holds in the end, so the order counts.
        self.fingerprints
            .retain(|other| !other.is_replaced_by(&staged));
        self.fingerprints.push(staged);
    }

    /// Names the picture of an element whose fingerprint is staged for this page.
    pub fn add_screenshot(&mut self, locator: &str, page_key: &str, name: &str) {
        let of_element = self.fingerprints.iter_mut().find(|learned| {
            learned.page_key.as_deref() == Some(page_key)
                && learned.fingerprint.locator() == locator
        });
        if let Some(learned) = of_element {
            learned.screenshot = Some(name.to_owned());
        }
    }

    /// Stages what else was on a page; the fingerprints of that page are stored with it.
    pub fn add_memory(&mut self, page_key: &str, memory: PageMemory) {
        self.memories.insert(page_key.to_owned(), memory);
    }

    /// Stages a heal whose action went well.
    pub fn add_healing_event(&mut self, event: HealingEvent) {
        self.healing_events.push(event);
    }

    /// Stages the record of the attempt itself, however it ended.
    pub fn add_run(&mut self, run: TestRun) {
        self.runs.push(run);
    }

    /// Stages a look that did not heal, or a drift, however the test ended.
    pub fn add_verdict(&mut self, verdict: VerdictRecord) {
        self.verdicts.push(verdict);
    }

    /// Says when it was learned, in seconds since 1970, where that was a while ago.
    ///
    /// A fingerprint that was saved after that is newer, and stays.
    #[must_use]
    pub fn learned_at(mut self, time: f64) -> Self {
        self.learned_at = Some(time);
        self
    }

    /// Says of which code it was learned: the id of its revision.
    #[must_use]
    pub fn learned_in(mut self, revision: &str) -> Self {
        self.revision = Some(revision.to_owned());
        self
    }

    /// Returns whether nothing is staged.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.fingerprints.is_empty()
            && self.healing_events.is_empty()
            && self.runs.is_empty()
            && self.verdicts.is_empty()
    }

    /// Returns whether a heal of this key is staged.
    pub(crate) fn has_healed(&self, test_id: &str, locator: &str) -> bool {
        self.healing_events
            .iter()
            .any(|event| event.test_id == test_id && event.locator == locator)
    }
}

impl Learned {
    fn is_replaced_by(&self, other: &Self) -> bool {
        self.page_key == other.page_key
            && self.fingerprint.locator() == other.fingerprint.locator()
            && self.fingerprint.test_id() == other.fingerprint.test_id()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_staged_once_for_each_page_with_what_was_seen_last() {
        let seen = |text: &str| {
            let builder = ElementFingerprint::builder("a").text(text);
            builder.key("t", "#x").build()
        };
        let mut batch = LearnBatch::new();
        batch.add_fingerprint(seen("one"), Some("/a"));
        batch.add_fingerprint(seen("two"), Some("/b"));
        batch.add_fingerprint(seen("three"), Some("/a"));
        let texts: Vec<&str> = batch
            .fingerprints
            .iter()
            .map(|l| l.fingerprint.text())
            .collect();
        assert_eq!(texts, ["two", "three"]);
    }
}
