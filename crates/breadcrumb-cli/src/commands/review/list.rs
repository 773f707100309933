//! `breadcrumb review --list`.

use std::fmt::Write as _;

use breadcrumb::engine::HealState;
use breadcrumb::review::ReviewedHeal;

use super::card::{change, how_often, percent, places, proposed};
use crate::commands::data::source::{plural, shown, time};
use crate::output::{BAD, BOLD, DIM, GOOD, WARN, styled};

/// Lists heals; `asked` is the state that was asked for, none for all of them.
pub(super) fn text(heals: &[ReviewedHeal], asked: Option<HealState>) -> String {
    let mut text: String = heals.iter().map(entry).collect();
    let count = plural(heals.len() as u64, "heal");
    let state = asked.map_or_else(String::new, |state| format!(" {state}"));
    let _ = writeln!(text, "{count}{state}");
    if let Some(heal) = heals.iter().find(|heal| heal.state == HealState::Pending) {
        let _ = writeln!(
            text,
            "next: `breadcrumb review` on a terminal, or `breadcrumb review --approve {}`",
            heal.id
        );
    }
    text
}

fn entry(heal: &ReviewedHeal) -> String {
    let style = match heal.state {
        HealState::Pending => WARN,
        HealState::Approved | HealState::Fixed => GOOD,
        HealState::Rejected => BAD,
    };
    let occasion = heal.occasion.words();
    let occasion = occasion.map_or_else(String::new, |words| format!("{words}, "));
    let sure = percent(heal.confidence);
    let facts = format!("confidence {sure}, {occasion}{}", how_often(heal));
    let mut text = format!(
        "{} {} {}\n  {}\n",
        styled(BOLD, format!("#{}", heal.id)),
        styled(style, heal.state),
        styled(DIM, facts),
        shown(&heal.test_id)
    );
    for place in places(heal) {
        let _ = writeln!(text, "  {place}");
    }
    let _ = writeln!(text, "{}", change(&shown(&heal.locator), &proposed(heal)));
    let _ = writeln!(
        text,
        "{}",
        change(&shown(&heal.before), &shown(&heal.after))
    );
    let decision = match heal.decided_at {
        Some(_) => Some(decision(heal)),
        None if heal.state == HealState::Fixed => {
            Some("fixed: the test has passed without a heal since".to_owned())
        }
        None => None,
    };
    if let Some(decision) = decision.filter(|_| heal.state != HealState::Pending) {
        let _ = writeln!(text, "  {}", styled(DIM, decision));
    }
    text
}

/// Says who has decided, when and why, as far as it is known.
fn decision(heal: &ReviewedHeal) -> String {
    let by = heal
        .decided_by
        .as_deref()
        .map_or("an unknown user".to_owned(), shown);
    let at = time(heal.decided_at);
    let note = heal.note.as_deref();
    let note = note.map_or_else(String::new, |note| format!(": {}", shown(note)));
    format!("{} by {by} on {at}{note}", heal.state)
}
