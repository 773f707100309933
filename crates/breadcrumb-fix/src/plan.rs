//! [`plan`]: all heals together.

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use breadcrumb_core::{LocatorStyle, SourceSite, VerifiedLocator};

use crate::check::{self, Replacement};
use crate::diff;
use crate::files::Files;
use crate::outcome::{ManualReason, Outcome, PlaceOutcome};
use crate::place::{Change, Library, Located, Wanted, locate};
use crate::source::Source;

/// A heal whose locator is to be fixed.
#[derive(Debug, Clone)]
pub struct Heal {
    /// Its number.
    pub id: i64,
    /// The test that it happened in.
    pub test_id: String,
    /// The key of the locator that no longer matches.
    pub locator: String,
    /// How sure the healer was.
    pub confidence: f64,
    /// Why it was healed, in a sentence.
    pub reason: String,
    /// The locators that were verified on the page, the best first.
    pub proposals: Vec<VerifiedLocator>,
    /// Where the locator is made.
    pub sites: Vec<SourceSite>,
    /// What it is here for.
    pub stance: Stance,
}

/// What a heal is here for: to be fixed, or to have a say where others share its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Stance {
    /// It is to be fixed.
    #[default]
    Fix,
    /// Nobody has decided about it; a place that it shares must become what it wants.
    Waits,
    /// It was rejected; a place that it shares must stay as it is.
    Rejected,
}

/// What is going to change, and what became of each heal.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Plan {
    /// The files that change, by path.
    pub patches: Vec<Patch>,
    /// One for each heal that is to be fixed, in their order.
    pub outcomes: Vec<Outcome>,
}

/// What changes in a file.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Patch {
    /// The file.
    pub path: String,
    /// Its text.
    pub old: Arc<str>,
    /// Its text afterwards.
    pub new: String,
    /// The changes, by place.
    pub edits: Vec<Edit>,
}

/// One change.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Edit {
    /// The bytes of the old text that are replaced.
    pub range: Range<usize>,
    /// The line in which they begin, counted from 1.
    pub line: u32,
    /// What they are.
    pub old_text: String,
    /// What takes their place.
    pub new_text: String,
    /// The heals that want it.
    pub heals: Vec<i64>,
}

impl Patch {
    /// Returns the unified diff, with three lines around each change.
    #[must_use]
    pub fn diff(&self) -> String {
        let changes: Vec<_> = self
            .edits
            .iter()
            .map(|edit| (edit.range.clone(), edit.new_text.as_str()))
            .collect();
        diff::unified(&self.path, &self.old, &changes)
    }
}

/// Plans the fixes of heals.
#[must_use]
pub fn plan(heals: &[Heal], style: LocatorStyle, files: &mut dyn Files) -> Plan {
    let mut library = Library::new(files);
    let located: Vec<Vec<Located>> = heals
        .iter()
        .map(
            |heal| match Wanted::new(&heal.locator, &heal.proposals, style) {
                Some(wanted) => locate(&mut library, &wanted, &heal.sites),
                None => vec![unknown_key(heal)],
            },
        )
        .collect();
    let mut groups = group(&located);
    let is_to_fix = |heal: &usize| heals.get(*heal).is_some_and(Heal::is_to_fix);
    groups.retain(|_, group| group.wishes.iter().any(|(heal, _)| is_to_fix(heal)));
    disagree(&mut groups, heals);
    collide(&mut groups);
    let patches = patch(&mut groups, heals);
    let outcomes = heals
        .iter()
        .zip(&located)
        .enumerate()
        .filter(|(_, (heal, _))| heal.is_to_fix())
        .map(|(index, (heal, located))| outcome(index, heal, located, &groups))
        .collect();
    Plan { patches, outcomes }
}

impl Heal {
    fn is_to_fix(&self) -> bool {
        self.stance == Stance::Fix
    }
}

fn unknown_key(heal: &Heal) -> Located {
    let site = heal.sites.first();
    Located::Manual {
        path: site.map(|site| site.file.clone()).unwrap_or_default(),
        line: site.map_or(0, |site| site.line),
        reason: ManualReason::UnknownKey(heal.locator.clone()),
        suggestion: String::new(),
    }
}

/// A place, and the heals that want to change it.
struct Group<'l> {
    /// The heals by their index, each once, with what they want.
    wishes: Vec<(usize, &'l Change)>,
    /// Why it stays as it is, by the heals' indexes.
    refusals: BTreeMap<usize, ManualReason>,
}

impl Group<'_> {
    fn change(&self) -> Option<&Change> {
        self.wishes.first().map(|(_, change)| *change)
    }

    fn refuse(&mut self, reason: &ManualReason) {
        let heals = self.wishes.iter().map(|(heal, _)| (*heal, reason.clone()));
        self.refusals = heals.collect();
    }
}

/// Where a change is: file, beginning, end.
type Place = (String, usize, usize);

fn place_of(change: &Change) -> Place {
    (
        change.source.path.clone(),
        change.range.start,
        change.range.end,
    )
}

fn group(located: &[Vec<Located>]) -> BTreeMap<Place, Group<'_>> {
    let mut groups: BTreeMap<Place, Group<'_>> = BTreeMap::new();
    for (heal, located) in located.iter().enumerate() {
        for located in located {
            let Located::Change(change) = located else {
                continue;
            };
            let empty = || Group {
                wishes: Vec::new(),
                refusals: BTreeMap::new(),
            };
            let group = groups.entry(place_of(change)).or_insert_with(empty);
            if group.wishes.iter().all(|(known, _)| *known != heal) {
                group.wishes.push((heal, change));
            }
        }
    }
    groups
}

/// Heals that meet in one place must want the same; otherwise it stays as it is.
fn disagree(groups: &mut BTreeMap<Place, Group<'_>>, heals: &[Heal]) {
    for group in groups.values_mut() {
        let wishes = group.wishes.iter().filter_map(|(index, change)| {
            let heal = heals.get(*index)?;
            let is_rejected = heal.stance == Stance::Rejected;
            Some((*index, heal, change.new_text.as_str(), is_rejected))
        });
        let wishes: Vec<(usize, &Heal, &str, bool)> = wishes.collect();
        let mut refusals = BTreeMap::new();
        for (index, _, text, _) in &wishes {
            let others = wishes.iter().filter_map(|(_, heal, other, is_rejected)| {
                let test = &heal.test_id;
                if *is_rejected {
                    return Some(format!("the heal of `{test}` was rejected"));
                }
                (other != text).then(|| format!("`{test}` wants `{other}`"))
            });
            let others: Vec<String> = others.collect();
            if !others.is_empty() {
                refusals.insert(*index, ManualReason::Disagreement(others));
            }
        }
        group.refusals = refusals;
    }
}

/// Of places that overlap, only that of the earliest heal changes.
fn collide(groups: &mut BTreeMap<Place, Group<'_>>) {
    let mut order: Vec<(usize, Place)> = groups
        .iter()
        .filter(|(_, group)| group.refusals.is_empty())
        .filter_map(|(place, group)| Some((group.wishes.first()?.0, place.clone())))
        .collect();
    order.sort();
    let mut kept: Vec<Place> = Vec::new();
    for (_, place) in order {
        let overlaps = |other: &Place| other.0 == place.0 && place.1 < other.2 && other.1 < place.2;
        if kept.iter().any(overlaps) {
            if let Some(group) = groups.get_mut(&place) {
                group.refuse(&ManualReason::Conflict);
            }
        } else {
            kept.push(place);
        }
    }
}

/// Makes the patches; one that is not sound is dropped.
fn patch(groups: &mut BTreeMap<Place, Group<'_>>, heals: &[Heal]) -> Vec<Patch> {
    let mut paths: Vec<String> = groups.keys().map(|place| place.0.clone()).collect();
    paths.dedup();
    let mut patches = Vec::new();
    for path in paths {
        let of_file = |(place, _): &(&Place, &mut Group<'_>)| place.0 == path;
        let mut of_file: Vec<_> = groups
            .iter_mut()
            .filter(of_file)
            .map(|(_, group)| group)
            .collect();
        of_file.retain(|group| group.refusals.is_empty());
        let changes: Vec<&Change> = of_file.iter().filter_map(|group| group.change()).collect();
        let Some(source) = changes.first().map(|change| Rc::clone(&change.source)) else {
            continue;
        };
        if source.has_errors() {
            for group in of_file {
                group.refuse(&ManualReason::DoesNotParse);
            }
            continue;
        }
        let new = replaced(&source, &changes);
        let replacements: Vec<Replacement<'_>> = changes
            .iter()
            .map(|change| Replacement {
                expected: &change.expected,
                range: change.range.clone(),
                new_len: change.new_text.len(),
            })
            .collect();
        if check::is_sound(&source, &new, &replacements) {
            let edits = of_file
                .iter()
                .filter_map(|group| edit(group, heals))
                .collect();
            patches.push(Patch {
                path,
                old: Arc::clone(&source.text),
                new,
                edits,
            });
        } else {
            for group in of_file {
                group.refuse(&ManualReason::WouldNotParse);
            }
        }
    }
    patches
}

fn replaced(source: &Source, changes: &[&Change]) -> String {
    let mut new = String::with_capacity(source.text.len());
    let mut done = 0;
    for change in changes {
        new.push_str(source.slice(&(done..change.range.start)));
        new.push_str(&change.new_text);
        done = change.range.end;
    }
    new.push_str(source.slice(&(done..source.text.len())));
    new
}

fn edit(group: &Group<'_>, heals: &[Heal]) -> Option<Edit> {
    let change = group.change()?;
    let ids = group
        .wishes
        .iter()
        .filter_map(|(heal, _)| heals.get(*heal))
        .filter(|heal| heal.is_to_fix())
        .map(|heal| heal.id);
    Some(Edit {
        range: change.range.clone(),
        line: change.source.line(change.range.start),
        old_text: change.source.slice(&change.range).to_owned(),
        new_text: change.new_text.clone(),
        heals: ids.collect(),
    })
}

fn outcome(
    index: usize,
    heal: &Heal,
    located: &[Located],
    groups: &BTreeMap<Place, Group<'_>>,
) -> Outcome {
    let mut places = Vec::new();
    let mut keys: Vec<String> = Vec::new();
    let mut is_style_kept = true;
    for located in located {
        let place = match located {
            Located::Change(change) => {
                let refusal = groups
                    .get(&place_of(change))
                    .and_then(|g| g.refusals.get(&index));
                if refusal.is_none() {
                    keys.push(change.new_key.clone());
                    is_style_kept &= change.is_style_kept;
                }
                changed(change, refusal)
            }
            Located::Fixed { path, line, key } => {
                keys.push(key.clone());
                PlaceOutcome::AlreadyFixed {
                    path: path.clone(),
                    line: *line,
                }
            }
            Located::Manual {
                path,
                line,
                reason,
                suggestion,
            } => PlaceOutcome::Manual {
                path: path.clone(),
                line: *line,
                reason: reason.clone(),
                suggestion: suggestion.clone(),
            },
        };
        // Two sites that use one constant are one place.
        if !places.contains(&place) {
            places.push(place);
        }
    }
    let is_done = |place: &PlaceOutcome| !matches!(place, PlaceOutcome::Manual { .. });
    let is_complete = !places.is_empty() && places.iter().all(is_done);
    let mut other_keys: Vec<String> = Vec::new();
    for key in keys {
        if key != heal.locator && !other_keys.contains(&key) {
            other_keys.push(key);
        }
    }
    let new_key = (!other_keys.is_empty()).then(|| other_keys.remove(0));
    Outcome {
        heal: heal.id,
        places,
        new_key,
        other_keys,
        is_complete,
        is_style_kept,
    }
}

fn changed(change: &Change, refusal: Option<&ManualReason>) -> PlaceOutcome {
    let path = change.source.path.clone();
    let line = change.source.line(change.range.start);
    match refusal {
        Some(reason) => PlaceOutcome::Manual {
            path,
            line,
            reason: reason.clone(),
            suggestion: change.suggestion.clone(),
        },
        None => PlaceOutcome::Patched {
            path,
            line,
            old: change.source.slice(&change.range).to_owned(),
            new: change.new_text.clone(),
        },
    }
}
