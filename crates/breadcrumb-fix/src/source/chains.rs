//! The locators that a file makes: `page.locator("a").first`, and selectors: `page.click("a")`.

use std::collections::HashSet;
use std::ops::Range;

use tree_sitter::Node;

use super::operand::{Operand, Reader, Unknown, python_name};
use crate::makers;
use crate::outcome::ManualReason;

/// The name of arguments whose names are known only when the test runs: `**options`.
pub(crate) const SPREAD: &str = "**";
/// Arguments of `drag_and_drop` that are selectors.
const ENDS: [&str; 2] = ["source", "target"];

/// A locator that a file makes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SourceChain {
    /// The whole expression, with what the calls are called on.
    pub(crate) range: Range<usize>,
    /// Where the test runner may say that it is: a selector is as long as its call.
    pub(crate) span: Range<usize>,
    /// What the calls are called on.
    pub(crate) root: Range<usize>,
    pub(crate) calls: Vec<SourceCall>,
    /// Whether it is a selector: `"a"` of `page.click("a")`.
    pub(crate) is_selector: bool,
    /// Whether it is an argument of another one.
    pub(crate) is_nested: bool,
    /// Whether it stands in a placeholder of a Python string, where not every string can be written.
    pub(crate) is_in_string: bool,
}

/// One call of it, with Python's names.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SourceCall {
    pub(crate) method: String,
    /// In the order of the method's signature.
    pub(crate) arguments: Vec<(String, Operand)>,
    /// From the method's name to the end of the call.
    pub(crate) range: Range<usize>,
}

/// Collects the chains of a file.
#[derive(Default)]
pub(super) struct Collector {
    chains: Vec<SourceChain>,
    /// Nodes that are a part of a chain that was collected.
    taken: HashSet<usize>,
    /// Nodes that are arguments of one.
    arguments: HashSet<usize>,
    /// Where the last placeholder of a Python string ends that was looked at.
    placeholder_end: usize,
}

impl Collector {
    /// Looks at a node; those around it have been looked at before.
    pub(super) fn visit(&mut self, node: Node<'_>, reader: &Reader<'_>) {
        if self.taken.contains(&node.id()) {
            return;
        }
        if node.kind() == "interpolation" {
            self.placeholder_end = self.placeholder_end.max(node.end_byte());
        }
        if let Some((root, steps)) = spine(node, reader) {
            self.taken.extend(steps.iter().map(|step| step.node.id()));
            // `x.first` of `x.first()` is no property.
            let functions = steps
                .iter()
                .filter_map(|step| step.node.child_by_field_name("function"));
            self.taken.extend(functions.map(|function| function.id()));
            let lists = steps.iter().filter_map(|step| step.arguments);
            self.arguments.extend(lists.flat_map(argument_nodes));
            self.chains.push(SourceChain {
                range: node.byte_range(),
                span: node.byte_range(),
                root: root.byte_range(),
                calls: steps.iter().map(|step| step.call(reader, 0)).collect(),
                is_selector: false,
                is_nested: self.arguments.contains(&node.id()),
                is_in_string: node.start_byte() < self.placeholder_end,
            });
        } else {
            let is_in_string = node.start_byte() < self.placeholder_end;
            let selectors = selectors(node, reader).into_iter();
            self.chains.extend(selectors.map(|chain| SourceChain {
                is_in_string,
                ..chain
            }));
        }
    }

    /// Returns the chains, by place.
    pub(super) fn finish(mut self) -> Vec<SourceChain> {
        self.chains.sort_by_key(|chain| chain.range.start);
        self.chains
    }
}

/// Returns the nodes that are values of arguments: by position, by name, or in an object.
fn argument_nodes(list: Node<'_>) -> Vec<usize> {
    let mut found = Vec::new();
    let mut open = vec![list];
    while let Some(node) = open.pop() {
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            match child.kind() {
                "object" => open.push(child),
                "keyword_argument" | "pair" => {
                    found.extend(child.child_by_field_name("value").map(|value| value.id()));
                }
                _ => found.push(child.id()),
            }
        }
    }
    found
}

/// Reads a locator that is an argument.
pub(super) fn nested(node: Node<'_>, reader: &Reader<'_>, depth: usize) -> Option<Vec<SourceCall>> {
    let (_, steps) = spine(node, reader)?;
    Some(
        steps
            .iter()
            .map(|step| step.call(reader, depth + 1))
            .collect(),
    )
}

/// One call or property, from the outside to the inside.
struct Step<'n> {
    node: Node<'n>,
    name: Node<'n>,
    method: String,
    arguments: Option<Node<'n>>,
}

impl Step<'_> {
    fn call(&self, reader: &Reader<'_>, depth: usize) -> SourceCall {
        let mut arguments = match self.arguments {
            Some(list) => arguments(list, &self.method, reader, depth),
            None => Vec::new(),
        };
        arguments.sort_by_key(|(name, _)| makers::position(&self.method, name));
        let range = self.name.start_byte()..self.node.end_byte();
        SourceCall {
            method: self.method.clone(),
            arguments,
            range,
        }
    }
}

/// Goes down the calls that make a locator; returns what they are called on, and them in order.
fn spine<'n>(node: Node<'n>, reader: &Reader<'_>) -> Option<(Node<'n>, Vec<Step<'n>>)> {
    let mut steps = Vec::new();
    let mut root = node;
    while let Some((object, step)) = maker(root, reader) {
        steps.push(step);
        root = object;
    }
    steps.reverse();
    (!steps.is_empty()).then_some((root, steps))
}

fn maker<'n>(node: Node<'n>, reader: &Reader<'_>) -> Option<(Node<'n>, Step<'n>)> {
    let is_python = reader.language.is_python();
    if is_python && node.kind() == "attribute" {
        let (object, name) = member(node)?;
        let method = reader.text(name).to_owned();
        let step = Step {
            node,
            name,
            method,
            arguments: None,
        };
        return makers::is_property(&step.method).then_some((object, step));
    }
    let (object, name, arguments) = method_call(node)?;
    let method = python_name(reader.text(name), reader.language);
    let is_maker = makers::is_maker(&method) || !is_python && makers::is_property(&method);
    is_maker.then_some((
        object,
        Step {
            node,
            name,
            method,
            arguments: Some(arguments),
        },
    ))
}

/// Takes `object.name(arguments)` apart.
fn method_call(node: Node<'_>) -> Option<(Node<'_>, Node<'_>, Node<'_>)> {
    if !matches!(node.kind(), "call" | "call_expression") {
        return None;
    }
    let (object, name) = member(node.child_by_field_name("function")?)?;
    let arguments = node.child_by_field_name("arguments")?;
    matches!(arguments.kind(), "argument_list" | "arguments").then_some((object, name, arguments))
}

fn member(node: Node<'_>) -> Option<(Node<'_>, Node<'_>)> {
    let name = match node.kind() {
        "attribute" => node.child_by_field_name("attribute")?,
        "member_expression" => node.child_by_field_name("property")?,
        _ => return None,
    };
    Some((node.child_by_field_name("object")?, name))
}

/// Reads the arguments of a call; the options of TypeScript are arguments with names.
fn arguments(
    list: Node<'_>,
    method: &str,
    reader: &Reader<'_>,
    depth: usize,
) -> Vec<(String, Operand)> {
    let mut read = Vec::new();
    let mut positional = makers::parameters(method).iter();
    let mut cursor = list.walk();
    for node in list.named_children(&mut cursor) {
        match node.kind() {
            "comment" => {}
            "keyword_argument" => {
                let field = |name| node.child_by_field_name(name);
                let (Some(name), Some(value)) = (field("name"), field("value")) else {
                    continue;
                };
                let name = makers::parameter(method, reader.text(name)).to_owned();
                read.push((name, reader.operand(value, depth + 1)));
            }
            "object" => read.extend(options(node, method, reader, depth)),
            "dictionary_splat" | "list_splat" | "spread_element" => read.push(spread()),
            _ => match positional.next() {
                // Options that are made elsewhere.
                Some(name)
                    if !reader.language.is_python() && !makers::is_positional(method, name) =>
                {
                    read.push(spread());
                }
                Some(name) => read.push(((*name).to_owned(), reader.operand(node, depth + 1))),
                None => read.push(spread()),
            },
        }
    }
    read.retain(|(_, operand)| *operand != Operand::Nothing);
    read
}

fn options(
    node: Node<'_>,
    method: &str,
    reader: &Reader<'_>,
    depth: usize,
) -> Vec<(String, Operand)> {
    let Operand::Table(entries) = reader.operand(node, depth + 1) else {
        return vec![spread()];
    };
    let named = |(name, operand): (String, Operand)| {
        let name = if name == SPREAD {
            name
        } else {
            makers::snake(&name)
        };
        (makers::parameter(method, &name).to_owned(), operand)
    };
    entries.into_iter().map(named).collect()
}

fn spread() -> (String, Operand) {
    (
        SPREAD.to_owned(),
        Operand::Unknown(Unknown::new(ManualReason::NotConstant)),
    )
}

/// Returns the value of an argument that is given by one of some names.
fn keyword<'n>(node: Node<'n>, names: &[&str], reader: &Reader<'_>) -> Option<Node<'n>> {
    let name = node
        .child_by_field_name("name")
        .map(|name| reader.text(name));
    let is_it = node.kind() == "keyword_argument" && name.is_some_and(|n| names.contains(&n));
    is_it.then(|| node.child_by_field_name("value"))?
}

/// Reads the selectors of `page.click("a")`, as if each was a `locator("a")`.
fn selectors(node: Node<'_>, reader: &Reader<'_>) -> Vec<SourceChain> {
    let Some((object, name, list)) = method_call(node) else {
        return Vec::new();
    };
    let method = python_name(reader.text(name), reader.language);
    let Some(arity) = makers::selector_arity(&method) else {
        return Vec::new();
    };
    // A locator's own `fill` has no selector.
    if maker(object, reader).is_some() {
        return Vec::new();
    }
    let mut cursor = list.walk();
    let given: Vec<_> = list
        .named_children(&mut cursor)
        .filter(|n| n.kind() != "comment")
        .collect();
    let is_positional = |node: &&Node<'_>| node.kind() != "keyword_argument";
    let wanted = if method == "drag_and_drop" { 2 } else { 1 };
    let names: &[&str] = if wanted == 2 { &ENDS } else { &["selector"] };
    let mut values: Vec<Node<'_>> = given
        .iter()
        .filter_map(|node| keyword(*node, names, reader))
        .collect();
    if values.len() < wanted && given.len() >= arity {
        values.extend(
            given
                .iter()
                .filter(is_positional)
                .take(wanted - values.len()),
        );
    }
    let made = |value: Node<'_>| SourceChain {
        range: value.byte_range(),
        span: node.byte_range(),
        root: object.byte_range(),
        calls: vec![SourceCall {
            method: "locator".to_owned(),
            arguments: vec![(String::new(), reader.operand(value, 1))],
            range: value.byte_range(),
        }],
        is_selector: true,
        is_nested: false,
        is_in_string: false,
    };
    values.into_iter().map(made).collect()
}
