//! What holds for any evidence.

use proptest::prelude::*;

use super::acknowledged;
use crate::{Evidence, Policy, Posterior, State, Step, review};

fn counts() -> impl Strategy<Value = Vec<(u32, u32)>> {
    let revision = (1u32..40).prop_flat_map(|attempts| (Just(attempts), 0..=attempts));
    prop::collection::vec(revision, 0..120)
}

/// Revisions of which none has passed and failed.
fn unmixed() -> impl Strategy<Value = Vec<(u32, u32)>> {
    let revision = (1u32..4, any::<bool>());
    let revision = revision.prop_map(|(n, failed)| (n, if failed { n } else { 0 }));
    prop::collection::vec(revision, 0..120)
}

proptest! {
    #[test]
    fn a_posterior_is_made_of_probabilities(counts in counts()) {
        let posterior = Posterior::of(&Evidence::of_counts(&counts), 0.01);
        for share in [
            posterior.flake_rate, posterior.p_material, posterior.p_flaky, posterior.p_broken,
            posterior.interval.0, posterior.interval.1,
        ] {
            prop_assert!((0.0..=1.0 + 1e-12).contains(&share), "{posterior:?}");
        }
        prop_assert!(posterior.p_material <= posterior.p_flaky + 1e-9);
        prop_assert!(posterior.interval.0 <= posterior.interval.1);
    }

    #[test]
    fn another_clean_revision_never_makes_it_look_more_broken(counts in counts()) {
        let before = Posterior::of(&Evidence::of_counts(&counts), 0.01);
        let after = [counts.as_slice(), &[(1, 0)]].concat();
        let after = Posterior::of(&Evidence::of_counts(&after), 0.01);
        prop_assert!(after.p_broken <= before.p_broken + 0.02, "{before:?} {after:?}");
    }

    #[test]
    fn without_a_mix_nothing_is_called_flaky_or_quarantined(counts in unmixed()) {
        let assessment = acknowledged(&counts);
        prop_assert_ne!(assessment.state, State::Flaky);
        let around = crate::Circumstances { cap: 100, now: 0.0, ..Default::default() };
        let step = review(&assessment, &around, &Policy::default());
        prop_assert!(matches!(step, Step::Nothing(_)), "{step:?}");
    }

    #[test]
    fn the_clean_revisions_needed_fall_with_the_rate(low in 0.001f64..0.99, more in 0.0f64..0.5) {
        let release = Policy::default().quarantine.release;
        let high = (low + more).min(0.999);
        prop_assert!(release.clean_revisions(high) <= release.clean_revisions(low));
    }
}
