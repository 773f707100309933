//! The names of calls that make locators, and of their arguments.

/// Properties in Python, calls without arguments in JavaScript.
const PROPERTIES: [&str; 5] = ["first", "last", "visible", "content_frame", "owner"];
/// Calls that make locators, beside `get_by_…`.
const MAKERS: [&str; 8] = [
    "locator",
    "frame_locator",
    "filter",
    "and_",
    "or_",
    "nth",
    "describe",
    "within",
];
/// Names of arguments that are written without them where they come first.
const FIRST: [&str; 7] = [
    "selector",
    "selector_or_locator",
    "text",
    "test_id",
    "role",
    "index",
    "locator",
];

/// Whether a call of this name makes a locator.
#[must_use]
pub fn is_maker(method: &str) -> bool {
    MAKERS.contains(&method) || method.starts_with("get_by_")
}

/// Whether it is a property in Python.
#[must_use]
pub fn is_property(method: &str) -> bool {
    PROPERTIES.contains(&method)
}

/// Whether what it makes looks into a frame.
#[must_use]
pub fn enters_frame(method: &str) -> bool {
    matches!(method, "frame_locator" | "content_frame")
}

/// Whether it names an element by itself; the other ones choose among what others have found.
#[must_use]
pub fn is_locating(method: &str) -> bool {
    matches!(method, "locator" | "frame_locator") || method.starts_with("get_by_")
}

/// Returns the names of a method's arguments, in the order of its signature in Playwright. The
/// first one is empty where a key has it without its name.
#[must_use]
pub fn parameters(method: &str) -> &'static [&'static str] {
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
#[must_use]
pub fn parameter<'n>(method: &str, name: &'n str) -> &'n str {
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

/// Returns the name of an argument as a key has it, from its name in any language.
pub(super) fn argument(method: &str, index: usize, name: &str) -> String {
    let name = snake_argument(name);
    match (index, parameters(method).first()) {
        (0, Some(first)) if name.is_empty() => (*first).to_owned(),
        (0, Some(&"")) if FIRST.contains(&name.as_str()) => String::new(),
        _ => name,
    }
}

/// Whether JavaScript has an argument by position; the other ones are options.
#[must_use]
pub fn is_positional(method: &str, name: &str) -> bool {
    name.is_empty()
        || matches!(
            (method, name),
            ("describe", "description") | ("get_by_ref", "ref")
        )
}

/// Returns where an argument stands in a call; what is not known comes last.
#[must_use]
pub fn position(method: &str, name: &str) -> usize {
    let known = parameters(method).iter().position(|known| *known == name);
    known.unwrap_or(usize::MAX)
}

/// Returns Python's name of a method of JavaScript.
#[must_use]
pub fn snake(method: &str) -> String {
    if matches!(method, "and" | "or") {
        return format!("{method}_");
    }
    snake_argument(method)
}

fn snake_argument(name: &str) -> String {
    let mut snake = String::with_capacity(name.len() + 4);
    for c in name.chars() {
        if c.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    snake
}

/// Returns JavaScript's name of a method or an option of Python.
#[must_use]
pub fn camel(name: &str) -> String {
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
