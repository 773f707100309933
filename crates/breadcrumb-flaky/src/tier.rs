//! [`Tier`]: how often a test changes its outcome, as users of the Python package know it.

use std::fmt;

use breadcrumb_core::RunStatus;
use serde::{Deserialize, Serialize};

/// How many runs the flip rate looks at.
pub const FLIP_WINDOW: usize = 10;
/// How many runs the weighted flip rate looks at.
pub const EWMA_WINDOW: usize = 20;
/// How much the newest pair of runs weighs in the weighted flip rate.
pub const EWMA_ALPHA: f64 = 0.3;

/// How often a test changes its outcome from run to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Tier {
    /// Never.
    Stable,
    /// In at most a fifth of its runs.
    Intermittent,
    /// In at most half of them.
    Flaky,
    /// In more than half of them.
    Chronic,
}

impl Tier {
    /// All of them, the calmest first.
    pub const ALL: [Self; 4] = [Self::Stable, Self::Intermittent, Self::Flaky, Self::Chronic];

    /// Returns the tier of a flip rate.
    ///
    /// ```
    /// use breadcrumb_flaky::Tier;
    ///
    /// let rates = [0.0, 0.2, 0.5, 0.51];
    /// assert_eq!(rates.map(Tier::of), Tier::ALL);
    /// ```
    #[must_use]
    pub fn of(flip_rate: f64) -> Self {
        if flip_rate <= 0.0 {
            Self::Stable
        } else if flip_rate <= 0.2 {
            Self::Intermittent
        } else if flip_rate <= 0.5 {
            Self::Flaky
        } else {
            Self::Chronic
        }
    }

    /// Returns the name that is shown; the Python package has the same.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Stable => "Stable",
            Self::Intermittent => "Intermittent",
            Self::Flaky => "Flaky",
            Self::Chronic => "Chronic",
        }
    }

    /// Returns whether the policy `tiers` puts a test of this tier into quarantine.
    #[must_use]
    pub fn is_unstable(self) -> bool {
        self >= Self::Flaky
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Returns whether a run failed, or `None` where it says nothing.
///
/// A failure and an error are both failures: from one to the other is no flip.
#[must_use]
pub fn has_failed(status: RunStatus) -> Option<bool> {
    match status {
        RunStatus::Passed => Some(false),
        RunStatus::Failed | RunStatus::Error => Some(true),
        _ => None,
    }
}

/// Returns the share of consecutive runs that differ in their outcome, over the newest `window`.
///
/// `failures` says of each run whether it failed, the oldest first. Fewer than two runs never flip.
#[must_use]
pub fn flip_rate(failures: &[bool], window: usize) -> f64 {
    let newest = newest(failures, window);
    let pairs = newest.len().saturating_sub(1);
    if pairs == 0 {
        return 0.0;
    }
    flips(newest).filter(|flip| *flip).count() as f64 / pairs as f64
}

/// Returns the flip rate with more weight on what is newer, over the newest `window` runs.
#[must_use]
pub fn ewma_flip_rate(failures: &[bool], window: usize, alpha: f64) -> f64 {
    let mut flips = flips(newest(failures, window)).map(|flip| f64::from(u8::from(flip)));
    let Some(first) = flips.next() else {
        return 0.0;
    };
    flips.fold(first, |mean, flip| alpha * flip + (1.0 - alpha) * mean)
}

fn newest(failures: &[bool], window: usize) -> &[bool] {
    let start = failures.len().saturating_sub(window);
    failures.get(start..).unwrap_or_default()
}

fn flips(failures: &[bool]) -> impl Iterator<Item = bool> + '_ {
    failures
        .iter()
        .zip(failures.iter().skip(1))
        .map(|(before, after)| before != after)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn outcomes(text: &str) -> Vec<bool> {
        text.chars().map(|outcome| outcome == 'F').collect()
    }

    #[test]
    fn tiers_have_the_borders_that_users_know() {
        let next = |rate: f64| f64::from_bits(rate.to_bits() + 1);
        for (rate, tier) in [
            (0.0, Tier::Stable),
            (f64::MIN_POSITIVE, Tier::Intermittent),
            (0.2, Tier::Intermittent),
            (next(0.2), Tier::Flaky),
            (0.5, Tier::Flaky),
            (next(0.5), Tier::Chronic),
            (1.0, Tier::Chronic),
        ] {
            assert_eq!(Tier::of(rate), tier, "{rate}");
        }
    }

    #[test]
    fn the_flip_rate_is_that_of_the_newest_runs() {
        for (runs, rate) in [
            ("", 0.0),
            ("F", 0.0),
            ("FFFF", 0.0),
            ("PF", 1.0),
            ("PPF", 0.5),
            // Eleven runs: the flip after the first is out of the window.
            ("FPPPPPPPPPP", 0.0),
            ("PPPPPPPPPPF", 1.0 / 9.0),
            ("PFPFPFPFPF", 1.0),
        ] {
            let found = flip_rate(&outcomes(runs), FLIP_WINDOW);
            assert!((found - rate).abs() < 1e-12, "{runs}: {found}");
        }
    }

    #[test]
    fn the_weighted_flip_rate_favors_what_is_new() {
        let rate = |text| ewma_flip_rate(&outcomes(text), EWMA_WINDOW, EWMA_ALPHA);
        assert!((rate("PPF") - 0.3).abs() < 1e-12);
        assert!((rate("PFF") - 0.7).abs() < 1e-12);
        assert!(rate("PPPPPFPF") > rate("PFPFPPPP"));
        assert!(rate("P").abs() < 1e-12);
    }

    #[test]
    fn a_skip_is_neither_a_sample_nor_a_flip_and_an_error_is_a_failure() {
        use RunStatus::{Error, Failed, Passed, Skipped};
        let runs = [Passed, Skipped, Passed, Failed, Error, Skipped, Failed];
        let failures: Vec<bool> = runs.into_iter().filter_map(has_failed).collect();
        assert!((flip_rate(&failures, FLIP_WINDOW) - 0.25).abs() < 1e-12);
    }

    proptest! {
        #[test]
        fn rates_are_shares(failures in prop::collection::vec(any::<bool>(), 0..40)) {
            for rate in [flip_rate(&failures, FLIP_WINDOW), ewma_flip_rate(&failures, EWMA_WINDOW, EWMA_ALPHA)] {
                prop_assert!((0.0..=1.0).contains(&rate));
            }
        }

        #[test]
        fn passes_and_failures_are_alike(failures in prop::collection::vec(any::<bool>(), 0..40)) {
            let other: Vec<bool> = failures.iter().map(|failed| !failed).collect();
            prop_assert!((flip_rate(&failures, 10) - flip_rate(&other, 10)).abs() < 1e-12);
        }
    }
}
