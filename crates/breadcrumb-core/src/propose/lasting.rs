//! The part of a text that will still be there tomorrow.
//!
//! A count, a price, a date or a made-up id changes by itself. A locator that names one is healed
//! again on the next run.

use crate::scorer::is_made_up_word;

/// A part with fewer letters tells too little to be a locator.
const MIN_LETTERS: usize = 3;
/// Words for money and measures, beside a number.
const UNITS: [&str; 28] = [
    "aud", "cad", "chf", "cm", "cny", "czk", "dkk", "eur", "gb", "gbp", "inr", "jpy", "kb", "kg",
    "km", "kr", "kwh", "mb", "min", "mm", "ms", "nok", "pln", "px", "sec", "tb", "usd", "w",
];
/// Words of a date or a time, beside a number.
const TIME: [&str; 40] = [
    "am",
    "apr",
    "april",
    "aug",
    "august",
    "dec",
    "december",
    "feb",
    "february",
    "fri",
    "friday",
    "jan",
    "january",
    "jul",
    "july",
    "jun",
    "june",
    "mar",
    "march",
    "may",
    "mon",
    "monday",
    "nov",
    "november",
    "oct",
    "october",
    "pm",
    "sat",
    "saturday",
    "sep",
    "sept",
    "september",
    "sun",
    "sunday",
    "thu",
    "thursday",
    "tue",
    "tuesday",
    "wed",
    "wednesday",
];
/// Words that say when, by themselves.
const RELATIVE: [&str; 4] = ["ago", "today", "tomorrow", "yesterday"];
/// "Pay now" is a name, "Updated just now" is not.
const JUST_NOW: [&str; 2] = ["just", "now"];

/// Returns the longest part of a text that does not change by itself: all of it in most cases, none
/// where nothing is left that tells enough.
///
/// ```
/// use breadcrumb_core::lasting_part;
///
/// assert_eq!(lasting_part("Add to cart"), Some("Add to cart"));
/// assert_eq!(lasting_part("Cart (2)"), Some("Cart"));
/// assert_eq!(lasting_part("107.00 EUR"), None);
/// ```
#[must_use]
pub fn lasting_part(text: &str) -> Option<&str> {
    let text = text.trim();
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_fixed = fixed(&words);
    if is_fixed.iter().all(|is_fixed| *is_fixed) {
        return (!text.is_empty()).then_some(text);
    }
    let mut best: Option<&str> = None;
    let mut run: Option<(usize, usize)> = None;
    for (word, is_fixed) in words.iter().zip(is_fixed) {
        // Both are slices of the text.
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        let end = start + word.len();
        run = is_fixed.then(|| (run.map_or(start, |(first, _)| first), end));
        let part = run
            .and_then(|(start, end)| text.get(start..end))
            .map(trimmed);
        if letters(part.unwrap_or_default()) > letters(best.unwrap_or_default()) {
            best = part;
        }
    }
    best.filter(|part| letters(part) >= MIN_LETTERS)
}

/// Whether a text names nothing that changes by itself.
pub(crate) fn is_lasting(text: &str) -> bool {
    lasting_part(text) == Some(text.trim())
}

/// For each word, whether it stays.
fn fixed(words: &[&str]) -> Vec<bool> {
    let mut fixed: Vec<bool> = words.iter().map(|word| !changes(word)).collect();
    for (at, pair) in words.windows(JUST_NOW.len()).enumerate() {
        let mut said = pair.iter().zip(JUST_NOW);
        if said.all(|(word, now)| trimmed(word).eq_ignore_ascii_case(now)) {
            fixed
                .iter_mut()
                .skip(at)
                .take(pair.len())
                .for_each(|is_fixed| *is_fixed = false);
        }
    }
    // What belongs to a number goes with it, on both sides: "Nov. 17, 2026, 11:26 p.m.".
    let forward: Vec<usize> = (0..words.len()).collect();
    let backward: Vec<usize> = forward.iter().rev().copied().collect();
    for order in [forward, backward] {
        let mut is_beside = false;
        for at in order {
            let Some((slot, word)) = fixed.get_mut(at).zip(words.get(at)) else {
                continue;
            };
            if is_beside && belongs_to_number(word) {
                *slot = false;
            }
            is_beside = !*slot;
        }
    }
    fixed
}

/// Whether a word changes by itself: a number, an address, what a tool has made up.
fn changes(word: &str) -> bool {
    let bare = trimmed(word);
    let has_digit = bare.contains(|c: char| c.is_numeric());
    let is_mail = bare.contains('@') && bare.contains('.');
    let is_number = has_digit && letters(bare) == 0;
    // "5gb" and "21st" are figures; "90%ile" and "3column" are words.
    let has_unit = bare.starts_with(|c: char| c.is_numeric()) && letters(bare) < MIN_LETTERS;
    let is_relative = RELATIVE
        .iter()
        .any(|known| bare.eq_ignore_ascii_case(known));
    is_mail || is_number || has_digit && (has_unit || is_made_up_word(bare)) || is_relative
}

/// Whether a word is part of a price, a date or a time if a number is beside it.
fn belongs_to_number(word: &str) -> bool {
    let bare: String = word.chars().filter(|c| c.is_alphanumeric()).collect();
    let bare = bare.to_lowercase();
    // A sign for money, a dash between two dates.
    bare.is_empty() || UNITS.contains(&bare.as_str()) || TIME.contains(&bare.as_str())
}

fn letters(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphabetic()).count()
}

/// Returns a text without the brackets and commas around it.
fn trimmed(text: &str) -> &str {
    let is_border = |c: char| !c.is_alphanumeric() && !matches!(c, '!' | '?' | '…' | '.');
    text.trim_matches(is_border)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_by_itself_is_left_out() {
        for (text, expected) in [
            ("Cart (0)", Some("Cart")),
            ("List (11)", Some("List")),
            ("107.00 EUR", None),
            ("€ 20.35", None),
            ("$40", None),
            ("¥21,000", None),
            ("2", None),
            ("45 %", None),
            ("Nov. 17, 2026, 11:26 p.m.", None),
            ("2026-11-17", None),
            ("17.11.2026", None),
            ("3 March 2026", None),
            ("2 – 6 november", None),
            ("Updated 5 minutes ago", Some("Updated")),
            ("Updated just now", Some("Updated")),
            ("Last login: yesterday", Some("Last login")),
            ("Order #10424 is on its way", Some("is on its way")),
            ("Signed in as ann@example.com", Some("Signed in as")),
            ("3 comments", Some("comments")),
            ("Page 2 of 17", Some("Page")),
            ("12:30 Lunch with Ida", Some("Lunch with Ida")),
            ("Delete row ember1042", Some("Delete row")),
            ("Build 9f8e7d6c5b passed", Some("passed")),
            ("Quota: 3.1 of 5 GB used", Some("Quota")),
        ] {
            assert_eq!(lasting_part(text), expected, "{text}");
            assert!(!is_lasting(text), "{text}");
        }
    }

    #[test]
    fn a_number_that_is_a_part_of_a_word_stays() {
        for text in [
            "Add to cart",
            "Dashboard v2",
            "90%ile",
            "Vento X300",
            "mp3 player",
            "Continue…",
            "Really?",
            "保存",
            "+",
            "✎",
            "May I help?",
            "Pay now",
        ] {
            assert!(is_lasting(text), "{text}");
        }
        assert_eq!(lasting_part(""), None);
    }
}
