//! What `breadcrumb fix` says to people.

use std::fmt::Write as _;

use breadcrumb::engine::HealState;
use breadcrumb::fix::{Applied, FixPlan, PlaceOutcome};
use breadcrumb::report::text::plain;
use breadcrumb::store::{DecisionStore as _, SqliteStore};

use crate::commands::data::source::{plural, shown};
use crate::error::CommandError;
use crate::output::{BAD, BOLD, DIM, GOOD, styled};

/// Says what the patch is, what is left, and what comes next.
pub(super) fn summary(plan: &FixPlan, store: &SqliteStore) -> Result<String, CommandError> {
    if plan.fixes.is_empty() {
        return nothing(store);
    }
    let mut text = left(plan);
    let edits: u64 = plan
        .patches
        .iter()
        .map(|patch| patch.edits.len() as u64)
        .sum();
    if edits > 0 {
        let (locators, files) = (
            plural(edits, "locator"),
            plural(plan.patches.len() as u64, "file"),
        );
        let _ = write!(
            text,
            "{locators} in {files}; `breadcrumb fix --apply` writes "
        );
        text.push_str(if edits == 1 { "it" } else { "them" });
    } else if plan.is_waiting() {
        text.push_str("no change that a patch could make");
    } else {
        text.push_str("the source has all of it already");
    }
    Ok(text)
}

fn nothing(store: &SqliteStore) -> Result<String, CommandError> {
    let heals = store.heals()?;
    let pending = heals.iter().filter(|heal| heal.state == HealState::Pending);
    Ok(match pending.count() {
        0 => "no heal is approved, and none is pending".to_owned(),
        count => {
            let heals = plural(count as u64, "heal");
            let verb = if count == 1 { "waits" } else { "wait" };
            format!("no heal is approved; {heals} {verb} for `breadcrumb review`")
        }
    })
}

/// Says what a person has to do, and why.
pub(super) fn left(plan: &FixPlan) -> String {
    let mut text = String::new();
    for (heal, place) in plan.manual() {
        let PlaceOutcome::Manual {
            path,
            line,
            reason,
            suggestion,
            ..
        } = place
        else {
            continue;
        };
        let place = if path.is_empty() {
            shown(&heal.test_id)
        } else {
            format!("{}:{line}", shown(path))
        };
        let _ = writeln!(text, "{} {place}", styled(BOLD, "by hand:"));
        let locator = shown(&heal.locator);
        let _ = writeln!(text, "  {locator}: {}", shown(&reason.to_string()));
        if !suggestion.is_empty() {
            let _ = writeln!(text, "  checked on the page: {}", shown(suggestion));
        }
        let about = format!("heal {} of {}", heal.id, shown(&heal.test_id));
        let _ = writeln!(
            text,
            "  {}",
            styled(DIM, format!("{}; {about}", reason.hint()))
        );
    }
    text
}

/// Says what was written.
pub(super) fn applied(
    plan: &FixPlan,
    applied: &Applied,
    committed: Option<&(String, String)>,
) -> String {
    let mut text = String::new();
    for patch in &plan.patches {
        let failed = applied.failed.iter().find(|file| file.path == patch.path);
        let edits = plural(patch.edits.len() as u64, "locator");
        let path = shown(&patch.path);
        let _ = match failed {
            Some(file) => {
                let failed = styled(BAD, "not written:");
                writeln!(text, "{failed} {path}: {}", file.message)
            }
            None => writeln!(text, "{} {path}: {edits}", styled(GOOD, "fixed:")),
        };
    }
    if plan.patches.is_empty() {
        text.push_str("nothing to fix\n");
    }
    if let Some((branch, commit)) = committed {
        let _ = writeln!(text, "committed {commit} on the branch {branch}");
    }
    if applied.moved > 0 {
        let keys = plural(applied.moved, "fingerprint");
        let _ = writeln!(text, "moved {keys} to the new locators");
    }
    text
}

/// Colors a diff.
pub(super) fn colored(diff: &str) -> String {
    let mut text = String::new();
    for line in diff.lines() {
        let style = match line.as_bytes() {
            [b'+', b'+', b'+', ..] | [b'-', b'-', b'-', ..] => BOLD,
            [b'+', ..] => GOOD,
            [b'-', ..] => BAD,
            [b'@', ..] => DIM,
            _ => anstyle::Style::new(),
        };
        let line = plain(line, usize::MAX);
        let _ = writeln!(text, "{}", styled(style, line));
    }
    text
}
