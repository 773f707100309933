//! What a locator says beside "that element", and what a check needs beside a good score.
//!
//! A locator that names a state or a place means whichever element has it. So the element that is
//! found must be seen to have it on the new page: that it is the one which had it before says nothing.

use super::contradiction::name;
use super::identity::is_same_text;
use super::verdict::Veto;
use crate::element_kind::ElementKind;
use crate::fingerprint::ElementFingerprint;
use crate::locator_terms::{LocatorTerms, TextTerm};
use crate::page::{ElementIndex, PageSnapshot};
use crate::purpose::Property;
use crate::state_word::{StateKind, StateWord};

/// Returns why a candidate is not what the locator means.
pub(super) fn not_meant(
    terms: &LocatorTerms,
    stored: &ElementFingerprint,
    page: Option<(&PageSnapshot, ElementIndex)>,
) -> Option<Veto> {
    let marks = &stored.context().marks;
    let marked = terms.classes.iter().filter(|class| marks.contains(class));
    let marked = marked.map(|class| StateWord::of_mark(class));
    let states = terms.states.iter().filter(|state| !is_name(state, stored));
    for state in states.cloned().chain(marked) {
        if !page.is_some_and(|(page, index)| shows(page, index, &state)) {
            return Some(Veto::NotInState(state.to_string()));
        }
    }
    for state in &terms.not_states {
        if page.is_none_or(|(page, index)| says(page, index, state)) {
            return Some(Veto::InState(state.to_string()));
        }
    }
    if !terms.has_place {
        return None;
    }
    let (Some(old), Some((page, index))) = (&stored.context().places, page) else {
        return Some(Veto::UnknownPlace);
    };
    let is_same = is_same_place(terms, old, &page.places(index));
    (!is_same).then_some(Veto::OtherPlace)
}

/// Returns why a check may not go on with a candidate that an action might have gone on with.
pub(super) fn not_checked_there(
    property: &Property,
    terms: &LocatorTerms,
    stored: &ElementFingerprint,
    candidate: &ElementFingerprint,
) -> Option<Veto> {
    // To ask whether "Order placed" is there is to ask for that text.
    let asks_for_text = matches!(
        property,
        Property::Presence | Property::Text | Property::Name
    );
    let mut texts = terms.texts.iter();
    if asks_for_text && let Some(text) = texts.find(|text| !has_text(stored, candidate, text)) {
        return Some(Veto::OtherText(text.as_str().to_owned()));
    }
    let (old, new) = (&stored.context().landmark, &candidate.context().landmark);
    let has_moved = !old.is_empty() && !new.is_empty() && old != new;
    has_moved.then(|| Veto::OtherPart(new.clone()))
}

/// Whether a candidate has a text of the locator wherever the element had it: in itself, in its name
/// or in the row around it.
fn has_text(stored: &ElementFingerprint, candidate: &ElementFingerprint, text: &TextTerm) -> bool {
    if matches!(text, TextTerm::Pattern(_)) {
        // What it leaves open is not known, but mostly a number.
        let (old, new) = (name(stored), name(candidate));
        return old.is_empty() || is_same_text(old, new);
    }
    let places = |element: &ElementFingerprint| {
        let context = element.context();
        [
            text.is_said_by(element.text()),
            text.is_said_by(&context.name),
            text.is_said_by(&context.label),
            text.is_said_by(&context.neighbor_text),
        ]
    };
    let (old, new) = (places(stored), places(candidate));
    // A text that was not understood was in none of them.
    let is_known = old.contains(&true);
    !is_known || old.iter().zip(new).any(|(old, new)| *old && new)
}

/// Whether a word for a state is only what a button or a link is called: `a.open` in every row,
/// `btn-danger`.
fn is_name(state: &StateWord, stored: &ElementFingerprint) -> bool {
    let classes = stored.attribute("class").unwrap_or_default();
    let kind = ElementKind::of_element(stored);
    let says_what_it_does = state.is_verb() && kind.is_active();
    let says_its_color = state.is_color() && kind == ElementKind::Pressed;
    (says_what_it_does || says_its_color)
        && classes
            .split_whitespace()
            .any(|class| class == state.to_string())
}

/// Whether the page shows that an element, or the item it is in, has a state.
fn shows(page: &PageSnapshot, index: ElementIndex, state: &StateWord) -> bool {
    let is_only_marked = || page.bearers(index).any(|bearer| page.is_marked(bearer));
    let is_shown = match state.kind {
        StateKind::Chosen | StateKind::Other => is_only_marked(),
        StateKind::Disabled => page.is_disabled(index),
        // What is in a dialog can be seen only while the dialog is open.
        StateKind::Open => page.landmark(index) == "dialog" || is_only_marked(),
        _ => false,
    };
    is_shown || says(page, index, state)
}

/// Whether a class or an attribute says it, in whatever words.
fn says(page: &PageSnapshot, index: ElementIndex, state: &StateWord) -> bool {
    let is_said = |bearer: ElementIndex| {
        page.attributes(bearer).any(|(name, value)| {
            let by_class = name == "class"
                && value
                    .split_whitespace()
                    .any(|class| state.is_said_by(class));
            by_class || state.is_said_by_attribute(name, value)
        })
    };
    page.bearers(index).any(is_said)
}

/// Whether an element has the place in its lists that ours had. An element that was in no list had a
/// place only in the layout, which may change.
fn is_same_place(terms: &LocatorTerms, old: &[(u32, u32)], new: &[(u32, u32)]) -> bool {
    let was_last = |(before, all): (u32, u32)| terms.is_from_end && before + 1 == all;
    let place = |is_from_end: bool, (before, all): (u32, u32)| {
        if is_from_end { all - before } else { before }
    };
    let is_same = |(old, new): (&(u32, u32), &(u32, u32))| {
        place(was_last(*old), *old) == place(was_last(*old), *new)
    };
    old.is_empty() || (old.len() == new.len() && old.iter().zip(new).all(is_same))
}
