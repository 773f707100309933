//! Naming an element in a sentence.

use crate::fingerprint::ElementFingerprint;
use crate::text::cap_chars;

/// Longer texts are cut: a message is read in one line.
const MAX_SHOWN_CHARS: usize = 60;

/// Names an element so that a person finds it: `<button#login> "log in"`.
#[must_use]
pub fn describe(element: &ElementFingerprint) -> String {
    let id = element.attribute("id").filter(|id| !id.is_empty());
    let id = id.map(|id| format!("#{}", shown(id))).unwrap_or_default();
    let name = [
        element.text(),
        &element.context().name,
        &element.context().label,
    ]
    .into_iter()
    .find(|name| !name.is_empty());
    let name = name
        .map(|name| format!(" {}", quoted(name)))
        .unwrap_or_default();
    format!("<{}{id}>{name}", shown(element.tag()))
}

/// Puts a text of the page in quotes, cut and without control characters.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", shown(text))
}

fn shown(text: &str) -> String {
    let cut = cap_chars(text, MAX_SHOWN_CHARS);
    let ellipsis = if cut.len() < text.len() { "…" } else { "" };
    let clean: String = cut
        .chars()
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .collect();
    format!("{clean}{ellipsis}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_is_named_by_tag_id_and_text() {
        let button = ElementFingerprint::builder("button")
            .text("Log in")
            .attribute("id", "go")
            .build();
        assert_eq!(describe(&button), "<button#go> \"log in\"");
        assert_eq!(describe(&ElementFingerprint::builder("hr").build()), "<hr>");
    }

    #[test]
    fn terminal_escapes_of_a_page_do_not_reach_the_terminal() {
        let evil = ElementFingerprint::builder("a").text("x\u{1b}[31m").build();
        assert_eq!(describe(&evil), "<a> \"x\u{fffd}[31m\"");
    }
}
