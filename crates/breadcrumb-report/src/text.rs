//! Text of unknown origin, made fit to be shown: no control characters, no endless lines.

use std::fmt::Write as _;

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// What stands for the rest of a text that is cut.
const REST: char = '…';

/// Looks at no more than this many characters, whatever the width: combining marks have none, and
/// a megabyte of them fits in one column.
const MARKS_PER_COLUMN: usize = 4;

/// Returns whether a character would change how the text around it is shown.
///
/// Control characters reach the terminal; marks of direction turn the line around; line and
/// paragraph separators end it.
#[must_use]
pub fn is_unsafe(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{200e}' | '\u{200f}' | '\u{061c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
                | '\u{2028}' | '\u{2029}' | '\u{feff}'
        )
}

/// Writes a text with everything unsafe as an escape, cut to `width` columns.
///
/// ```
/// use breadcrumb_report::text::fit;
///
/// assert_eq!(fit("a\nb\u{202e}c", 40), r"a\nb\u{202e}c");
/// assert_eq!(fit("long enough", 5), "long…");
/// assert_eq!(fit("日本語", 5), "日本…");
/// ```
#[must_use]
pub fn fit(text: &str, width: usize) -> String {
    let mut fitted = String::new();
    let mut columns = 0;
    // Where to go back to if the text turns out too long: room for the sign of the rest.
    let mut last_safe = 0;
    for (count, character) in text.chars().enumerate() {
        let piece = shown(character);
        fitted.push_str(&piece);
        columns = widened(&fitted, columns, &piece);
        if columns > width || count > width.saturating_mul(MARKS_PER_COLUMN) {
            fitted.truncate(last_safe);
            if width > 0 {
                fitted.push(REST);
            }
            return fitted;
        }
        if columns < width {
            last_safe = fitted.len();
        }
    }
    fitted
}

/// Writes a text with everything unsafe as an escape, cut to so many characters.
#[must_use]
pub fn plain(text: &str, characters: usize) -> String {
    let mut written = String::new();
    for (count, character) in text.chars().enumerate() {
        if count == characters {
            written.push(REST);
            break;
        }
        written.push_str(&shown(character));
    }
    written
}

/// Returns the columns that a text takes.
#[must_use]
pub fn width(text: &str) -> usize {
    text.width()
}

/// Wraps a text at spaces into lines of at most `width` columns; a longer word is cut in pieces.
#[must_use]
pub fn wrap(text: &str, width: usize, most_lines: usize) -> Vec<String> {
    let width = width.max(2);
    // More than fits is not looked at, but for one column: it says that there is a rest.
    let text = fit(text, width.saturating_mul(most_lines));
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        for piece in pieces(word, width) {
            let is_new = lines.last().is_some_and(String::is_empty);
            let used = lines.last().map_or(0, |line| line.width());
            let needed = piece.width() + usize::from(!is_new);
            match lines.last_mut() {
                Some(line) if used + needed <= width => {
                    if !is_new {
                        line.push(' ');
                    }
                    line.push_str(&piece);
                }
                _ => lines.push(piece),
            }
        }
    }
    if lines.len() > most_lines {
        lines.truncate(most_lines);
        if let Some(last) = lines.last_mut() {
            *last = fit(&format!("{last} {REST}"), width);
        }
    }
    lines
}

/// Cuts a word that is longer than a line.
fn pieces(word: &str, width: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut columns = 0;
    // Where the last character begins that has a width of its own: a mark stays with it.
    let mut last_start = 0;
    for character in word.chars() {
        let Some(piece) = pieces.last_mut() else {
            break;
        };
        if character.width().unwrap_or(0) > 0 {
            last_start = piece.len();
        }
        piece.push(character);
        columns = widened(piece, columns, character.encode_utf8(&mut [0; 4]));
        if columns > width {
            let rest = piece.split_off(last_start);
            columns = rest.width();
            last_start = 0;
            pieces.push(rest);
        }
    }
    pieces
}

/// Returns the columns of a text that has just become longer by a piece: a mark may make wider what stands before it.
fn widened(text: &str, columns: usize, piece: &str) -> usize {
    if piece.is_ascii() {
        columns + piece.len()
    } else {
        text.width()
    }
}

/// Returns a character as it is shown.
fn shown(character: char) -> String {
    match character {
        '\n' => "\\n".to_owned(),
        '\r' => "\\r".to_owned(),
        '\t' => "\\t".to_owned(),
        _ if is_unsafe(character) => {
            let mut escape = String::new();
            let _ = write!(escape, "\\u{{{:x}}}", u32::from(character));
            escape
        }
        _ => character.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn wide_combining_and_joined_characters_stay_within_the_width() {
        for text in [
            "日本語のテスト",
            "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}",
            "👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦",
            "🇩🇪🇫🇷🇬🇧🇯🇵",
            // A mark that makes the character before it wider.
            "🕯\u{fe0f}🕯\u{fe0f}🕯\u{fe0f}🕯\u{fe0f}",
            "1\u{fe0f}\u{20e3}2\u{fe0f}\u{20e3}3\u{fe0f}\u{20e3}",
            "\u{202e}gnol oot si siht",
            "\u{1b}[31mred\u{1b}[0m",
        ] {
            for columns in 0..20 {
                let fitted = fit(text, columns);
                assert!(width(&fitted) <= columns, "{fitted:?} in {columns}");
            }
            for columns in 2..20 {
                let lines = wrap(text, columns, 9);
                let is_fine = lines.iter().all(|line| width(line) <= columns);
                assert!(is_fine, "{lines:?} in {columns}");
            }
        }
    }

    #[test]
    fn a_megabyte_is_cut_and_so_is_a_megabyte_of_marks() {
        assert_eq!(fit(&"x".repeat(1 << 20), 4), "xxx…");
        let marks = format!("a{}", "\u{301}".repeat(1 << 20));
        assert!(fit(&marks, 10).chars().count() < 60);
    }

    #[test]
    fn words_are_wrapped_and_long_ones_are_cut() {
        assert_eq!(wrap("one two three", 7, 9), ["one two", "three"]);
        assert_eq!(wrap("abcdefgh", 3, 9), ["abc", "def", "gh"]);
        assert_eq!(wrap("one two three four", 5, 2), ["one", "two …"]);
        assert_eq!(wrap("", 5, 2), [""]);
    }

    proptest! {
        #[test]
        fn no_line_is_too_wide_and_nothing_unsafe_is_left(text in any::<String>(), columns in 2_usize..90) {
            for line in wrap(&text, columns, 3).iter().chain([&fit(&text, columns)]) {
                prop_assert!(width(line) <= columns, "{line:?}");
                prop_assert!(!line.contains(is_unsafe));
            }
        }
    }
}
