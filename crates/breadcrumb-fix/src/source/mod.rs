//! [`Source`]: a parsed file; the locators in it, and what the names in it stand for.

mod chains;
mod mentions;
mod names;
mod names_python;
mod names_script;
mod operand;
mod owner;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use breadcrumb_core::Quote;
use tree_sitter::{Node, Tree};

pub(crate) use chains::{SPREAD, SourceCall, SourceChain};
pub(crate) use mentions::{Mention, Position};
pub(crate) use names::{Bound, Names};
pub(crate) use names_script::EXPORTS;
pub(crate) use operand::{Literal, Operand, Unknown};
pub(crate) use owner::{Called, Owner};

use crate::language::Language;
use operand::Reader;

/// A parsed file.
pub(crate) struct Source {
    pub(crate) path: String,
    pub(crate) text: Arc<str>,
    pub(crate) language: Language,
    pub(crate) tree: Tree,
    /// All locators that are made in it, by place.
    pub(crate) chains: Vec<SourceChain>,
    pub(crate) names: Names,
    comments: Vec<Range<usize>>,
    errors: Vec<Range<usize>>,
    /// Where each line begins.
    lines: Vec<usize>,
    /// The quotes that most of its strings have.
    pub(crate) quote: Quote,
}

impl Source {
    /// Parses a file; nothing where its language is not known.
    pub(crate) fn parse(path: &str, text: Arc<str>) -> Option<Self> {
        let language = Language::of_path(path)?;
        let tree = language.parse(&text)?;
        let walked = walk(&tree, &text, language);
        let starts = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let lines = std::iter::once(0)
            .chain(starts.map(|(at, _)| at + 1))
            .collect();
        Some(Self {
            path: path.to_owned(),
            language,
            chains: walked.chains,
            names: walked.names,
            comments: walked.comments,
            errors: walked.errors,
            lines,
            quote: most_frequent(&walked.quotes),
            tree,
            text,
        })
    }

    /// Returns the line of a place, counted from 1.
    pub(crate) fn line(&self, at: usize) -> u32 {
        u32::try_from(self.lines.partition_point(|start| *start <= at)).unwrap_or(u32::MAX)
    }

    /// Whether an expression has a part in a line.
    pub(crate) fn spans(&self, range: &Range<usize>, line: u32) -> bool {
        (self.line(range.start)..=self.line(range.end)).contains(&line)
    }

    /// Whether the parser did not understand a place, or what is around it.
    pub(crate) fn is_broken(&self, range: &Range<usize>) -> bool {
        self.errors
            .iter()
            .any(|error| error.start <= range.end && range.start <= error.end)
    }

    /// Whether the parser did not understand something of the file.
    pub(crate) fn has_errors(&self) -> bool {
        self.tree.root_node().has_error()
    }

    /// Whether the parser did not understand something in a line.
    pub(crate) fn is_broken_in(&self, line: u32) -> bool {
        self.errors.iter().any(|error| self.spans(error, line))
    }

    /// Whether a comment is inside of a range.
    pub(crate) fn has_comment(&self, range: &Range<usize>) -> bool {
        self.comments
            .iter()
            .any(|comment| range.start <= comment.start && comment.end <= range.end)
    }

    /// Returns the text of a string that is just at a range.
    pub(crate) fn string_at(&self, range: &Range<usize>) -> Option<String> {
        self.reader()
            .literal(self.string_node(range)?)
            .filter(|literal| literal.range == *range)
            .map(|literal| literal.text)
    }

    /// Returns the string that is just at a range.
    fn string_node(&self, range: &Range<usize>) -> Option<Node<'_>> {
        let root = self.tree.root_node();
        let mut node = root.descendant_for_byte_range(range.start, range.end)?;
        while !matches!(node.kind(), "string" | "template_string") {
            node = node
                .parent()
                .filter(|parent| parent.byte_range() == *range)?;
        }
        Some(node)
    }

    fn reader(&self) -> Reader<'_> {
        Reader {
            text: &self.text,
            language: self.language,
        }
    }

    /// Returns a part of the text.
    pub(crate) fn slice(&self, range: &Range<usize>) -> &str {
        self.text.get(range.clone()).unwrap_or_default()
    }
}

struct Walked {
    chains: Vec<SourceChain>,
    names: Names,
    comments: Vec<Range<usize>>,
    errors: Vec<Range<usize>>,
    quotes: HashMap<Quote, usize>,
}

/// Visits every node once, without recursion: how deep a file is nested is up to its author.
fn walk(tree: &Tree, text: &str, language: Language) -> Walked {
    let reader = Reader { text, language };
    let mut chains = chains::Collector::default();
    let mut walked = Walked {
        chains: Vec::new(),
        names: Names::new(text.len()),
        comments: Vec::new(),
        errors: Vec::new(),
        quotes: HashMap::new(),
    };
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        visit(node, &reader, &mut walked, &mut chains);
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                walked.chains = chains.finish();
                walked.names.finish();
                return walked;
            }
        }
    }
}

fn visit(node: Node<'_>, reader: &Reader<'_>, walked: &mut Walked, chains: &mut chains::Collector) {
    if node.is_error() || node.is_missing() {
        walked.errors.push(node.byte_range());
    } else if node.is_named() {
        match node.kind() {
            "comment" => walked.comments.push(node.byte_range()),
            "string" => {
                let quote = reader
                    .literal(node)
                    .and_then(|literal| literal.quote.in_line());
                if let Some(quote) = quote {
                    *walked.quotes.entry(quote).or_default() += 1;
                }
            }
            _ => {}
        }
        chains.visit(node, reader);
        if reader.language.is_python() {
            names_python::visit(node, reader, &mut walked.names);
        } else {
            names_script::visit(node, reader, &mut walked.names);
        }
    }
}

/// Returns the quotes that are used most; double ones if there are none.
fn most_frequent(quotes: &HashMap<Quote, usize>) -> Quote {
    let count = |quote: Quote| quotes.get(&quote).copied().unwrap_or_default();
    if count(Quote::Double) < count(Quote::Single) {
        Quote::Single
    } else {
        Quote::Double
    }
}
