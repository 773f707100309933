//! Text as a string literal, and back.
//!
//! The one way from a page into source code: whatever the text is, what [`write()`] returns is one
//! token without placeholders.

use std::fmt::Write as _;

/// The syntax of the code that a locator is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Syntax {
    /// Python.
    Python,
    /// JavaScript and TypeScript, which have one syntax as far as locators go.
    JavaScript,
}

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
    fn mark(self, syntax: Syntax) -> &'static str {
        match (self, syntax) {
            (Self::TripleSingle, Syntax::Python) => "'''",
            (Self::TripleDouble, Syntax::Python) => "\"\"\"",
            (Self::Backtick, Syntax::JavaScript) => "`",
            (Self::Single | Self::TripleSingle, _) => "'",
            (Self::Double | Self::TripleDouble | Self::Backtick, _) => "\"",
        }
    }

    /// Returns the quotes with the fewest escapes, as the formatters of the languages choose them.
    #[must_use]
    pub fn shortest(text: &str) -> Self {
        let count = |quote: char| text.chars().filter(|c| *c == quote).count();
        if count('"') > count('\'') {
            Self::Single
        } else {
            Self::Double
        }
    }

    /// Returns the quotes for a string in one line; a template literal says nothing about them.
    #[must_use]
    pub fn in_line(self) -> Option<Self> {
        match self {
            Self::Single | Self::TripleSingle => Some(Self::Single),
            Self::Double | Self::TripleDouble => Some(Self::Double),
            Self::Backtick => None,
        }
    }
}

/// Writes a string literal.
#[must_use]
pub fn write(text: &str, quote: Quote, syntax: Syntax) -> String {
    let mark = quote.mark(syntax);
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
            c if must_be_escaped(c) => push_code(&mut written, c, syntax),
            c => written.push(c),
        }
    }
    written.push_str(mark);
    written
}

/// Writes a string literal in the quotes that need the fewest escapes.
#[must_use]
pub fn shortest(text: &str, syntax: Syntax) -> String {
    write(text, Quote::shortest(text), syntax)
}

/// Reads a Python string literal; nothing for bytes, templates and what cannot be read.
/// A formatted string must not have placeholders.
#[must_use]
pub fn read_python(token: &str) -> Option<(String, Quote)> {
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
        unescape(&inside, Syntax::Python)?
    };
    let text = if prefix.contains('f') {
        text.replace("{{", "{").replace("}}", "}")
    } else {
        text
    };
    Some((text, quote))
}

/// Reads a string literal or a template without placeholders of TypeScript or JavaScript.
#[must_use]
pub fn read_script(token: &str) -> Option<(String, Quote)> {
    let (mark, quote) = [
        ("\"", Quote::Double),
        ("'", Quote::Single),
        ("`", Quote::Backtick),
    ]
    .into_iter()
    .find(|(mark, _)| token.starts_with(mark) && token.len() >= 2)?;
    let inside = token.strip_prefix(mark)?.strip_suffix(mark)?;
    let inside = inside.replace("\r\n", "\n");
    Some((unescape(&inside, Syntax::JavaScript)?, quote))
}

/// Reads the escapes of Python or of JavaScript.
#[must_use]
pub fn unescape(text: &str, syntax: Syntax) -> Option<String> {
    let is_python = syntax == Syntax::Python;
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

fn push_code(written: &mut String, c: char, syntax: Syntax) {
    let code = u32::from(c);
    let _ = match (code > 0xffff, syntax) {
        (false, _) => write!(written, "\\u{code:04x}"),
        (true, Syntax::Python) => write!(written, "\\U{code:08x}"),
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
