//! One walk over a document, in document order.

use std::collections::HashMap;

use breadcrumb_core::{ElementIndex, NewElement, SnapshotBuilder};
use ego_tree::NodeId;
use ego_tree::iter::Edge;
use scraper::node::Element;
use scraper::{Html, Node};

use crate::visibility::is_hidden;

pub(crate) struct Walked {
    pub(crate) builder: SnapshotBuilder,
    pub(crate) indexes: HashMap<NodeId, ElementIndex>,
}

/// Adds every element that can be seen, with its text.
pub(crate) fn walk(document: &Html, url: &str) -> Walked {
    let mut walked = Walked {
        builder: SnapshotBuilder::new(url),
        indexes: HashMap::new(),
    };
    let mut open: Vec<ElementIndex> = Vec::new();
    // How deep the walk is in an element that cannot be seen; nothing in it is added.
    let mut hidden_depth = 0_usize;
    // Not recursive: a document can be deeper than any stack.
    for edge in document.tree.root().traverse() {
        match edge {
            Edge::Open(node) => match node.value() {
                Node::Element(element) if hidden_depth > 0 || is_hidden(element) => {
                    hidden_depth += 1;
                }
                Node::Element(element) => {
                    let index = walked
                        .builder
                        .element(open.last().copied(), to_new(element));
                    walked.indexes.insert(node.id(), index);
                    open.push(index);
                }
                Node::Text(text) if hidden_depth == 0 => {
                    if let Some(parent) = open.last() {
                        walked.builder.text(*parent, text);
                    }
                }
                _ => {}
            },
            Edge::Close(node) if node.value().is_element() => {
                if hidden_depth > 0 {
                    hidden_depth -= 1;
                } else {
                    open.pop();
                }
            }
            Edge::Close(_) => {}
        }
    }
    walked
}

fn to_new(element: &Element) -> NewElement {
    element
        .attrs()
        .fold(NewElement::new(element.name()), |new, (name, value)| {
            new.attribute(name, value)
        })
}
