//! `breadcrumb review`.
//!
//! On a terminal it asks about each pending heal ([`walk`]); otherwise it lists them, or decides what
//! the command line says.

mod card;
mod deciding;
mod drifts;
mod list;
mod page;
mod refused;
mod tally;
mod walk;

use std::io::{self, IsTerminal as _};

use breadcrumb::engine::HealState;
use breadcrumb::review::{ReviewFilter, ReviewList, Reviewer, open_refusals, reviewed};

use super::data::source::{change, look_at};
use super::report::opener;
use crate::args_review::ReviewArgs;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output;
use crate::settings;
use walk::Walk;

pub(crate) fn review(args: &ReviewArgs) -> Result<Exit, CommandError> {
    if let (Some(locator), Some(test)) = (&args.accept_drift, &args.tests.test) {
        return drifts::accept(args, test, locator);
    }
    if args.drifts {
        return drifts::list(args);
    }
    let reviewer = reviewer(args);
    if !(args.approve.is_empty() && args.reject.is_empty() && args.pending.is_empty()) {
        return deciding::decide(args, &reviewer);
    }
    if !args.accept.is_empty() {
        return refused::accept(args, &reviewer);
    }
    let store = look_at(&args.database)?;
    let mut heals = reviewed(&store, &filter(args))?;
    heals.retain(|heal| args.tests.has(&heal.test_id));
    let mut refusals = if lists_refusals(args) {
        open_refusals(&store, &filter(args))?
    } else {
        Vec::new()
    };
    refusals.retain(|refusal| args.tests.has(&refusal.test_id));
    drop(store);
    if asks(args) && !(heals.is_empty() && refusals.is_empty()) {
        let store = change(&args.database)?;
        let mut walk = Walk {
            store: &store,
            reviewer: &reviewer,
            input: &mut io::stdin().lock(),
            out: &mut anstream::stdout(),
            open: &opener::open,
        };
        walk.go(heals, refusals)?;
        return Ok(Exit::Fine);
    }
    let has_found = args.check && !heals.is_empty();
    if args.database.json {
        output::print_json(&ReviewList::new(heals, refusals))?;
    } else {
        let refused = refused::text(&refusals);
        output::print(&format!(
            "{}{refused}",
            list::text(&heals, filter(args).state)
        ))?;
    }
    Ok(if has_found {
        Exit::FoundSomething
    } else {
        Exit::Fine
    })
}

/// Whether a person is there who can be asked, and nothing else was wished for.
fn asks(args: &ReviewArgs) -> bool {
    let lists = args.list || args.all || args.state.is_some() || args.check || args.database.json;
    !lists && output::is_terminal() && io::stdin().is_terminal()
}

/// Whether refused heals belong to what is asked for: they are in no state, and have their own confidence.
fn lists_refusals(args: &ReviewArgs) -> bool {
    args.state.is_none() && args.min_confidence.is_none() && !args.check
}

/// Returns which heals are meant: the pending ones unless the command line says otherwise.
fn filter(args: &ReviewArgs) -> ReviewFilter {
    let state = args.state.map_or(HealState::Pending, HealState::from);
    let mut filter = ReviewFilter::default();
    filter.state = (!args.all).then_some(state);
    filter.min_confidence = args.min_confidence;
    filter
}

fn reviewer(args: &ReviewArgs) -> Reviewer {
    Reviewer {
        name: args.name.clone().or_else(settings::actor),
        note: args.note.clone(),
    }
}
