//! [`Policy`]: what a team may set.

use serde::{Deserialize, Serialize};

/// The settings of the flaky rules; the defaults are those of the documentation.
///
/// ```
/// let policy = breadcrumb_flaky::Policy::default();
/// assert_eq!(policy.flaky.window_revisions, 100);
/// assert_eq!(policy.quarantine.expires_days, 14.0);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Policy {
    /// How flakiness is found.
    pub flaky: FlakyPolicy,
    /// What is done about it.
    pub quarantine: QuarantinePolicy,
}

/// How flakiness is found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct FlakyPolicy {
    /// Whether tests are put into quarantine.
    pub mode: Mode,
    /// Which rule puts them there.
    pub policy: Rule,
    /// How many revisions are looked at, the newest.
    pub window_revisions: usize,
    /// How many days are looked at.
    pub window_days: f64,
    /// Below so many revisions, and …
    pub min_revisions: usize,
    /// … so many attempts, nothing is known.
    pub min_attempts: u32,
    /// How many revisions must have passed and failed.
    pub min_mixed_revisions: usize,
    /// The rate of failures from which on flakiness matters.
    pub material_rate: f64,
    /// How sure it must be that the rate is that high.
    pub p_material: f64,
    /// How sure it must be that the test is not broken.
    pub p_broken_block: f64,
    /// How long a new intermittent failure is kept out of the quarantine.
    pub onset_hold: OnsetHold,
    /// When a whole run says nothing about its tests.
    pub infra: InfraPolicy,
}

/// What is done about flaky tests.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct QuarantinePolicy {
    /// What an entry masks.
    pub scope: Scope,
    /// For how many days.
    pub expires_days: f64,
    /// For how many days after a renewal, counted from the beginning.
    pub max_days: f64,
    /// How many tests may be in quarantine.
    pub cap: Cap,
    /// When a test is released.
    pub release: ReleasePolicy,
    /// Tests with one of these tags are never put into quarantine by themselves.
    pub protect_tags: Vec<String>,
}

/// How long a new intermittent failure is kept out of the quarantine: whichever ends first.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct OnsetHold {
    /// Revisions since the first failure.
    pub revisions: usize,
    /// Days since the first failure.
    pub days: f64,
}

/// When a whole run says nothing about its tests.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct InfraPolicy {
    /// A run with fewer tests is never an incident for failing as a whole.
    pub min_tests: usize,
    /// The share of failing tests from which on it is one.
    pub failed_share: f64,
    /// The share of tests that fail for one reason from which on it is one.
    pub same_fp_share: f64,
}

/// How many tests may be in quarantine: the larger of both.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Cap {
    /// As a number.
    pub min: usize,
    /// As a share of all tests.
    pub share: f64,
}

/// When a test is released.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct ReleasePolicy {
    /// The chance to release a test that is as flaky as before.
    pub alpha: f64,
    /// Over how many revisions that chance is kept.
    pub horizon: f64,
    /// At least so many clean revisions.
    pub min: u32,
    /// At most so many.
    pub max: u32,
    /// At least so many days in quarantine.
    pub min_days: f64,
}

/// Whether tests are put into quarantine.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Mode {
    /// Never; results are still recorded.
    Off,
    /// Only a list of proposals is made.
    Propose,
    /// By themselves.
    #[default]
    Auto,
}

/// Which rule puts tests into quarantine.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Rule {
    /// Pass and fail on the same code, and the model.
    #[default]
    Evidence,
    /// The tiers of the flip rate, as in the Python package, with a floor of samples.
    Tiers,
}

/// What an entry of the quarantine masks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Scope {
    /// The reasons to fail that it lists; another one breaks through.
    #[default]
    Fingerprint,
    /// Every failure of the test's own part.
    Test,
}

impl Default for FlakyPolicy {
    fn default() -> Self {
        Self {
            mode: Mode::Auto,
            policy: Rule::Evidence,
            window_revisions: 100,
            window_days: 60.0,
            min_revisions: 10,
            min_attempts: 15,
            min_mixed_revisions: 2,
            material_rate: 0.01,
            p_material: 0.95,
            p_broken_block: 0.10,
            onset_hold: OnsetHold::default(),
            infra: InfraPolicy::default(),
        }
    }
}

impl Default for OnsetHold {
    fn default() -> Self {
        Self {
            revisions: 30,
            days: 3.0,
        }
    }
}

impl Default for InfraPolicy {
    fn default() -> Self {
        Self {
            min_tests: 20,
            failed_share: 0.5,
            same_fp_share: 0.10,
        }
    }
}

impl Default for QuarantinePolicy {
    fn default() -> Self {
        Self {
            scope: Scope::Fingerprint,
            expires_days: 14.0,
            max_days: 30.0,
            cap: Cap::default(),
            release: ReleasePolicy::default(),
            protect_tags: ["critical", "smoke", "never_quarantine"]
                .map(str::to_owned)
                .to_vec(),
        }
    }
}

impl Default for Cap {
    fn default() -> Self {
        Self {
            min: 3,
            share: 0.05,
        }
    }
}

impl Default for ReleasePolicy {
    fn default() -> Self {
        Self {
            alpha: 0.05,
            horizon: 200.0,
            min: 20,
            max: 200,
            min_days: 3.0,
        }
    }
}

impl Cap {
    /// Returns how many of these tests may be in quarantine.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share of a count of tests"
    )]
    pub fn of(self, tests: usize) -> usize {
        self.min
            .max((tests as f64 * self.share.max(0.0)).floor() as usize)
    }
}

impl ReleasePolicy {
    /// Returns how many clean revisions in a row release a test of this rate.
    ///
    /// So many that a test that is as flaky as before has all of them by luck, anywhere in the
    /// horizon, only with the chance `alpha`.
    ///
    /// ```
    /// let release = breadcrumb_flaky::Policy::default().quarantine.release;
    /// assert_eq!([0.3, 0.2, 0.1, 0.05].map(|rate| release.clean_revisions(rate)), [20, 30, 57, 104]);
    /// ```
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped to the policy's own bounds"
    )]
    pub fn clean_revisions(self, rate: f64) -> u32 {
        let highest = self.max.max(self.min);
        if !(rate > 0.0 && rate < 1.0) {
            return if rate >= 1.0 { self.min } else { highest };
        }
        let needed = ((self.alpha / (self.horizon * rate)).ln() / (-rate).ln_1p()).ceil();
        (needed.max(0.0) as u32).clamp(self.min.min(highest), highest)
    }
}
