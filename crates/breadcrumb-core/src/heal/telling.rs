//! Which values say who an element is, and which only look as if they did.

use std::collections::BTreeSet;

use super::contradiction::name;
use super::memory::PageMemory;
use crate::fingerprint::ElementFingerprint;

/// A logo and the first entry of a menu lead to the same place; more names than that for one place, and
/// it is none.
const MAX_NAMES: usize = 2;
/// Longer numbers are keys of a database; shorter ones mostly count what stands there.
const MAX_POSITION_DIGITS: usize = 3;

/// Whether an attribute's value could name an element at all.
///
/// Every entry of a menu that is opened by a script leads to `#`.
pub(super) fn is_telling(attribute: &str, value: &str) -> bool {
    let value = value.trim();
    let leads_nowhere = attribute == "href" && (value == "#" || value.starts_with("javascript:"));
    !value.is_empty() && !leads_nowhere
}

/// Whether the page as it was shows that a value says nothing about this element: others that are
/// called something else have it too, or it is the number of a place in a list.
pub(super) fn is_shared(memory: Option<&PageMemory>, attribute: &str, value: &str) -> bool {
    let Some(memory) = memory else {
        return false;
    };
    // The number of a page leads to the same as "Next" does.
    let with_it = memory.elements().iter().filter(|element| {
        let is_named = name(element).contains(char::is_alphabetic);
        is_named && element.attribute(attribute) == Some(value)
    });
    let names: BTreeSet<&str> = with_it.map(name).collect();
    names.len() > MAX_NAMES || is_position(memory, attribute, value)
}

/// Whether a value is one of several that differ in a number: `menuLink1`, `menuLink2`. An entry that
/// is added above moves them all.
fn is_position(memory: &PageMemory, attribute: &str, value: &str) -> bool {
    let Some((stem, number)) = numbered(value).filter(|_| attribute == "id") else {
        return false;
    };
    let mut own = memory.elements().iter();
    let own = own.find(|element| element.attribute(attribute) == Some(value));
    // Buttons of the same name in rows have the number of their row.
    let is_neighbor = |element: &ElementFingerprint| {
        let other = element.attribute(attribute).and_then(numbered);
        let is_beside = other.is_some_and(|(other, at)| other == stem && at.abs_diff(number) == 1);
        is_beside && own.is_some_and(|own| name(own) != name(element))
    };
    memory.elements().iter().any(is_neighbor)
}

/// Splits what ends in a small number.
pub(crate) fn numbered(value: &str) -> Option<(&str, u32)> {
    let stem = value.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = value.get(stem.len()..)?;
    let is_place = !stem.is_empty() && (1..=MAX_POSITION_DIGITS).contains(&digits.len());
    Some((stem, digits.parse().ok().filter(|_| is_place)?))
}

/// Whether another element of the page as it was had the same name but for its numbers: "20 items"
/// beside "50 items". Then the number is a part of the name, and none that goes up and down.
pub(super) fn has_numbered_sibling(memory: &PageMemory, stored: &ElementFingerprint) -> bool {
    let own = name(stored);
    let stem = without_numbers(own);
    let has_words = stem.contains(char::is_alphabetic);
    let is_sibling = |other: &ElementFingerprint| {
        let other_name = name(other);
        let is_other = other.tag() == stored.tag() && other_name != own;
        is_other
            && other_name.contains(|c: char| c.is_ascii_digit())
            && without_numbers(other_name) == stem
    };
    has_words && memory.elements().iter().any(is_sibling)
}

fn without_numbers(text: &str) -> String {
    text.replace(|c: char| c.is_ascii_digit(), "")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(text: &str, attribute: &str, value: &str) -> ElementFingerprint {
        ElementFingerprint::builder("a")
            .text(text)
            .attribute(attribute, value)
            .build()
    }

    #[test]
    fn what_leads_nowhere_names_nothing() {
        for (attribute, value, expected) in [
            ("href", "#", false),
            ("href", "javascript:void(0)", false),
            ("href", "", false),
            ("href", "#team", true),
            ("href", "/team", true),
            ("id", "#", true),
        ] {
            assert_eq!(is_telling(attribute, value), expected, "{value}");
        }
    }

    #[test]
    fn a_place_in_a_list_or_what_others_have_names_nothing() {
        let elements = [
            link("Home", "id", "menu1"),
            link("Docs", "id", "menu2"),
            link("Team", "id", "team7"),
            link("Help", "href", "/all"),
            link("Blog", "href", "/all"),
            link("Jobs", "href", "/all"),
            link("Logo", "href", "/shop"),
            link("Shop", "href", "/shop"),
        ];
        let memory: PageMemory = elements.into_iter().collect();
        let shared = |attribute, value| is_shared(Some(&memory), attribute, value);
        assert!(shared("id", "menu2") && shared("href", "/all"));
        assert!(!shared("id", "team7") && !shared("href", "/shop"));
        assert!(!is_shared(None, "id", "menu2"));
    }

    #[test]
    fn numbers_are_names_where_they_tell_siblings_apart() {
        let element = |text: &str| link(text, "class", "x");
        let memory: PageMemory = ["20 items", "50 items", "Cart (2)"]
            .map(element)
            .into_iter()
            .collect();
        assert!(has_numbered_sibling(&memory, &element("20 items")));
        assert!(!has_numbered_sibling(&memory, &element("Cart (2)")));
    }
}
