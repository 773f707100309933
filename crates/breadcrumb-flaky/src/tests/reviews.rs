//! What is done about a test: enter, propose, suspend, resume, release, relapse.

use super::{F, FFF, FP, P, acknowledged, sequence};
use crate::{
    Assessment, Circumstances, EntryKind, Lane, Mode, Override, Policy, QuarantineEntry, Reason,
    Step, TestMemory, explain, explain_step, review,
};

const DAY: f64 = 86_400.0;

fn around<'a>(assessment: &Assessment) -> Circumstances<'a> {
    Circumstances {
        cap: 3,
        clean_streak: assessment.evidence.clean_streak(),
        now: 1000.0,
        ..Circumstances::default()
    }
}

fn flaky() -> Assessment {
    acknowledged(&sequence(&[(18, P), (2, FP)]))
}

fn entry(kind: EntryKind) -> QuarantineEntry {
    let mut entry = QuarantineEntry::new("t", "flaky", kind, 0.0);
    entry.rate_at_entry = Some(0.3);
    entry
}

fn step(assessment: &Assessment, around: &Circumstances<'_>) -> Step {
    review(assessment, around, &Policy::default())
}

#[test]
fn a_flaky_test_enters() {
    assert_eq!(
        step(&flaky(), &around(&flaky())),
        Step::Enter { is_relapse: false }
    );
}

#[test]
fn a_regression_never_enters_at_any_point_of_its_life() {
    for passes in 0..30 {
        for failures in 0..30 {
            for shape in [F, FFF] {
                let counts = sequence(&[(passes, P), (failures, shape)]);
                let assessment = acknowledged(&counts);
                let step = step(&assessment, &around(&assessment));
                assert!(
                    matches!(step, Step::Nothing(_)),
                    "{passes} {failures}: {step:?}"
                );
            }
        }
    }
}

#[test]
fn what_keeps_a_flaky_test_out_is_told() {
    let assessment = flaky();
    let mut tagged = around(&assessment);
    tagged.is_protected = true;
    assert_eq!(step(&assessment, &tagged), Step::Nothing(Reason::Protected));
    let mut full = around(&assessment);
    full.quarantined = 3;
    assert_eq!(step(&assessment, &full), Step::Propose(Reason::AtCap));
    let mut policy = Policy::default();
    policy.flaky.mode = Mode::Propose;
    let proposed = review(&assessment, &around(&assessment), &policy);
    assert_eq!(proposed, Step::Propose(Reason::Mode));
    let mut late = around(&assessment);
    late.now = 40.0 * DAY;
    assert_eq!(step(&assessment, &late), Step::Nothing(Reason::TooFewMixed));
}

#[test]
fn pull_requests_count_when_they_are_two() {
    let mut assessment = flaky();
    let of = |assessment: &mut Assessment, names: [&str; 2]| {
        let mixed = assessment.evidence.revisions.iter_mut().rev();
        for (revision, name) in mixed.zip(names) {
            revision.lane = Lane::PullRequest(name.into());
        }
    };
    of(&mut assessment, ["1", "1"]);
    let around = around(&assessment);
    assert_eq!(
        step(&assessment, &around),
        Step::Nothing(Reason::TooFewMixed)
    );
    of(&mut assessment, ["1", "2"]);
    assert_eq!(
        step(&assessment, &around),
        Step::Enter { is_relapse: false }
    );
}

#[test]
fn an_entry_is_suspended_when_broken_and_resumed_when_not() {
    let masked = acknowledged(&sequence(&[(10, P), (10, FP), (1, FFF)]));
    let broken = acknowledged(&sequence(&[(10, P), (10, FP), (2, FFF)]));
    let mut entry = entry(EntryKind::Auto);
    let with = |assessment: &Assessment, entry: &QuarantineEntry| {
        let mut around = around(assessment);
        around.entry = Some(entry);
        review(assessment, &around, &Policy::default())
    };
    assert!(matches!(
        with(&masked, &entry),
        Step::Nothing(Reason::NotCleanYet { .. })
    ));
    assert_eq!(with(&broken, &entry), Step::Suspend);
    entry.suspended_at = Some(1.0);
    assert!(matches!(with(&broken, &entry), Step::Nothing(_)));
    assert_eq!(with(&flaky(), &entry), Step::Resume);
    entry.verdict = Some(Override::Never);
    assert_eq!(with(&broken, &entry), Step::Nothing(Reason::Forbidden));
}

#[test]
fn a_test_is_released_after_enough_clean_revisions_and_days() {
    let policy = Policy::default();
    let check = |clean: usize, days: f64, kind: EntryKind, expected: Step| {
        let assessment = acknowledged(&sequence(&[(5, FP), (clean, P)]));
        let entry = entry(kind);
        let mut around = around(&assessment);
        around.entry = Some(&entry);
        around.now = days * DAY;
        assert_eq!(
            review(&assessment, &around, &policy),
            expected,
            "{clean} {days}"
        );
    };
    let waiting = Step::Nothing(Reason::NotCleanYet {
        clean: 19,
        needed: 20,
    });
    check(19, 4.0, EntryKind::Auto, waiting);
    check(20, 2.9, EntryKind::Auto, Step::Nothing(Reason::TooSoon));
    check(20, 3.0, EntryKind::Auto, Step::Release { clean: 20 });
    check(90, 9.0, EntryKind::Manual, Step::Nothing(Reason::Manual));
}

#[test]
fn a_heal_or_a_failure_breaks_the_clean_streak_and_verifying_passes_count() {
    let mut evidence = acknowledged(&sequence(&[(5, FP), (20, P)])).evidence;
    assert_eq!(evidence.clean_streak(), 20);
    evidence.revisions.last_mut().unwrap().verifying_passes = 40;
    assert_eq!(evidence.clean_streak(), 59);
    evidence.revisions.last_mut().unwrap().healed = true;
    assert_eq!(evidence.clean_streak(), 0);
}

#[test]
fn the_clean_revisions_needed_know_the_sample_size() {
    let release = Policy::default().quarantine.release;
    for (rate, needed) in [
        (0.3, 20),
        (0.2, 30),
        (0.1, 57),
        (0.05, 104),
        (0.02, 200),
        (0.001, 200),
        (0.9, 20),
        (0.0, 200),
        (1.0, 20),
        (f64::NAN, 200),
    ] {
        assert_eq!(release.clean_revisions(rate), needed, "{rate}");
    }
}

#[test]
fn one_mix_soon_after_the_release_is_a_relapse() {
    let assessment = acknowledged(&sequence(&[(14, P), (1, FP), (1, P)]));
    let with = |released_at: Option<f64>, now: f64| {
        let memory = TestMemory {
            released_at,
            ..TestMemory::default()
        };
        let mut around = around(&assessment);
        around.memory = memory;
        around.now = now;
        review(&assessment, &around, &Policy::default())
    };
    assert_eq!(with(None, 20.0), Step::Nothing(Reason::NotFlaky));
    assert_eq!(with(Some(1.0), 20.0), Step::Enter { is_relapse: true });
    assert_eq!(with(Some(1.0), 31.0 * DAY), Step::Nothing(Reason::NotFlaky));
    // The mix was before the release.
    assert_eq!(with(Some(15.5), 20.0), Step::Nothing(Reason::NotFlaky));
}

#[test]
fn an_entry_can_be_renewed_once() {
    let policy = Policy::default().quarantine;
    let mut entry = entry(EntryKind::Auto).expiring(&policy);
    assert_eq!(entry.expires_at, Some(14.0 * DAY));
    assert!(entry.renew(&policy));
    assert_eq!(entry.expires_at, Some(30.0 * DAY));
    assert!(!entry.renew(&policy));
}

#[test]
fn decisions_are_told_in_one_sentence_with_their_evidence() {
    let history = crate::History::new();
    for (counts, expected) in [
        (
            sequence(&[(18, P), (2, FP)]),
            "passed and failed on the same code and one other commit, failed on 2 of 20 commits; \
             flake rate 9.7 %",
        ),
        (
            sequence(&[(20, P), (3, F)]),
            "failed on 3 of 23 commits, and passed on none of these; broken (100 % likely): the last 3 \
             attempts failed",
        ),
        (
            sequence(&[(20, P)]),
            "20 attempts on 20 commits without a failure; healthy",
        ),
        (
            sequence(&[(19, P), (1, FP)]),
            "passed and failed on the same code, failed on 1 of 20 commits; may be flaky (flake rate \
             5.0 %); 20 reruns on one commit would tell",
        ),
    ] {
        assert_eq!(explain(&acknowledged(&counts), &history), expected);
    }
    let waiting = Step::Nothing(Reason::NotCleanYet {
        clean: 3,
        needed: 57,
    });
    assert_eq!(
        explain_step(&waiting),
        "quarantined: released after 57 commits in a row without a failure (3 so far)"
    );
}
