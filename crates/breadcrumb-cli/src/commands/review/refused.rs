//! Refused heals: listing them, and accepting a suggestion.

use std::fmt::Write as _;

use breadcrumb::engine::VerdictRecordKind;
use breadcrumb::review::{
    OpenRefusal, OpenSuggestion, ReviewList, ReviewedHeal, Reviewer, accept as accept_one,
};

use super::card::{change as arrow, lines, percent, places_of, proposed, row, rows};
use crate::args_review::{Accepted, ReviewArgs};
use crate::commands::data::source::{change, plural, shown, time};
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::{self, BOLD, DIM, GOOD, WARN, styled};

/// Accepts what the command line names.
pub(super) fn accept(args: &ReviewArgs, reviewer: &Reviewer) -> Result<Exit, CommandError> {
    let store = change(&args.database)?;
    let mut text = String::new();
    let mut accepted = Vec::new();
    for Accepted {
        refusal,
        suggestion,
    } in &args.accept
    {
        let heal = accept_one(&store, *refusal, *suggestion, reviewer)?;
        text.push_str(&said(&heal));
        accepted.push(heal);
    }
    if args.database.json {
        output::print_json(&ReviewList::new(accepted, Vec::new()))?;
    } else {
        let next = "heals from the next run on; `breadcrumb fix` shows the patch\n";
        output::print(&format!("{text}{next}"))?;
    }
    Ok(Exit::Fine)
}

/// Says what was accepted.
pub(super) fn said(heal: &ReviewedHeal) -> String {
    let change = arrow(&shown(&heal.locator), &proposed(heal));
    let test = shown(&heal.test_id);
    let element = shown(&heal.after);
    format!(
        "{} {test}\n{change}\n  {element}\n",
        styled(BOLD, "accepted")
    )
}

/// Lists refused heals.
pub(super) fn text(refusals: &[OpenRefusal]) -> String {
    if refusals.is_empty() {
        return String::new();
    }
    let mut text = String::from("\n");
    for refusal in refusals {
        text.push_str(&entry(refusal));
    }
    let count = plural(refusals.len() as u64, "refused heal");
    let _ = writeln!(text, "{count}");
    let mut open = refusals.iter();
    if let Some(first) = open.find(|refusal| shown_ones(refusal).next().is_some()) {
        let id = first.id;
        let _ = writeln!(
            text,
            "next: `breadcrumb review --accept {id}` accepts the first suggestion of refusal {id}"
        );
    }
    text
}

fn entry(refusal: &OpenRefusal) -> String {
    let mut text = format!(
        "{} {} {}\n  {}\n",
        styled(BOLD, format!("refusal #{}", refusal.id)),
        styled(WARN, VerdictRecordKind::words_for(refusal.kind)),
        styled(DIM, format!("on {}", time(Some(refusal.timestamp)))),
        shown(&refusal.test_id)
    );
    for place in places(refusal) {
        let _ = writeln!(text, "  {place}");
    }
    let _ = writeln!(
        text,
        "  {}\n  {}",
        shown(&refusal.locator),
        shown(&refusal.message)
    );
    for (index, suggestion) in shown_ones(refusal) {
        for line in suggested(index, suggestion) {
            let _ = writeln!(text, "  {line}");
        }
    }
    text
}

/// Describes a refused heal with all that a decision rests on.
pub(super) fn card(refusal: &OpenRefusal, position: usize, count: usize) -> String {
    let mut text = format!(
        "\n{} {} {}\n",
        styled(BOLD, format!("refused {position} of {count}")),
        styled(BOLD, format!("#{}", refusal.id)),
        styled(DIM, VerdictRecordKind::words_for(refusal.kind)),
    );
    row(&mut text, "test", &shown(&refusal.test_id));
    rows(&mut text, "used", places(refusal).into_iter());
    if let Some(page) = refusal.url.as_ref().or(refusal.page.as_ref()) {
        row(&mut text, "page", &shown(page));
    }
    row(&mut text, "locator", &shown(&refusal.locator));
    rows(&mut text, "why not", lines(&refusal.message).into_iter());
    let suggestions = shown_ones(refusal);
    let suggestions = suggestions.flat_map(|(index, suggestion)| suggested(index, suggestion));
    rows(&mut text, "perhaps", suggestions);
    text
}

/// Returns the suggestions that a person should see, each with its place.
fn shown_ones(refusal: &OpenRefusal) -> impl Iterator<Item = (usize, &OpenSuggestion)> {
    let suggestions = refusal.suggestions.iter().enumerate();
    suggestions.filter(|(_, suggestion)| suggestion.is_worth_a_look())
}

fn places(refusal: &OpenRefusal) -> Vec<String> {
    places_of(
        &refusal.sites,
        refusal.source_file.as_ref(),
        refusal.source_line,
    )
}

fn suggested(index: usize, suggestion: &OpenSuggestion) -> Vec<String> {
    let (number, sure) = (index + 1, percent(suggestion.confidence));
    let against = suggestion.veto.as_deref();
    let against = against.map_or_else(String::new, |veto| format!(", {}", shown(veto)));
    let mut said = vec![format!(
        "{number}. {} {sure}{against}",
        shown(&suggestion.element)
    )];
    let locator = suggestion.locator.as_deref();
    said.extend(locator.map(|code| format!("   {}", styled(GOOD, shown(code)))));
    said
}
