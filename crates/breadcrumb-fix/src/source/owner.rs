//! [`Owner`]: what a constant is called where it is defined.

use std::ops::Range;

use tree_sitter::Node;

use super::Source;
use super::mentions::is_exports;
use super::names::ScopeKind;

/// What a constant is called where it is defined: `SELECTORS` and `["menu"]`.
#[derive(Debug)]
pub(crate) struct Owner {
    pub(crate) called: Called,
    /// Where the name is written.
    pub(crate) range: Range<usize>,
    /// The keys that lead from the name to the text.
    pub(crate) keys: Vec<String>,
}

/// A name, by who can see it.
#[derive(Debug)]
pub(crate) enum Called {
    /// A name of a function or a block.
    Local(String),
    /// A name of the module.
    Module(String),
    /// An attribute of a class.
    Member { class: String, name: String },
    /// What the module exports as a whole.
    Exports,
}

impl Source {
    /// Returns what the string at a range is called; nothing where that is not certain.
    pub(crate) fn owner(&self, range: &Range<usize>) -> Option<Owner> {
        let mut keys = Vec::new();
        let mut node = self.string_node(range)?;
        loop {
            let parent = node.parent()?;
            let field = |name: &str| parent.child_by_field_name(name);
            let is_value = |name: &str| field(name) == Some(node);
            match parent.kind() {
                "pair" if is_value("value") => keys.push(self.key(field("key")?)?),
                "enum_assignment" if is_value("value") => keys.push(self.key(field("name")?)?),
                "parenthesized_expression"
                | "as_expression"
                | "satisfies_expression"
                | "non_null_expression"
                | "dictionary"
                | "object"
                | "enum_body"
                | "arguments" => {}
                // It returns its argument.
                "call_expression" if self.is_freeze(parent) => {}
                "export_statement" if is_value("value") => {
                    return Some(owner(Called::Exports, parent, keys));
                }
                "assignment" | "assignment_expression" if is_value("right") => {
                    let is_alone = parent.parent()?.kind() == "expression_statement";
                    return self.assigned(field("left")?, keys).filter(|_| is_alone);
                }
                "variable_declarator" if is_value("value") => {
                    return self.declared(field("name")?, keys);
                }
                "enum_declaration" => return self.declared(field("name")?, keys),
                "public_field_definition" | "field_definition" if is_value("value") => {
                    let name = field("name").or_else(|| field("property"))?;
                    return self.member(name, self.text_of(name), keys);
                }
                _ => return None,
            }
            node = parent;
        }
    }

    fn declared(&self, name: Node<'_>, keys: Vec<String>) -> Option<Owner> {
        let text = self.text_of(name);
        let scope = self.names.scopes_at(name.start_byte()).next()?;
        let called = match self.names.scope(scope)?.kind {
            _ if name.kind() != "identifier" => return None,
            ScopeKind::Module => Called::Module(text.to_owned()),
            ScopeKind::Function => Called::Local(text.to_owned()),
            ScopeKind::Class => return self.member(name, text, keys),
        };
        Some(owner(called, name, keys))
    }

    fn assigned(&self, left: Node<'_>, keys: Vec<String>) -> Option<Owner> {
        if is_exports(self.text_of(left)) {
            return Some(owner(Called::Exports, left, keys));
        }
        let path = self.reader().name(left)?;
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        match path.as_slice() {
            [_] => self.declared(left, keys),
            ["self" | "cls" | "this", name] => self.member(left, name, keys),
            ["exports", name] | ["module", "exports", name] => {
                Some(owner(Called::Module((*name).to_owned()), left, keys))
            }
            _ => None,
        }
    }

    fn member(&self, at: Node<'_>, name: &str, keys: Vec<String>) -> Option<Owner> {
        let class = self.names.class_at(at.start_byte())?;
        let start = self.names.scope(class)?.range.start;
        let mut node = at;
        while node.start_byte() != start || node.child_by_field_name("body").is_none() {
            node = node.parent()?;
        }
        let class = node.child_by_field_name("name");
        let class = class.map(|class| self.text_of(class)).unwrap_or_default();
        let called = Called::Member {
            class: class.to_owned(),
            name: name.to_owned(),
        };
        Some(owner(called, at, keys))
    }

    fn key(&self, node: Node<'_>) -> Option<String> {
        match self.reader().literal(node) {
            Some(literal) if node.kind() == "string" => Some(literal.text),
            _ => (node.kind() == "property_identifier").then(|| self.text_of(node).to_owned()),
        }
    }

    fn is_freeze(&self, call: Node<'_>) -> bool {
        let function = call.child_by_field_name("function");
        function.is_some_and(|function| self.text_of(function) == "Object.freeze")
    }

    pub(super) fn text_of(&self, node: Node<'_>) -> &str {
        self.slice(&node.byte_range())
    }
}

/// Makes an owner; the keys were found from the inside to the outside.
fn owner(called: Called, name: Node<'_>, mut keys: Vec<String>) -> Owner {
    keys.reverse();
    Owner {
        called,
        range: name.byte_range(),
        keys,
    }
}
