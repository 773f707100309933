//! Fixing the source of tests: from decided heals to a patch, and what follows when it is applied.
//!
//! [`plan`] finds what has to change, [`FixPlan::diff`] shows it, [`apply`] writes it and moves what
//! is known of the elements to their new keys, [`commit_on_branch`] does so on a branch of its own.

mod apply;
mod git;
mod project;
mod replace;

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use breadcrumb_core::{HealOccasion, HealState, LocatorStyle, SourceSite, VerifiedLocator};
use breadcrumb_fix::{Plan, Stance};
use breadcrumb_store::Store;

pub use apply::{Applied, FailedFile, apply};
pub use breadcrumb_fix::{Edit, ManualReason, Outcome, Patch, PlaceOutcome};
pub use git::{Committed, commit_on_branch};
pub use project::find_root;

use crate::error::{Error, FixError};
use crate::review::{ReviewFilter, ReviewedHeal, find, reviewed};
use project::Project;

/// What to fix, and how.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct FixRequest {
    /// The folder of the project; nothing outside of it is read or written.
    pub root: PathBuf,
    /// Which kind of locator to write.
    pub style: LocatorStyle,
    /// Which heals count.
    pub choice: Choice,
    /// Only these heals; all of them if empty.
    pub ids: Vec<i64>,
}

/// Which heals are fixed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Choice {
    /// Those that somebody has approved.
    Approved,
    /// Those too that nobody has decided about, with at least this confidence.
    AllAbove(f64),
}

/// What is going to change, and what is left to a person.
#[derive(Debug)]
#[non_exhaustive]
pub struct FixPlan {
    /// The folder that the paths start at.
    pub root: PathBuf,
    /// The files that change.
    pub patches: Vec<Patch>,
    /// The heals, each with what becomes of it.
    pub fixes: Vec<Fix>,
}

/// A heal and what becomes of it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Fix {
    /// The heal.
    pub heal: ReviewedHeal,
    /// What becomes of each place.
    pub outcome: Outcome,
}

impl FixRequest {
    /// Asks for all approved heals, with the best locators.
    #[must_use]
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self {
            root: root.into(),
            style: LocatorStyle::default(),
            choice: Choice::Approved,
            ids: Vec::new(),
        }
    }

    fn wants(&self, heal: &ReviewedHeal) -> bool {
        match (self.choice, heal.state) {
            (_, HealState::Approved) => true,
            // It is looked at once more: the source may have been taken back.
            (_, HealState::Fixed) => heal.was_patched,
            (Choice::AllAbove(least), HealState::Pending) => {
                // Where the test has failed since, the heal may be why.
                heal.confidence >= least && heal.occasion == HealOccasion::PassingTest
            }
            _ => false,
        }
    }
}

impl FixPlan {
    /// Returns the patch as a unified diff.
    #[must_use]
    pub fn diff(&self) -> String {
        self.patches.iter().map(Patch::diff).collect()
    }

    /// Returns what a person has to do, heal by heal and place by place.
    pub fn manual(&self) -> impl Iterator<Item = (&ReviewedHeal, &PlaceOutcome)> {
        self.fixes.iter().flat_map(|fix| {
            let places = fix.outcome.places.iter();
            places
                .filter(|place| matches!(place, PlaceOutcome::Manual { .. }))
                .map(|place| (&fix.heal, place))
        })
    }

    /// Whether something waits to be fixed, by the patch or by a person.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        !self.patches.is_empty() || self.manual().next().is_some()
    }
}

/// Finds out what has to change in the source.
pub fn plan(store: &dyn Store, request: &FixRequest) -> Result<FixPlan, Error> {
    let mut project = Project::open(&request.root)?;
    let named = named(store, request)?;
    let mut all = newest(reviewed(store, &ReviewFilter::default())?);
    // What was fixed by hand is history: its places may say anything by now.
    all.retain(|heal| heal.state != HealState::Fixed || heal.was_patched);
    let is_wanted =
        |heal: &ReviewedHeal| request.wants(heal) && (named.is_empty() || named.contains(&heal.id));
    // The others have a say, too, where they share a place.
    let asked: Vec<breadcrumb_fix::Heal> = all
        .iter()
        .map(|heal| asked(heal, is_wanted(heal)))
        .collect();
    let heals = all.into_iter().filter(is_wanted);
    let Plan {
        patches, outcomes, ..
    } = breadcrumb_fix::plan(&asked, request.style, &mut project);
    let fixes = heals.zip(outcomes);
    Ok(FixPlan {
        root: project.into_root(),
        patches,
        fixes: fixes.map(|(heal, outcome)| Fix { heal, outcome }).collect(),
    })
}

/// Returns the heals that are asked for by the number of any of their events.
fn named(store: &dyn Store, request: &FixRequest) -> Result<HashSet<i64>, Error> {
    let mut named = HashSet::new();
    for id in &request.ids {
        let heal = find(store, *id)?;
        if !request.wants(&heal) {
            let message = format!("heal {id} is {}", heal.state);
            let hint = "only approved heals are fixed; review them with `breadcrumb review`";
            return Err(FixError::new(message, hint).into());
        }
        named.insert(heal.id);
    }
    Ok(named)
}

/// Keeps the newest heal of each key: what a locator was healed to before is history.
fn newest(mut heals: Vec<ReviewedHeal>) -> Vec<ReviewedHeal> {
    let mut known = HashSet::new();
    heals.retain(|heal| known.insert((heal.test_id.clone(), heal.locator.clone())));
    heals
}

fn asked(heal: &ReviewedHeal, is_wanted: bool) -> breadcrumb_fix::Heal {
    let mut proposals = heal.proposals.clone();
    if proposals.is_empty() {
        // A heal of an earlier version has one locator, and that was checked on the page too.
        proposals.extend(heal.proposed_locator.iter().map(|code| VerifiedLocator {
            code: code.clone(),
            within_parent: false,
        }));
    }
    let mut sites = heal.sites.clone();
    if let (true, Some(file), Some(line)) = (sites.is_empty(), &heal.source_file, heal.source_line)
    {
        sites.push(SourceSite {
            file: file.clone(),
            line,
        });
    }
    breadcrumb_fix::Heal {
        id: heal.id,
        test_id: heal.test_id.clone(),
        locator: heal.locator.clone(),
        confidence: heal.confidence,
        reason: heal.reasons.first().cloned().unwrap_or_default(),
        proposals,
        sites,
        stance: match heal.state {
            _ if is_wanted => Stance::Fix,
            HealState::Rejected => Stance::Rejected,
            HealState::Approved | HealState::Pending | HealState::Fixed => Stance::Waits,
        },
    }
}

/// Returns the heals by their number.
fn by_id(fixes: &[Fix]) -> HashMap<i64, &Fix> {
    fixes.iter().map(|fix| (fix.heal.id, fix)).collect()
}

#[cfg(test)]
mod tests;
