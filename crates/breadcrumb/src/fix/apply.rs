//! Writing a patch, and moving what is known to the new keys.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::ControlFlow;

use breadcrumb_core::HealState;
use breadcrumb_fix::{Outcome, Patch, PlaceOutcome};
use breadcrumb_store::{KeyMove, Store};

use super::{Fix, FixPlan, by_id, replace};
use crate::error::Error;
use crate::review::{Reviewer, decide};

/// What was done.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Applied {
    /// The files that were written.
    pub written: Vec<String>,
    /// The files that could not be written; they are as before.
    pub failed: Vec<FailedFile>,
    /// How many keys were moved.
    pub moved: u64,
}

/// A file that could not be written.
#[derive(Debug)]
#[non_exhaustive]
pub struct FailedFile {
    /// The file.
    pub path: String,
    /// Why.
    pub message: String,
}

/// What becomes of the keys that the source no longer has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OldKeys {
    /// They are forgotten.
    Move,
    /// They stay known: another branch still has them.
    Keep,
}

/// Writes the patch, file by file, and then moves what is known of the elements.
///
/// In this order: a key without its fingerprint cannot be healed, while a new locator without one
/// is learned when it first passes. What was interrupted is finished by the next call.
pub fn apply(store: &dyn Store, plan: &FixPlan, reviewer: &Reviewer) -> Result<Applied, Error> {
    let mut applied = write(plan);
    applied.moved = follow_up(store, plan, &applied.failed, OldKeys::Move, reviewer)?;
    Ok(applied)
}

/// Writes the files.
pub(super) fn write(plan: &FixPlan) -> Applied {
    let mut applied = Applied::default();
    for patch in &plan.patches {
        let path = plan.root.join(&patch.path);
        replace::clean_up(&path);
        match replace::replace(&path, &patch.old, &patch.new) {
            Ok(()) => applied.written.push(patch.path.clone()),
            Err(error) => applied.failed.push(FailedFile {
                path: patch.path.clone(),
                message: error.to_string(),
            }),
        }
    }
    applied
}

/// Moves the keys whose source is fixed, and notes where that was.
pub(super) fn follow_up(
    store: &dyn Store,
    plan: &FixPlan,
    failed: &[FailedFile],
    old_keys: OldKeys,
    reviewer: &Reviewer,
) -> Result<u64, Error> {
    let failed: HashSet<&str> = failed.iter().map(|file| file.path.as_str()).collect();
    let is_written = |fix: &&Fix| {
        let mut paths = fix.outcome.places.iter().filter_map(patched);
        !paths.any(|path| failed.contains(path))
    };
    let mut moves = Vec::new();
    for fix in plan.fixes.iter().filter(is_written) {
        moves.extend(moves_of(fix, old_keys));
    }
    moves.extend(copies_for_others(store, plan, &moves)?);
    let count = store.move_keys(&moves)?;
    for fix in plan.fixes.iter().filter(is_written) {
        note(store, fix, old_keys, reviewer)?;
    }
    Ok(count)
}

fn patched(place: &PlaceOutcome) -> Option<&str> {
    match place {
        PlaceOutcome::Patched { path, .. } => Some(path),
        _ => None,
    }
}

/// Returns the keys of a fixed heal: the last one takes the old key's place.
fn moves_of(fix: &Fix, old_keys: OldKeys) -> Vec<KeyMove> {
    let keys: Vec<&String> = keys(&fix.outcome).collect();
    let may_go = fix.outcome.is_complete && old_keys == OldKeys::Move;
    let last = keys.len().saturating_sub(1);
    let to_move = |(place, to): (usize, &&String)| KeyMove {
        test_id: fix.heal.test_id.clone(),
        from: fix.heal.locator.clone(),
        to: (*to).clone(),
        keeps_old: !(may_go && place == last),
    };
    keys.iter().enumerate().map(to_move).collect()
}

fn keys(outcome: &Outcome) -> impl Iterator<Item = &String> {
    outcome.other_keys.iter().chain(&outcome.new_key)
}

/// Tests that know the same element by the same locator, and have not healed, may share the place:
/// they know it by both keys from now on.
fn copies_for_others(
    store: &dyn Store,
    plan: &FixPlan,
    moves: &[KeyMove],
) -> Result<Vec<KeyMove>, Error> {
    let fixes = by_id(&plan.fixes);
    let pages: BTreeMap<(&str, &str), &str> = fixes
        .values()
        .filter_map(|fix| {
            let page = fix.heal.page.as_deref()?;
            Some(((fix.heal.test_id.as_str(), fix.heal.locator.as_str()), page))
        })
        .collect();
    let healed: HashSet<(&str, &str)> = moves
        .iter()
        .map(|change| (change.test_id.as_str(), change.from.as_str()))
        .collect();
    let mut by_locator: BTreeMap<&str, BTreeSet<(&str, &str)>> = BTreeMap::new();
    for change in moves {
        if let Some(page) = pages.get(&(change.test_id.as_str(), change.from.as_str())) {
            let wanted = by_locator.entry(&change.from).or_default();
            wanted.insert((page, &change.to));
        }
    }
    if by_locator.is_empty() {
        return Ok(Vec::new());
    }
    let mut others = Vec::new();
    store.for_each_element(&mut |element| {
        let key = (element.test_id.as_str(), element.locator.as_str());
        if by_locator.contains_key(key.1) && !healed.contains(&key) {
            others.push((element.test_id, element.locator));
        }
        ControlFlow::Continue(())
    })?;
    let mut copies = Vec::new();
    for (test_id, from) in others {
        let known = store.known_pages(&test_id, &from)?;
        let wanted = by_locator.get(from.as_str()).into_iter().flatten();
        for (page, to) in wanted {
            if known.iter().any(|known| known.page_key == **page) {
                copies.push(KeyMove {
                    test_id: test_id.clone(),
                    from: from.clone(),
                    to: (*to).to_owned(),
                    keeps_old: true,
                });
            }
        }
    }
    Ok(copies)
}

/// Notes with the heal where its source was fixed: a fix of what nobody has looked at counts as
/// approved. It is fixed when no place is left, here and not on another branch.
fn note(store: &dyn Store, fix: &Fix, old_keys: OldKeys, reviewer: &Reviewer) -> Result<(), Error> {
    let mut places = fix.outcome.places.iter().filter_map(|place| match place {
        PlaceOutcome::Patched { path, line, .. } => Some(format!("{path}:{line}")),
        _ => None,
    });
    let Some(first) = places.next() else {
        return Ok(());
    };
    let all = places.fold(first, |all, place| format!("{all}, {place}"));
    let reviewer = Reviewer {
        name: reviewer.name.clone(),
        note: Some(format!("fixed in {all}")),
    };
    let state = if fix.outcome.is_complete && old_keys == OldKeys::Move {
        HealState::Fixed
    } else {
        HealState::Approved
    };
    decide(store, fix.heal.id, state, &reviewer)?;
    Ok(())
}

impl Applied {
    /// Returns the patches of a plan that were written.
    pub(super) fn of<'a>(&'a self, plan: &'a FixPlan) -> impl Iterator<Item = &'a Patch> {
        let is_written = |patch: &&Patch| self.written.contains(&patch.path);
        plan.patches.iter().filter(is_written)
    }
}
