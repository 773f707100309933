//! What must not count as evidence because the test checks it.

use super::signal::{SIGNALS, Signal};
use super::target::{Reading, Readings};
use super::traits::{TEST_ID_ATTRIBUTES, Traits};
use crate::purpose::Property;

/// Names for people: an accessible name may be made from any of them.
const NAMES: [Signal; 6] = [
    Signal::Text,
    Signal::AriaLabel,
    Signal::Label,
    Signal::Alt,
    Signal::Title,
    Signal::Placeholder,
];

/// The signals that say nothing, because they are what is checked or are made from it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Checked {
    hidden: [bool; SIGNALS],
}

impl Checked {
    pub(super) fn new(property: Option<&Property>, own: &Traits<'_>) -> Self {
        let mut checked = Self::default();
        let signals = property.map(signals_of).unwrap_or_default();
        for signal in &signals {
            checked.hide(*signal);
            // A title that repeats the text is made from it.
            let value = own.value(*signal);
            let copies = own
                .values()
                .filter(|(_, copy)| !value.is_empty() && *copy == value);
            for (copy, _) in copies {
                checked.hide(copy);
            }
        }
        checked
    }

    /// Whether there is anything that must not count.
    pub(super) fn is_any(&self) -> bool {
        self.hidden.contains(&true)
    }

    /// Takes back what must not count.
    pub(super) fn clear(&self, readings: &mut Readings) {
        for (reading, is_hidden) in readings.iter_mut().zip(self.hidden) {
            if is_hidden {
                *reading = Reading::default();
            }
        }
    }

    fn hide(&mut self, signal: Signal) {
        if let Some(slot) = self.hidden.get_mut(signal as usize) {
            *slot = true;
        }
    }
}

fn signals_of(property: &Property) -> Vec<Signal> {
    match property {
        // How wide a text is depends on what it says.
        Property::Text => vec![Signal::Text, Signal::Size],
        Property::Value => vec![Signal::Text],
        Property::Attribute(name) => attribute_signal(name).into_iter().collect(),
        Property::Role => vec![Signal::Tag, Signal::Type],
        Property::Name => NAMES.to_vec(),
        Property::Looks => vec![Signal::Position, Signal::Size],
        Property::State | Property::Presence | Property::List => Vec::new(),
    }
}

fn attribute_signal(name: &str) -> Option<Signal> {
    match name {
        "alt" => Some(Signal::Alt),
        "aria-label" => Some(Signal::AriaLabel),
        "class" => Some(Signal::Class),
        "href" => Some(Signal::Href),
        "id" => Some(Signal::Id),
        "name" => Some(Signal::Name),
        "placeholder" => Some(Signal::Placeholder),
        "src" => Some(Signal::Src),
        "title" => Some(Signal::Title),
        "type" => Some(Signal::Type),
        _ if TEST_ID_ATTRIBUTES.contains(&name) => Some(Signal::TestId),
        _ => None,
    }
}
