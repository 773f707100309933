//! A text that matches a simple regular expression.
//!
//! Patterns of fields are mostly digits and letters in fixed numbers; for anything else the answer
//! is none.

use std::iter::Peekable;
use std::str::Chars;

/// More repetitions than this are no sample any more.
const MAX_REPEATS: usize = 64;

/// Returns a text that matches, or none where the pattern is not a simple one.
pub(crate) fn matching_text(pattern: &str) -> Option<String> {
    let mut rest = pattern.chars().peekable();
    let mut text = String::new();
    while let Some(c) = rest.next() {
        let one = match c {
            '^' | '$' => continue,
            '\\' => escaped(rest.next()?)?,
            '[' => class(&mut rest)?,
            '.' => 'x',
            '(' | ')' | '|' | '*' | '+' | '?' | '{' | '}' => return None,
            c => c,
        };
        let count = repeats(&mut rest)?;
        text.extend(std::iter::repeat_n(one, count));
    }
    Some(text)
}

fn escaped(c: char) -> Option<char> {
    match c {
        'd' => Some('0'),
        'w' => Some('a'),
        's' => Some(' '),
        c if c.is_ascii_alphanumeric() => None,
        c => Some(c),
    }
}

/// Returns the first character of a class; none for one that says what is not allowed.
fn class(rest: &mut Peekable<Chars<'_>>) -> Option<char> {
    let first = match rest.next()? {
        '^' | ']' => return None,
        '\\' => escaped(rest.next()?)?,
        c => c,
    };
    while let Some(c) = rest.next() {
        match c {
            ']' => return Some(first),
            '\\' => {
                rest.next()?;
            }
            _ => {}
        }
    }
    None
}

fn repeats(rest: &mut Peekable<Chars<'_>>) -> Option<usize> {
    match rest.peek() {
        Some('*' | '+' | '?') => {
            rest.next();
            Some(1)
        }
        Some('{') => {
            rest.next();
            let inside: String = rest.by_ref().take_while(|c| *c != '}').collect();
            let least = inside.split(',').next()?.trim().parse().ok()?;
            (least <= MAX_REPEATS).then_some(least)
        }
        _ => Some(1),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn simple_patterns_have_a_match() {
        for (pattern, expected) in [
            (r"\d{5}", Some("00000")),
            (r"[0-9]{3}-[0-9]{4}", Some("000-0000")),
            (r"[A-Za-z]+", Some("A")),
            (r"^\w{2,4}$", Some("aa")),
            (r"(\d|x)", None),
            (r"[^@]+@x", None),
            (r"\d{1000}", None),
            ("[", None),
        ] {
            assert_eq!(matching_text(pattern).as_deref(), expected, "{pattern}");
        }
    }

    proptest! {
        #[test]
        fn any_pattern_has_an_answer(pattern: String) {
            let _ = matching_text(&pattern);
        }
    }
}
