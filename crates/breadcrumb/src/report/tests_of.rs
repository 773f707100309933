//! The tests of a report: attempts, states and quarantine put together.

use std::collections::HashMap;

use breadcrumb_core::RunStatus;
use breadcrumb_flaky::{
    ClassIndex, ErrorIndex, History, Masking, QuarantineEntry, Reason, SeenFailure, Step, masking,
};
use breadcrumb_report::{ErrorGroup, Quarantine, STRIP, TestEntry};

use breadcrumb_store::TestFacts;

use super::owners::Owners;
use super::seen::{Seen, TestSeen};
use crate::flaky::Examined;

/// A message is cut here: the start is what tells reasons apart.
const MESSAGE_CHARACTERS: usize = 2_000;
/// How many reasons to fail a test lists.
const MOST_ERRORS: usize = 20;

/// What is known of a reason to fail.
#[derive(Debug, Clone, Default)]
pub(super) struct ReasonText {
    pub(super) kind: Option<String>,
    pub(super) message: Option<String>,
}

/// What entries of tests are made with.
pub(super) struct TestMaker<'a> {
    /// By test.
    pub(super) facts: HashMap<String, TestFacts>,
    pub(super) history: &'a History,
    pub(super) reasons: &'a HashMap<String, ReasonText>,
    pub(super) owners: &'a Owners,
    pub(super) now: f64,
}

impl TestMaker<'_> {
    /// Fills an entry with what its attempts say.
    pub(super) fn fill_attempts(
        &self,
        test: &mut TestEntry,
        seen: &TestSeen<'_>,
        entry: Option<&QuarantineEntry>,
    ) {
        let attempts = &seen.attempts;
        test.attempts = attempts.len() as u64;
        test.passed = count(attempts, |seen| seen.status == RunStatus::Passed);
        test.failed = count(attempts, Seen::has_failed);
        test.skipped = count(attempts, |seen| seen.status == RunStatus::Skipped);
        test.first_seen = attempts.first().map(|seen| seen.at);
        test.last_seen = attempts.last().map(|seen| seen.at);
        test.last_status = attempts.last().map(|seen| seen.status.name().to_owned());
        test.median_ms = median(attempts);
        let strip = attempts.len().saturating_sub(STRIP);
        let newest = attempts.get(strip..).unwrap_or_default();
        let letters = newest
            .iter()
            .map(|attempt| self.letter(seen, attempt, entry));
        test.history = letters.collect();
        if test.failed > 0 {
            test.errors = self.errors(attempts);
        }
        if let Some(facts) = self.facts.get(test.test_id.as_str()) {
            fill_facts(test, facts);
        }
    }

    /// Fills an entry with its place in the quarantine, and with its owner.
    pub(super) fn fill_quarantine(
        &self,
        test: &mut TestEntry,
        entry: Option<&QuarantineEntry>,
        variants: &[Examined],
    ) {
        if let Some(entry) = entry {
            test.quarantine = Some(quarantine(entry, variants, self.now));
            if entry.owner.is_some() {
                test.owner.clone_from(&entry.owner);
            }
        }
        if test.owner.is_none() {
            let file = test.file.as_deref();
            test.owner = file
                .and_then(|file| self.owners.of(file))
                .map(str::to_owned);
        }
    }

    /// Returns whether the quarantine masks a failure, as it stands now.
    pub(super) fn is_masked(
        &self,
        test: &TestSeen<'_>,
        seen: &Seen,
        entry: Option<&QuarantineEntry>,
    ) -> bool {
        let Some(entry) = entry.filter(|entry| entry.quarantined_at <= seen.at) else {
            return false;
        };
        let failure = SeenFailure {
            variant: test.variant_of(seen),
            phase: seen.outside_call.then_some("setup"),
            fingerprint: seen.error.and_then(|error| self.history.error(error)),
            is_crash: seen.is_crash,
        };
        masking(entry, &failure, seen.at) == Masking::Masked
    }

    fn letter(&self, test: &TestSeen<'_>, seen: &Seen, entry: Option<&QuarantineEntry>) -> char {
        match seen.status {
            RunStatus::Passed if seen.healed => 'H',
            RunStatus::Passed => 'P',
            RunStatus::Failed | RunStatus::Error if self.is_masked(test, seen, entry) => 'M',
            RunStatus::Failed => 'F',
            RunStatus::Error => 'E',
            _ => 'S',
        }
    }

    fn errors(&self, attempts: &[Seen]) -> Vec<ErrorGroup> {
        let mut groups: Vec<(&Seen, ErrorGroup)> = Vec::new();
        let mut places: HashMap<(Option<ErrorIndex>, Option<ClassIndex>), usize> = HashMap::new();
        for seen in attempts.iter().filter(|seen| seen.has_failed()) {
            let next = groups.len();
            let place = *places.entry((seen.error, seen.error_class)).or_insert(next);
            if place == next {
                groups.push((seen, ErrorGroup::new(seen.at)));
            }
            if let Some((_, group)) = groups.get_mut(place) {
                group.count += 1;
                group.last_seen = seen.at;
            }
        }
        groups.sort_by(|(_, a), (_, b)| {
            (b.count.cmp(&a.count)).then(b.last_seen.total_cmp(&a.last_seen))
        });
        groups.truncate(MOST_ERRORS);
        let named = groups.into_iter().map(|(seen, mut group)| {
            let fingerprint = seen.error.and_then(|error| self.history.error(error));
            let class = seen.error_class;
            let kind = class.and_then(|class| self.history.error_class(class));
            let known = fingerprint.and_then(|fingerprint| self.reasons.get(fingerprint));
            group.fingerprint = fingerprint.map(str::to_owned);
            group.kind = known
                .and_then(|reason| reason.kind.clone())
                .or_else(|| kind.map(str::to_owned));
            group.message = known.and_then(|reason| reason.message.clone());
            group
        });
        named.collect()
    }
}

impl ReasonText {
    pub(super) fn new(kind: Option<String>, message: Option<String>) -> Self {
        let cut = |message: String| match message.char_indices().nth(MESSAGE_CHARACTERS) {
            Some((end, _)) => format!("{}…", message.get(..end).unwrap_or_default()),
            None => message,
        };
        Self {
            kind,
            message: message.map(cut),
        }
    }
}

fn fill_facts(test: &mut TestEntry, facts: &TestFacts) {
    if let Some(file) = &facts.source_file {
        test.file = Some(file.clone());
    }
    test.line = facts.source_line;
    test.owner.clone_from(&facts.owner);
    let tags = facts.tags_json.as_deref();
    test.tags = tags
        .and_then(|json| serde_json::from_str(json).ok())
        .unwrap_or_default();
}

/// Fills an entry with what the flaky engine says; of several variants the most urgent counts.
pub(super) fn fill_state(test: &mut TestEntry, variants: &[Examined]) {
    let most_urgent = variants
        .iter()
        .min_by_key(|variant| variant.assessment.state.urgency());
    let Some(examined) = most_urgent else {
        return;
    };
    let posterior = &examined.assessment.posterior;
    examined.assessment.state.name().clone_into(&mut test.state);
    examined.tier.name().clone_into(&mut test.tier);
    test.flip_rate = examined.flip_rate;
    test.rate = Some(posterior.flake_rate);
    test.rate_low = Some(posterior.interval.0);
    test.rate_high = Some(posterior.interval.1);
    test.reason = Some(examined.sentence.clone());
}

/// Returns the share of attempts that ended otherwise than the one before, as the package counts:
/// a skip is an outcome of its own there.
pub(super) fn package_flip_rate(attempts: &[Seen]) -> f64 {
    let pairs = attempts.len().saturating_sub(1);
    if pairs == 0 {
        return 0.0;
    }
    let flips = attempts
        .iter()
        .zip(attempts.iter().skip(1))
        .filter(|(before, after)| before.status != after.status)
        .count();
    super::heals::round4(flips as f64 / pairs as f64)
}

fn quarantine(entry: &QuarantineEntry, variants: &[Examined], now: f64) -> Quarantine {
    let mut quarantine = Quarantine::default();
    let state = if entry.is_expired(now) {
        "expired"
    } else if entry.suspended_at.is_some() {
        "suspended"
    } else {
        "active"
    };
    state.clone_into(&mut quarantine.state);
    quarantine.reason.clone_from(&entry.reason);
    quarantine.since = entry.quarantined_at;
    quarantine.expires_at = entry.expires_at;
    quarantine.manual = entry.kind == breadcrumb_flaky::EntryKind::Manual;
    quarantine.owner.clone_from(&entry.owner);
    quarantine.ticket.clone_from(&entry.ticket);
    // The variant that is furthest from its release holds the test back.
    let held = variants.iter().max_by_key(|variant| missing(variant));
    quarantine.passes_needed = held.and_then(missing);
    quarantine.release = held.map_or_else(
        || "quarantined: no attempt of it is recorded lately".to_owned(),
        Examined::decision,
    );
    quarantine
}

fn missing(variant: &Examined) -> Option<u32> {
    match variant.step {
        Step::Nothing(Reason::NotCleanYet { clean, needed }) => Some(needed.saturating_sub(clean)),
        _ => None,
    }
}

fn count(attempts: &[Seen], is_it: impl Fn(&Seen) -> bool) -> u64 {
    attempts.iter().filter(|seen| is_it(seen)).count() as u64
}

fn median(attempts: &[Seen]) -> Option<f64> {
    let known = attempts.iter().map(|seen| seen.duration_ms);
    let mut times: Vec<f32> = known.filter(|ms| ms.is_finite()).collect();
    let middle = times.len() / 2;
    if times.is_empty() {
        return None;
    }
    let (_, median, _) = times.select_nth_unstable_by(middle, f32::total_cmp);
    Some(f64::from(*median))
}
