//! Text normalization, the same as Python's `" ".join(text.lower().split())`.

/// Lowercases text, trims it and folds each run of white space into one space.
///
/// White space is what Python's `str.split()` takes for it, on any script.
///
/// ```
/// assert_eq!(breadcrumb_core::normalize_text("  Log\u{a0}\n IN "), "log in");
/// ```
#[must_use]
pub fn normalize_text(text: &str) -> String {
    let mut normalized = String::with_capacity(text.len());
    push_normalized(&mut normalized, text);
    if normalized.ends_with(' ') {
        normalized.pop();
    }
    normalized
}

/// Lowercases and trims a tag name.
#[must_use]
pub fn normalize_tag(tag: &str) -> String {
    tag.trim_matches(is_space).to_lowercase()
}

/// Appends `text` in normal form; a space at its end or start stays as one space, so that pieces
/// of a longer text can be appended one after the other.
pub(crate) fn push_normalized(target: &mut String, text: &str) {
    if text.is_ascii() {
        for byte in text.bytes() {
            push_folded(target, char::from(byte.to_ascii_lowercase()));
        }
    } else {
        // Not char by char: the lower case of a capital sigma depends on what follows it.
        for c in text.to_lowercase().chars() {
            push_folded(target, c);
        }
    }
}

/// Returns at most `max` characters from the start of `text`.
pub(crate) fn cap_chars(text: &str, max: usize) -> &str {
    if text.len() <= max {
        return text;
    }
    text.char_indices()
        .nth(max)
        .map_or(text, |(end, _)| text.get(..end).unwrap_or(text))
}

/// Whether Python's `str.split()` splits here: Unicode white space and the four ASCII separators.
pub(crate) fn is_space(c: char) -> bool {
    match c {
        // What most characters are comes first; this is asked for every character of a page.
        '!'..='~' => false,
        '\u{1c}'..='\u{1f}' => true,
        _ => c.is_whitespace(),
    }
}

/// Appends one character; a run of white space becomes one space, none at the start.
pub(crate) fn push_folded(target: &mut String, c: char) {
    if !is_space(c) {
        target.push(c);
    } else if !target.is_empty() && !target.ends_with(' ') {
        target.push(' ');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_python_on_every_golden_case() {
        // Made by Python itself: fixtures/normalize/make.py.
        let golden = include_str!("../../../fixtures/normalize/python-lower-split.json");
        let cases: Vec<(String, String)> = serde_json::from_str(golden).unwrap();
        assert!(cases.len() > 100);
        for (input, expected) in cases {
            assert_eq!(normalize_text(&input), expected, "input {input:?}");
        }
    }

    #[test]
    fn tags_are_trimmed_and_lowercased() {
        assert_eq!(normalize_tag(" BUTTON\n"), "button");
    }

    #[test]
    fn capping_counts_characters_not_bytes() {
        assert_eq!(cap_chars("äöü", 2), "äö");
        assert_eq!(cap_chars("abc", 3), "abc");
        assert_eq!(cap_chars("", 0), "");
    }
}
