//! [`causes`]: hints at why a test is flaky, by plain rules, each with its evidence.

use breadcrumb_core::{RunStatus, TestRun};
use serde::Serialize;

use crate::fisher::fisher_exact;
use crate::tier::has_failed;

/// Failures that take as long as the longest of them, within this share, ran into a limit.
const LIMIT_TOLERANCE: f64 = 0.05;
/// A limit shorter than this is no timeout that somebody set.
const SHORTEST_LIMIT_MS: f64 = 1_000.0;
/// Fewer failures show no pattern.
const MIN_FAILURES: usize = 3;
/// How unlikely chance must be where two groups are compared.
const CHANCE: f64 = 0.01;
/// The share of failures that a reason must explain.
const MAIN_SHARE: f64 = 0.5;
/// Failures within so many hours of the day, …
const HOURS: usize = 3;
/// … where passes were seen in so many different ones.
const PASSING_HOURS: usize = 12;

/// What a network error says, whatever made it.
const NETWORK_WORDS: [&str; 10] = [
    "net::err_",
    "econnrefused",
    "econnreset",
    "etimedout",
    "enotfound",
    "connectionerror",
    "connection refused",
    "connection reset",
    "getaddrinfo",
    "socket hang up",
];

/// What an error says where an element was not found.
const LOCATOR_WORDS: [&str; 5] = [
    "waiting for locator",
    "waiting for selector",
    "no such element",
    "nosuchelement",
    "strict mode violation",
];

/// A hint at why a test is flaky.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Cause {
    /// The hint as a word.
    pub kind: CauseKind,
    /// What speaks for it.
    pub evidence: String,
}

/// The causes that are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum CauseKind {
    /// It fails when it takes too long.
    TimeoutBound,
    /// The page changes under its locators.
    LocatorDrift,
    /// It fails after a certain other test.
    OrderDependence,
    /// It fails only when tests run side by side.
    SharedState,
    /// It fails in one variant.
    VariantSpecific,
    /// It fails at a certain time of the day.
    TimeOfDay,
    /// It fails when something cannot be reached.
    Network,
    /// Its first attempt fails, a retry passes.
    ColdStart,
}

/// Looks for causes in the attempts at one test, in any order.
///
/// `before` tells which test ran before an attempt on the same worker.
#[must_use]
pub fn causes(runs: &[TestRun], before: impl Fn(&TestRun) -> Option<String>) -> Vec<Cause> {
    let seen: Vec<(&TestRun, bool)> = runs
        .iter()
        .filter_map(|run| Some((run, has_failed(run.status)?)))
        .collect();
    let failures: Vec<&TestRun> = seen
        .iter()
        .filter(|(_, failed)| *failed)
        .map(|(run, _)| *run)
        .collect();
    if failures.len() < MIN_FAILURES {
        return Vec::new();
    }
    let passes: Vec<&TestRun> = seen
        .iter()
        .filter(|(_, failed)| !failed)
        .map(|(run, _)| *run)
        .collect();
    [
        timeout_bound(&failures, &passes),
        locator_drift(&failures, &passes),
        order_dependence(&failures, &passes, before),
        shared_state(&failures, &passes),
        variant_specific(&failures, &passes),
        time_of_day(&failures, &passes),
        network(&failures),
        cold_start(&seen),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn cause(kind: CauseKind, evidence: String) -> Cause {
    Cause { kind, evidence }
}

fn timeout_bound(failures: &[&TestRun], passes: &[&TestRun]) -> Option<Cause> {
    let durations: Option<Vec<f64>> = failures.iter().map(|run| run.duration_ms).collect();
    let durations = durations?;
    let limit = durations.iter().copied().fold(0.0, f64::max);
    let shortest = durations.iter().copied().fold(f64::INFINITY, f64::min);
    let slowest_pass = passes
        .iter()
        .filter_map(|run| run.duration_ms)
        .fold(0.0, f64::max);
    let is_bound = limit >= SHORTEST_LIMIT_MS
        && shortest >= limit * (1.0 - LIMIT_TOLERANCE)
        && slowest_pass < limit;
    is_bound.then(|| {
        let evidence = format!(
            "all {} failures took about {:.1} s, no pass took that long",
            failures.len(),
            limit / 1000.0
        );
        cause(CauseKind::TimeoutBound, evidence)
    })
}

fn locator_drift(failures: &[&TestRun], passes: &[&TestRun]) -> Option<Cause> {
    let missed = failures
        .iter()
        .filter(|run| says(run, &LOCATOR_WORDS))
        .count();
    let healed = passes.iter().filter(|run| run.healed).count();
    let explains = missed as f64 >= MAIN_SHARE * failures.len() as f64;
    (explains || healed >= MIN_FAILURES).then(|| {
        let evidence = format!(
            "{missed} of {} failures did not find an element, {healed} passes needed a heal",
            failures.len()
        );
        cause(CauseKind::LocatorDrift, evidence)
    })
}

fn order_dependence(
    failures: &[&TestRun],
    passes: &[&TestRun],
    before: impl Fn(&TestRun) -> Option<String>,
) -> Option<Cause> {
    let culprit = before(failures.first()?)?;
    let is_culprit = |run: &&&TestRun| before(run).as_deref() == Some(culprit.as_str());
    let (failed, well) = (
        failures.iter().filter(is_culprit).count(),
        passes.iter().filter(is_culprit).count(),
    );
    let is_telling = failed == failures.len() && is_unlikely(failed, well, failures, passes);
    is_telling.then(|| {
        let evidence = format!(
            "all {failed} failures came after `{culprit}` on the same worker, {well} of {} passes did",
            passes.len()
        );
        cause(CauseKind::OrderDependence, evidence)
    })
}

fn shared_state(failures: &[&TestRun], passes: &[&TestRun]) -> Option<Cause> {
    let is_parallel = |run: &&&TestRun| run.details.worker.is_some();
    let (failed, well) = (
        failures.iter().filter(is_parallel).count(),
        passes.iter().filter(is_parallel).count(),
    );
    let is_telling = failed == failures.len() && is_unlikely(failed, well, failures, passes);
    is_telling.then(|| {
        let evidence = format!(
            "all {failed} failures were beside other workers, {} of {} passes were alone",
            passes.len() - well,
            passes.len()
        );
        cause(CauseKind::SharedState, evidence)
    })
}

fn variant_specific(failures: &[&TestRun], passes: &[&TestRun]) -> Option<Cause> {
    let mut variants: Vec<&str> = failures.iter().map(|run| variant(run)).collect();
    variants.sort_unstable();
    variants.dedup();
    let of = |runs: &[&TestRun], name: &str| runs.iter().filter(|run| variant(run) == name).count();
    let telling = variants.into_iter().find(|name| {
        let (failed, well) = (of(failures, name), of(passes, name));
        // It must fail more there than elsewhere, not less.
        let is_worse = failed * passes.len() > well * failures.len();
        is_worse && is_unlikely(failed, well, failures, passes)
    })?;
    let evidence = format!(
        "{} of {} failures but {} of {} passes were in `{telling}`",
        of(failures, telling),
        failures.len(),
        of(passes, telling),
        passes.len()
    );
    Some(cause(CauseKind::VariantSpecific, evidence))
}

fn time_of_day(failures: &[&TestRun], passes: &[&TestRun]) -> Option<Cause> {
    let mut failing = [false; 24];
    let mut passing = [false; 24];
    for (runs, hours) in [(failures, &mut failing), (passes, &mut passing)] {
        for run in runs {
            if let Some(seen) = hours.get_mut(hour(run.timestamp)) {
                *seen = true;
            }
        }
    }
    let passing_hours = passing.iter().filter(|seen| **seen).count();
    let start = (0..24).find(|start| {
        let in_window = |hour: usize| (hour + 24 - start) % 24 < HOURS;
        (0..24).all(|hour| in_window(hour) || failing.get(hour) == Some(&false))
    })?;
    (passing_hours >= PASSING_HOURS).then(|| {
        let evidence = format!(
            "all {} failures were between {start}:00 and {}:00 UTC",
            failures.len(),
            (start + HOURS) % 24
        );
        cause(CauseKind::TimeOfDay, evidence)
    })
}

fn network(failures: &[&TestRun]) -> Option<Cause> {
    let failed = failures
        .iter()
        .filter(|run| says(run, &NETWORK_WORDS))
        .count();
    (failed as f64 >= MAIN_SHARE * failures.len() as f64).then(|| {
        let evidence = format!(
            "{failed} of {} failures could not reach something",
            failures.len()
        );
        cause(CauseKind::Network, evidence)
    })
}

fn cold_start(seen: &[(&TestRun, bool)]) -> Option<Cause> {
    let is_first = |run: &TestRun| run.details.attempt_no == Some(1);
    let retried = seen
        .iter()
        .any(|(run, failed)| !failed && run.details.attempt_no > Some(1));
    let firsts: Vec<bool> = seen
        .iter()
        .filter(|(run, _)| is_first(run))
        .map(|(_, failed)| *failed)
        .collect();
    let failed = firsts.iter().filter(|failed| **failed).count();
    let is_cold = retried && failed >= MIN_FAILURES && failed as f64 >= 0.9 * firsts.len() as f64;
    is_cold.then(|| {
        let evidence = format!("{failed} of {} first attempts failed", firsts.len());
        cause(CauseKind::ColdStart, evidence)
    })
}

/// Whether chance does not explain that so many of the failures and of the passes are in a group.
fn is_unlikely(failed: usize, well: usize, failures: &[&TestRun], passes: &[&TestRun]) -> bool {
    let table = [failed, failures.len() - failed, well, passes.len() - well];
    fisher_exact(table) < CHANCE
}

fn variant(run: &TestRun) -> &str {
    run.details.variant.as_deref().unwrap_or_default()
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an hour of the day, 0 to 23"
)]
fn hour(timestamp: f64) -> usize {
    (timestamp / 3600.0).rem_euclid(24.0) as usize
}

fn says(run: &TestRun, words: &[&str]) -> bool {
    let failure = run.details.failure.as_ref();
    let texts = [
        run.error_type.as_deref(),
        failure.and_then(|failure| failure.message.as_deref()),
        failure.and_then(|failure| failure.sample.as_deref()),
    ];
    texts.into_iter().flatten().any(|text| {
        let text = text.to_lowercase();
        words.iter().any(|word| text.contains(word))
    }) && run.status != RunStatus::Passed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(failed: bool, duration: f64) -> TestRun {
        let status = if failed {
            RunStatus::Failed
        } else {
            RunStatus::Passed
        };
        let mut run = TestRun::new("t", status, 0.0);
        run.duration_ms = Some(duration);
        run
    }

    fn found(runs: &[TestRun], before: impl Fn(&TestRun) -> Option<String>) -> Vec<CauseKind> {
        causes(runs, before)
            .into_iter()
            .map(|cause| cause.kind)
            .collect()
    }

    /// Twelve passes and four failures that `make` tells apart.
    fn sixteen(make: impl Fn(usize, bool) -> TestRun) -> Vec<TestRun> {
        (0..16).map(|n| make(n, n % 4 == 3)).collect()
    }

    #[test]
    fn failures_at_a_limit_are_timeouts() {
        let runs = sixteen(|_, failed| run(failed, if failed { 30_000.0 } else { 900.0 }));
        assert_eq!(found(&runs, |_| None), [CauseKind::TimeoutBound]);
        let runs = sixteen(|n, failed| run(failed, if failed { 1000.0 * n as f64 } else { 900.0 }));
        assert_eq!(found(&runs, |_| None), []);
    }

    #[test]
    fn a_variant_a_worker_and_an_order_are_told_by_comparison() {
        let in_variant = sixteen(|_, failed| {
            let mut run = run(failed, 1.0);
            run.details.variant = Some(if failed { "webkit" } else { "chromium" }.into());
            run
        });
        assert_eq!(found(&in_variant, |_| None), [CauseKind::VariantSpecific]);
        let beside = sixteen(|_, failed| {
            let mut run = run(failed, 1.0);
            run.details.worker = failed.then(|| "gw0".into());
            run
        });
        assert_eq!(found(&beside, |_| None), [CauseKind::SharedState]);
        let after = sixteen(|_, failed| run(failed, 1.0));
        let before = |run: &TestRun| {
            Some(
                if run.status == RunStatus::Failed {
                    "test_x"
                } else {
                    "test_y"
                }
                .to_owned(),
            )
        };
        assert_eq!(found(&after, before), [CauseKind::OrderDependence]);
        assert_eq!(found(&after, |_| Some("test_x".into())), []);
    }

    #[test]
    fn messages_tell_of_the_network_and_of_locators() {
        for (text, kind) in [
            ("page.goto: net::ERR_CONNECTION_RESET", CauseKind::Network),
            (
                "Timeout: waiting for locator('#a')",
                CauseKind::LocatorDrift,
            ),
        ] {
            let runs = sixteen(|_, failed| {
                let mut run = run(failed, 1.0);
                run.error_type = failed.then(|| text.into());
                run
            });
            assert_eq!(found(&runs, |_| None), [kind]);
        }
    }

    #[test]
    fn a_time_of_day_and_a_cold_start_are_seen() {
        let nightly = (0..48).map(|hour| {
            let failed = hour % 24 == 2 || hour % 24 == 3;
            let mut run = run(failed, 1.0);
            run.timestamp = f64::from(hour) * 3600.0;
            run
        });
        assert_eq!(
            found(&nightly.collect::<Vec<_>>(), |_| None),
            [CauseKind::TimeOfDay]
        );
        let cold = (0..10).map(|n| {
            let mut run = run(n % 2 == 0, 1.0);
            run.details.attempt_no = Some(1 + n % 2);
            run
        });
        assert_eq!(
            found(&cold.collect::<Vec<_>>(), |_| None),
            [CauseKind::ColdStart]
        );
    }

    #[test]
    fn two_failures_show_no_pattern() {
        let runs = [run(true, 30_000.0), run(true, 30_000.0), run(false, 1.0)];
        assert_eq!(found(&runs, |_| None), []);
    }
}
