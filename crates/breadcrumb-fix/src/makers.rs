//! Which calls of a source take a selector or check a locator; what makes locators is in the core.

pub(crate) use breadcrumb_core::locator::names::{
    enters_frame, is_locating, is_maker, is_positional, is_property, parameter, parameters,
    position,
};

/// Checks that answer at once; the front adds them to the key.
const CHECKS: [&str; 9] = [
    "is_visible",
    "is_hidden",
    "count",
    "all",
    "all_inner_texts",
    "all_text_contents",
    "element_handles",
    "query_selector",
    "query_selector_all",
];
/// Methods of pages and frames whose first argument is a selector. With the number of arguments
/// that they have at least: `locator.fill("text")` has no selector, `page.fill("#a", "text")` has.
const SELECTOR_METHODS: [(&str, usize); 31] = [
    ("check", 1),
    ("click", 1),
    ("dblclick", 1),
    ("dispatch_event", 2),
    ("drag_and_drop", 2),
    ("eval_on_selector", 2),
    ("eval_on_selector_all", 2),
    ("fill", 2),
    ("focus", 1),
    ("get_attribute", 2),
    ("hover", 1),
    ("inner_html", 1),
    ("inner_text", 1),
    ("input_value", 1),
    ("is_checked", 1),
    ("is_disabled", 1),
    ("is_editable", 1),
    ("is_enabled", 1),
    ("is_hidden", 1),
    ("is_visible", 1),
    ("press", 2),
    ("query_selector", 1),
    ("query_selector_all", 1),
    ("select_option", 2),
    ("set_checked", 2),
    ("set_input_files", 2),
    ("tap", 1),
    ("text_content", 1),
    ("type", 2),
    ("uncheck", 1),
    ("wait_for_selector", 1),
];
/// Short names of TypeScript.
const SHORT_NAMES: [(&str, &str); 4] = [
    ("$", "query_selector"),
    ("$$", "query_selector_all"),
    ("$eval", "eval_on_selector"),
    ("$$eval", "eval_on_selector_all"),
];

/// Whether it is a check that the front adds to a key.
pub(crate) fn is_check(method: &str) -> bool {
    CHECKS.contains(&method)
}

/// Returns how many arguments a method has at least if its first one is a selector.
pub(crate) fn selector_arity(method: &str) -> Option<usize> {
    SELECTOR_METHODS
        .iter()
        .find(|(name, _)| *name == method)
        .map(|(_, arity)| *arity)
}

/// Returns Python's name for a method or an option of TypeScript.
pub(crate) fn snake(name: &str) -> String {
    match SHORT_NAMES.iter().find(|(short, _)| *short == name) {
        Some((_, long)) => (*long).to_owned(),
        None => breadcrumb_core::locator::names::snake(name),
    }
}
