//! Names that a tool makes up anew with every build or page load.
//!
//! An id like `:r1:` or `ember1042` is another element's on the next load: to find it again says
//! nothing, and not to find it says nothing either.

use super::tokens::Tokens;

/// Shorter parts are versions and sizes: `h2`, `v12`, `mp4`.
const MIN_HASH: usize = 5;
/// So many digits in a row are a counter or a number of the database.
const MIN_COUNTER: usize = 4;
/// How often letters and digits take turns in a hash; `col6x12` is no hash, `1q2w3e` is.
const MIN_TURNS: usize = 2;

/// Whether a part of a name was made by a machine: a hash, a counter.
pub(crate) fn is_volatile(part: &str) -> bool {
    let digits = part.chars().filter(char::is_ascii_digit).count();
    let length = part.chars().count();
    if digits == length {
        return length >= MIN_COUNTER;
    }
    length >= MIN_HASH && digits > 0 && (turns(part) >= MIN_TURNS || is_hex(part))
        || ends_in_counter(part)
}

/// Whether nothing of a name was chosen by a person.
pub(super) fn is_made_up(name: &str) -> bool {
    // React's `useId`: `:r1:`, `«r1»`, `_r_1_`.
    let core = name.trim_matches(|c: char| !c.is_alphanumeric());
    let is_react = core.len() < name.len()
        && core.strip_prefix('r').is_some_and(|rest| {
            rest.trim_matches('_').len() <= 3 && rest.contains(|c: char| c.is_ascii_digit())
        });
    is_react || has_guid(name) || Tokens::of_parts(name) == Tokens::default()
}

/// Whether a name has a GUID in it: five groups of hexadecimal digits.
fn has_guid(name: &str) -> bool {
    const GROUPS: [usize; 5] = [8, 4, 4, 4, 12];
    let is_hex = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_hexdigit());
    let groups: Vec<usize> = name
        .split(['-', '_'])
        .map(|part| if is_hex(part) { part.len() } else { 0 })
        .collect();
    groups.windows(GROUPS.len()).any(|window| window == GROUPS)
}

/// Counts how often letters and digits take turns.
fn turns(part: &str) -> usize {
    let kinds = part.chars().map(|c| c.is_ascii_digit());
    let next = part.chars().skip(1).map(|c| c.is_ascii_digit());
    kinds.zip(next).filter(|(a, b)| a != b).count()
}

fn is_hex(part: &str) -> bool {
    part.len() >= 8 && part.chars().all(|c| c.is_ascii_hexdigit())
}

/// `ember1042`: a word and a number that only counts up.
fn ends_in_counter(part: &str) -> bool {
    let word = part.trim_end_matches(|c: char| c.is_ascii_digit());
    part.len() - word.len() >= MIN_COUNTER
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_machine_made_up_is_recognised() {
        for name in [
            ":r1:",
            ":r1a:",
            "«r7»",
            "_r_12_",
            "123456",
            "ember1042",
            "3f2504e0-4f89-11d3-9a0c-0305e82c3301",
            "9f8e7d6c5b",
        ] {
            assert!(is_made_up(name), "{name}");
        }
        for name in [
            "login-btn",
            "row-2",
            "h2",
            "col6",
            "user_1",
            "exampleInputEmail1",
            "root",
            "メール",
        ] {
            assert!(!is_made_up(name), "{name}");
        }
    }

    #[test]
    fn a_hash_in_a_name_does_not_take_the_rest_with_it() {
        assert!(is_volatile("3xYz1"));
        assert!(is_volatile("1q2w3e"));
        assert!(!is_volatile("Button"));
        assert!(!is_made_up("Button_root__3xYz1"));
    }
}
