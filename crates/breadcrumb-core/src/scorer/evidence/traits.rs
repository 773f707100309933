//! What the evidence scorer looks at in an element, each value in its normal form.

use std::borrow::Cow;

use smallvec::SmallVec;

use super::signal::{Signal, VALUES};
use super::volatile::is_made_up;
use crate::element_kind::ElementKind;
use crate::fingerprint::BoundingBox;
use crate::scorer::candidates::ElementView;
use crate::text::{cap_chars, is_space, normalize_text};

/// More of a text does not tell elements apart any better, and takes longer.
const MAX_TEXT: usize = 80;
/// Attributes that are there for tests.
pub(super) const TEST_ID_ATTRIBUTES: [&str; 5] = [
    "data-cy",
    "data-qa",
    "data-test",
    "data-test-id",
    "data-testid",
];
/// Inputs that show their value as a button does its text.
const BUTTON_TYPES: [&str; 4] = ["button", "image", "reset", "submit"];

/// One element as it is compared.
#[derive(Debug, Clone)]
pub(super) struct Traits<'a> {
    pub(super) tag: &'a str,
    pub(super) class: &'a str,
    pub(super) input_type: &'a str,
    pub(super) bbox: Option<BoundingBox>,
    pub(super) kind: ElementKind,
    /// What names the element, in the order of [`Signal`]; few elements have more than three.
    values: SmallVec<[(Signal, Cow<'a, str>); 4]>,
}

impl<'a> Traits<'a> {
    pub(super) fn of(view: impl ElementView<'a>) -> Self {
        let mut traits = Self {
            tag: view.tag(),
            class: "",
            input_type: "",
            bbox: view.bbox(),
            kind: ElementKind::Other,
            values: SmallVec::new(),
        };
        let mut role = "";
        let mut shown_value = "";
        let mut program_name = "";
        for (name, value) in view.attributes() {
            match name {
                "class" => traits.class = value,
                "type" => traits.input_type = value,
                "role" => role = value,
                "value" => shown_value = value,
                "href" => traits.push(Signal::Href, link_key(value)),
                "id" if !is_made_up(value) => traits.push(Signal::Id, Cow::Borrowed(value)),
                "name" => program_name = value,
                "alt" => traits.push(Signal::Alt, normalized(value)),
                "aria-label" => traits.push(Signal::AriaLabel, normalized(value)),
                "placeholder" => traits.push(Signal::Placeholder, normalized(value)),
                "title" => traits.push(Signal::Title, normalized(value)),
                "src" => traits.push(Signal::Src, Cow::Borrowed(super::shapes::file_name(value))),
                _ if TEST_ID_ATTRIBUTES.contains(&name) => {
                    traits.push(Signal::TestId, Cow::Borrowed(value));
                }
                _ => {}
            }
        }
        traits.kind = ElementKind::of(traits.tag, traits.input_type, role);
        // All buttons of a radio group have one name.
        if traits.input_type != "radio" {
            traits.push(Signal::Name, normalized(program_name));
        }
        let is_button = traits.tag == "input" && BUTTON_TYPES.contains(&traits.input_type);
        let text = cap_chars(view.text(), MAX_TEXT);
        traits.push(
            Signal::Text,
            if text.is_empty() && is_button {
                normalized(shown_value)
            } else {
                Cow::Borrowed(text)
            },
        );
        traits.push(Signal::Label, Cow::Borrowed(view.label()));
        traits
    }

    /// Returns what the element has to say about a signal; empty where it has nothing.
    pub(super) fn value(&self, signal: Signal) -> &str {
        self.values
            .iter()
            .find(|(own, _)| *own == signal)
            .map_or("", |(_, value)| value)
    }

    pub(super) fn values(&self) -> impl Iterator<Item = (Signal, &str)> {
        self.values
            .iter()
            .map(|(signal, value)| (*signal, value.as_ref()))
    }

    fn push(&mut self, signal: Signal, value: Cow<'a, str>) {
        debug_assert!((signal as usize) < VALUES, "a value that names an element");
        let is_new = !self.values.iter().any(|(own, _)| *own == signal);
        if !value.is_empty() && is_new {
            self.values.push((signal, value));
        }
    }
}

/// Returns where a link leads, without what changes from visit to visit.
fn link_key(href: &str) -> Cow<'_, str> {
    let href = href.trim();
    if href == "#" || href.starts_with("javascript:") {
        return Cow::Borrowed("");
    }
    let end = if href.starts_with('#') {
        href.len()
    } else {
        href.find(['?', '#']).unwrap_or(href.len())
    };
    normalized(href.get(..end).unwrap_or(href).trim_end_matches('/'))
}

/// Returns a value in lower case with single spaces, without a copy where it is so already.
fn normalized(value: &str) -> Cow<'_, str> {
    let is_normal = value
        .chars()
        .all(|c| !c.is_uppercase() && (c == ' ' || !is_space(c)))
        && !value.contains("  ")
        && !value.starts_with(' ')
        && !value.ends_with(' ');
    if is_normal {
        Cow::Borrowed(value)
    } else {
        Cow::Owned(normalize_text(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fingerprint::ElementFingerprint;

    #[test]
    fn values_come_in_their_normal_form() {
        let element = ElementFingerprint::builder("a")
            .text("Log  In")
            .attribute("href", "/Login/?next=%2F#top")
            .attribute("id", ":r1:")
            .attribute("data-testid", "Go")
            .attribute("title", " To the  Login ")
            .build();
        let traits = Traits::of(&element);
        assert_eq!(traits.value(Signal::Text), "log in");
        assert_eq!(traits.value(Signal::Href), "/login");
        assert_eq!(traits.value(Signal::Id), "", "made up anew with every load");
        assert_eq!(traits.value(Signal::TestId), "Go");
        assert_eq!(traits.value(Signal::Title), "to the login");
        assert_eq!(traits.kind, ElementKind::Pressed);
    }

    #[test]
    fn a_button_that_is_an_input_has_its_value_as_text() {
        let element = ElementFingerprint::builder("input")
            .attribute("type", "submit")
            .attribute("value", "Sign up")
            .build();
        assert_eq!(Traits::of(&element).value(Signal::Text), "sign up");
    }

    #[test]
    fn links_that_lead_nowhere_have_no_key() {
        for (href, key) in [
            ("#", ""),
            ("javascript:void(0)", ""),
            ("#team", "#team"),
            ("https://a.test/?q=1", "https://a.test"),
        ] {
            assert_eq!(link_key(href), key, "{href}");
        }
    }
}
