//! Elements of the old page that can be recognised on the new one beyond doubt.

use std::collections::HashMap;

use super::signal::Signal;
use super::traits::Traits;

/// The values that an element can be recognised by.
const TELLING: [Signal; 8] = [
    Signal::Text,
    Signal::Href,
    Signal::Id,
    Signal::TestId,
    Signal::Name,
    Signal::AriaLabel,
    Signal::Placeholder,
    Signal::Label,
];

/// An element of the old page, and where it is on the new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Recognised {
    pub(super) old: usize,
    pub(super) new: usize,
    /// The value that both have and nothing else has.
    pub(super) by: Signal,
}

/// Finds the elements of one kind that share a value with no other element of either page.
///
/// An element is found once by each such value.
pub(super) fn recognise(old: &[Traits<'_>], new: &[Traits<'_>]) -> Vec<Recognised> {
    let (old_places, new_places) = (unique_values(old), unique_values(new));
    let mut found: Vec<Recognised> = old_places
        .iter()
        .filter_map(|(key, old)| {
            let new = (*new_places.get(key)?)?;
            let by = key.0;
            Some(Recognised {
                old: (*old)?,
                new,
                by,
            })
        })
        .filter(|pair| {
            let kinds = old.get(pair.old).zip(new.get(pair.new));
            kinds.is_some_and(|(a, b)| a.kind == b.kind)
        })
        .collect();
    // The order of a hash map is another one each time.
    found.sort_unstable();
    found
}

/// Where each value is that only one element has; none where several have it.
fn unique_values<'t>(all: &'t [Traits<'_>]) -> HashMap<(Signal, &'t str), Option<usize>> {
    let mut values: HashMap<(Signal, &str), Option<usize>> = HashMap::new();
    for (position, traits) in all.iter().enumerate() {
        // A box around an element has its text as well.
        if !traits.kind.is_remembered() {
            continue;
        }
        for (signal, value) in traits
            .values()
            .filter(|(signal, _)| TELLING.contains(signal))
        {
            values
                .entry((signal, value))
                .and_modify(|place| *place = None)
                .or_insert(Some(position));
        }
    }
    values
}
