//! The states beyond the golden vectors: memory, retries, onset, one tree.

use super::{F, FFF, FP, P, acknowledged, assess, sequence};
use crate::{Evidence, Posterior, State, TestMemory};

fn state(counts: &[(u32, u32)]) -> State {
    assess(counts, &TestMemory::default()).state
}

#[test]
fn a_broken_test_stays_broken_until_that_is_unlikely() {
    let doubtful = sequence(&[(10, P), (10, FP), (1, FFF)]);
    let mut memory = TestMemory {
        acknowledged_at: Some(f64::MAX),
        ..TestMemory::default()
    };
    assert_ne!(assess(&doubtful, &memory).state, State::Broken);
    memory.state = Some(State::Broken);
    assert_eq!(assess(&doubtful, &memory).state, State::Broken);
    let mended = sequence(&[(20, P), (5, F), (1, P)]);
    assert_ne!(assess(&mended, &memory).state, State::Broken);
}

#[test]
fn a_retry_that_always_rescues_the_first_attempt_hides_a_defect() {
    assert_eq!(state(&sequence(&[(10, FP)])), State::Masked);
    assert_eq!(state(&sequence(&[(1, P), (9, FP)])), State::Masked);
    assert_ne!(state(&sequence(&[(2, P), (8, FP)])), State::Masked);
}

#[test]
fn a_failure_that_comes_and_goes_since_lately_is_new_until_acknowledged() {
    let onset = sequence(&[(27, P), (3, FP)]);
    let assessment = assess(&onset, &TestMemory::default());
    assert_eq!(assessment.state, State::NewIntermittent);
    let found = assessment.onset.unwrap();
    assert_eq!((found.clean, found.since, found.failing), (27, 3, 3));
    assert_eq!(acknowledged(&onset).state, State::Flaky);
    // Acknowledged before it began: that was another one.
    let memory = TestMemory {
        acknowledged_at: Some(5.0),
        ..TestMemory::default()
    };
    assert_eq!(assess(&onset, &memory).state, State::NewIntermittent);
}

#[test]
fn the_onset_hold_ends_after_thirty_revisions() {
    let held = sequence(&[(25, P), (10, FP), (19, P)]);
    assert_eq!(state(&held), State::NewIntermittent);
    let over = sequence(&[(25, P), (10, FP), (20, P)]);
    assert_ne!(state(&over), State::NewIntermittent);
}

#[test]
fn a_regression_and_its_fix_are_no_onset() {
    assert_eq!(state(&sequence(&[(20, P), (5, F), (5, P)])), State::Healthy);
    assert_eq!(state(&sequence(&[(30, P), (4, F)])), State::Broken);
}

#[test]
fn one_tree_with_many_attempts_is_proof_by_itself() {
    // No version control: everything is one revision, and the attempts go back and forth.
    let mut evidence = Evidence::of_counts(&[(15, 3)]);
    let revision = evidence.revisions.first_mut().unwrap();
    revision.flips = 4;
    let assess = |evidence: Evidence| {
        let policy = crate::Policy::default();
        crate::Assessment::of(evidence, &TestMemory::default(), &policy.flaky, 0.0).state
    };
    assert_eq!(assess(evidence.clone()), State::Flaky);
    for (attempts, failures, flips) in [(14, 3, 4), (15, 2, 4), (15, 13, 4), (15, 3, 3)] {
        let mut less = Evidence::of_counts(&[(attempts, failures)]);
        less.revisions.first_mut().unwrap().flips = flips;
        assert_ne!(assess(less), State::Flaky, "{attempts} {failures} {flips}");
    }
}

#[test]
fn thousands_of_attempts_on_one_revision_do_not_upset_the_model() {
    for counts in [(5000, 0), (5000, 5000), (5000, 500)] {
        let posterior = Posterior::of(&Evidence::of_counts(&[P, counts, P]), 0.01);
        assert!(posterior.flake_rate.is_finite(), "{counts:?} {posterior:?}");
    }
    let tenth = Posterior::of(&Evidence::of_counts(&[(5000, 500)]), 0.01);
    assert!((0.05..0.2).contains(&tenth.flake_rate), "{tenth:?}");
}

#[test]
fn reruns_are_sized_so_that_a_flake_shows() {
    assert_eq!(acknowledged(&[P, F].repeat(5)).confirming_reruns(), 7);
    assert_eq!(acknowledged(&sequence(&[(20, P)])).confirming_reruns(), 20);
}
