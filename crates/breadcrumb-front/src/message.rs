//! [`Message`]: a call of the test as Playwright's client in JavaScript sends it to its driver.
//!
//! A front in JavaScript sees every call at one place, the connection; what the message means is read
//! here, in Python's names, so that all rules and keys are the same in both languages.

use breadcrumb_core::{CallKind, assertion_call, awaits_absence, snake};
use serde::Deserialize;

/// Messages that wait for their element.
const WAITING: &[&str] = &[
    "ariaSnapshot",
    "blur",
    "check",
    "click",
    "dblclick",
    "dispatchEvent",
    "dragAndDrop",
    "drop",
    "fill",
    "focus",
    "getAttribute",
    "hover",
    "innerHTML",
    "innerText",
    "inputValue",
    "isChecked",
    "isDisabled",
    "isEditable",
    "isEnabled",
    "press",
    "selectOption",
    "setInputFiles",
    "tap",
    "textContent",
    "type",
    "uncheck",
    "waitForSelector",
];
/// Messages that are answered at once. They matter where the call is one of the checks, which says what
/// the answer means.
const AT_ONCE: &[&str] = &[
    "evalOnSelectorAll",
    "isHidden",
    "isVisible",
    "queryCount",
    "querySelector",
    "querySelectorAll",
];
/// Names that are not those of Python with other letters.
const RENAMED: &[(&str, &str)] = &[
    ("$", "query_selector"),
    ("$$", "query_selector_all"),
    ("innerHTML", "inner_html"),
    ("queryCount", "count"),
];

/// What a message says about the call of the test.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Message {
    /// What its element is looked for with.
    pub selector: String,
    /// The call, by its name in Python.
    pub call: String,
    /// The attribute or property that it asks for.
    pub argument: Option<String>,
    /// Whether several elements are an error.
    pub is_strict: bool,
    /// Whether the call does not wait for its element to be ready.
    pub is_forced: bool,
}

/// The parameters of a message that matter.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Params {
    selector: Option<String>,
    strict: Option<bool>,
    force: Option<bool>,
    state: Option<String>,
    name: Option<String>,
    expression: Option<String>,
    expression_arg: Option<serde_json::Value>,
    is_not: bool,
    expected_number: Option<f64>,
}

impl Message {
    /// Reads a message: its name, the call of the API that sends it (`locator.click`) and its parameters as
    /// JSON. `None` where it wants no element, several, or one that should be gone.
    #[must_use]
    pub fn read(method: &str, api_name: Option<&str>, params: &str) -> Option<Self> {
        let params: Params = serde_json::from_str(params).ok()?;
        let is_assertion = method == "expect";
        let call = if is_assertion {
            assertion_call(
                params.expression.as_deref()?,
                params.is_not,
                params.expected_number,
            )?
        } else {
            name_of_call(method, api_name)?
        };
        if params.state.as_deref().is_some_and(awaits_absence) {
            return None;
        }
        let asserted = params.expression_arg.filter(|_| is_assertion);
        let asserted = asserted.and_then(|value| value.as_str().map(str::to_owned));
        Some(Self {
            selector: params.selector?,
            call,
            argument: asserted.or(params.name),
            is_strict: params
                .strict
                .unwrap_or(is_assertion || method == "queryCount"),
            is_forced: params.force.unwrap_or_default(),
        })
    }
}

/// Returns Python's name of the call; none where it needs no element.
fn name_of_call(method: &str, api_name: Option<&str>) -> Option<String> {
    let own = api_name.and_then(|name| {
        let (owner, call) = name.rsplit_once('.')?;
        matches!(owner, "locator" | "page" | "frame").then_some(call)
    });
    let named = own.unwrap_or(method);
    let renamed = RENAMED.iter().find(|(name, _)| *name == named);
    let call = renamed.map_or_else(|| snake(named), |(_, call)| (*call).to_owned());
    let is_check = CallKind::of(&call).there.is_some();
    let is_known = if is_check {
        AT_ONCE.contains(&method)
    } else {
        WAITING.contains(&method)
    };
    is_known.then_some(call)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(method: &str, api_name: &str, params: &str) -> Option<String> {
        let api_name = Some(api_name).filter(|name| !name.is_empty());
        Some(Message::read(method, api_name, params)?.call)
    }

    #[test]
    fn a_message_is_the_call_that_sends_it() {
        let found = r##"{"selector": "#a"}"##;
        for (method, api_name, expected) in [
            ("click", "locator.click", "click"),
            ("fill", "locator.clear", "clear"),
            ("waitForSelector", "locator.boundingBox", "bounding_box"),
            ("waitForSelector", "locator.waitFor", "wait_for"),
            (
                "waitForSelector",
                "page.waitForSelector",
                "wait_for_selector",
            ),
            ("innerHTML", "page.innerHTML", "inner_html"),
            ("queryCount", "locator.count", "count"),
            ("queryCount", "locator.all", "all"),
            ("querySelector", "page.$", "query_selector"),
            (
                "evalOnSelectorAll",
                "locator.allInnerTexts",
                "all_inner_texts",
            ),
            ("dragAndDrop", "locator.dragTo", "drag_to"),
            ("type", "locator.pressSequentially", "press_sequentially"),
            // Inside of another call of Playwright nobody knows its name.
            ("textContent", "", "text_content"),
        ] {
            let read = call(method, api_name, found);
            assert_eq!(read.as_deref(), Some(expected), "{method} {api_name}");
        }
    }

    #[test]
    fn what_wants_no_single_element_is_left_alone() {
        for (method, api_name, params) in [
            ("click", "locator.click", "{}"),
            ("goto", "page.goto", r#"{"url": "/"}"#),
            (
                "evalOnSelectorAll",
                "locator.evaluateAll",
                r##"{"selector": "#a"}"##,
            ),
            (
                "resolveSelector",
                "locator.normalize",
                r##"{"selector": "#a"}"##,
            ),
            (
                "waitForSelector",
                "locator.waitFor",
                r##"{"selector": "#a", "state": "hidden"}"##,
            ),
            (
                "expect",
                "",
                r##"{"selector": "#a", "expression": "to.be.hidden"}"##,
            ),
            ("click", "locator.click", "no JSON"),
        ] {
            assert_eq!(call(method, api_name, params), None, "{method} {params}");
        }
    }

    #[test]
    fn an_assertion_says_what_it_asks_for() {
        let params = r##"{"selector": "#a", "expression": "to.have.attribute.value",
            "isNot": false, "expressionArg": "href"}"##;
        let message = Message::read("expect", None, params).unwrap();
        assert_eq!(message.call, "expect to_have_attribute_value");
        assert_eq!(message.argument.as_deref(), Some("href"));
        assert!(message.is_strict && !message.is_forced);
    }
}
