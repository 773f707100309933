//! The golden vectors: sequences of revisions and what the model must say of them.

use super::{F, FFF, FP, P, acknowledged, sequence};
use crate::State;

const TOLERANCE: f64 = 1e-3;

/// Checks the rate, P(rate ≥ 1 %), P(flaky), P(broken) and the state.
fn check(counts: &[(u32, u32)], expected: [f64; 4], state: State) {
    let assessment = acknowledged(counts);
    let posterior = assessment.posterior;
    let found = [
        posterior.flake_rate,
        posterior.p_material,
        posterior.p_flaky,
        posterior.p_broken,
    ];
    for (found, expected) in found.iter().zip(expected) {
        assert!(
            (found - expected).abs() <= TOLERANCE,
            "{posterior:?}, not {expected}"
        );
    }
    assert_eq!(assessment.state, state);
}

#[test]
fn twenty_passes() {
    check(
        &sequence(&[(20, P)]),
        [0.0022, 0.038, 0.049, 0.000],
        State::Healthy,
    );
}

#[test]
fn a_fresh_failure_is_unknown() {
    check(&[P, F], [0.1058, 0.507, 0.515, 0.552], State::Unknown);
    check(&[P, P, F], [0.0826, 0.449, 0.458, 0.606], State::Unknown);
}

#[test]
fn one_failure_after_twenty_passes_is_failing() {
    check(
        &sequence(&[(20, P), (1, F)]),
        [0.0068, 0.106, 0.119, 0.904],
        State::Failing,
    );
    assert_eq!(
        acknowledged(&sequence(&[(20, P), (2, F)])).state,
        State::Broken
    );
}

#[test]
fn a_regression_is_broken() {
    check(
        &sequence(&[(20, P), (1, FFF)]),
        [0.0022, 0.038, 0.049, 0.9995],
        State::Broken,
    );
    check(
        &sequence(&[(20, P), (3, F)]),
        [0.0024, 0.041, 0.052, 0.999],
        State::Broken,
    );
    check(
        &sequence(&[(10, F)]),
        [0.0322, 0.176, 0.187, 0.989],
        State::Broken,
    );
}

#[test]
fn a_mended_regression_is_healthy() {
    let mended = sequence(&[(20, P), (5, F), (5, P)]);
    check(&mended, [0.0019, 0.034, 0.045, 0.000], State::Healthy);
}

#[test]
fn one_mix_makes_a_suspect_and_two_make_it_flaky() {
    check(
        &sequence(&[(19, P), (1, FP)]),
        [0.0501, 0.736, 0.774, 0.009],
        State::Suspect,
    );
    check(
        &sequence(&[(18, P), (2, FP)]),
        [0.0973, 0.992, 0.998, 0.001],
        State::Flaky,
    );
    check(
        &sequence(&[(98, P), (2, FP)]),
        [0.0231, 0.775, 0.903, 0.011],
        State::Suspect,
    );
    check(
        &sequence(&[(27, P), (3, FP)]),
        [0.0956, 0.998, 1.00, 0.000],
        State::Flaky,
    );
}

#[test]
fn flips_without_a_mix_make_a_suspect_at_most() {
    let flips = [P, F].repeat(5);
    check(&flips, [0.3587, 1.00, 1.00, 0.061], State::Suspect);
    let isolated = sequence(&[(15, P), (1, F), (14, P), (1, F), (14, P), (1, F), (14, P)]);
    assert_eq!(isolated.len(), 60);
    check(&isolated, [0.0490, 0.902, 0.921, 0.000], State::Suspect);
}

#[test]
fn a_flaky_test_that_breaks_is_seen_after_two_revisions() {
    let flaky = [(10, P), (10, FP)];
    let once = sequence(&[&flaky[..], &[(1, FFF)]].concat());
    let twice = sequence(&[&flaky[..], &[(2, FFF)]].concat());
    // Below 0.80 an entry goes on masking; above it is suspended.
    check(&once, [0.3329, 1.00, 1.00, 0.388], State::Suspect);
    check(&twice, [0.3099, 1.00, 1.00, 0.914], State::Broken);
}
