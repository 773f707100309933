//! `breadcrumb review --list`.

use std::fmt::Write as _;

use breadcrumb::engine::HealState;
use breadcrumb::review::ReviewedHeal;

use super::card::{change, how_often, places, proposed};
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
            "`breadcrumb review` asks about each on a terminal\n\
             `breadcrumb review --approve {}` decides about one",
            heal.id
        );
    }
    text
}

fn entry(heal: &ReviewedHeal) -> String {
    let style = match heal.state {
        HealState::Pending => WARN,
        HealState::Approved => GOOD,
        HealState::Rejected => BAD,
    };
    let facts = format!("confidence {:.2}, {}", heal.confidence, how_often(heal));
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
    if heal.state != HealState::Pending {
        let _ = writeln!(text, "  {}", styled(DIM, decision(heal)));
    }
    text
}

/// Says who has decided, when and why, as far as it is known.
fn decision(heal: &ReviewedHeal) -> String {
    let by = heal
        .decided_by
        .as_deref()
        .map_or("somebody".to_owned(), shown);
    let at = time(heal.decided_at);
    let note = heal.note.as_deref();
    let note = note.map_or_else(String::new, |note| format!(": {}", shown(note)));
    format!("{} by {by} on {at}{note}", heal.state)
}
