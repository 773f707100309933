//! `breadcrumb review --approve`, `--reject` and `--pending`.

use std::fmt::Write as _;

use breadcrumb::engine::HealState;
use breadcrumb::review::{
    ReviewFilter, ReviewList, ReviewedHeal, Reviewer, decide_about, find, reviewed,
};
use breadcrumb::store::SqliteStore;

use super::card::{baseline, change as arrow, proposed};
use super::tally::Tally;
use crate::args_review::{HealChoice, ReviewArgs};
use crate::commands::data::source::{change, look_at, shown};
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::{self, BOLD, styled};

/// Takes all decisions of the command line, or none where one of them cannot be taken.
pub(super) fn decide(args: &ReviewArgs, reviewer: &Reviewer) -> Result<Exit, CommandError> {
    let wanted = wanted(args, &look_at(&args.database)?)?;
    let store = change(&args.database)?;
    let mut tally = Tally::default();
    let mut text = String::new();
    let mut decided = Vec::new();
    for (mut heal, state) in wanted {
        let restored = decide_about(&store, &mut heal, state, reviewer)?;
        tally.count(state);
        text.push_str(&line(&heal));
        if state == HealState::Rejected {
            let _ = writeln!(text, "  {}", baseline(restored.as_ref()));
        }
        decided.push(heal);
    }
    if args.database.json {
        output::print_json(&ReviewList::new(decided, Vec::new()))?;
    } else {
        let mut pending = ReviewFilter::default();
        pending.state = Some(HealState::Pending);
        tally.pending = reviewed(&store, &pending)?.len() as u64;
        output::print(&format!("{text}{}", tally.text()))?;
    }
    Ok(Exit::Fine)
}

fn line(heal: &ReviewedHeal) -> String {
    let (id, test) = (heal.id, shown(&heal.test_id));
    let change = arrow(&shown(&heal.locator), &proposed(heal));
    format!("{} #{id} {test}\n{change}\n", styled(BOLD, heal.state))
}

/// Returns each heal that is decided about once, with what is decided.
fn wanted(
    args: &ReviewArgs,
    store: &SqliteStore,
) -> Result<Vec<(ReviewedHeal, HealState)>, CommandError> {
    check_use(args)?;
    let approved = args.approve.iter().filter_map(|choice| match choice {
        HealChoice::Number(id) => Some((*id, HealState::Approved)),
        HealChoice::All => None,
    });
    let rejected = args.reject.iter().map(|id| (*id, HealState::Rejected));
    let pending = args.pending.iter().map(|id| (*id, HealState::Pending));
    let mut wanted: Vec<(ReviewedHeal, HealState)> = Vec::new();
    for (id, state) in approved.chain(rejected).chain(pending) {
        let heal = find(store, id)?;
        match wanted.iter().find(|(other, _)| other.id == heal.id) {
            Some((_, other)) if *other != state => return Err(contradiction(id, *other, state)),
            Some(_) => {}
            None => wanted.push((heal, state)),
        }
    }
    if args.approve.contains(&HealChoice::All) {
        let named: Vec<i64> = wanted.iter().map(|(heal, _)| heal.id).collect();
        let all = reviewed(store, &pending_ones(args))?.into_iter();
        let all = all.filter(|heal| args.tests.has(&heal.test_id));
        let others = all.filter(|heal| !named.contains(&heal.id));
        wanted.extend(others.map(|heal| (heal, HealState::Approved)));
    }
    Ok(wanted)
}

/// What narrows a choice needs one that can be narrowed.
fn check_use(args: &ReviewArgs) -> Result<(), CommandError> {
    let narrows = args.min_confidence.is_some() || args.tests.test.is_some();
    if narrows && !args.approve.contains(&HealChoice::All) {
        return Err(CommandError::input(
            "`--min-confidence` and `--test` cannot be combined with numbers of heals",
            "use them with `--approve all`, or with the list",
        ));
    }
    Ok(())
}

fn pending_ones(args: &ReviewArgs) -> ReviewFilter {
    let mut filter = ReviewFilter::default();
    filter.state = Some(HealState::Pending);
    filter.min_confidence = args.min_confidence;
    filter
}

fn contradiction(id: i64, one: HealState, other: HealState) -> CommandError {
    CommandError::input(
        format!("heal {id} cannot be {one} and {other}"),
        "these numbers are of the same heal; give one of them",
    )
}
