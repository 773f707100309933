//! Every decision in one sentence, with its evidence.

use crate::facts::RevisionIndex;
use crate::history::History;
use crate::review::{Reason, Step};
use crate::state::{Assessment, State};

/// What is said of a test that several runs of one CI job had.
const UNNAMED_LEGS: &str = "; each run of a CI job counts by itself, because its legs have no names \
    (set `BREADCRUMB_VARIANT`)";

/// What is said where the application may have changed between runs.
const UNKNOWN_APP: &str =
    "; runs more than 3 hours apart count as different code, because the app version is unknown";

/// What is said where a proof spans hours, and only the code of this repository is known.
const OVER_TIME: &str = "; some of these runs are hours apart (set `app_version` if the application is deployed from \
    another repository)";

/// How many characters of a hash tell it apart.
const SHORT_HASH: usize = 8;

/// Says what a test is and why.
///
/// For example "passed and failed on the same commit (3f2a91c and 2 others), failed on 5 of 41 commits; flake rate 9
/// %".
#[must_use]
pub fn explain(assessment: &Assessment, history: &History) -> String {
    format!(
        "{}; {}",
        seen(assessment, history),
        concluded(assessment, history)
    )
}

/// Says what is done with a test's place in the quarantine, and why.
#[must_use]
pub fn explain_step(step: &Step) -> String {
    match step {
        Step::Nothing(reason) => explain_reason(*reason),
        Step::Propose(reason) => format!("would be quarantined, but {}", explain_reason(*reason)),
        Step::Enter { is_relapse: true } => {
            "quarantined again: it passed and failed on the same commit soon after its release"
                .into()
        }
        Step::Enter { is_relapse: false } => {
            "quarantined: it passes and fails on the same code, and is not broken".into()
        }
        Step::Suspend => "quarantine suspended: it looks broken, so its failures count".into(),
        Step::Resume => "quarantined again: it no longer looks broken".into(),
        Step::Release { clean } => format!("released: {clean} commits in a row without a failure"),
    }
}

fn explain_reason(reason: Reason) -> String {
    match reason {
        Reason::NotFlaky => "not quarantined: not flaky".into(),
        Reason::TooLittleKnown => "not quarantined: too few commits or attempts".into(),
        Reason::TooFewMixed => {
            "not quarantined: it has not passed and failed on two commits in 30 days"
                .into()
        }
        Reason::NewestFailed => "not quarantined: it only failed on the newest commit".into(),
        Reason::OnsetHold => {
            "not quarantined: it became flaky recently, which is probably a defect; fix it, or run `breadcrumb flaky acknowledge`".into()
        }
        Reason::Protected => "not quarantined: protected by a tag".into(),
        Reason::Forbidden => "never quarantined: ruled out by a person".into(),
        Reason::AtCap => "the quarantine is full".into(),
        Reason::Mode => "the mode is not `auto`".into(),
        Reason::Manual => "quarantined by hand until it is released or expires".into(),
        Reason::NotCleanYet { clean, needed } => {
            format!("quarantined: released after {needed} commits in a row without a failure ({clean} so far)")
        }
        Reason::TooSoon => "quarantined: no more failures, but not yet for the minimum number of days".into(),
    }
}

/// What has been seen.
fn seen(assessment: &Assessment, history: &History) -> String {
    let mut text = seen_on_code(assessment, history);
    if assessment.evidence.has_unnamed_legs && assessment.evidence.failing() > 0 {
        text.push_str(UNNAMED_LEGS);
    }
    if let Some(remark) = app_remark(assessment) {
        text.push_str(remark);
    }
    text
}

/// Says what the version of the application leaves open, where it matters.
fn app_remark(assessment: &Assessment) -> Option<&'static str> {
    let evidence = &assessment.evidence;
    if evidence.has_unknown_app {
        return (evidence.failing() > 0).then_some(UNKNOWN_APP);
    }
    let is_flaky = matches!(assessment.state, State::Flaky | State::Suspect);
    let is_over_time = evidence.mixed().any(|revision| revision.quick_flips == 0);
    (is_flaky && is_over_time).then_some(OVER_TIME)
}

fn seen_on_code(assessment: &Assessment, history: &History) -> String {
    let evidence = &assessment.evidence;
    let revisions = evidence.revisions.len();
    let failing = evidence.failing();
    let share = format!("failed on {failing} of {}", counted(revisions, "commit"));
    let mixed: Vec<_> = evidence.mixed().collect();
    match (mixed.last(), failing) {
        (Some(newest), _) => format!(
            "passed and failed on {}{}, {share}",
            code_of(newest.revision, history),
            match mixed.len() {
                1 => String::new(),
                2 => " and one other commit".to_owned(),
                more => format!(" and {} other commits", more - 1),
            },
        ),
        (None, 0) => format!(
            "{} on {} without a failure",
            counted(evidence.attempts() as usize, "attempt"),
            counted(revisions, "commit")
        ),
        (None, _) => format!("{share}, and passed on none of these"),
    }
}

/// What follows from it.
fn concluded(assessment: &Assessment, history: &History) -> String {
    let rate = percent(assessment.posterior.flake_rate);
    let broken = percent(assessment.posterior.p_broken);
    match assessment.state {
        State::Unknown => "too few results to classify it".into(),
        State::Failing => format!("failed on the newest commit ({broken} likely broken)"),
        State::Broken => format!(
            "broken ({broken} likely): the last {} failed",
            counted(assessment.evidence.failing_streak() as usize, "attempt")
        ),
        State::Masked => {
            "the first attempt always fails and a retry hides it, so it is a defect".into()
        }
        State::NewIntermittent => onset(assessment, history),
        State::Flaky => format!("flake rate {rate}"),
        State::Suspect => format!(
            "may be flaky (flake rate {rate}); {} on one commit would tell",
            counted(assessment.confirming_reruns() as usize, "rerun")
        ),
        State::Healthy => "healthy".into(),
    }
}

fn onset(assessment: &Assessment, history: &History) -> String {
    let Some(onset) = &assessment.onset else {
        return "became flaky recently".into();
    };
    let author = onset
        .first_failed
        .and_then(|revision| history.revision(revision)?.author.as_deref())
        .map_or(String::new(), |author| format!(" by {author}"));
    format!(
        "flaky since {} (failed on {} of {} after {} without a failure): probably a defect introduced after {}{author}",
        code_of(onset.first_failed, history),
        onset.failing,
        counted(onset.since, "commit"),
        onset.clean,
        code_of(onset.last_clean, history),
    )
}

fn code_of(revision: Option<RevisionIndex>, history: &History) -> String {
    let Some(facts) = revision.and_then(|revision| history.revision(revision)) else {
        return "the same code".into();
    };
    let short = |hash: &str| hash.chars().take(SHORT_HASH).collect::<String>();
    let code = match (&facts.commit, facts.code()) {
        (Some(commit), _) if !commit.is_empty() => Some(format!("commit {}", short(commit))),
        (_, "") => None,
        (_, code) => Some(format!("code version {}", short(code))),
    };
    match (code, facts.app().filter(|app| !app.is_empty())) {
        (Some(code), None) => code,
        (Some(code), Some(app)) => format!("{code} with app version {app}"),
        (None, Some(app)) => format!("app version {app}"),
        (None, None) => "the same code".into(),
    }
}

fn counted(count: usize, thing: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{plural}")
}

/// Writes a share for people; small ones keep a digit.
pub(crate) fn percent(share: f64) -> String {
    let percent = share * 100.0;
    if percent > 0.0 && percent < 9.95 {
        format!("{percent:.1} %")
    } else {
        format!("{percent:.0} %")
    }
}
