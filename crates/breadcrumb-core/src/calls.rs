//! What Playwright's calls do with an element, as data for every front, by their names in Python.

use crate::locator::Locator;

/// What kind of call this is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "the columns of a table")]
#[non_exhaustive]
pub struct CallKind {
    /// It leaves the page as it is: it may be cut short and made again.
    pub is_read: bool,
    /// Made twice, it leaves the element as after once: the same holds for it.
    pub is_repeatable: bool,
    /// It takes several steps before it touches the element: there is time to ask about it meanwhile.
    pub is_slow: bool,
    /// It takes two elements, each with a flow of its own.
    pub has_target: bool,
    /// It answers at once, and then this answer means "there, and only one".
    pub there: Option<There>,
}

/// Which answer of a check means that the element is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum There {
    /// Yes.
    Yes,
    /// No: it is not hidden.
    No,
    /// One, or a list of one.
    One,
    /// Anything but nothing.
    Something,
}

/// What a call has returned, as far as a rule may depend on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shape {
    /// Yes or no.
    Bool(bool),
    /// A number, or a list of so many.
    Count(u64),
    /// `None`, `null`.
    Nothing,
    /// Anything else.
    Something,
}

/// Calls that leave the page as it is.
const READS: &[&str] = &[
    "text_content",
    "inner_text",
    "inner_html",
    "input_value",
    "get_attribute",
    "aria_snapshot",
    "bounding_box",
    "element_handle",
    "wait_for",
    "wait_for_selector",
    "is_checked",
    "is_disabled",
    "is_editable",
    "is_enabled",
];
/// Calls that leave an element in a state which is the same after a second one.
const REPEATABLE: &[&str] = &[
    "fill",
    "clear",
    "check",
    "uncheck",
    "set_checked",
    "select_option",
];
/// Calls beside the reads that take several steps. `evaluate` and `dispatch_event` take one, and may
/// remove their element.
const SLOW: &[&str] = &[
    "click",
    "dblclick",
    "tap",
    "hover",
    "check",
    "uncheck",
    "set_checked",
    "drag_to",
    "drag_and_drop",
    "screenshot",
    "fill",
    "clear",
    "type",
    "press_sequentially",
    "press",
    "select_option",
    "select_text",
    "set_input_files",
    "focus",
    "blur",
    "scroll_into_view_if_needed",
];
const WITH_TARGET: &[&str] = &["drag_to", "drag_and_drop"];
/// Calls that type a text, and the argument that it is.
const TYPING: &[(&str, &str)] = &[
    ("fill", "value"),
    ("type", "text"),
    ("press_sequentially", "text"),
];
/// Checks that answer at once.
const CHECKS: &[(&str, There)] = &[
    ("is_visible", There::Yes),
    ("is_hidden", There::No),
    ("count", There::One),
    ("all", There::One),
    ("all_inner_texts", There::One),
    ("all_text_contents", There::One),
    ("element_handles", There::One),
    ("query_selector", There::Something),
    ("query_selector_all", There::One),
];
/// Waiting for one of these is waiting for an element to go away.
const ABSENT_STATES: &[&str] = &["hidden", "detached"];
/// Assertions that an element's absence fulfills.
const ABSENT_ASSERTIONS: &[&str] = &["to.be.hidden", "to.be.detached"];

impl CallKind {
    /// Returns the kind of a call, by its name. An assertion is called `expect` and what it asserts.
    ///
    /// ```
    /// use breadcrumb_core::CallKind;
    ///
    /// assert!(CallKind::of("fill").is_repeatable && !CallKind::of("click").is_repeatable);
    /// assert!(CallKind::of("expect to_have_text").is_read);
    /// ```
    #[must_use]
    pub fn of(call: &str) -> Self {
        let is_assertion = call.starts_with("expect ");
        let is_read = is_assertion || READS.contains(&call);
        Self {
            is_read,
            is_repeatable: REPEATABLE.contains(&call),
            is_slow: is_read || SLOW.contains(&call),
            has_target: WITH_TARGET.contains(&call),
            there: CHECKS
                .iter()
                .find(|(name, _)| *name == call)
                .map(|(_, there)| *there),
        }
    }

    /// Returns the kind of the same call where it does not wait for its element to be ready.
    #[must_use]
    pub fn forced(mut self, is_forced: bool) -> Self {
        self.is_slow &= !is_forced;
        self
    }
}

impl There {
    /// Whether this answer means that the element is there.
    #[must_use]
    pub fn holds(self, answer: Shape) -> bool {
        match self {
            Self::Yes => answer == Shape::Bool(true),
            Self::No => answer == Shape::Bool(false),
            Self::One => answer == Shape::Count(1),
            Self::Something => answer != Shape::Nothing,
        }
    }
}

/// Whether a call waits for its element to go away, by the state that it waits for.
#[must_use]
pub fn awaits_absence(state: &str) -> bool {
    ABSENT_STATES.contains(&state)
}

/// Returns what an assertion is called where it is about one element that should be there, so that it
/// may be healed: `expression` as Playwright has it (`to.have.text`), and the number that it expects.
#[must_use]
pub fn assertion_call(expression: &str, is_not: bool, number: Option<f64>) -> Option<String> {
    let is_about_many = expression.rsplit('.').next() == Some("array")
        || (expression == "to.have.count" && number.is_none_or(|n| (n - 1.0).abs() > f64::EPSILON));
    let may_heal = !is_not && !is_about_many && !ABSENT_ASSERTIONS.contains(&expression);
    may_heal.then(|| format!("expect {}", expression.replace('.', "_")))
}

/// Returns what the element of a call is known by. A check that answers at once has a key of its own:
/// only it says whether the element should be there.
#[must_use]
pub fn key_of_call(locator: &Locator, call: &str) -> String {
    if CallKind::of(call).there.is_some() {
        locator.then(call, Vec::new()).key()
    } else {
        locator.key()
    }
}

/// Whether a call answers with what stands in a field.
#[must_use]
pub fn reads_field(call: &str) -> bool {
    call == "input_value"
}

/// Returns which argument of a call is a text that it types; nobody but the page may know it.
#[must_use]
pub fn typed_argument(call: &str) -> Option<&'static str> {
    let typing = TYPING.iter().find(|(name, _)| *name == call);
    typing.map(|(_, argument)| *argument)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_assertion_heals_where_one_element_should_be_there() {
        let call = assertion_call("to.have.text", false, None);
        assert_eq!(call.as_deref(), Some("expect to_have_text"));
        assert!(assertion_call("to.have.count", false, Some(1.0)).is_some());
        for (expression, is_not, number) in [
            ("to.have.text", true, None),
            ("to.be.hidden", false, None),
            ("to.be.detached", false, None),
            ("to.have.text.array", false, None),
            ("to.have.count", false, Some(2.0)),
            ("to.have.count", false, None),
        ] {
            let call = assertion_call(expression, is_not, number);
            assert_eq!(call, None, "{expression}");
        }
    }

    #[test]
    fn only_one_answer_means_there() {
        let answers = [
            Shape::Bool(true),
            Shape::Bool(false),
            Shape::Count(0),
            Shape::Count(1),
            Shape::Count(2),
            Shape::Nothing,
            Shape::Something,
        ];
        for (call, expected) in [
            ("is_visible", "1000000"),
            ("is_hidden", "0100000"),
            ("count", "0001000"),
            ("query_selector", "1111101"),
        ] {
            let there = CallKind::of(call).there.unwrap();
            let held = answers.map(|answer| if there.holds(answer) { '1' } else { '0' });
            assert_eq!(held.iter().collect::<String>(), expected, "{call}");
        }
    }
}
