//! Drift: a locator finds an element, but not the one it was written for.

use super::contradiction::{name, shared_words};
use super::describe::quoted;
use super::identity::is_same_text;
use crate::fingerprint::ElementFingerprint;
use crate::locator_terms::LocatorTerms;
use crate::scorer::compute_similarity;

/// A row that shares no more of the words around the element is another row.
const SAME_ROW: f64 = 0.5;

/// How an element differs from the one that was known.
#[derive(Debug, Clone, PartialEq)]
pub struct DriftFinding {
    /// How alike the two are.
    pub confidence: f64,
    /// What a person sees of the difference.
    pub reason: String,
}

/// Tells whether what a locator finds is another element than the one that was known.
///
/// An element that says the same in the same row is the same one to a person, whatever its tag has
/// become. A locator that picks by place finds the next best thing when rows move: there the row and
/// the target tell.
#[must_use]
pub fn drift(
    terms: &LocatorTerms,
    known: &ElementFingerprint,
    current: &ElementFingerprint,
    threshold: f64,
) -> Option<DriftFinding> {
    let (old, new) = (name(known), name(current));
    let scoring = compute_similarity(known, current);
    let finding = |reason: String| DriftFinding {
        confidence: scoring.total(),
        reason,
    };
    let says_the_same = !old.is_empty() && is_same_text(old, new);
    if terms.has_place && (says_the_same || old.is_empty()) {
        return elsewhere(known, current).map(finding);
    }
    if says_the_same || scoring.total() >= threshold {
        return None;
    }
    Some(finding(difference(known, current)))
}

/// Says how the row or the target of an element that was picked by its place has changed.
fn elsewhere(known: &ElementFingerprint, current: &ElementFingerprint) -> Option<String> {
    let (old, new) = (
        &known.context().neighbor_text,
        &current.context().neighbor_text,
    );
    if shared_words(known, current).is_some_and(|shared| shared <= SAME_ROW) {
        return Some(format!(
            "its row was {}, and is {}",
            quoted(old),
            quoted(new)
        ));
    }
    let is_row_same = !old.is_empty() && old == new;
    let (old, new) = (target(known)?, target(current)?);
    let has_moved = !is_row_same && old != new;
    has_moved.then(|| format!("it led to {}, and leads to {}", quoted(old), quoted(new)))
}

/// Says what a person sees of a difference.
fn difference(known: &ElementFingerprint, current: &ElementFingerprint) -> String {
    let (old, new) = (name(known), name(current));
    if old != new {
        return format!("it said {}, and says {}", quoted(old), quoted(new));
    }
    if let Some(reason) = elsewhere(known, current) {
        return reason;
    }
    format!("it was a <{}>, and is a <{}>", known.tag(), current.tag())
}

/// Returns where a link leads, without what changes from visit to visit.
fn target(element: &ElementFingerprint) -> Option<&str> {
    let href = element.attribute("href")?;
    href.split(['?', '#'])
        .next()
        .filter(|path| !path.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fingerprint::{ElementContext, FingerprintBuilder};

    fn link(text: &str, href: &str) -> FingerprintBuilder {
        ElementFingerprint::builder("a")
            .text(text)
            .attribute("href", href)
    }

    fn in_row(element: FingerprintBuilder, row: &str) -> ElementFingerprint {
        let context = ElementContext {
            neighbor_text: row.to_owned(),
            ..ElementContext::default()
        };
        element.context(context).build()
    }

    fn found(locator: &str, old: &ElementFingerprint, new: &ElementFingerprint) -> Option<String> {
        drift(&LocatorTerms::of(locator), old, new, 0.5).map(|finding| finding.reason)
    }

    #[test]
    fn the_same_button_of_another_row_has_drifted() {
        let add = |row: &str| in_row(link("Add", "/add"), row);
        let by_place = "locator(\"tr\").nth(1).locator(\"a\")";
        let reason = found(by_place, &add("books"), &add("authors"));
        assert_eq!(
            reason.as_deref(),
            Some("its row was \"books\", and is \"authors\"")
        );
        assert_eq!(found("#add-book", &add("books"), &add("authors")), None);
        assert_eq!(found(by_place, &add("books"), &add("books")), None);
    }

    #[test]
    fn the_same_words_in_another_tag_are_the_same_thing() {
        let old = link("Total", "/sum").build();
        let new = ElementFingerprint::builder("span").text("Total").build();
        assert_eq!(found(".total", &old, &new), None);
    }

    #[test]
    fn other_words_are_named() {
        let old = link("Help", "/help").attribute("id", "help").build();
        let new = ElementFingerprint::builder("li").text("Imprint").build();
        let reason = found(".x", &old, &new);
        assert_eq!(
            reason.as_deref(),
            Some("it said \"help\", and says \"imprint\"")
        );
    }
}
