//! What is planned for each case of the corpus, and that nothing but locators changes in it.

use std::fmt::Write as _;

use breadcrumb_fix::{Language, Outcome, Patch, PlaceOutcome, Plan};
use tree_sitter::{Node, Parser, Tree};

use crate::support::cases;

#[test]
fn each_case_is_planned_as_before() {
    for case in cases() {
        insta::assert_snapshot!(case.name.as_str(), described(&case.plan()));
    }
}

fn described(plan: &Plan) -> String {
    let mut text: String = plan.patches.iter().map(Patch::diff).collect();
    // Line ends and marks are a part of what is shown.
    text = text
        .replace('\r', "\\r")
        .replace('\u{feff}', "\\ufeff")
        .replace('\t', "\\t");
    for outcome in &plan.outcomes {
        describe(&mut text, outcome);
    }
    text
}

fn describe(text: &mut String, outcome: &Outcome) {
    let is_complete = if outcome.is_complete {
        "complete"
    } else {
        "incomplete"
    };
    let style = if outcome.is_style_kept {
        ""
    } else {
        ", another style"
    };
    writeln!(text, "\nheal {}: {is_complete}{style}", outcome.heal).unwrap();
    for key in outcome.new_key.iter().chain(&outcome.other_keys) {
        writeln!(text, "  key: {}", key.escape_debug()).unwrap();
    }
    for place in &outcome.places {
        match place {
            PlaceOutcome::Patched {
                path,
                line,
                old,
                new,
            } => {
                writeln!(text, "  {path}:{line}: {old:?} becomes {new:?}").unwrap();
            }
            PlaceOutcome::AlreadyFixed { path, line } => {
                writeln!(text, "  {path}:{line}: fixed already").unwrap();
            }
            PlaceOutcome::Manual {
                path,
                line,
                reason,
                suggestion,
            } => {
                writeln!(text, "  {path}:{line}: {reason}").unwrap();
                writeln!(text, "    suggestion: {}", suggestion.escape_debug()).unwrap();
            }
            _ => unreachable!(),
        }
    }
}

fn parse(path: &str, text: &str) -> Tree {
    let grammar = match Language::of_path(path).unwrap() {
        Language::Python => tree_sitter_python::LANGUAGE,
        Language::Tsx => tree_sitter_typescript::LANGUAGE_TSX,
        Language::TypeScript => tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
        _ => tree_sitter_javascript::LANGUAGE,
    };
    let mut parser = Parser::new();
    parser.set_language(&grammar.into()).unwrap();
    parser.parse(text, None).unwrap()
}

/// Lists the tokens of a tree, with where they are.
fn tokens<'t>(node: Node<'t>, text: &'t str, found: &mut Vec<(usize, usize, &'t str, &'t str)>) {
    if node.child_count() == 0 {
        found.push((
            node.start_byte(),
            node.end_byte(),
            node.kind(),
            &text[node.byte_range()],
        ));
    }
    for child in node.children(&mut node.walk()) {
        tokens(child, text, found);
    }
}

#[test]
fn outside_of_the_edits_every_token_stays() {
    let mut count = 0;
    for case in cases() {
        for patch in case.plan().patches {
            let (old_tree, new_tree) = (
                parse(&patch.path, &patch.old),
                parse(&patch.path, &patch.new),
            );
            assert_eq!(
                new_tree.root_node().has_error(),
                old_tree.root_node().has_error(),
                "{}",
                case.name
            );
            let mut new_start = 0;
            let mut old_start = 0;
            let (mut old_ranges, mut new_ranges) = (Vec::new(), Vec::new());
            for edit in &patch.edits {
                let kept = &patch.old[old_start..edit.range.start];
                assert_eq!(kept, &patch.new[new_start..new_start + kept.len()]);
                new_start += kept.len();
                new_ranges.push(new_start..new_start + edit.new_text.len());
                new_start += edit.new_text.len();
                old_start = edit.range.end;
                old_ranges.push(edit.range.clone());
                count += 1;
            }
            assert_eq!(patch.old[old_start..], patch.new[new_start..]);
            let outside = |tree: &Tree, text: &str, ranges: &[std::ops::Range<usize>]| {
                let mut found = Vec::new();
                tokens(tree.root_node(), text, &mut found);
                let is_kept = |start: usize, end: usize| {
                    !ranges
                        .iter()
                        .any(|range| range.start <= start && end <= range.end)
                };
                found.retain(|(start, end, ..)| is_kept(*start, *end));
                found
                    .iter()
                    .map(|(_, _, kind, text)| format!("{kind} {text}"))
                    .collect::<Vec<_>>()
            };
            assert_eq!(
                outside(&old_tree, &patch.old, &old_ranges),
                outside(&new_tree, &patch.new, &new_ranges),
                "{}",
                case.name
            );
        }
    }
    assert!(count > 80, "{count} edits");
}

#[test]
fn only_locators_and_strings_are_edited() {
    const CALLS: [&str; 12] = [
        "locator",
        "get_by_",
        "getBy",
        "frame_locator",
        "frameLocator",
        "filter",
        "first",
        "last",
        "nth",
        "or",
        "and",
        "content",
    ];
    for case in cases() {
        for patch in case.plan().patches {
            for edit in &patch.edits {
                let text = edit.old_text.trim_start_matches(|c| "rRuUfF".contains(c));
                let is_string = text.starts_with(['"', '\'', '`']);
                let is_call = CALLS.iter().any(|call| edit.old_text.starts_with(call));
                // A name that must keep its value is replaced where it is used.
                let is_name = text
                    .chars()
                    .all(|c| c.is_alphanumeric() || "._[]\"'".contains(c))
                    && edit.new_text.starts_with(['"', '\'']);
                assert!(
                    is_string || is_call || is_name,
                    "{}: {}",
                    case.name,
                    edit.old_text
                );
            }
        }
    }
}

#[test]
fn a_second_run_has_nothing_to_change_in_what_is_complete() {
    for mut case in cases() {
        let first = case.plan();
        for patch in &first.patches {
            case.files
                .files
                .insert(patch.path.clone(), patch.new.as_str().into());
        }
        let second = case.plan();
        for (before, after) in first.outcomes.iter().zip(&second.outcomes) {
            let patched = |outcome: &Outcome| {
                outcome
                    .places
                    .iter()
                    .any(|place| matches!(place, PlaceOutcome::Patched { .. }))
            };
            assert!(!patched(after), "{}: {after:?}", case.name);
            if before.is_complete {
                assert!(after.is_complete, "{}: {after:?}", case.name);
                assert_eq!(before.new_key, after.new_key, "{}", case.name);
            }
        }
    }
}

#[test]
fn each_file_is_read_once_and_the_project_listed_once() {
    for case in cases() {
        let mut files = case.files.clone();
        let _ = breadcrumb_fix::plan(&case.heals, case.style, &mut files);
        assert!(
            files.reads.values().all(|reads| *reads == 1),
            "{}: {:?}",
            case.name,
            files.reads
        );
        assert!(files.lists <= 1);
    }
}
