//! Reading JSON that Python and browsers write but the standard does not allow.
//!
//! Python's `json` writes `NaN` and `Infinity` as bare words, and both Python and
//! `JSON.stringify` write a lone UTF-16 surrogate as an escape. A strict reader refuses the whole
//! document for either. Here a lone surrogate becomes U+FFFD and a number that is none `null`.

use std::borrow::Cow;

const NOT_A_NUMBER: [&str; 3] = ["NaN", "-Infinity", "Infinity"];
/// The length of an escape like `\ud83d`.
const ESCAPE_LENGTH: usize = 6;

/// Returns `json` in a form that a strict reader accepts; the same text where it already does.
pub(crate) fn tolerate(json: &str) -> Cow<'_, str> {
    let suspicious = json.contains("\\u") || json.contains("NaN") || json.contains("Infinity");
    if suspicious {
        Cow::Owned(rewrite(json))
    } else {
        Cow::Borrowed(json)
    }
}

fn rewrite(json: &str) -> String {
    let mut rewritten = String::with_capacity(json.len());
    let mut rest = json;
    let mut in_string = false;
    while let Some(c) = rest.chars().next() {
        let taken = match c {
            '\\' if in_string => push_escape(&mut rewritten, rest),
            'N' | 'I' | '-' if !in_string => push_word(&mut rewritten, rest),
            _ => {
                in_string ^= c == '"';
                rewritten.push(c);
                c.len_utf8()
            }
        };
        rest = rest.get(taken..).unwrap_or_default();
    }
    rewritten
}

/// Copies the escape at the start of `rest`, a lone surrogate as U+FFFD; returns its length.
fn push_escape(rewritten: &mut String, rest: &str) -> usize {
    let length = match (
        surrogate(rest),
        rest.get(ESCAPE_LENGTH..).and_then(surrogate),
    ) {
        (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 2 * ESCAPE_LENGTH,
        (Some(_), _) => {
            rewritten.push_str("\\ufffd");
            return ESCAPE_LENGTH;
        }
        (None, _) => 1 + rest.chars().nth(1).map_or(0, char::len_utf8),
    };
    rewritten.push_str(rest.get(..length).unwrap_or(rest));
    length
}

/// Returns the UTF-16 surrogate that an escape at the start of `text` stands for, if it is one.
fn surrogate(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    let code = u32::from_str_radix(digits, 16).ok()?;
    (0xd800..=0xdfff).contains(&code).then_some(code)
}

/// Copies one character, or `null` for a whole word that is no number; returns what it took.
fn push_word(rewritten: &mut String, rest: &str) -> usize {
    if let Some(word) = NOT_A_NUMBER.iter().find(|word| rest.starts_with(**word)) {
        rewritten.push_str("null");
        return word.len();
    }
    rewritten.extend(rest.chars().next());
    1
}

#[cfg(test)]
mod tests {
    use super::tolerate;

    fn check(input: &str, expected: &str) {
        assert_eq!(tolerate(input), expected);
    }

    #[test]
    fn plain_json_is_not_copied() {
        assert!(matches!(
            tolerate(r#"{"a": "b\n"}"#),
            std::borrow::Cow::Borrowed(_)
        ));
    }

    #[test]
    fn lone_surrogates_become_the_replacement_character() {
        check(r#"["\ud83d"]"#, r#"["\ufffd"]"#);
        check(r#"["\ude00x"]"#, r#"["\ufffdx"]"#);
        check(r#"["\ud83d\ud83d\ude00"]"#, r#"["\ufffd\ud83d\ude00"]"#);
    }

    #[test]
    fn pairs_and_escaped_backslashes_stay() {
        check(
            r#"["\ud83d\ude00", "\\ud83d", "\u0041"]"#,
            r#"["\ud83d\ude00", "\\ud83d", "\u0041"]"#,
        );
    }

    #[test]
    fn numbers_that_are_none_become_null_but_words_in_strings_stay() {
        check(
            r#"{"x": NaN, "y": -Infinity, "NaN": "Infinity", "z": -1}"#,
            r#"{"x": null, "y": null, "NaN": "Infinity", "z": -1}"#,
        );
    }

    #[test]
    fn text_that_ends_inside_an_escape_does_not_panic() {
        for broken in [
            r#"["\u"#,
            r#"["\ud8"#,
            r#"["\"#,
            r#"["\ud83d\u"#,
            "[\"\\uäöü",
        ] {
            let _ = tolerate(broken);
        }
    }
}
