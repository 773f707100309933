//! A remembered element, prepared to be compared with many: what it is in itself.

use super::names::let_names_move;
use super::shapes::{self, ClassNames};
use super::signal::{SIGNALS, Signal};
use super::tokens::Tokens;
use super::traits::Traits;
use crate::element_kind::ElementKind;
use crate::similarity::TextPattern;

/// Another tag for the same use: a button that became a link.
const SAME_KIND: f64 = 0.6;
/// What only the new element has may have been added: a little doubt.
const ADDED: f64 = 0.3;
/// What only the old element had may have been taken away: half a doubt.
const REMOVED: f64 = 0.5;

/// What one signal says about two elements.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Reading {
    /// How alike they are, from 0 to 1.
    pub(super) score: f64,
    /// How much a difference counts; 0 where neither has the signal at all.
    pub(super) doubt: f64,
}

/// All readings, in the order of [`Signal`].
pub(super) type Readings = [Reading; SIGNALS];

/// A remembered element.
pub(super) struct Target<'t, 's> {
    traits: &'t Traits<'s>,
    text: TextPattern<'t>,
    words: Tokens,
    classes: ClassNames,
}

impl<'t, 's> Target<'t, 's> {
    pub(super) fn new(traits: &'t Traits<'s>) -> Self {
        let text = traits.value(Signal::Text);
        Self {
            text: TextPattern::new(text),
            words: Tokens::of_words(text),
            classes: ClassNames::of(traits.class),
            traits,
        }
    }

    /// Compares by what an element is in itself, without the tree around it.
    pub(super) fn compare(&self, other: &Traits<'_>) -> Readings {
        let mut readings = Readings::default();
        let own = self.traits;
        for (signal, compare) in NAMED {
            let (a, b) = (own.value(signal), other.value(signal));
            set(&mut readings, signal, !a.is_empty(), !b.is_empty(), || {
                compare(a, b)
            });
        }
        let text = other.value(Signal::Text);
        let has_text = !own.value(Signal::Text).is_empty();
        set(
            &mut readings,
            Signal::Text,
            has_text,
            !text.is_empty(),
            || shapes::text(&self.text, &self.words, text),
        );
        set(&mut readings, Signal::Tag, true, true, || tag(own, other));
        let types = (own.input_type, other.input_type);
        set(
            &mut readings,
            Signal::Type,
            !types.0.is_empty(),
            !types.1.is_empty(),
            || f64::from(u8::from(types.0.eq_ignore_ascii_case(types.1))),
        );
        set(
            &mut readings,
            Signal::Class,
            !own.class.is_empty(),
            !other.class.is_empty(),
            || shapes::class(&self.classes, &ClassNames::of(other.class)),
        );
        if let (Some(a), Some(b)) = (own.bbox, other.bbox) {
            set(&mut readings, Signal::Position, true, true, || {
                shapes::position(a, b)
            });
            set(&mut readings, Signal::Size, true, true, || {
                shapes::size(a, b)
            });
        }
        let_names_move(&mut readings, own, other);
        readings
    }
}

type Compare = fn(&str, &str) -> f64;

/// The values that name an element but its text, each with its measure.
const NAMED: [(Signal, Compare); 10] = [
    (Signal::Href, shapes::href),
    (Signal::Id, shapes::id),
    (Signal::TestId, shapes::id),
    (Signal::Name, shapes::name),
    (Signal::Alt, shapes::phrase),
    (Signal::AriaLabel, shapes::phrase),
    (Signal::Placeholder, shapes::phrase),
    (Signal::Title, shapes::phrase),
    (Signal::Label, shapes::phrase),
    (Signal::Src, shapes::source),
];

/// Notes what a signal says, if either element has it.
pub(super) fn set(
    readings: &mut Readings,
    signal: Signal,
    is_old: bool,
    is_new: bool,
    score: impl FnOnce() -> f64,
) {
    let reading = match (is_old, is_new) {
        (false, false) => return,
        (true, true) => Reading {
            score: score(),
            doubt: 1.0,
        },
        (true, false) => Reading {
            score: 0.0,
            doubt: REMOVED,
        },
        (false, true) => Reading {
            score: 0.0,
            doubt: ADDED,
        },
    };
    if let Some(slot) = readings.get_mut(signal as usize) {
        *slot = reading;
    }
}

fn tag(a: &Traits<'_>, b: &Traits<'_>) -> f64 {
    if a.tag == b.tag {
        1.0
    } else if a.kind == b.kind && a.kind != ElementKind::Other {
        SAME_KIND
    } else {
        0.0
    }
}
