//! What a failed comparison compared: `503` and `200` of `assert 503 == 200`.

use std::borrow::Cow;

use crate::normalize::{MAX_CHARACTERS, Values, message_lines, normalize_line};

/// A comparison is among the first lines of a message; what follows are details.
const MAX_LINES: usize = 12;
/// pytest shows longer sides of a comparison in full or in part, depending on its verbosity.
const MAX_ASSERTED: usize = 28;
/// So many items of a list, and entries of a dictionary, are shown: Python's `reprlib`.
const MAX_ITEMS: usize = 6;
const MAX_ENTRIES: usize = 4;
const OPERATORS: [&str; 4] = [" === ", " !== ", " == ", " != "];
/// Only where a line says `assert`: elsewhere they are words.
const WORD_OPERATORS: [&str; 4] = [" is not ", " not in ", " is ", " in "];
/// What stands in front of a value, up to a colon.
const LABELS: [&str; 9] = [
    "expected",
    "expecting",
    "received",
    "actual",
    "but",
    "left",
    "right",
    "got",
    "to be equal",
];
/// What comes between the two values of a sentence with `expected`.
const BETWEEN: [&str; 7] = [
    "but was", "but got", "got", "received", "actual", " to ", "found",
];

/// Returns the compared values of a message, without those that differ each time by their form;
/// `None` where it has none. An order (`0.7 < 0.5`) compares measurements, which always differ.
pub(crate) fn compared(message: &str) -> Option<String> {
    let lines = message_lines(message);
    let is_pytest = lines.iter().any(|line| asserted(line).is_some());
    let mut out = String::new();
    let mut plain = String::new();
    let mut is_value = false;
    for line in lines.into_iter().take(MAX_LINES) {
        let is_label = is_label(line);
        if is_value || is_label || is_comparison(line) || (!is_pytest && is_difference(line)) {
            let line = asserted(line).map_or_else(|| line.to_owned(), short_sides);
            normalize_line(&line, Values::Kept, &mut out);
            normalize_line(&line, Values::Replaced, &mut plain);
            out.push('\n');
            plain.push('\n');
        }
        // AssertJ and others have the value in the next line.
        is_value = is_label && line.ends_with(':');
    }
    (out != plain).then(|| out.chars().take(MAX_CHARACTERS).collect())
}

/// Returns what pytest asserted, where the line says so.
fn asserted(line: &str) -> Option<&str> {
    line.strip_prefix("AssertionError: ")
        .unwrap_or(line)
        .strip_prefix("assert ")
}

fn is_comparison(line: &str) -> bool {
    let has = |texts: &[&str]| texts.iter().any(|text| line.contains(text));
    if has(&OPERATORS) || (asserted(line).is_some() && has(&WORD_OPERATORS)) {
        return true;
    }
    let line = line.to_lowercase();
    let says = |texts: &[&str]| texts.iter().any(|text| line.contains(text));
    line.contains("expected") && says(&BETWEEN)
}

fn is_label(line: &str) -> bool {
    let line = line.to_lowercase();
    line.contains(':') && LABELS.iter().any(|label| line.starts_with(label))
}

/// A line of a difference, as Jest and unittest show it.
fn is_difference(line: &str) -> bool {
    line.starts_with("- ") || line.starts_with("+ ")
}

/// Returns a line of pytest's without the long sides of what it asserted, but for texts, which are
/// replaced anyway.
pub(crate) fn without_long_sides(line: &str) -> Cow<'_, str> {
    let Some(asserted) = asserted(line) else {
        return line.into();
    };
    let start = line.len() - asserted.len();
    let is_text = |side: &str| side.starts_with(['\'', '"']);
    let short = replace_sides(asserted, |side| is_long(side) && !is_text(side));
    format!("{}{short}", line.get(..start).unwrap_or_default()).into()
}

/// Tells whether pytest shows a side in part, unless it is asked to say more.
fn is_long(side: &str) -> bool {
    let shown = match side.chars().next() {
        Some('{') => MAX_ENTRIES,
        Some('[' | '(') => MAX_ITEMS,
        _ => usize::MAX,
    };
    let is_cut = side.contains("...") || side.matches(", ").count() >= shown;
    is_cut || side.chars().count() > MAX_ASSERTED
}

/// Replaces the long sides of what pytest asserted.
fn short_sides(asserted: &str) -> String {
    replace_sides(asserted, is_long)
}

fn replace_sides(asserted: &str, is_replaced: impl Fn(&str) -> bool) -> String {
    let mut operators = OPERATORS.iter().chain(&WORD_OPERATORS);
    let Some((operator, (left, right))) =
        operators.find_map(|operator| Some((operator, asserted.split_once(operator)?)))
    else {
        return asserted.to_owned();
    };
    let side = |side| if is_replaced(side) { "<long>" } else { side };
    format!("{}{operator}{}", side(left), side(right))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_a_comparison_tell_failures_apart() {
        for message in [
            "assert 503 == 200\n +  where 503 = <Response [503]>.status_code",
            "AssertionError: assert 503 == 200",
            "AssertionError: the shop answers\nassert 503 == 200",
            "assert '503' in 'a 200'",
            "assert 503 is None",
            "AssertionError: 503 != 200",
            "AssertionError: 503 != 200 : no answer",
            "expect(received).toBe(expected) // Object.is equality\n\nExpected: 200\nReceived: 503",
            "Error: \u{1b}[2mexpect(\u{1b}[22mlocator).toHaveText(expected) failed\n\nLocator:  locator('#x')\nExpected: \"200\"\nReceived: \u{1b}[31m\"503\"\u{1b}[39m\nTimeout:  5000ms",
            "AssertionError: Locator expected to have text '200'\nActual value: 503\nCall log:\n  - x",
            "expected:<200> but was:<503>",
            "org.opentest4j.AssertionFailedError: expected: <200> but was: <503>",
            "Expecting actual:\n  503\nto be equal to:\n  200",
            "\nexpected: 200\n but was: 503",
            "\nExpected: is <200>\n     but: was <503>",
            "assertion `left == right` failed\n  left: 503\n right: 200",
            "Expected values to be strictly equal:\n\n503 !== 200\n",
            "expected 503 to equal 200",
            "expected 200, got 503",
            "Not equal:\nexpected: 200\nactual  : 503",
            "- Expected  - 1\n+ Received  + 1\n\n  Object {\n-   \"a\": 200,\n+   \"a\": 503,",
        ] {
            let other = message.replace("503", "500");
            let values = compared(message);
            assert!(values.is_some(), "{message}");
            assert_ne!(values, compared(&other), "{message}");
        }
    }

    #[test]
    fn values_that_differ_each_time_by_their_form_do_not() {
        for (one, other) in [
            ("assert 0.731 < 0.5", "assert 0.612 < 0.5"),
            ("assert 3012 < 2000", "assert 2977 < 2000"),
            ("Timeout 30000ms exceeded.", "Timeout 5000ms exceeded."),
            (
                "assert '3f2504e0-4f89-11d3-9a0c-0305e82c3301' == 'x'",
                "assert '99ff04e0-4f89-11d3-9a0c-0305e82c3302' == 'x'",
            ),
            (
                "assert '2026-11-16T00:58:40.907Z' == 'x'",
                "assert '2026-11-17T01:08:41.007Z' == 'x'",
            ),
            ("assert 1763424000 == 3", "assert 1763424123 == 3"),
            ("assert 0.30000000000000004 == 3", "assert 0.7123 == 3"),
            (
                "assert <A at 0x7f8a783c6150> == 3",
                "assert <A at 0x7f8a783c6888> == 3",
            ),
            (
                "assert 'http://localhost:40123/a' == 'x'",
                "assert 'http://localhost:40999/a' == 'x'",
            ),
            (
                "assert '/tmp/pytest-of-me/x-1/a' == 'x'",
                "assert '/tmp/pytest-of-me/x-2/a' == 'x'",
            ),
            (
                "Expected: 3\nReceived: 120ms",
                "Expected: 3\nReceived: 90ms",
            ),
            (
                "expected 3 but got 12 seconds",
                "expected 3 but got 13 seconds",
            ),
            (
                "assert 503 == 200\nassert [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] == []",
                "assert 503 == 200\nassert [1, 2, 3, 4, ...6, 7, 8, 9, 10] == []",
            ),
        ] {
            assert_eq!(compared(one), compared(other), "{one}");
        }
        for message in ["", "TimeoutError: 3012 ms", "KeyError: 'a'", "assert 1 < 2"] {
            assert_eq!(compared(message), None, "{message}");
        }
    }
}
