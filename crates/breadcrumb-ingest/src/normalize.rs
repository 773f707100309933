//! A message without what differs each time.

use crate::compared::without_long_sides;

/// How much of a message counts, in characters: the rest is values.
pub(crate) const MAX_CHARACTERS: usize = 400;
/// How many lines of it.
const MAX_LINES: usize = 4;
/// A quoted text up to this length, in bytes, can be a value that is compared; longer ones are pages.
const MAX_VALUE: usize = 80;
/// Numbers of more digits are ids and times.
const MAX_DIGITS: usize = 6;
/// Numbers of more decimals are measurements.
const MAX_DECIMALS: usize = 2;
/// A number in front of these is a duration.
const UNITS: [&str; 7] = [
    "ms",
    "s",
    "sec",
    "seconds",
    "milliseconds",
    "min",
    "minutes",
];
/// Hexadecimal digits from this length on are an id, not a word.
const MIN_HEX: usize = 6;
/// What comes after these is a log with times, or what pytest says only where it is asked to say more.
const LOGS: [&str; 5] = [
    "Call log:",
    "=== logs ===",
    "Error Context:",
    "Use -v to get ",
    "Full diff:",
];
/// Paths that are new each time.
const TEMPORARY: [&str; 4] = ["/tmp/", "/var/folders/", "/private/var/", "\\Temp\\"];
/// A quoted text after one of these is a locator: it stays.
const LOCATORS: [&str; 6] = ["locator", "getby", "get_by", "selector", "frame", "name="];

/// What becomes of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Values {
    /// All are replaced.
    Replaced,
    /// Those stay that are short, and not of a form that differs each time.
    Kept,
}

/// Removes escape sequences for terminals.
pub(crate) fn strip_ansi(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character != '\u{1b}' {
            out.push(character);
            continue;
        }
        for next in characters.by_ref() {
            if next.is_ascii_alphabetic() {
                break;
            }
        }
    }
    out
}

/// Returns a message with numbers, ids, dates, temporary paths and quoted values replaced.
pub(crate) fn normalize(message: &str) -> String {
    let message = strip_ansi(message);
    let mut out = String::new();
    for line in message_lines(&message).into_iter().take(MAX_LINES) {
        if !out.is_empty() {
            out.push(' ');
        }
        normalize_line(&without_long_sides(line), Values::Replaced, &mut out);
    }
    out.chars().take(MAX_CHARACTERS).collect()
}

/// Returns the lines of a message that say something, without the log that may follow.
pub(crate) fn message_lines(message: &str) -> Vec<&str> {
    let end = LOGS.iter().filter_map(|log| message.find(log)).min();
    let message = message
        .get(..end.unwrap_or(message.len()))
        .unwrap_or_default();
    let lines = message.lines().map(str::trim);
    lines.filter(|line| !line.is_empty()).collect()
}

pub(crate) fn normalize_line(line: &str, values: Values, out: &mut String) {
    let mut rest = line;
    while let Some(character) = rest.chars().next() {
        let taken = if is_quote(character) && !ends_in_word(out) {
            quoted(rest, character, values, out)
        } else if character.is_alphanumeric()
            || TEMPORARY.iter().any(|start| rest.starts_with(start))
        {
            word(rest, values, out)
        } else if character.is_whitespace() {
            if !out.ends_with(' ') {
                out.push(' ');
            }
            character.len_utf8()
        } else {
            out.push(character);
            character.len_utf8()
        };
        rest = rest.get(taken..).unwrap_or_default();
    }
}

fn is_quote(character: char) -> bool {
    matches!(character, '"' | '\'' | '`')
}

/// An apostrophe in the middle of a word begins no quotation.
fn ends_in_word(out: &str) -> bool {
    out.chars().next_back().is_some_and(char::is_alphanumeric)
}

/// Replaces a quoted text, unless it is a locator; returns how much of the text it takes.
fn quoted(rest: &str, quote: char, values: Values, out: &mut String) -> usize {
    let body = rest.get(quote.len_utf8()..).unwrap_or_default();
    let Some(length) = body.find(quote) else {
        out.push(quote);
        return quote.len_utf8();
    };
    let before: String = out
        .chars()
        .rev()
        .take(24)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .collect();
    let before = before.to_lowercase();
    let is_locator = LOCATORS.iter().any(|word| before.contains(word));
    let text = body.get(..length).unwrap_or_default();
    out.push(quote);
    if is_locator {
        out.push_str(text);
    } else if values == Values::Kept && length <= MAX_VALUE {
        normalize_line(text, values, out);
    } else {
        out.push_str("<text>");
    }
    out.push(quote);
    length + 2 * quote.len_utf8()
}

/// Replaces a word that is a value; returns how much of the text it takes.
fn word(rest: &str, values: Values, out: &mut String) -> usize {
    if TEMPORARY.iter().any(|start| rest.starts_with(start)) {
        out.push_str("<path>");
        let end = |c: char| c.is_whitespace() || is_quote(c) || matches!(c, ')' | ']' | ',' | ';');
        return rest.find(end).unwrap_or(rest.len());
    }
    let belongs = |c: char| c.is_alphanumeric() || c == '_';
    let length = rest.find(|c: char| !belongs(c)).unwrap_or(rest.len());
    let word = rest.get(..length).unwrap_or_default();
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        return number(rest, values, out);
    }
    let is_hex = word.len() >= MIN_HEX
        && word.chars().all(|c| c.is_ascii_hexdigit())
        && word.chars().any(|c| c.is_ascii_digit());
    if is_hex {
        return number(rest, values, out);
    }
    // `gw0`, `item42`: the name stays, its number does not.
    let name = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = word.len() - name.len();
    out.push_str(name);
    if digits > 0 && values == Values::Kept && digits <= MAX_DIGITS {
        out.push_str(word.get(name.len()..).unwrap_or_default());
    } else if digits > 0 {
        out.push_str("<n>");
    }
    length
}

/// Replaces a number, a date, a UUID or a hexadecimal id as one.
fn number(rest: &str, values: Values, out: &mut String) -> usize {
    let belongs = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | ':' | '.' | ',' | '_');
    let run = rest
        .get(..rest.find(|c: char| !belongs(c)).unwrap_or(rest.len()))
        .unwrap_or_default();
    let run = run.trim_end_matches(['.', ',', ':', '-']);
    let is_plain = |part: &str| {
        part.chars()
            .all(|c| c.is_ascii_hexdigit() || matches!(c, 'T' | 'Z' | 'x' | 'm' | 's'))
    };
    let is_one = run.split(['-', ':', '.', ',', '_']).all(is_plain);
    let digits = rest
        .find(|c: char| !c.is_ascii_alphanumeric())
        .unwrap_or(rest.len());
    let taken = if is_one { run.len() } else { digits };
    let (number, after) = rest.split_at_checked(taken).unwrap_or((rest, ""));
    let is_kept = values == Values::Kept && is_short(number) && !is_port(out) && !is_unit(after);
    out.push_str(if is_kept { number } else { "<n>" });
    taken
}

/// Whether a number is a count, a price, a code or a version, not an id, a time or a measurement.
fn is_short(number: &str) -> bool {
    let digits = number.chars().filter(char::is_ascii_digit).count();
    let is_plain = number
        .chars()
        .all(|c| c.is_ascii_digit() || matches!(c, '.' | ','));
    let is_measured = match number.split_once('.') {
        Some((_, decimals)) => !decimals.contains('.') && decimals.len() > MAX_DECIMALS,
        None => false,
    };
    is_plain && digits <= MAX_DIGITS && !is_measured
}

/// Whether a number that comes now is a port: `localhost:8099`.
fn is_port(out: &str) -> bool {
    out.strip_suffix(':').is_some_and(ends_in_word)
}

fn is_unit(after: &str) -> bool {
    let after = after.trim_start();
    let end = after
        .find(|c: char| !c.is_alphanumeric())
        .unwrap_or(after.len());
    after.get(..end).is_some_and(|word| UNITS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_each_time_is_replaced_and_the_rest_stays() {
        for (message, expected) in [
            (
                "AssertionError: assert 0.731 < 0.5",
                "AssertionError: assert <n> < <n>",
            ),
            ("Timeout 30000ms exceeded.", "Timeout <n> exceeded."),
            ("at 0x7f8a783c6150>", "at <n>>"),
            (
                "id 3f2504e0-4f89-11d3-9a0c-0305e82c3301 gone",
                "id <n> gone",
            ),
            ("on 2026-11-16T00:58:40.907Z it failed", "on <n> it failed"),
            ("no server on localhost:8099", "no server on localhost:<n>"),
            (
                "cannot open /tmp/pytest-of-me/x-1/a.txt: gone",
                "cannot open <path> gone",
            ),
            (
                "expected 'Ada' to be \"Bob\"",
                "expected '<text>' to be \"<text>\"",
            ),
            ("waiting for locator('#buy')", "waiting for locator('#buy')"),
            (
                "get_by_role(\"button\", name=\"Buy\")",
                "get_by_role(\"button\", name=\"Buy\")",
            ),
            ("\u{1b}[31mred\u{1b}[0m", "red"),
            ("don't stop", "don't stop"),
            ("Timeout\n\nCall log:\n - 12:01 waiting", "Timeout"),
            ("worker gw3 died", "worker gw<n> died"),
            ("deadbeef1 and dead", "<n> and dead"),
            ("", ""),
        ] {
            assert_eq!(normalize(message), expected);
        }
    }

    #[test]
    fn any_text_is_taken() {
        for text in [
            "'",
            "é'é",
            "\u{1b}",
            "日本'語'1",
            "1-",
            "0x",
            "/tmp/",
            "a\u{0}b",
            "\"\"\"",
        ] {
            let once = normalize(text);
            assert!(once.chars().count() <= MAX_CHARACTERS);
        }
    }
}
