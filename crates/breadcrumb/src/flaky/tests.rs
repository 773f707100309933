//! The quarantine on a real store: enter, suspend, release, stay, expire.

use std::path::PathBuf;
use std::sync::Arc;

use breadcrumb_core::{FailureReason, RunInfo, RunStatus, TestRun};
use breadcrumb_flaky::{EntryKind, Policy, QuarantineEntry, Rule};
use breadcrumb_ingest::failure_reason;
use breadcrumb_store::{QuarantineChange, SqliteStore, Store};

use super::{
    AutoUpdate, Examination, Gate, Judge, QuarantineManager, Selection, State, Suite, TestAnalyzer,
    TestTracker, Tier, ingest_files,
};

const DAY: f64 = 86_400.0;
const START: f64 = 1_000_000_000.0;

struct World {
    store: Arc<dyn Store>,
    manager: QuarantineManager,
    revision: u32,
    now: f64,
}

impl World {
    fn new(policy: Policy) -> Self {
        let store: Arc<dyn Store> = Arc::new(SqliteStore::open(":memory:").unwrap());
        Self {
            manager: QuarantineManager::new(Arc::clone(&store), policy),
            store,
            revision: 0,
            now: START,
        }
    }

    /// Records revisions of a test, each a word of `P` and `F`, an hour apart; `3` is a comparison
    /// that found 503.
    fn play(&mut self, test_id: &str, revisions: &str) {
        for word in revisions.split_whitespace() {
            self.revision += 1;
            self.now += 3_600.0;
            let runs: Vec<TestRun> = word
                .chars()
                .map(|letter| self.attempt(test_id, letter))
                .collect();
            let info = RunInfo::new(format!("{test_id} {}", self.revision));
            self.store.record_runs(&info, &runs).unwrap();
        }
    }

    fn attempt(&self, test_id: &str, letter: char) -> TestRun {
        let status = if letter == 'P' {
            RunStatus::Passed
        } else {
            RunStatus::Failed
        };
        let mut run = TestRun::new(test_id, status, self.now);
        run.details.revision = Some(format!("tree{}", self.revision));
        run.details.failure = (letter != 'P').then(|| match letter {
            '0'..='9' => failure_reason(None, &format!("assert 50{letter} == 200"), ""),
            _ => FailureReason::new(letter.to_string()),
        });
        run
    }

    fn update(&self) -> AutoUpdate {
        self.manager.auto_update(self.now).unwrap()
    }

    fn is_masked(&self, test_id: &str, letter: char) -> bool {
        let judge = Judge::new(self.manager.entries().unwrap(), self.now);
        judge.judge(&self.attempt(test_id, letter), "").is_masked
    }
}

fn times(count: usize, word: &str) -> String {
    format!("{word} ").repeat(count)
}

fn quarantined() -> World {
    let mut world = World::new(Policy::default());
    world.play("flaky", &format!("{}FP P FP P FP", times(12, "P")));
    assert_eq!(world.update().quarantined, ["flaky"]);
    world
}

#[test]
fn a_flaky_test_enters_and_only_its_own_reason_is_masked() {
    let world = quarantined();
    assert!(world.is_masked("flaky", 'F'));
    assert!(!world.is_masked("flaky", 'G'));
    assert!(!world.is_masked("other", 'F'));
    assert_eq!(world.update(), AutoUpdate::default());
    let entry = world.manager.entry("flaky").unwrap().unwrap();
    assert!(
        entry
            .reason
            .starts_with("passed and failed on code version tree17 and 2 other"),
        "{}",
        entry.reason
    );
    assert_eq!(entry.fingerprints, ["F"]);
}

#[test]
fn another_value_of_a_comparison_breaks_through() {
    let mut world = World::new(Policy::default());
    world.play("flaky", &format!("{}3P P 3P P 2P", times(12, "P")));
    assert_eq!(world.update().quarantined, ["flaky"]);
    assert!(world.is_masked("flaky", '3'));
    assert!(world.is_masked("flaky", '2'));
    assert!(!world.is_masked("flaky", '0'));
    // A broken commit shows what it shows: nothing is learned of it.
    world.play("flaky", "30");
    world.update();
    assert!(!world.is_masked("flaky", '0'));
}

#[test]
fn values_that_vary_on_the_same_code_are_all_masked() {
    let mut world = World::new(Policy::default());
    world.play("flaky", &format!("{}3P P 3P P 32P", times(12, "P")));
    assert_eq!(world.update().quarantined, ["flaky"]);
    assert!(world.is_masked("flaky", '0'));
    assert!(!world.is_masked("flaky", 'F'));
    let mut world = World::new(Policy::default());
    world.play("flaky", &format!("{}3P P 3P P 3P", times(12, "P")));
    world.update();
    assert!(!world.is_masked("flaky", '0'));
    world.play("flaky", "32P");
    world.update();
    assert!(world.is_masked("flaky", '0'));
    let by_hand = |test_id: &str| QuarantineEntry::new(test_id, "known", EntryKind::Manual, START);
    world.play("one", "3P 2P");
    world.play("several", "32P");
    for test_id in ["one", "several"] {
        world.manager.quarantine(by_hand(test_id), START).unwrap();
    }
    assert!(!world.is_masked("one", '0'));
    assert!(world.is_masked("several", '0'));
}

#[test]
fn an_entry_of_an_earlier_version_masks_what_it_did() {
    let mut world = World::new(Policy::default());
    world.play("flaky", &format!("{}3P P 3P P 3P", times(12, "P")));
    world.update();
    let mut entry = world.manager.entry("flaky").unwrap().unwrap();
    let plain = FailureReason::without_values(&entry.fingerprints[0]).to_owned();
    entry.fingerprints = vec![plain];
    let save = QuarantineChange::Save(Box::new(entry));
    world.store.change_quarantine(&[save]).unwrap();
    world.update();
    assert!(world.is_masked("flaky", '3') && world.is_masked("flaky", '0'));
}

#[test]
fn a_regression_never_enters_and_the_rule_of_the_tiers_would_have_let_it() {
    let mut world = World::new(Policy::default());
    for word in times(15, "P")
        .split_whitespace()
        .chain(times(15, "F").split_whitespace())
    {
        world.play("broken", word);
        assert_eq!(world.update(), AutoUpdate::default());
    }
    let mut policy = Policy::default();
    policy.flaky.policy = Rule::Tiers;
    let mut world = World::new(policy);
    world.play("broken", &format!("{}F P F", times(8, "P")));
    assert_eq!(world.update().quarantined, ["broken"]);
    world.play("broken", &times(10, "P"));
    assert_eq!(world.update().unquarantined, ["broken"]);
}

#[test]
fn a_broken_test_is_suspended_and_masked_again_when_mended() {
    let mut world = quarantined();
    world.play("flaky", "FFF FFF FFF");
    assert_eq!(world.update().suspended, ["flaky"]);
    assert!(!world.is_masked("flaky", 'F'));
    world.play("flaky", "P P");
    assert_eq!(world.update().resumed, ["flaky"]);
    assert!(world.is_masked("flaky", 'F'));
}

#[test]
fn a_fixed_test_is_released_by_the_rule_and_a_manual_entry_stays() {
    let mut world = quarantined();
    let by_hand = QuarantineEntry::new("by hand", "known", EntryKind::Manual, world.now);
    world.manager.quarantine(by_hand, world.now).unwrap();
    let mut clean = 0;
    loop {
        world.play("flaky", "P");
        world.play("by hand", "P");
        clean += 1;
        if !world.update().unquarantined.is_empty() {
            break;
        }
        assert!(clean < 200);
    }
    assert!(clean >= 20, "{clean}");
    assert!(world.manager.entry("by hand").unwrap().is_some());
    // One mix soon after is a relapse.
    world.play("flaky", &format!("{}FP P", times(12, "P")));
    assert_eq!(world.update().quarantined, ["flaky"]);
    let entry = world.manager.entry("flaky").unwrap().unwrap();
    assert_eq!(entry.reason_code.as_deref(), Some("relapse"));
}

#[test]
fn expiry_bites_and_an_entry_is_renewed_once() {
    let mut world = quarantined();
    world.now += 14.5 * DAY;
    assert!(!world.is_masked("flaky", 'F'));
    let renewal = || QuarantineEntry::new("flaky", "ticket open", EntryKind::Manual, world.now);
    assert!(
        world
            .manager
            .quarantine(renewal(), world.now)
            .unwrap()
            .is_some()
    );
    assert!(world.is_masked("flaky", 'F'));
    assert!(
        world
            .manager
            .quarantine(renewal(), world.now)
            .unwrap()
            .is_none()
    );
}

#[test]
fn a_release_by_hand_starts_anew() {
    let world = quarantined();
    assert!(
        world
            .manager
            .release("flaky", None, None, world.now + 1.0)
            .unwrap()
    );
    assert!(
        !world
            .manager
            .release("flaky", None, None, world.now)
            .unwrap()
    );
    assert_eq!(
        world.manager.auto_update(world.now + 2.0).unwrap(),
        AutoUpdate::default()
    );
    let actions: Vec<_> = world.store.quarantine_events(None).unwrap();
    assert_eq!(actions.len(), 2);
}

impl World {
    /// Records one more run on the newest revision, and brings the quarantine up to date as `ingest` does.
    fn again(&mut self, run_uid: &str, letter: char) -> Gate {
        self.now += 60.0;
        let run = self.attempt("flaky", letter);
        let info = RunInfo::new(run_uid);
        self.store.record_runs(&info, &[run]).unwrap();
        self.now += 1.0;
        self.update();
        let entries = self.manager.entries().unwrap();
        Gate::judge(&*self.store, &Selection::Last, &entries, self.now).unwrap()
    }
}

#[test]
fn a_run_does_not_mask_its_own_failure() {
    let mut world = World::new(Policy::default());
    world.play("flaky", &format!("{}3P P P", times(14, "P")));
    let gate = world.again("fails", '3');
    assert_eq!(world.manager.entries().unwrap().len(), 1);
    let why = gate.judged.real[0].why.as_deref().unwrap_or_default();
    assert_eq!(why, "the test is quarantined only from the next run on");
    assert_eq!(world.again("known", '3').judged.masked.len(), 1);
    // A new value of a comparison widens the entry, and counts for itself.
    assert_eq!(world.again("new value", '2').judged.real.len(), 1);
    assert_eq!(world.again("known value", '0').judged.masked.len(), 1);
}

#[test]
fn an_entry_that_masks_again_does_so_from_the_next_run_on() {
    let mut world = quarantined();
    world.play("flaky", "FFF FFF FFF");
    assert_eq!(world.update().suspended, ["flaky"]);
    world.play("flaky", "P P");
    assert_eq!(world.again("resumes", 'F').judged.real.len(), 1);
    assert_eq!(world.again("next", 'F').judged.masked.len(), 1);
}

/// Records a commit that fails on one leg of two, for each of 40 commits; returns what was ever put into quarantine.
fn failing_leg(name: fn(&str) -> Option<String>) -> (World, Vec<String>) {
    let mut world = World::new(Policy::default());
    let mut entered = Vec::new();
    for commit in 0..40 {
        world.revision += 1;
        world.now += 3_600.0;
        for (leg, letter) in [("firefox", 'F'), ("chromium", 'P')] {
            let mut run = world.attempt("t", if commit < 10 { 'P' } else { letter });
            run.details.variant = name(leg);
            let mut info = RunInfo::new(format!("github-{commit}/1/e2e/{leg}"));
            info.branch_kind = Some("protected".to_owned());
            world.store.record_runs(&info, &[run]).unwrap();
        }
        entered.extend(world.update().quarantined);
    }
    (world, entered)
}

#[test]
fn a_test_that_fails_on_one_leg_is_never_quarantined_for_it() {
    let (world, entered) = failing_leg(|leg| Some(leg.to_owned()));
    assert_eq!(entered, [""; 0]);
    let policy = Policy::default();
    let examination = Examination::read(&*world.store, &policy, world.now).unwrap();
    let states = examination.examine("t");
    let states: Vec<State> = states.iter().map(|leg| leg.assessment.state).collect();
    assert_eq!(states, [State::Healthy, State::Broken]);
    // Nor where nobody can tell the legs apart.
    let (world, entered) = failing_leg(|_| None);
    assert_eq!(entered, [""; 0]);
    let examination = Examination::read(&*world.store, &policy, world.now).unwrap();
    let sentence = &examination.examine("t")[0].sentence;
    assert!(sentence.contains("its legs have no names"), "{sentence}");
}

#[test]
fn tiers_leave_skips_out() {
    let world = World::new(Policy::default());
    let tracker = TestTracker::new(Arc::clone(&world.store));
    let statuses = [
        RunStatus::Passed,
        RunStatus::Skipped,
        RunStatus::Passed,
        RunStatus::Error,
    ];
    for (n, status) in statuses.into_iter().enumerate() {
        tracker
            .record_run(&TestRun::new("t", status, n as f64))
            .unwrap();
    }
    let analyzer = TestAnalyzer::new(tracker.clone());
    assert!((analyzer.flip_rate("t", 10).unwrap() - 0.5).abs() < 1e-12);
    assert_eq!(analyzer.classify("t").unwrap(), Tier::Flaky);
    assert_eq!(tracker.runs("t", 2).unwrap().len(), 2);
}

#[test]
fn an_ingest_is_all_or_nothing_and_twice_is_once() {
    let world = World::new(Policy::default());
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| -> PathBuf {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let good = write(
        "good.xml",
        "<testsuite><testcase classname='a' name='b'/></testsuite>",
    );
    let bad = write("bad.xml", "<testsuite>\n<testcase");
    let suite = |files: &[PathBuf]| {
        Suite::detect(folder.path(), "", &|_| None)
            .with_content_id(files)
            .unwrap()
    };
    let files = [good.clone(), bad];
    let error = ingest_files(&*world.store, &files, &suite(&files), &mut |_| {}).unwrap_err();
    assert!(
        error.to_string().contains("bad.xml:2`: broken XML"),
        "{error}"
    );
    assert_eq!(world.store.test_ids().unwrap(), [""; 0]);
    for _ in 0..2 {
        let files = [good.clone()];
        ingest_files(&*world.store, &files, &suite(&files), &mut |_| {}).unwrap();
    }
    let count = || {
        world
            .store
            .test_runs(&breadcrumb_store::RunFilter::new())
            .unwrap()
            .len()
    };
    assert_eq!(count(), 1);
    // The same text written anew is another run: a tool that writes no times ran again.
    let later = std::fs::File::options().write(true).open(&good).unwrap();
    later.set_modified(std::time::UNIX_EPOCH).unwrap();
    let files = [good];
    ingest_files(&*world.store, &files, &suite(&files), &mut |_| {}).unwrap();
    assert_eq!(count(), 2);
}
