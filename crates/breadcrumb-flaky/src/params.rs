//! The numbers of the model that no user sets, each with its reason.
//!
//! What a team may set is in [`Policy`](crate::Policy). Where a reason speaks of the simulation,
//! `breadcrumb-bench flaky` is meant.

/// The chance that a broken test passes. At 0.01 a test that failed once and passed once looks
/// broken (24 to 40 %); a truly broken test passes less than once in a thousand times.
pub(crate) const PASS_WHEN_BROKEN: f64 = 0.001;

/// The chance that a revision breaks a test. 0.01 and 0.05 change nothing material.
pub(crate) const BREAKS: f64 = 0.02;

/// The chance that a revision mends a broken test. At 0.30 and without retries 13 % of broken runs
/// would be masked, at 0.15 about 1 %.
pub(crate) const MENDS: f64 = 0.15;

/// The chance that a test is broken before anything is known of it.
pub(crate) const BROKEN_AT_FIRST: f64 = 0.02;

/// The chance that a revision of a pull request is broken: it is work in progress, so failing
/// throughout says nearly nothing, and a mix says all.
pub(crate) const BROKEN_IN_PULL_REQUEST: f64 = 0.5;

/// The share of tests with no flakiness worth the name. Google found some in 16 % of its tests.
pub(crate) const SOUND_SHARE: f64 = 0.84;

/// How often a sound test fails for no reason.
pub(crate) const SOUND_RATE: f64 = 0.0005;

/// How many rates a flaky test may have; more points change the third digit only.
pub(crate) const RATES: usize = 24;

/// The lowest rate of a flaky test.
pub(crate) const LOWEST_RATE: f64 = 0.005;

/// The highest rate of a flaky test; above it, it is called broken.
pub(crate) const HIGHEST_RATE: f64 = 0.9;

/// The exponents of the prior on log-spaced rates; together the density of Beta(0.7, 5): low rates
/// are the rule.
pub(crate) const RATE_PRIOR: (f64, f64) = (0.7, 4.0);

/// The tails that the shown interval leaves out: 90 % are inside.
pub(crate) const INTERVAL_TAIL: f64 = 0.05;

/// From here on a test is called broken.
pub(crate) const BROKEN_FROM: f64 = 0.90;

/// A test stays broken until it is this unlikely, so that the state does not flap.
pub(crate) const BROKEN_UNTIL: f64 = 0.20;

/// A streak of one failed attempt is no breakage yet: every flake starts like that.
pub(crate) const BROKEN_STREAK: u32 = 2;

/// From here on the masking of a quarantined test is suspended. Lower than [`BROKEN_FROM`]: to
/// hide a broken test is worse than a red build too many.
pub(crate) const SUSPEND_FROM: f64 = 0.80;

/// A suspended entry masks again below this.
pub(crate) const RESUME_BELOW: f64 = 0.20;

/// From here on a test is suspect.
pub(crate) const SUSPECT_FROM: f64 = 0.50;

/// A retry hides a failure where the first attempt failed in this share of the revisions …
pub(crate) const MASKED_SHARE: f64 = 0.90;

/// … of at least this many.
pub(crate) const MASKED_REVISIONS: usize = 5;

/// How many clean revisions make a history that an onset stands out from.
pub(crate) const ONSET_CLEAN: usize = 20;

/// How many revisions must fail since: one is an accident.
pub(crate) const ONSET_FAILURES: usize = 2;

/// How unlikely the clean history must be at the new rate.
pub(crate) const ONSET_CHANCE: f64 = 0.01;

/// Mixed revisions older than this do not put a test into quarantine.
pub(crate) const MIXED_DAYS: f64 = 30.0;

/// How many pull requests stand for one protected branch: one may be its author's own doing.
pub(crate) const MIXED_PULL_REQUESTS: usize = 2;

/// What a single revision must show to be proof by itself, where there is no version control or
/// somebody reran a test many times: attempts, passes, failures, flips.
pub(crate) const ONE_TREE: (u32, u32, u32, u32) = (15, 3, 3, 4);

/// A mixed revision so many days after the release is a relapse.
pub(crate) const RELAPSE_DAYS: f64 = 30.0;

/// How many reruns `confirm` makes at most.
pub(crate) const CONFIRM_MAX: u32 = 20;

/// The chance that `confirm` misses a flake, which sizes its reruns.
pub(crate) const CONFIRM_MISS: f64 = 0.05;

/// The floor of samples under the policy `tiers`: below it the flip rate of `P F` would be 1.
pub(crate) const TIER_RUNS: usize = 10;

/// One failing run in so many tests at least is an incident when they share one reason.
pub(crate) const INCIDENT_SAME_REASON: usize = 10;

/// Attempts that are further apart than this ran against the same version of an application only if somebody says so. A
/// suite with its retries and shards takes less, and it is shorter than the time between nightly runs.
pub(crate) const SAME_APP_HOURS: f64 = 3.0;

/// The seconds of an hour.
pub(crate) const HOUR: f64 = 3_600.0;

/// The seconds of a day.
pub(crate) const DAY: f64 = 86_400.0;
