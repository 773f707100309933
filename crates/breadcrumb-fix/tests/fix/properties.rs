//! What holds whatever a page says and whatever a file looks like.

use std::sync::Arc;

use breadcrumb_core::{Locator, LocatorStyle, SourceSite, VerifiedLocator};
use breadcrumb_fix::{Heal, Patch, Stance, plan};
use proptest::prelude::*;

use crate::support::{Case, Memory, cases};

/// Writes a text as the front does.
fn quoted(text: &str) -> String {
    let escaped = text
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n");
    format!("\"{escaped}\"")
}

fn heal(locator: &str, code: String, file: &str, line: u32) -> Heal {
    Heal {
        id: 1,
        test_id: "test".to_owned(),
        locator: locator.to_owned(),
        confidence: 1.0,
        reason: String::new(),
        proposals: vec![VerifiedLocator {
            code,
            within_parent: false,
        }],
        sites: vec![SourceSite {
            file: file.to_owned(),
            line,
        }],
        stance: Stance::Fix,
    }
}

fn patched(path: &str, text: &str, heal: &Heal) -> Option<Patch> {
    let mut files = Memory::default();
    files.files.insert(path.to_owned(), Arc::from(text));
    plan(std::slice::from_ref(heal), LocatorStyle::Best, &mut files)
        .patches
        .pop()
}

/// Applies a unified diff, without looking at how it was made.
fn applied(old: &str, diff: &str) -> String {
    let old: Vec<&str> = old.split_inclusive('\n').collect();
    let (mut new, mut at) = (String::new(), 0);
    let mut lines = diff.split_inclusive('\n').skip(2).peekable();
    while let Some(line) = lines.next() {
        let text = &line[1..];
        let is_last = lines.peek().is_some_and(|next| next.starts_with('\\'));
        let text = if is_last {
            text.strip_suffix('\n').unwrap()
        } else {
            text
        };
        match line.as_bytes()[0] {
            b'@' => {
                let start = line.split(['-', ',', ' ']).nth(2).unwrap();
                let start: usize = start.parse::<usize>().unwrap() - 1;
                new.extend(old[at..start].iter().copied());
                at = start;
            }
            b'+' => new.push_str(text),
            b'\\' => {}
            mark => {
                assert_eq!(old[at], text);
                at += 1;
                if mark == b' ' {
                    new.push_str(text);
                }
            }
        }
    }
    new.extend(old[at..].iter().copied());
    new
}

#[test]
fn the_diff_makes_the_new_text() {
    for case in cases() {
        for patch in case.plan().patches {
            assert_eq!(
                applied(&patch.old, &patch.diff()),
                patch.new,
                "{}",
                case.name
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// A second run reads the same locator out of what the first one has written.
    #[test]
    fn any_name_is_written_as_one_literal(
        name in prop_oneof![any::<String>(), "[\"'`\\\\${}\r\n\u{2028}\u{202e}a%]{0,8}"],
        quote in prop_oneof![Just("'"), Just("\""), Just("`"), Just("\"\"\"")],
    ) {
        let code = format!("get_by_role(\"button\", name={})", quoted(&name));
        let selector = format!("text={}", quoted(&name));
        let new_key = Some(Locator::parse(&code).key());
        for path in ["a.py", "a.ts", "a.js", "a.tsx"] {
            let is_quote_of = |quote: &str| match path {
                "a.py" => quote != "`",
                _ => quote.len() == 1,
            };
            let quote = if is_quote_of(quote) { quote } else { "'" };
            let text = format!("x = 1\npage.locator({quote}#a{quote})\npage.click({quote}#b{quote})\n");
            let calls = heal("#a", code.clone(), path, 2);
            let patch = patched(path, &text, &calls);
            prop_assert!(patch.is_some(), "{} {:?}", path, name);
            let mut files = Memory::default();
            let new = patch.map(|patch| patch.new).unwrap_or_default();
            prop_assert_eq!(new.matches('\n').count(), 3);
            files.files.insert(path.to_owned(), Arc::from(new));
            let again = plan(&[calls], LocatorStyle::Best, &mut files);
            prop_assert!(again.outcomes[0].is_complete);
            prop_assert_eq!(&again.outcomes[0].new_key, &new_key);

            let string = heal("#b", format!("locator({})", quoted(&selector)), path, 3);
            let patch = patched(path, &text, &string);
            prop_assert!(patch.is_some(), "{} {:?}", path, selector);
            let mut files = Memory::default();
            files.files.insert(path.to_owned(), Arc::from(patch.map(|p| p.new).unwrap_or_default()));
            let again = plan(&[string], LocatorStyle::Best, &mut files);
            prop_assert_eq!(again.outcomes[0].new_key.as_ref(), Some(&selector));
        }
    }

    /// Files that somebody is just writing: nothing panics, and what is patched is still sound.
    #[test]
    fn damaged_files_do_no_harm(
        which in any::<prop::sample::Index>(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0_usize..12, "[\\[\\](){}\"'`.,:=#\\\\\n a-z$]{0,4}"), 1..6),
        shift in 0_u32..3,
    ) {
        let mut cases = cases();
        let count = cases.len();
        let mut case: Case = cases.swap_remove(which.index(count));
        for text in case.files.files.values_mut() {
            for (at, len, new) in &edits {
                let mut chars: Vec<char> = text.chars().collect();
                let start = at.index(chars.len() + 1);
                let end = (start + len).min(chars.len());
                chars.splice(start..end, new.chars());
                *text = chars.into_iter().collect::<String>().into();
            }
        }
        for site in case.heals.iter_mut().flat_map(|heal| &mut heal.sites) {
            site.line = site.line.saturating_sub(shift);
        }
        let plan = case.plan();
        let to_fix = case.heals.iter().filter(|heal| heal.stance == Stance::Fix);
        prop_assert_eq!(plan.outcomes.len(), to_fix.count());
        for patch in plan.patches {
            prop_assert_eq!(applied(&patch.old, &patch.diff()), patch.new);
        }
    }
}

#[test]
fn deep_nesting_does_not_overflow_the_stack() {
    let deep = 20_000;
    let calls = format!("page{}.click()\n", ".locator('a')".repeat(deep));
    let brackets = format!(
        "page.locator({}'#a'{})\n",
        "(".repeat(deep),
        ")".repeat(deep)
    );
    let has = format!(
        "{}page{}",
        "page.filter(has=".repeat(2_000),
        ")".repeat(2_000)
    );
    for text in [calls, brackets, has] {
        for path in ["a.py", "a.ts"] {
            let heal = heal("#a", "locator(\"#b\")".to_owned(), path, 1);
            let _ = patched(path, &text, &heal);
        }
    }
}
