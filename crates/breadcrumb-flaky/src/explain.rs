//! Every decision in one sentence, with its evidence.

use crate::facts::RevisionIndex;
use crate::history::History;
use crate::review::{Reason, Step};
use crate::state::{Assessment, State};

/// What is said of a test that several runs of one CI job had.
const UNNAMED_LEGS: &str = ", each run of a CI job counted by itself because its legs have no names \
    (`BREADCRUMB_VARIANT` gives them one)";

/// What is said where the application may have changed between runs.
const UNKNOWN_APP: &str =
    ", runs more than 3 hours apart counted as different code because the app version is unknown";

/// What is said where a proof spans hours, and only the code of this repository is known.
const OVER_TIME: &str = ", some of it in runs that are hours apart (if the application is not in this repository, \
    `app_version` tells its releases from flakes)";

/// How many characters of a tree hash tell it apart.
const SHORT_HASH: usize = 8;

/// Says what a test is and why.
///
/// Something like "failed and passed on tree 3f2a91c0 twice, 5 of 41 revisions failed; likely flaky
/// at 9 %, not broken".
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
            "quarantined again: it passed and failed on one revision soon after its release".into()
        }
        Step::Enter { is_relapse: false } => {
            "quarantined: it passes and fails on the same code, and is not broken".into()
        }
        Step::Suspend => "suspended: it looks broken, so its failures count".into(),
        Step::Resume => "masked again: it does not look broken any more".into(),
        Step::Release { clean } => format!("released: {clean} clean revisions in a row"),
    }
}

fn explain_reason(reason: Reason) -> String {
    match reason {
        Reason::NotFlaky => "not quarantined: its state is not `flaky`".into(),
        Reason::TooLittleKnown => "not quarantined: too few revisions or attempts are known".into(),
        Reason::TooFewMixed => {
            "not quarantined: it has not passed and failed on two revisions that count in 30 days"
                .into()
        }
        Reason::NewestFailed => "not quarantined: the newest revision only failed".into(),
        Reason::OnsetHold => {
            "not quarantined: it is new and probably a defect; look at it, or acknowledge it".into()
        }
        Reason::Protected => "not quarantined: a tag keeps it out".into(),
        Reason::Forbidden => "never quarantined: somebody has said so".into(),
        Reason::AtCap => "the quarantine is full".into(),
        Reason::Mode => "the mode is not `auto`".into(),
        Reason::Manual => "quarantined until somebody releases it or it expires".into(),
        Reason::NotCleanYet { clean, needed } => {
            format!("quarantined: {clean} of {needed} clean revisions in a row")
        }
        Reason::TooSoon => "quarantined: clean, but not for the least number of days".into(),
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
    let share = format!("{failing} of {} failed", counted(revisions, "revision"));
    let mixed: Vec<_> = evidence.mixed().collect();
    match (mixed.last(), failing) {
        (Some(newest), _) => format!(
            "failed and passed on {}{}, {share}",
            tree(newest.revision, history),
            match mixed.len() {
                1 => String::new(),
                2 => " and one other revision".to_owned(),
                more => format!(" and {} other revisions", more - 1),
            },
        ),
        (None, 0) => format!(
            "{} on {} without a failure",
            counted(evidence.attempts() as usize, "attempt"),
            counted(revisions, "revision")
        ),
        (None, _) => format!("{share}, none of them passed and failed"),
    }
}

/// What follows from it.
fn concluded(assessment: &Assessment, history: &History) -> String {
    let rate = percent(assessment.posterior.flake_rate);
    let broken = percent(assessment.posterior.p_broken);
    match assessment.state {
        State::Unknown => "too little to say more".into(),
        State::Failing => format!("failed once just now, {broken} likely broken"),
        State::Broken => format!(
            "broken ({broken} likely), the last {} failed",
            counted(assessment.evidence.failing_streak() as usize, "attempt")
        ),
        State::Masked => "the first attempt always fails and a retry hides it: a defect".into(),
        State::NewIntermittent => onset(assessment, history),
        State::Flaky => format!("likely flaky at {rate}, not broken"),
        State::Suspect => format!(
            "may be flaky at {rate}; {} on one revision would tell",
            counted(assessment.confirming_reruns() as usize, "rerun")
        ),
        State::Healthy => "healthy".into(),
    }
}

fn onset(assessment: &Assessment, history: &History) -> String {
    let Some(onset) = &assessment.onset else {
        return "fails now and then since lately".into();
    };
    let author = onset
        .first_failed
        .and_then(|revision| history.revision(revision)?.author.as_deref())
        .map_or(String::new(), |author| format!(" by {author}"));
    format!(
        "new since {} ({} of {} failed after {} clean ones): probably a defect that came between {} and it{author}",
        tree(onset.first_failed, history),
        onset.failing,
        counted(onset.since, "revision"),
        onset.clean,
        tree(onset.last_clean, history),
    )
}

fn tree(revision: Option<RevisionIndex>, history: &History) -> String {
    let Some(facts) = revision.and_then(|revision| history.revision(revision)) else {
        return "the same code".into();
    };
    let short: String = facts.code().chars().take(SHORT_HASH).collect();
    match (short.is_empty(), facts.app().filter(|app| !app.is_empty())) {
        (false, None) => format!("tree {short}"),
        (false, Some(app)) => format!("tree {short} with app version {app}"),
        (true, Some(app)) => format!("app version {app}"),
        (true, None) => "the same code".into(),
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
