//! Whether a locator takes for granted what a check is to find out.
//!
//! `get_by_text("$40")` for a sum that is checked to be $40 finds anything that says so, and the check
//! can hardly fail any more. Nobody should be offered that.

use crate::fingerprint::ElementFingerprint;
use crate::locator::{Locator, LocatorKind, Value};
use crate::locator_terms::LocatorTerms;
use crate::purpose::{Property, Purpose};
use crate::text::normalize_text;

/// Tells whether a locator for this element is no locator for a call of this purpose.
#[must_use]
pub fn assumes_what_is_checked(
    locator: &Locator,
    purpose: &Purpose,
    element: &ElementFingerprint,
) -> bool {
    let kind = locator.kind();
    let terms = LocatorTerms::of_locator(locator);
    match purpose.checked() {
        Some(Property::Text) => {
            let text = normalize_text(element.text());
            terms.texts.iter().any(|said| said.is_said_by(&text))
        }
        Some(Property::Name) => !terms.texts.is_empty(),
        Some(Property::Role) => kind == LocatorKind::Role,
        Some(Property::Attribute(name)) => match (name.as_str(), kind) {
            ("class", _) => terms.names_class(),
            ("id", LocatorKind::Id)
            | ("placeholder", LocatorKind::Placeholder)
            | ("alt", LocatorKind::AltText)
            | ("title", LocatorKind::Title)
            | ("aria-label", LocatorKind::Label)
            | ("data-testid", LocatorKind::TestId) => true,
            (name, _) => {
                let wanted = format!("[{name}");
                let names = |value: &Value| value.as_text().is_some_and(|s| s.contains(&wanted));
                locator.has_value(&names)
            }
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_assumed(locator: &str, call: &str, argument: Option<&str>) -> bool {
        let element = ElementFingerprint::builder("a").text("Sum: $40").build();
        let locator = Locator::parse(locator);
        assumes_what_is_checked(&locator, &Purpose::of_call(call, argument), &element)
    }

    #[test]
    fn a_text_that_is_checked_finds_nothing() {
        for (locator, expected) in [
            ("get_by_text(\"$40\")", true),
            ("get_by_role(\"link\", name=\"Sum: $40\")", true),
            (
                "locator(\"tr:has-text('Bob')\").get_by_role(\"link\")",
                false,
            ),
            ("get_by_test_id(\"sum\")", false),
            ("locator(\".sum\")", false),
        ] {
            assert_eq!(
                is_assumed(locator, "to_have_text", None),
                expected,
                "{locator}"
            );
            assert!(!is_assumed(locator, "click", None), "{locator}");
        }
    }

    #[test]
    fn an_attribute_that_is_checked_finds_nothing() {
        for (locator, attribute, expected) in [
            ("locator(\"a[href='/pay']\")", "href", true),
            ("locator(\"#pay\")", "id", true),
            ("locator(\".pay\")", "class", true),
            ("get_by_title(\"Pay\")", "title", true),
            ("get_by_title(\"Pay\")", "href", false),
        ] {
            let is = is_assumed(locator, "get_attribute", Some(attribute));
            assert_eq!(is, expected, "{locator}");
        }
    }
}
