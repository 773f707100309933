//! `breadcrumb fingerprints list`.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use breadcrumb::store::{KnownElement, Store as _};
use serde_json::json;

use crate::args_flaky::DatabaseArgs;
use crate::commands::data::source::{look_at, plural, shown, time};
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::{self, BAD, BOLD, DIM, styled};

pub(super) fn list(
    args: &DatabaseArgs,
    test: Option<&str>,
    limit: Option<u64>,
) -> Result<Exit, CommandError> {
    let store = look_at(args)?;
    let mut listed = Vec::new();
    let mut matching = 0;
    store.for_each_element(&mut |known| {
        if test.is_none_or(|test| is_meant(test, &known.test_id)) {
            matching += 1;
            if limit.is_none_or(|limit| matching <= limit) {
                listed.push(known);
            }
        }
        ControlFlow::Continue(())
    })?;
    if args.json {
        let report = json!({"schema_version": 1, "total": matching, "fingerprints": listed});
        output::print_json(&report)?;
    } else {
        output::print(&text(&listed, matching))?;
    }
    Ok(Exit::Fine)
}

fn text(listed: &[KnownElement], matching: u64) -> String {
    let mut text = String::new();
    let mut of_test = None;
    for known in listed {
        if of_test != Some(&known.test_id) {
            of_test = Some(&known.test_id);
            let _ = writeln!(text, "{}", styled(BOLD, shown(&known.test_id)));
        }
        let element = match (&known.tag, known.text.as_str()) {
            (None, _) => styled(BAD, "cannot be read"),
            (Some(tag), "") => format!("<{}>", shown(tag)),
            (Some(tag), words) => format!("<{}> \"{}\"", shown(tag), shown(words)),
        };
        let more = format!(
            "{}, {}, {} earlier",
            time(known.updated_at),
            plural(known.pages, "page"),
            known.earlier
        );
        let _ = writeln!(
            text,
            "  {}  {element}  {}",
            shown(&known.locator),
            styled(DIM, more)
        );
    }
    let count = listed.len() as u64;
    if count < matching {
        let _ = writeln!(text, "{count} of {} shown", plural(matching, "fingerprint"));
    } else {
        let _ = writeln!(text, "{}", plural(matching, "fingerprint"));
    }
    text
}

/// Returns whether a test id is one that the user means.
///
/// Only `*` and `?` are special: the brackets of a parametrized test are part of its id.
fn is_meant(pattern: &str, test_id: &str) -> bool {
    if !pattern.contains(['*', '?']) {
        return test_id.contains(pattern);
    }
    let pattern: Vec<char> = pattern.chars().collect();
    let text: Vec<char> = test_id.chars().collect();
    // Where the last * was seen, and how much of the text it has taken so far.
    let mut star: Option<(usize, usize)> = None;
    let (mut p, mut t) = (0, 0);
    while t < text.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, t));
                p += 1;
            }
            Some(&wanted) if wanted == '?' || text.get(t) == Some(&wanted) => {
                p += 1;
                t += 1;
            }
            _ => match &mut star {
                Some((at, taken)) => {
                    *taken += 1;
                    (p, t) = (*at + 1, *taken);
                }
                None => return false,
            },
        }
    }
    pattern.iter().skip(p).all(|&rest| rest == '*')
}

#[cfg(test)]
mod tests {
    use super::is_meant;

    #[test]
    fn a_text_is_found_anywhere_and_a_pattern_matches_the_whole_id() {
        for (pattern, is_it) in [
            ("cart", true),
            ("[chromium]", true),
            ("*[chromium]", true),
            ("tests/*::test_a??[*", true),
            ("*", true),
            ("**cart**", true),
            ("cart*", false),
            ("*cart", false),
            ("login", false),
            ("?", false),
        ] {
            let test_id = "tests/cart.py::test_add[chromium]";
            assert_eq!(is_meant(pattern, test_id), is_it, "{pattern}");
        }
        assert!(is_meant("*", ""));
    }
}
