//! Names that have moved: an icon with an accessible name where there was a text, a label where
//! there was a hint inside the field.

use super::signal::Signal;
use super::target::{Reading, Readings};
use super::traits::Traits;

/// What people, or a screen reader, call an element by.
pub(super) const SPOKEN: [Signal; 6] = [
    Signal::Text,
    Signal::AriaLabel,
    Signal::Alt,
    Signal::Title,
    Signal::Placeholder,
    Signal::Label,
];
/// The same name in another place is nearly as good as in its own.
const MOVED: f64 = 0.9;

/// Takes a name that is said in another place now for the same name.
///
/// Only where both are used alike: the picture and the caption of one person have one name.
pub(super) fn let_names_move(readings: &mut Readings, own: &Traits<'_>, other: &Traits<'_>) {
    if own.kind != other.kind {
        return;
    }
    let mut moved: Option<&str> = None;
    for signal in SPOKEN {
        let (old, new) = (own.value(signal), other.value(signal));
        let Some(slot) = readings.get_mut(signal as usize) else {
            continue;
        };
        if !old.is_empty() && old != new && has_moved(old, own, other) {
            // The same name said twice is one name.
            let is_first = moved.is_none_or(|moved| moved != old);
            *slot = if is_first {
                Reading {
                    score: slot.score.max(MOVED),
                    doubt: 1.0,
                }
            } else {
                Reading::default()
            };
            moved = Some(old);
        } else if old.is_empty() && says(own, new) {
            // What was said before in another place is nothing new.
            *slot = Reading::default();
        }
    }
}

/// Whether another place of the new element says what only this place of the old one said.
fn has_moved(name: &str, own: &Traits<'_>, other: &Traits<'_>) -> bool {
    SPOKEN
        .iter()
        .any(|to| other.value(*to) == name && own.value(*to) != name)
}

fn says(traits: &Traits<'_>, name: &str) -> bool {
    !name.is_empty() && SPOKEN.iter().any(|signal| traits.value(*signal) == name)
}

/// Returns how alike two elements are in what they are called; none where nobody calls them anything.
pub(super) fn likeness(readings: &Readings) -> Option<f64> {
    let of = |signal: &Signal| readings.get(*signal as usize);
    let said = SPOKEN.iter().filter_map(of).filter(|r| r.doubt > 0.0);
    said.map(|reading| reading.score).reduce(f64::max)
}
