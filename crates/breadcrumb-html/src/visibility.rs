//! What markup alone hides.

use scraper::node::Element;

/// Elements that are never shown, whatever is in them.
const UNSEEN_TAGS: [&str; 9] = [
    "base", "head", "link", "meta", "noscript", "script", "style", "template", "title",
];

/// Whether an element and all in it cannot be seen.
pub(crate) fn is_hidden(element: &Element) -> bool {
    UNSEEN_TAGS.contains(&element.name())
        || element.attr("hidden").is_some()
        || is_hidden_input(element)
        || element.attr("style").is_some_and(hides)
}

fn is_hidden_input(element: &Element) -> bool {
    element.name() == "input"
        && element
            .attr("type")
            .is_some_and(|kind| kind.eq_ignore_ascii_case("hidden"))
}

/// Whether an inline style hides the element.
fn hides(style: &str) -> bool {
    style.to_ascii_lowercase().split(';').any(|declaration| {
        let mut parts = declaration.splitn(2, ':').map(str::trim);
        let (property, value) = (
            parts.next().unwrap_or_default(),
            parts.next().unwrap_or_default(),
        );
        let value = value.trim_end_matches("!important").trim_end();
        matches!(
            (property, value),
            ("display", "none") | ("visibility", "hidden" | "collapse")
        )
    })
}
