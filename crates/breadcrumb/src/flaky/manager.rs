//! [`QuarantineManager`]: puts tests into quarantine and releases them, and says why.

use std::collections::HashMap;
use std::sync::Arc;

use breadcrumb_flaky::{
    Action, EntryKind, ListedReasons, MIN_TIER_RUNS, Mode, Policy, QuarantineEntry,
    QuarantineEvent, Rule, Step, TestMemory, peak_rate,
};
use breadcrumb_store::{KEPT_DAYS, QuarantineChange, RememberedTest, RunFilter, Store};

use super::examine::{Examination, Examined};
use crate::error::Error;

/// The seconds of a day.
const DAY: f64 = 86_400.0;
/// Who did it, where nobody but the rule did.
const RULE: &str = "breadcrumb";
/// Why an entry lists a comparison without its values.
const VARIED: &str = "the values of a comparison have varied on the same code";

/// Keeps the quarantine of a store.
#[derive(Clone)]
pub struct QuarantineManager {
    store: Arc<dyn Store>,
    policy: Policy,
}

/// What an update has changed.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct AutoUpdate {
    /// Tests that were put into quarantine.
    pub quarantined: Vec<String>,
    /// Tests that were released.
    pub unquarantined: Vec<String>,
    /// Tests whose entry does not mask any more, because they look broken.
    pub suspended: Vec<String>,
    /// Tests whose entry masks again.
    pub resumed: Vec<String>,
    /// Tests that would be put into quarantine but for the mode or the cap.
    pub proposed: Vec<String>,
}

impl AutoUpdate {
    /// Says what has changed, one sentence a test.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let changes = [
            ("quarantined from the next run on", &self.quarantined),
            ("released from the quarantine", &self.unquarantined),
            ("quarantine suspended: it looks broken", &self.suspended),
            (
                "quarantined again: it no longer looks broken",
                &self.resumed,
            ),
            ("would be quarantined", &self.proposed),
        ];
        each_test(&changes)
    }

    /// Says the same in the words of a test runner's summary.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        each_test(&[
            ("from now on quarantined", &self.quarantined),
            ("released", &self.unquarantined),
            ("quarantine suspended: it looks broken", &self.suspended),
            ("quarantined again", &self.resumed),
            ("would be quarantined", &self.proposed),
        ])
    }
}

fn each_test(changes: &[(&str, &Vec<String>)]) -> Vec<String> {
    let said = |(change, tests): &(&str, &Vec<String>)| {
        let sentence = |test: &String| format!("{change}: {test}");
        tests.iter().map(sentence).collect::<Vec<_>>()
    };
    changes.iter().flat_map(said).collect()
}

impl QuarantineManager {
    /// Keeps the quarantine of this store by this policy.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, policy: Policy) -> Self {
        Self { store, policy }
    }

    /// Returns the policy.
    #[must_use]
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Returns all entries, by test.
    pub fn entries(&self) -> Result<Vec<QuarantineEntry>, Error> {
        Ok(self.store.quarantine_entries()?)
    }

    /// Returns a test's entry.
    pub fn entry(&self, test_id: &str) -> Result<Option<QuarantineEntry>, Error> {
        Ok(self
            .entries()?
            .into_iter()
            .find(|entry| entry.test_id == test_id))
    }

    /// Puts a test into quarantine by hand, or renews its entry; returns what it is now.
    ///
    /// It masks the reasons it has failed for so far; where there are none, any. An entry that was
    /// renewed before is not renewed again: `None`.
    pub fn quarantine(
        &self,
        mut entry: QuarantineEntry,
        now: f64,
    ) -> Result<Option<QuarantineEntry>, Error> {
        let mut action = Action::Entered;
        if let Some(mut known) = self.entry(&entry.test_id)? {
            if !known.renew(&self.policy.quarantine) {
                return Ok(None);
            }
            known.reason.clone_from(&entry.reason);
            known.ticket = entry.ticket.or(known.ticket);
            known.kind = EntryKind::Manual;
            action = Action::Renewed;
            entry = known;
        } else {
            entry.fingerprints = self.known_reasons(&entry.test_id)?;
            if entry.expires_at.is_none() {
                entry = entry.expiring(&self.policy.quarantine);
            }
        }
        let mut event = QuarantineEvent::new(&entry.test_id, action, now);
        event.actor.clone_from(&entry.created_by);
        event.reason = Some(entry.reason.clone());
        let save = QuarantineChange::Save(Box::new(entry.clone()));
        self.store
            .change_quarantine(&[save, QuarantineChange::Log(event)])?;
        Ok(Some(entry))
    }

    /// Releases a test by hand; tells whether it was in quarantine.
    pub fn release(
        &self,
        test_id: &str,
        actor: Option<String>,
        reason: Option<String>,
        now: f64,
    ) -> Result<bool, Error> {
        if self.entry(test_id)?.is_none() {
            return Ok(false);
        }
        let mut event = QuarantineEvent::new(test_id, Action::Released, now);
        event.actor = actor;
        event.reason = reason;
        let mut changes = vec![
            QuarantineChange::Delete(test_id.to_owned()),
            QuarantineChange::Log(event),
        ];
        let known = self.store.test_memories()?;
        let mut variants: Vec<_> = known
            .into_iter()
            .filter(|test| test.test_id == test_id)
            .collect();
        if variants.is_empty() {
            variants.push(RememberedTest::new(test_id, "", TestMemory::default()));
        }
        for mut test in variants {
            test.memory.epoch_at = Some(now);
            test.memory.released_at = Some(now);
            changes.push(QuarantineChange::Remember(test));
        }
        self.store.change_quarantine(&changes)?;
        Ok(true)
    }

    /// Notes that somebody knows of a new intermittent failure: it is not held back any more.
    pub fn acknowledge(&self, test_id: &str, actor: Option<String>, now: f64) -> Result<(), Error> {
        let examination = Examination::read(self.store.as_ref(), &self.policy, now)?;
        let mut event = QuarantineEvent::new(test_id, Action::Acknowledged, now);
        event.actor = actor;
        let mut changes = vec![QuarantineChange::Log(event)];
        for test in examination.examine(test_id) {
            let mut memory = test.memory;
            memory.acknowledged_at = Some(now);
            changes.push(QuarantineChange::Remember(RememberedTest::new(
                test_id,
                test.variant,
                memory,
            )));
        }
        Ok(self.store.change_quarantine(&changes)?)
    }

    /// Brings the quarantine up to date with what the runs say, and sums up old attempts by day.
    pub fn auto_update(&self, now: f64) -> Result<AutoUpdate, Error> {
        let done = self.update_entries(now)?;
        if self.policy.flaky.mode != Mode::Off {
            self.store.roll_up(now - KEPT_DAYS * DAY)?;
        }
        Ok(done)
    }

    /// Brings the quarantine up to date with what the runs say, and leaves all attempts as they are: a report whose clock is
    /// years behind is still to be judged.
    pub fn update_entries(&self, now: f64) -> Result<AutoUpdate, Error> {
        let mut done = AutoUpdate::default();
        if self.policy.flaky.mode == Mode::Off {
            return Ok(done);
        }
        let mut examination = Examination::read(self.store.as_ref(), &self.policy, now)?;
        let mut changes = Vec::new();
        let tests: Vec<String> = examination
            .test_ids()
            .into_iter()
            .map(str::to_owned)
            .collect();
        for test_id in tests {
            let variants = examination.examine(&test_id);
            self.update_test(&variants, &mut examination, &mut changes, &mut done)?;
        }
        self.store.change_quarantine(&changes)?;
        Ok(done)
    }

    fn update_test(
        &self,
        variants: &[Examined],
        examination: &mut Examination,
        changes: &mut Vec<QuarantineChange>,
        done: &mut AutoUpdate,
    ) -> Result<(), Error> {
        let Some(first) = variants.first() else {
            return Ok(());
        };
        let test_id = &first.test_id;
        let now = examination.now;
        let entry = examination.entries.get(test_id).cloned();
        let step = self.combined(variants, entry.as_ref());
        let mut event = None;
        let mut is_released = false;
        match (&step, entry.clone()) {
            (Step::Enter { .. }, None) if examination.entries.len() >= examination.cap() => {
                done.proposed.push(test_id.clone());
            }
            (Step::Enter { is_relapse }, None) => {
                if let Some(entry) = self.entry_for(variants, *is_relapse, examination)? {
                    event = Some((Action::Entered, entry.reason.clone()));
                    examination.entries.insert(test_id.clone(), entry.clone());
                    changes.push(QuarantineChange::Save(Box::new(entry)));
                    done.quarantined.push(test_id.clone());
                }
            }
            (Step::Propose(_), None) => done.proposed.push(test_id.clone()),
            (Step::Suspend, Some(mut entry)) => {
                entry.suspended_at = Some(now);
                event = Some((Action::Suspended, first.sentence.clone()));
                changes.push(QuarantineChange::Save(Box::new(entry)));
                done.suspended.push(test_id.clone());
            }
            (Step::Resume, Some(mut entry)) => {
                entry.suspended_at = None;
                event = Some((Action::Resumed, first.sentence.clone()));
                changes.push(QuarantineChange::Save(Box::new(entry)));
                done.resumed.push(test_id.clone());
            }
            (Step::Release { clean }, Some(_)) => {
                event = Some((
                    Action::Released,
                    format!("{clean} commits in a row without a failure"),
                ));
                is_released = true;
                examination.entries.remove(test_id);
                changes.push(QuarantineChange::Delete(test_id.clone()));
                done.unquarantined.push(test_id.clone());
            }
            (_, Some(mut entry)) => {
                if let Some(wide) = varied(variants, examination).widen(&entry.fingerprints) {
                    event = Some((Action::Widened, VARIED.to_owned()));
                    entry.fingerprints = wide;
                    changes.push(QuarantineChange::Save(Box::new(entry)));
                }
            }
            _ => {}
        }
        if let Some((action, reason)) = event {
            let mut event = QuarantineEvent::new(test_id, action, now);
            event.actor = Some(RULE.to_owned());
            event.reason = Some(reason);
            changes.push(QuarantineChange::Log(event));
        }
        for variant in variants {
            changes.extend(remembered(variant, entry.as_ref(), is_released, now));
        }
        Ok(())
    }

    /// What the variants say together: one is enough to enter or to suspend, all must agree to
    /// resume or to release.
    fn combined(&self, variants: &[Examined], entry: Option<&QuarantineEntry>) -> Step {
        if self.policy.flaky.policy == Rule::Tiers {
            return by_tier(variants, entry);
        }
        let covered = |test: &&Examined| entry.is_none_or(|entry| entry.covers(&test.variant));
        let steps: Vec<&Step> = variants
            .iter()
            .filter(covered)
            .map(|test| &test.step)
            .collect();
        let first =
            |wanted: fn(&Step) -> bool| steps.iter().copied().find(|step| wanted(step)).cloned();
        let at_once = first(|step| matches!(step, Step::Enter { .. } | Step::Suspend));
        if let Some(step) = at_once.or_else(|| first(|step| matches!(step, Step::Propose(_)))) {
            return step;
        }
        let others = |step: &Step| {
            steps
                .iter()
                .all(|other| std::mem::discriminant(*other) == std::mem::discriminant(step))
        };
        let agreed = steps.first().filter(|step| others(step)).copied().cloned();
        agreed
            .or_else(|| first(|step| matches!(step, Step::Nothing(_))))
            .unwrap_or(Step::Nothing(breadcrumb_flaky::Reason::NotFlaky))
    }

    /// Makes the entry of a test, unless a tag keeps it out.
    fn entry_for(
        &self,
        variants: &[Examined],
        is_relapse: bool,
        examination: &Examination,
    ) -> Result<Option<QuarantineEntry>, Error> {
        let entering = |test: &&Examined| matches!(test.step, Step::Enter { .. });
        let entering: Vec<&Examined> = variants.iter().filter(entering).collect();
        let Some(first) = entering.first().copied().or(variants.first()) else {
            return Ok(None);
        };
        let filter = RunFilter::new().test_id(&first.test_id).limit(1);
        let newest = self.store.test_runs(&filter)?.into_iter().next();
        let details = newest.map(|run| run.details).unwrap_or_default();
        let protect = &self.policy.quarantine.protect_tags;
        let is_kept_out = details.tags.iter().any(|tag| {
            protect
                .iter()
                .any(|kept| kept == tag.trim_start_matches('@'))
        });
        if is_kept_out {
            return Ok(None);
        }
        let mut entry = QuarantineEntry::new(
            &first.test_id,
            &first.sentence,
            EntryKind::Auto,
            examination.now,
        )
        .expiring(&self.policy.quarantine);
        entry.scope = self.policy.quarantine.scope;
        entry.reason_code = Some(if is_relapse { "relapse" } else { "flaky" }.to_owned());
        entry.owner = details.owner;
        entry.created_by = Some(RULE.to_owned());
        let peak = first.memory.peak_rate.filter(|_| is_relapse).unwrap_or(0.0);
        entry.rate_at_entry = Some(first.assessment.posterior.flake_rate.max(peak));
        if variants.len() > entering.len() {
            entry.variants = entering.iter().map(|test| test.variant.clone()).collect();
        }
        let history = examination.history();
        let mixed = entering
            .iter()
            .flat_map(|test| test.assessment.evidence.mixed());
        let mut trees = Vec::new();
        let mut reasons = ListedReasons::default();
        for revision in mixed {
            reasons.add_code(
                revision
                    .errors
                    .iter()
                    .filter_map(|error| history.error(*error)),
            );
            trees.extend(
                revision
                    .revision
                    .and_then(|tree| Some(history.revision(tree)?.id.clone())),
            );
        }
        entry.fingerprints = reasons.finish();
        entry.evidence_json = serde_json::to_string(&trees).ok();
        Ok(Some(entry))
    }

    /// Returns the reasons a test has failed for in its own part.
    fn known_reasons(&self, test_id: &str) -> Result<Vec<String>, Error> {
        let runs = self.store.test_runs(&RunFilter::new().test_id(test_id))?;
        let is_call = |phase: &Option<String>| phase.as_deref().is_none_or(|name| name == "call");
        let mut by_code: HashMap<Option<String>, Vec<String>> = HashMap::new();
        for run in runs {
            let details = run.details;
            if let Some(failure) = details.failure.filter(|_| is_call(&details.phase)) {
                let seen = by_code.entry(details.revision).or_default();
                seen.push(failure.fingerprint);
            }
        }
        let mut reasons = ListedReasons::default();
        for seen in by_code.values() {
            reasons.add_code(seen.iter().map(String::as_str));
        }
        Ok(reasons.finish())
    }
}

/// Returns the reasons by code that has passed too. Where there is no version control, the code of
/// two failures may differ, so that an entry learns nothing from them.
fn varied(variants: &[Examined], examination: &Examination) -> ListedReasons {
    let history = examination.history();
    let mut reasons = ListedReasons::default();
    let mixed = variants
        .iter()
        .flat_map(|test| test.assessment.evidence.mixed());
    for revision in mixed.filter(|revision| revision.revision.is_some()) {
        let errors = revision.errors.iter();
        reasons.add_code(errors.filter_map(|error| history.error(*error)));
    }
    reasons
}

/// The rule of the Python package, with a floor of samples.
fn by_tier(variants: &[Examined], entry: Option<&QuarantineEntry>) -> Step {
    let unstable = variants
        .iter()
        .any(|test| test.tier.is_unstable() && test.runs >= MIN_TIER_RUNS);
    match entry {
        None if unstable => Step::Enter { is_relapse: false },
        Some(entry)
            if entry.kind == EntryKind::Auto
                && !variants.iter().any(|test| test.tier.is_unstable()) =>
        {
            Step::Release { clean: 0 }
        }
        _ => Step::Nothing(breadcrumb_flaky::Reason::NotFlaky),
    }
}

/// Returns what is to be remembered of a variant, where that has changed.
fn remembered(
    test: &Examined,
    entry: Option<&QuarantineEntry>,
    is_released: bool,
    now: f64,
) -> Option<QuarantineChange> {
    let mut memory = test.memory.clone();
    memory.state = Some(test.assessment.state);
    if let Some(entry) = entry {
        memory.peak_rate = Some(peak_rate(&test.assessment, entry, &memory));
    }
    if is_released {
        memory.epoch_at = Some(now);
        memory.released_at = Some(now);
    }
    (memory != test.memory).then(|| {
        let test = RememberedTest::new(&test.test_id, &test.variant, memory);
        QuarantineChange::Remember(test)
    })
}
