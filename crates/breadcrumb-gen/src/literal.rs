//! Text of a page as a string literal.
//!
//! The one way from a page into code. What it returns is one token in Python, JavaScript and
//! TypeScript alike, whatever the text is.

use std::fmt::Write as _;

/// Longer texts are cut: nobody compares more by eye.
pub(crate) const MAX_CHARS: usize = 200;

/// Writes a string literal that Python and TypeScript read the same way: in double quotes, unless
/// single ones need fewer escapes, as the formatters of both languages have it.
pub(crate) fn literal(text: &str) -> String {
    let count = |quote: char| text.chars().filter(|c| *c == quote).count();
    let quote = if count('"') > count('\'') { '\'' } else { '"' };
    let mut quoted = String::from(quote);
    for c in text.chars() {
        match c {
            c if c == quote || c == '\\' => {
                quoted.push('\\');
                quoted.push(c);
            }
            '\n' => quoted.push_str("\\n"),
            c if must_be_escaped(c) => {
                let mut units = [0; 2];
                for unit in c.encode_utf16(&mut units) {
                    let _ = write!(quoted, "\\u{unit:04x}");
                }
            }
            c => quoted.push(c),
        }
    }
    quoted.push(quote);
    quoted
}

/// Cuts a text to what fits into a literal.
pub(crate) fn cut(text: &str) -> String {
    text.chars().take(MAX_CHARS).collect()
}

/// Controls end lines or literals; marks that nobody sees would hide what is written.
fn must_be_escaped(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn nothing_ends_the_literal() {
        for (text, expected) in [
            ("Log in", r#""Log in""#),
            (r#"a"b\"#, r#"'a"b\\'"#),
            (r#"it's "so""#, r#"'it\'s "so"'"#),
            ("a\r\n\0b", r#""a\u000d\n\u0000b""#),
            ("\u{2028}\u{202e}", r#""\u2028\u202e""#),
            ("${x} {{y}} \"\"\"", r#"'${x} {{y}} """'"#),
        ] {
            assert_eq!(literal(text), expected);
        }
    }

    proptest! {
        /// JSON's strings are Python's and JavaScript's: what it reads back is what was written.
        #[test]
        fn any_text_is_one_token(text: String) {
            let written = literal(&text);
            let quote = written.chars().next();
            let inside = &written[1..written.len() - 1];
            // The same in JSON's quotes.
            let inside = if quote == Some('\'') {
                inside.replace("\\'", "'").replace('"', "\\\"")
            } else {
                inside.to_owned()
            };
            let read = serde_json::from_str::<String>(&format!("\"{inside}\"")).ok();
            prop_assert_eq!(read, Some(text));
            let ends_line = |c| matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}');
            prop_assert!(!written.contains(ends_line), "{}", written);
        }
    }
}
