//! The last look at a patch: the new text parses, and outside of the locators its tree is the old one.

use std::ops::Range;
use std::sync::Arc;

use tree_sitter::{Node, Tree};

use crate::chain::{Call, Value};
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
    Calls { root: String, calls: Vec<Call> },
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
    pub(crate) fn calls(cut: Range<usize>, root: &str, calls: &[Call]) -> Self {
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

fn are(found: &[SourceCall], calls: &[Call]) -> bool {
    found.len() == calls.len() && found.iter().zip(calls).all(|(found, call)| is(found, call))
}

fn is(found: &SourceCall, call: &Call) -> bool {
    let is_value = |operand: &Operand, value: &Value| match (operand, value) {
        (Operand::Text(literal), Value::Text(text)) => literal.text == *text,
        (Operand::Fixed(found), value) => found == value,
        (Operand::Chain(found), Value::Chain(calls)) => are(found, calls),
        _ => false,
    };
    let is_argument =
        |((name, operand), (wanted, value)): (&(String, Operand), &(String, Value))| {
            name == wanted && is_value(operand, value)
        };
    found.method == call.method
        && found.arguments.len() == call.arguments.len()
        && found.arguments.iter().zip(&call.arguments).all(is_argument)
}

/// Lists the nodes of a tree that are not inside of the cuts: how deep, of which kind, and the text
/// of those without children.
fn outside<'t>(
    tree: &'t Tree,
    text: &'t str,
    cuts: &[Range<usize>],
) -> Vec<(u32, &'t str, &'t str)> {
    let mut nodes = Vec::new();
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
            nodes.push((cursor.depth(), node.kind(), text));
        }
        if !is_inside && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return nodes;
            }
        }
    }
}
