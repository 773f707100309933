//! Short CSS selectors: by an attribute that names the element, or by a class.

use super::lasting::is_lasting;
use super::render::css_string;
use super::{in_document_of, is_hint, is_volatile, readable};
use crate::page::{ElementIndex, PageSnapshot};

/// Attributes that people write selectors with, the best first.
const ATTRIBUTES: [&str; 7] = [
    "name",
    "aria-label",
    "placeholder",
    "alt",
    "title",
    "for",
    "href",
];
/// More are not needed: they are alternatives to a better one.
const MAX_SELECTORS: usize = 2;

/// Returns selectors that match one element of the document, the best first.
pub(super) fn short_selectors(page: &PageSnapshot, element: ElementIndex) -> Vec<String> {
    let tag = page.tag(element);
    let of_tag = || in_document_of(page, element).filter(|other| page.tag(*other) == tag);
    let by_attribute = ATTRIBUTES.iter().filter_map(|name| {
        let value = page.attribute(element, name)?;
        let value = readable(value.to_owned()).filter(|value| !is_volatile(value))?;
        let is_for_people = !matches!(*name, "name" | "for" | "href");
        if is_for_people && !is_lasting(&value) && !is_hint(name, &value) {
            return None;
        }
        let same = of_tag().filter(|other| page.attribute(*other, name) == Some(&value));
        (same.count() == 1).then(|| format!("{tag}[{name}={}]", css_string(&value)))
    });
    let by_class = class_names(page, element).filter_map(|class| {
        let has_class = |other: &ElementIndex| {
            let others = page.attribute(*other, "class").unwrap_or_default();
            others.split_ascii_whitespace().any(|other| other == class)
        };
        (of_tag().filter(has_class).count() == 1).then(|| format!("{tag}.{class}"))
    });
    by_attribute.chain(by_class).take(MAX_SELECTORS).collect()
}

/// Returns a selector for each class of an element that a person has named.
pub(super) fn class_selectors(
    page: &PageSnapshot,
    element: ElementIndex,
) -> impl Iterator<Item = String> {
    let tag = page.tag(element);
    let classes = class_names(page, element).take(MAX_SELECTORS);
    classes.map(move |class| format!("{tag}.{class}"))
}

fn class_names(page: &PageSnapshot, element: ElementIndex) -> impl Iterator<Item = &str> {
    let classes = page.attribute(element, "class").unwrap_or_default();
    classes.split_ascii_whitespace().filter(|class| {
        let mut chars = class.chars();
        let is_plain = chars.all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        let is_name = is_plain && class.starts_with(|c: char| c.is_ascii_alphabetic());
        is_name && !is_volatile(class)
    })
}
