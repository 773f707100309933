//! Which methods make locators, and what their arguments are called.

/// Properties in Python, calls without arguments in TypeScript.
const PROPERTIES: [&str; 5] = ["first", "last", "visible", "content_frame", "owner"];
/// Calls that make locators, beside `get_by_…`.
const CALLS: [&str; 8] = [
    "locator",
    "frame_locator",
    "filter",
    "and_",
    "or_",
    "nth",
    "describe",
    "within",
];
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

/// Whether a call of this name makes a locator.
pub(crate) fn is_maker(method: &str) -> bool {
    CALLS.contains(&method) || method.starts_with("get_by_")
}

/// Whether it is a property in Python.
pub(crate) fn is_property(method: &str) -> bool {
    PROPERTIES.contains(&method)
}

/// Whether it is a check that the front adds to a key.
pub(crate) fn is_check(method: &str) -> bool {
    CHECKS.contains(&method)
}

/// Whether what it makes looks into a frame.
pub(crate) fn enters_frame(method: &str) -> bool {
    matches!(method, "frame_locator" | "content_frame")
}

/// Whether it names an element by itself; the other ones choose among what others have found.
pub(crate) fn is_locating(method: &str) -> bool {
    matches!(method, "locator" | "frame_locator") || method.starts_with("get_by_")
}

/// Returns how many arguments a method has at least if its first one is a selector.
pub(crate) fn selector_arity(method: &str) -> Option<usize> {
    SELECTOR_METHODS
        .iter()
        .find(|(name, _)| *name == method)
        .map(|(_, arity)| *arity)
}

/// Returns the names of a method's arguments, in the order of its signature in Playwright. The
/// first one is empty where a key has it without its name.
pub(crate) fn parameters(method: &str) -> &'static [&'static str] {
    match method {
        "locator" => &["", "has_text", "has_not_text", "has", "has_not"],
        "filter" => &["has_text", "has_not_text", "has", "has_not", "visible"],
        "get_by_role" => &[
            "",
            "checked",
            "disabled",
            "expanded",
            "include_hidden",
            "level",
            "name",
            "pressed",
            "selected",
            "exact",
            "description",
        ],
        "describe" => &["description"],
        "get_by_ref" => &["ref"],
        _ => &["", "exact"],
    }
}

/// Returns the name under which an argument is compared: that of the first one is left out.
pub(crate) fn parameter<'n>(method: &str, name: &'n str) -> &'n str {
    let is_first = match method {
        "locator" => matches!(name, "selector" | "selector_or_locator"),
        "frame_locator" => name == "selector",
        "get_by_role" => name == "role",
        "get_by_test_id" => name == "test_id",
        "nth" => name == "index",
        "and_" | "or_" | "within" => name == "locator",
        _ => name == "text",
    };
    if is_first && parameters(method).first() == Some(&"") {
        ""
    } else {
        name
    }
}

/// Whether TypeScript has an argument by position; the other ones are options.
pub(crate) fn is_positional(method: &str, name: &str) -> bool {
    name.is_empty()
        || matches!(
            (method, name),
            ("describe", "description") | ("get_by_ref", "ref")
        )
}

/// Returns where an argument stands in a call; what is not known comes last.
pub(crate) fn position(method: &str, name: &str) -> usize {
    let known = parameters(method).iter().position(|known| *known == name);
    known.unwrap_or(usize::MAX)
}

/// Returns Python's name for a method or an option of TypeScript.
pub(crate) fn snake(name: &str) -> String {
    if let Some((_, long)) = SHORT_NAMES.iter().find(|(short, _)| *short == name) {
        return (*long).to_owned();
    }
    if matches!(name, "and" | "or") {
        return format!("{name}_");
    }
    let mut snake = String::with_capacity(name.len() + 4);
    for c in name.chars() {
        if c.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    snake
}

/// Returns TypeScript's name for a method or an option of Python.
pub(crate) fn camel(name: &str) -> String {
    let mut camel = String::with_capacity(name.len());
    for (index, word) in name.split('_').enumerate() {
        let mut chars = word.chars();
        match chars.next() {
            Some(first) if index > 0 => {
                camel.push(first.to_ascii_uppercase());
                camel.push_str(chars.as_str());
            }
            _ => camel.push_str(word),
        }
    }
    camel
}
