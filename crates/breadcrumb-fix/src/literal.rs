//! Text as a string literal, and back.
//!
//! The one way from a page into source code: whatever the text is, what [`write`] returns is one
//! token without placeholders.

use std::fmt::Write as _;

use crate::language::Language;

/// Which quotes a string literal has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Quote {
    /// `'…'`.
    Single,
    /// `"…"`.
    Double,
    /// `'''…'''`, in Python.
    TripleSingle,
    /// `"""…"""`, in Python.
    TripleDouble,
    /// `` `…` ``, in TypeScript and JavaScript.
    Backtick,
}

impl Quote {
    /// Returns the quotes themselves, where the language has them.
    fn mark(self, language: Language) -> &'static str {
        match (self, language) {
            (Self::TripleSingle, Language::Python) => "'''",
            (Self::TripleDouble, Language::Python) => "\"\"\"",
            (Self::Backtick, Language::TypeScript | Language::Tsx | Language::JavaScript) => "`",
            (Self::Single | Self::TripleSingle, _) => "'",
            (Self::Double | Self::TripleDouble | Self::Backtick, _) => "\"",
        }
    }

    /// Returns the quotes for a string in one line; a template literal says nothing about them.
    pub(crate) fn in_line(self) -> Option<Self> {
        match self {
            Self::Single | Self::TripleSingle => Some(Self::Single),
            Self::Double | Self::TripleDouble => Some(Self::Double),
            Self::Backtick => None,
        }
    }
}

/// Writes a string literal.
pub(crate) fn write(text: &str, quote: Quote, language: Language) -> String {
    let mark = quote.mark(language);
    let mut written = String::from(mark);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => written.push_str("\\\\"),
            '\n' => written.push_str("\\n"),
            '\r' => written.push_str("\\r"),
            '\t' => written.push_str("\\t"),
            '$' if mark == "`" && chars.peek() == Some(&'{') => written.push_str("\\$"),
            c if mark.starts_with(c) => {
                written.push('\\');
                written.push(c);
            }
            c if must_be_escaped(c) => push_code(&mut written, c, language),
            c => written.push(c),
        }
    }
    written.push_str(mark);
    written
}

/// Reads a Python string literal; nothing for bytes, templates and what cannot be read.
/// A formatted string must not have placeholders.
pub(crate) fn read_python(token: &str) -> Option<(String, Quote)> {
    let prefix_end = token.find(['"', '\''])?;
    let (prefix, rest) = token.split_at_checked(prefix_end)?;
    let prefix = prefix.to_ascii_lowercase();
    if prefix.contains(['b', 't']) {
        return None;
    }
    let (mark, quote) = [
        ("\"\"\"", Quote::TripleDouble),
        ("'''", Quote::TripleSingle),
        ("\"", Quote::Double),
        ("'", Quote::Single),
    ]
    .into_iter()
    .find(|(mark, _)| rest.starts_with(mark) && rest.len() >= 2 * mark.len())?;
    let inside = rest.strip_prefix(mark)?.strip_suffix(mark)?;
    // Python reads every line end of a file as `\n`.
    let inside = inside.replace("\r\n", "\n").replace('\r', "\n");
    let text = if prefix.contains('r') {
        inside
    } else {
        unescape(&inside, Language::Python)?
    };
    let text = if prefix.contains('f') {
        text.replace("{{", "{").replace("}}", "}")
    } else {
        text
    };
    Some((text, quote))
}

/// Reads a string literal or a template without placeholders of TypeScript or JavaScript.
pub(crate) fn read_script(token: &str) -> Option<(String, Quote)> {
    let (mark, quote) = [
        ("\"", Quote::Double),
        ("'", Quote::Single),
        ("`", Quote::Backtick),
    ]
    .into_iter()
    .find(|(mark, _)| token.starts_with(mark) && token.len() >= 2)?;
    let inside = token.strip_prefix(mark)?.strip_suffix(mark)?;
    let inside = inside.replace("\r\n", "\n");
    Some((unescape(&inside, Language::TypeScript)?, quote))
}

/// Reads the escapes of Python or of JavaScript.
pub(crate) fn unescape(text: &str, language: Language) -> Option<String> {
    let is_python = language == Language::Python;
    let mut read = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let (before, tail) = rest.split_at_checked(at)?;
        read.push_str(before);
        let mut chars = tail.chars();
        chars.next();
        let code = chars.next()?;
        rest = chars.as_str();
        match code {
            '\n' => {}
            '\u{2028}' | '\u{2029}' if !is_python => {}
            'n' => read.push('\n'),
            't' => read.push('\t'),
            'r' => read.push('\r'),
            'b' => read.push('\u{8}'),
            'f' => read.push('\u{c}'),
            'v' => read.push('\u{b}'),
            'a' if is_python => read.push('\u{7}'),
            '\\' | '\'' | '"' => read.push(code),
            'x' => read.push(take_hex(&mut rest, 2)?),
            'U' if is_python => read.push(take_hex(&mut rest, 8)?),
            'u' if !is_python => read.push(take_script_unicode(&mut rest)?),
            'u' => read.push(take_hex(&mut rest, 4)?),
            'N' if is_python => return None,
            '0'..='7' => read.push(take_octal(code, &mut rest, is_python)?),
            other if is_python => read.extend(['\\', other]),
            other => read.push(other),
        }
    }
    read.push_str(rest);
    Some(read)
}

fn take_hex(rest: &mut &str, digits: usize) -> Option<char> {
    char::from_u32(take_number(rest, digits)?)
}

fn take_number(rest: &mut &str, digits: usize) -> Option<u32> {
    let (number, tail) = rest.split_at_checked(digits)?;
    *rest = tail;
    let is_hex = number.bytes().all(|b| b.is_ascii_hexdigit());
    is_hex.then(|| u32::from_str_radix(number, 16).ok())?
}

/// Takes `uXXXX`, a pair of them, or `u{…}`.
fn take_script_unicode(rest: &mut &str) -> Option<char> {
    if let Some(tail) = rest.strip_prefix('{') {
        let (number, tail) = tail.split_once('}')?;
        *rest = tail;
        return char::from_u32(u32::from_str_radix(number, 16).ok()?);
    }
    let first = u16::try_from(take_number(rest, 4)?).ok()?;
    if let Some(c) = char::from_u32(u32::from(first)) {
        return Some(c);
    }
    *rest = rest.strip_prefix("\\u")?;
    let second = u16::try_from(take_number(rest, 4)?).ok()?;
    char::decode_utf16([first, second]).next()?.ok()
}

/// Takes an octal escape; JavaScript has only `\0`.
fn take_octal(first: char, rest: &mut &str, is_python: bool) -> Option<char> {
    let mut value = first.to_digit(8)?;
    if !is_python {
        let is_zero = value == 0 && !rest.starts_with(|c: char| c.is_ascii_digit());
        return is_zero.then_some('\0');
    }
    for _ in 0..2 {
        let Some(digit) = rest.chars().next().and_then(|c| c.to_digit(8)) else {
            break;
        };
        value = value * 8 + digit;
        *rest = rest.get(1..)?;
    }
    char::from_u32(value)
}

fn push_code(written: &mut String, c: char, language: Language) {
    let code = u32::from(c);
    let _ = match (code > 0xffff, language) {
        (false, _) => write!(written, "\\u{code:04x}"),
        (true, Language::Python) => write!(written, "\\U{code:08x}"),
        (true, _) => write!(written, "\\u{{{code:x}}}"),
    };
}

/// Controls end lines or literals; marks that nobody sees would hide what is written.
fn must_be_escaped(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const QUOTES: [Quote; 5] = [
        Quote::Single,
        Quote::Double,
        Quote::TripleSingle,
        Quote::TripleDouble,
        Quote::Backtick,
    ];

    #[test]
    fn nothing_ends_the_literal() {
        for (text, quote, python, script) in [
            ("Log in", Quote::Double, r#""Log in""#, r#""Log in""#),
            ("it's", Quote::Single, r"'it\'s'", r"'it\'s'"),
            (
                "a\"\"\"b",
                Quote::TripleDouble,
                r#""""a\"\"\"b""""#,
                r#""a\"\"\"b""#,
            ),
            ("${x} `", Quote::Backtick, "\"${x} `\"", "`\\${x} \\``"),
            (
                "\u{202e}\u{e0041}",
                Quote::Single,
                r"'\u202e\U000e0041'",
                r"'\u202e\u{e0041}'",
            ),
            ("{x}\r\n", Quote::Double, r#""{x}\r\n""#, r#""{x}\r\n""#),
        ] {
            assert_eq!(write(text, quote, Language::Python), python);
            assert_eq!(write(text, quote, Language::TypeScript), script);
        }
    }

    #[test]
    fn literals_of_python_are_read() {
        for (token, text) in [
            (r#"r"\d""#, Some(r"\d")),
            (r"U'a\x41\u00e4\U0001f600\101'", Some("aAä😀A")),
            ("'''a\r\nb'''", Some("a\nb")),
            (r#"f"{{a}}""#, Some("{a}")),
            (r#"b"a""#, None),
            (r#""\N{DASH}""#, None),
            (r#""\ud800""#, None),
            (r#""\q""#, Some(r"\q")),
            ("''", Some("")),
        ] {
            assert_eq!(
                read_python(token).map(|read| read.0).as_deref(),
                text,
                "{token}"
            );
        }
    }

    #[test]
    fn literals_of_scripts_are_read() {
        for (token, text) in [
            (r"'\ud83d\ude00\u{e4}\x41\0'", Some("😀äA\0")),
            ("`a\\`b`", Some("a`b")),
            (r"'\1'", None),
            (r"'\q'", Some("q")),
            ("'", None),
        ] {
            assert_eq!(
                read_script(token).map(|read| read.0).as_deref(),
                text,
                "{token}"
            );
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(text: String) {
            for quote in QUOTES {
                let written = write(&text, quote, Language::Python);
                prop_assert_eq!(read_python(&written).map(|read| read.0), Some(text.clone()));
                let written = write(&text, quote, Language::TypeScript);
                prop_assert_eq!(read_script(&written).map(|read| read.0), Some(text.clone()));
            }
        }

        #[test]
        fn any_token_is_read_without_a_panic(token: String) {
            let _ = (read_python(&token), read_script(&token));
        }
    }
}
