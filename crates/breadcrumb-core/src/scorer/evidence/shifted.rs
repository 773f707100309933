//! Ids that are a place in a list, and moved with it.
//!
//! `menu1`, `menu2`: an entry that is added above moves them all, and the id of each is the one that
//! another entry had. What the entries are called shows it.

use std::collections::BTreeSet;

use super::recognised::Recognised;
use super::signal::Signal;
use super::traits::Traits;
use crate::heal::numbered;

/// What comes before the number in ids that moved from one element to another.
#[derive(Debug, Default)]
pub(super) struct Shifted {
    stems: BTreeSet<String>,
}

impl Shifted {
    /// Looks for elements that were recognised by something else and have the next one's id now.
    pub(super) fn between(old: &[Traits<'_>], new: &[Traits<'_>], found: &[Recognised]) -> Self {
        let by_others = found.iter().filter(|pair| pair.by != Signal::Id);
        let stem = |pair: &Recognised| {
            let (stem, then) = numbered(old.get(pair.old)?.value(Signal::Id))?;
            let (other, now) = numbered(new.get(pair.new)?.value(Signal::Id))?;
            (stem == other && then != now).then(|| stem.to_owned())
        };
        Self {
            stems: by_others.filter_map(stem).collect(),
        }
    }

    /// Whether an id is one of those that moved.
    pub(super) fn has(&self, id: &str) -> bool {
        !self.stems.is_empty() && numbered(id).is_some_and(|(stem, _)| self.stems.contains(stem))
    }
}
