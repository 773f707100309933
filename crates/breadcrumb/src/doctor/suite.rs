//! The tests of a store: those nobody can rely on, and a quarantine that is out of date.

use breadcrumb_flaky::{MIN_TIER_RUNS, Policy, QuarantineEntry, Tier};
use breadcrumb_store::Store;

use super::diagnosis::{Area, Finding};
use super::request::DoctorRequest;
use super::shell;
use crate::flaky::{Examination, Examined};

/// More tests than these are counted, not listed.
const NAMED_TESTS: usize = 5;
/// The seconds of a day.
const DAY: f64 = 86_400.0;

/// Reads the results and says what is to be known about the tests.
pub(super) fn examine(
    store: &dyn Store,
    policy: &Policy,
    request: &DoctorRequest,
    now: f64,
) -> Vec<Finding> {
    let argument = request.database_argument();
    let examination = match Examination::read(store, policy, now) {
        Ok(examination) => examination,
        // Rows that cannot be read were found before this.
        Err(error) => {
            let message = format!("the results cannot be read: {error}");
            return vec![Finding::error(Area::Database, message)];
        }
    };
    let mut chronic = Vec::new();
    examination.examine_all(|variants| {
        let is_known = |test: &Examined| examination.entry(&test.test_id).is_some();
        let is_chronic = |test: &Examined| test.tier == Tier::Chronic && test.runs >= MIN_TIER_RUNS;
        chronic.extend(
            variants
                .into_iter()
                .find(|test| is_chronic(test) && !is_known(test)),
        );
    });
    chronic.sort_by(|a, b| b.flip_rate.total_cmp(&a.flip_rate));
    let mut entries: Vec<&QuarantineEntry> = examination
        .entries
        .values()
        .filter(|entry| entry.is_expired(now))
        .collect();
    entries.sort_by(|a, b| a.test_id.cmp(&b.test_id));
    let mut found = limited(
        &chronic,
        |test| unreliable(test, &argument),
        |more| {
            let message = format!("{more} more tests change their outcome in most of their runs");
            Finding::warning(Area::Flaky, message).fix(format!("breadcrumb flaky list{argument}"))
        },
    );
    found.extend(limited(
        &entries,
        |entry| expired(entry, now, &argument),
        |more| {
            let message = format!("{more} more entries of the quarantine have expired");
            Finding::warning(Area::Quarantine, message)
                .fix(format!("breadcrumb quarantine list{argument}"))
        },
    ));
    found
}

fn unreliable(test: &Examined, argument: &str) -> Finding {
    let id = &test.test_id;
    let message = format!("`{id}` is chronic: {}", test.sentence);
    let fix = format!("breadcrumb flaky show {}{argument}", shell::word(id));
    Finding::warning(Area::Flaky, message).fix(fix)
}

fn expired(entry: &QuarantineEntry, now: f64, argument: &str) -> Finding {
    let id = &entry.test_id;
    let days = (now - entry.expires_at.unwrap_or(now)) / DAY;
    // An entry is renewed once; after that somebody has to mend the test.
    let or_renew = if entry.renewals == 0 {
        "; `breadcrumb quarantine add` renews it once"
    } else {
        ""
    };
    let message = format!(
        "the quarantine of `{id}` expired {days:.0} days ago: its failures count again{or_renew}"
    );
    let fix = format!(
        "breadcrumb quarantine release {}{argument}",
        shell::word(id)
    );
    Finding::warning(Area::Quarantine, message).fix(fix)
}

/// Names the first and counts the rest.
fn limited<T>(
    items: &[T],
    name: impl Fn(&T) -> Finding,
    count: impl Fn(usize) -> Finding,
) -> Vec<Finding> {
    let mut found: Vec<Finding> = items.iter().take(NAMED_TESTS).map(name).collect();
    let more = items.len().saturating_sub(NAMED_TESTS);
    if more > 0 {
        found.push(count(more));
    }
    found
}
