//! The last look at a patch: the new text parses, and outside of the locators its tree is the old one.

use std::ops::Range;
use std::sync::Arc;

use breadcrumb_core::{Step, Value};
use tree_sitter::{Node, Tree};

use crate::source::{Operand, Source, SourceCall};

/// What a change must look like when it is read again.
#[derive(Debug, Clone)]
pub(crate) struct Expected {
    /// The expression that the change is a part of, in the old text.
    cut: Range<usize>,
    content: Content,
}

#[derive(Debug, Clone)]
enum Content {
    /// A string with this text.
    Text(String),
    /// A locator on this root that ends in these calls.
    Calls { root: String, calls: Vec<Step> },
}

impl Expected {
    /// Expects a string.
    pub(crate) fn text(cut: Range<usize>, text: &str) -> Self {
        Self {
            cut,
            content: Content::Text(text.to_owned()),
        }
    }

    /// Expects a locator.
    pub(crate) fn calls(cut: Range<usize>, root: &str, calls: &[Step]) -> Self {
        Self {
            cut,
            content: Content::Calls {
                root: root.to_owned(),
                calls: calls.to_vec(),
            },
        }
    }
}

/// One replacement: where, what there must be afterwards, and by how many bytes it grows.
pub(crate) struct Replacement<'e> {
    pub(crate) expected: &'e Expected,
    pub(crate) range: Range<usize>,
    pub(crate) new_len: usize,
}

/// Whether a new text is the old one except for its locators. Replacements are in order.
pub(crate) fn is_sound(old: &Source, new: &str, replacements: &[Replacement<'_>]) -> bool {
    let Some(new) = Source::parse(&old.path, Arc::from(new)) else {
        return false;
    };
    let old_cuts: Vec<Range<usize>> = replacements
        .iter()
        .map(|r| r.expected.cut.clone())
        .collect();
    let shift = |at: usize| {
        let before = replacements.iter().filter(|r| r.range.end <= at);
        let (grown, shrunk) = before.fold((0, 0), |(grown, shrunk), r| {
            (grown + r.new_len, shrunk + r.range.len())
        });
        (at + grown).saturating_sub(shrunk)
    };
    let new_cuts: Vec<Range<usize>> = old_cuts
        .iter()
        .map(|cut| shift(cut.start)..shift(cut.end))
        .collect();
    let as_expected = replacements
        .iter()
        .zip(&new_cuts)
        .all(|(r, cut)| is_as_expected(&new, cut, &r.expected.content));
    as_expected
        && outside(&old.tree, &old.text, &old_cuts) == outside(&new.tree, &new.text, &new_cuts)
}

fn is_as_expected(new: &Source, cut: &Range<usize>, content: &Content) -> bool {
    if new.is_broken(cut) {
        return false;
    }
    match content {
        Content::Text(text) => new.string_at(cut).is_some_and(|found| found == *text),
        Content::Calls { root, calls } => new.chains.iter().any(|chain| {
            let end = chain.calls.len().checked_sub(calls.len());
            let end = end.and_then(|end| chain.calls.get(end..));
            chain.range == *cut
                && new.slice(&chain.root) == root
                && end.is_some_and(|end| are(end, calls))
        }),
    }
}

fn are(found: &[SourceCall], calls: &[Step]) -> bool {
    found.len() == calls.len() && found.iter().zip(calls).all(|(found, call)| is(found, call))
}

fn is(found: &SourceCall, call: &Step) -> bool {
    let is_value = |operand: &Operand, value: &Value| match (operand, value) {
        (Operand::Text(literal), Value::Text(text)) => literal.text == *text,
        (Operand::Fixed(found), value) => found == value,
        (Operand::Chain(found), Value::Locator(inner)) => are(found, inner.steps()),
        _ => false,
    };
    let is_argument =
        |((name, operand), (wanted, value)): (&(String, Operand), &(String, Value))| {
            name == wanted && is_value(operand, value)
        };
    found.method == call.method()
        && found.arguments.len() == call.arguments().len()
        && found
            .arguments
            .iter()
            .zip(call.arguments())
            .all(is_argument)
}

/// Lists the nodes of a tree that are not inside of the cuts: how deep, of which kind, and the text
/// of those without children.
fn outside<'t>(tree: &'t Tree, text: &'t str, cuts: &[Range<usize>]) -> Vec<(usize, u16, &'t str)> {
    let mut nodes = Vec::new();
    let mut depth = 0_usize;
    let mut cursor = tree.walk();
    let is_cut = |node: Node<'_>| {
        // The cuts are in order and apart from each other.
        let next = cuts.partition_point(|cut| cut.end < node.end_byte());
        cuts.get(next)
            .is_some_and(|cut| cut.start <= node.start_byte())
    };
    loop {
        let node = cursor.node();
        let is_inside = is_cut(node);
        if !is_inside {
            let is_leaf = node.child_count() == 0;
            let text = text
                .get(node.byte_range())
                .filter(|_| is_leaf)
                .unwrap_or_default();
            nodes.push((depth, node.kind_id(), text));
        }
        if !is_inside && cursor.goto_first_child() {
            depth += 1;
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return nodes;
            }
            depth = depth.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "page.locator('a').click()\nprint('b')\n";

    /// Replaces a part of the text, and says whether the result is a locator `get_by_text("x")`.
    fn check(range: Range<usize>, new: &str) -> bool {
        let source = Source::parse("a.py", Arc::from(OLD)).unwrap();
        let wanted = breadcrumb_core::Locator::by("get_by_text", "x");
        let expected = Expected::calls(0..17, "page", wanted.steps());
        let text = format!("{}{new}{}", &OLD[..range.start], &OLD[range.end..]);
        let replacement = Replacement {
            expected: &expected,
            range,
            new_len: new.len(),
        };
        is_sound(&source, &text, &[replacement])
    }

    #[test]
    fn only_the_expected_locator_is_sound() {
        assert!(check(5..17, "get_by_text('x')"));
        for new in [
            "get_by_text('y')",
            "get_by_text('x', exact=True)",
            "get_by_text('x').first",
            "get_by_text(f'x{1}')",
            "get_by_text('x'); page.get_by_text('x')",
            "get_by_text('x') # ",
            "get_by_text('x'",
            "click()",
            "",
        ] {
            assert!(!check(5..17, new), "{new}");
        }
        assert!(!check(0..17, "other.get_by_text('x')"));
        assert!(!check(5..25, "get_by_text('x').hover()"));
    }

    #[test]
    fn a_string_is_just_its_text() {
        let source = Source::parse("a.py", Arc::from(OLD)).unwrap();
        let expected = Expected::text(32..35, "c");
        for (new, is_it) in [
            ("'c'", true),
            ("'d'", false),
            ("'c' + x", false),
            ("b'c'", false),
        ] {
            let text = format!("{}{new}{}", &OLD[..32], &OLD[35..]);
            let replacement = Replacement {
                expected: &expected,
                range: 32..35,
                new_len: new.len(),
            };
            assert_eq!(is_sound(&source, &text, &[replacement]), is_it, "{new}");
        }
    }
}
