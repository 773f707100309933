//! Locators from a fingerprint alone: the page is not at hand.

use super::lasting::{is_lasting, lasting_part};
use super::render;
use super::{MAX_NAME_CHARS, ROLES, TEST_ID, is_volatile, readable};
use crate::fingerprint::ElementFingerprint;
use crate::locator::Locator;

/// Returns locators that a fingerprint suggests, the best first.
///
/// Nobody has looked whether they match one element: that takes a page, see
/// [`propose`](super::propose). Names and texts are as the fingerprint keeps them, in lower case,
/// which Playwright matches in any case.
///
/// ```
/// use breadcrumb_core::{ElementFingerprint, propose_remembered};
///
/// let button = ElementFingerprint::builder("button").attribute("data-testid", "save").build();
/// assert_eq!(propose_remembered(&button)[0].python(), "get_by_test_id(\"save\")");
/// ```
#[must_use]
pub fn propose_remembered(fingerprint: &ElementFingerprint) -> Vec<Locator> {
    let context = fingerprint.context();
    let attribute = |name: &str| {
        let value = readable(fingerprint.attribute(name)?.to_owned())?;
        (name == "id" || is_lasting(&value)).then_some(value)
    };
    let by = |method: &'static str| move |text: String| Locator::by(method, text);
    let known = |text: &str| readable(lasting_part(text)?.to_owned());
    let role = || {
        let name = known(&context.name)?;
        let is_worth_it = ROLES.contains(&context.role.as_str());
        is_worth_it.then(|| Locator::role(&context.role, name))
    };
    let id = || {
        let id = attribute("id").filter(|id| id.len() <= MAX_NAME_CHARS && !is_volatile(id))?;
        Some(Locator::css(render::css_id(&id)))
    };
    [
        attribute(TEST_ID).map(by("get_by_test_id")),
        role(),
        attribute("placeholder").map(by("get_by_placeholder")),
        known(&context.label).map(by("get_by_label")),
        attribute("alt").map(by("get_by_alt_text")),
        known(fingerprint.text()).map(by("get_by_text")),
        attribute("title").map(by("get_by_title")),
        id(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fingerprint::ElementContext;

    fn check(fingerprint: &ElementFingerprint, expected: &[&str]) {
        let proposed = propose_remembered(fingerprint);
        let written: Vec<String> = proposed.iter().map(Locator::python).collect();
        assert_eq!(written, expected);
    }

    #[test]
    fn what_people_see_comes_before_ids() {
        let context = ElementContext {
            role: "button".into(),
            name: "sign in".into(),
            ..ElementContext::default()
        };
        let button = ElementFingerprint::builder("button")
            .text("Sign in")
            .attribute("id", "login")
            .context(context)
            .build();
        check(
            &button,
            &[
                "get_by_role(\"button\", name=\"sign in\")",
                "get_by_text(\"sign in\")",
                "locator(\"#login\")",
            ],
        );
    }

    #[test]
    fn a_made_up_id_and_a_role_that_says_nothing_are_left_out() {
        let context = ElementContext {
            role: "generic".into(),
            name: "x".into(),
            ..ElementContext::default()
        };
        let element = ElementFingerprint::builder("div")
            .attribute("id", "ember1234")
            .context(context)
            .build();
        check(&element, &[]);
    }
}
