//! When two fingerprints are the same element to a person, whatever has changed about it.

use super::contradiction::{name, shared_words, shares_identity};
use crate::fingerprint::ElementFingerprint;
use crate::hash::hash128;
use crate::propose::is_volatile;

/// Attributes that say which element it is; the same on both, and it is the same one.
const NAMING_ATTRIBUTES: [&str; 5] = ["data-testid", "id", "name", "href", "for"];
/// Two rows that share no more than this part of their words are two rows.
const SAME_ROW: f64 = 0.5;

/// Whether two fingerprints are of the same element, as a person would say.
///
/// Classes, position, wrappers and a word in the row around it may differ; what it is, and what it
/// is called or identified by, may not.
#[must_use]
pub fn is_same_element(a: &ElementFingerprint, b: &ElementFingerprint) -> bool {
    is_same_kind(a, b) && is_same_row(a, b) && has_same_name(a, b)
}

/// Hashes what identifies an element: equal for its fingerprints of different days.
///
/// Narrower than [`is_same_element`], which also looks past some of these.
#[must_use]
pub fn identity_digest(element: &ElementFingerprint) -> String {
    let mut parts = vec![kind(element), name(element)];
    for attribute in NAMING_ATTRIBUTES {
        parts.push(telling(element, attribute).unwrap_or_default());
    }
    let path = element.dom_path().join(">");
    if parts.iter().skip(1).all(|part| part.is_empty()) {
        parts.push(element.attribute("class").unwrap_or_default());
        parts.push(&path);
    }
    hash128(&parts)
}

fn is_same_kind(a: &ElementFingerprint, b: &ElementFingerprint) -> bool {
    kind(a) == kind(b) || a.tag() == b.tag()
}

fn kind(element: &ElementFingerprint) -> &str {
    let role = element.context().role.as_str();
    if role.is_empty() { element.tag() } else { role }
}

fn is_same_row(a: &ElementFingerprint, b: &ElementFingerprint) -> bool {
    shared_words(a, b).is_none_or(|shared| shared > SAME_ROW)
}

fn has_same_name(a: &ElementFingerprint, b: &ElementFingerprint) -> bool {
    let (name_a, name_b) = (name(a), name(b));
    if !name_a.is_empty() && is_same_text(name_a, name_b) {
        return true;
    }
    let is_made_up = ["id", "name"]
        .iter()
        .any(|attribute| a.attribute(attribute).is_some_and(is_volatile));
    if shares_identity(a, b) && !is_made_up {
        return true;
    }
    // An icon has neither; it is known by its looks and its place.
    let is_nameless = name_a.is_empty() && name_b.is_empty();
    let same_class = a.attribute("class").is_some() && a.attribute("class") == b.attribute("class");
    is_nameless && (same_class || a.dom_path() == b.dom_path())
}

/// Whether two texts are the same but for what they count: "Cart (3)", "Cart (4)".
pub(super) fn is_same_text(a: &str, b: &str) -> bool {
    let without_numbers = |text: &str| text.replace(|c: char| c.is_ascii_digit(), "");
    let has_words = a.contains(char::is_alphabetic);
    a == b || (has_words && without_numbers(a) == without_numbers(b))
}

fn telling<'a>(element: &'a ElementFingerprint, attribute: &str) -> Option<&'a str> {
    element
        .attribute(attribute)
        .filter(|value| !is_volatile(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fingerprint::{ElementContext, FingerprintBuilder};

    fn button(text: &str) -> FingerprintBuilder {
        ElementFingerprint::builder("button").text(text)
    }

    fn in_row(text: &str, row: &str) -> ElementFingerprint {
        let context = ElementContext {
            neighbor_text: row.to_owned(),
            ..ElementContext::default()
        };
        button(text).context(context).build()
    }

    fn check(a: FingerprintBuilder, b: FingerprintBuilder, expected: bool) {
        let (a, b) = (a.build(), b.build());
        assert_eq!(is_same_element(&a, &b), expected, "{a:?} {b:?}");
        assert_eq!(is_same_element(&b, &a), expected, "{a:?} {b:?}");
    }

    #[test]
    fn looks_and_ids_may_change_if_the_name_stays() {
        let old = || button("Share").attribute("id", "share");
        check(old(), button("Share").attribute("class", "big"), true);
        check(old(), button("Share now").attribute("id", "share"), true);
        check(old(), button("Save").attribute("id", "save"), false);
        check(
            old(),
            ElementFingerprint::builder("h1").text("Share"),
            false,
        );
    }

    #[test]
    fn a_count_goes_up_and_down_but_a_number_alone_is_a_name() {
        check(button("Cart (3)"), button("Cart (14)"), true);
        check(button("3"), button("4"), false);
    }

    #[test]
    fn a_made_up_id_tells_nothing() {
        let made = |text: &str| button(text).attribute("id", "ember1234");
        check(made("Save"), made("Share"), false);
    }

    #[test]
    fn another_row_is_another_element() {
        let (bob, ann) = (
            in_row("Delete", "bob 20 eur"),
            in_row("Delete", "ann 30 kr"),
        );
        assert!(!is_same_element(&bob, &ann));
        assert!(is_same_element(&bob, &in_row("Delete", "bob 21 eur")));
    }

    #[test]
    fn an_icon_is_known_by_its_looks() {
        let icon = |class: &str| button("").attribute("class", class);
        check(icon("icon bin"), icon("icon bin"), true);
        let path = |step: &str| ["html", "body", step].map(str::to_owned);
        let at = |class: &str, step: &str| icon(class).dom_path(path(step));
        check(at("icon bin", "div"), at("icon pen", "p"), false);
    }

    #[test]
    fn a_digest_is_that_of_the_next_run() {
        let seen = |class: &str, x: f64| {
            let element = button("Share").attribute("class", class);
            let bbox = crate::fingerprint::BoundingBox::new(x, 0.0, 10.0, 10.0);
            element.bbox(bbox).build()
        };
        let digest = identity_digest(&seen("a", 1.0));
        assert_eq!(digest, identity_digest(&seen("b", 2.0)));
        assert_ne!(digest, identity_digest(&button("Save").build()));
    }
}
