//! What binds names in TypeScript and JavaScript.

use tree_sitter::Node;

use super::names::{Bound, Names, ScopeKind};
use super::operand::{Operand, Reader};

/// The name of what a `CommonJS` module exports.
pub(crate) const EXPORTS: &str = "module.exports";

/// Looks at a node; those around it have been looked at before.
pub(super) fn visit(node: Node<'_>, reader: &Reader<'_>, names: &mut Names) {
    let field = |name: &str| node.child_by_field_name(name);
    match node.kind() {
        "function_declaration"
        | "generator_function_declaration"
        | "function_expression"
        | "arrow_function"
        | "method_definition"
        | "generator_function" => {
            function(node, reader, names);
        }
        "statement_block" => {
            names.open(node.byte_range(), ScopeKind::Function);
        }
        "class_declaration" | "class" | "abstract_class_declaration" => class(node, reader, names),
        "variable_declarator" => declare(node, reader, names),
        "for_in_statement" => bind_all(field("left"), reader, names),
        "catch_clause" => bind_all(field("parameter"), reader, names),
        "public_field_definition" | "field_definition" => {
            let name = field("name").or_else(|| field("property"));
            if let (Some(name), Some(class)) = (name, names.class_at(node.start_byte())) {
                let bound = match field("value") {
                    Some(value) => Bound::Operand(reader.operand(value, 0)),
                    // It gets its value in the constructor.
                    None => return,
                };
                names.bind(class, reader.text(name), node.start_byte(), bound);
            }
        }
        "enum_declaration" => enumeration(node, reader, names),
        "assignment_expression" => assignment(node, reader, names),
        "augmented_assignment_expression" => {
            if let Some(left) = field("left") {
                names.assign(reader.text(left), node.start_byte());
            }
        }
        "import_statement" => import(node, reader, names),
        "export_statement" => export(node, reader, names),
        _ => {}
    }
}

fn function(node: Node<'_>, reader: &Reader<'_>, names: &mut Names) {
    if let Some(name) = node
        .child_by_field_name("name")
        .filter(|n| n.kind() == "identifier")
    {
        names.bind_here(reader.text(name), node.start_byte(), Bound::Other);
    }
    let scope = names.open(node.byte_range(), ScopeKind::Function);
    let parameters = node.child_by_field_name("parameters");
    let Some(parameters) = parameters.or_else(|| node.child_by_field_name("parameter")) else {
        return;
    };
    for name in identifiers(parameters) {
        names.bind(
            scope,
            reader.text(name),
            name.start_byte(),
            Bound::Parameter,
        );
    }
}

fn class(node: Node<'_>, reader: &Reader<'_>, names: &mut Names) {
    let around = names
        .scopes_at(node.start_byte())
        .next()
        .unwrap_or_default();
    let scope = names.open(node.byte_range(), ScopeKind::Class);
    if let Some(name) = node.child_by_field_name("name") {
        names.bind(
            around,
            reader.text(name),
            node.start_byte(),
            Bound::Class(scope),
        );
    }
    let mut cursor = node.walk();
    let heritage = node
        .named_children(&mut cursor)
        .find(|child| child.kind() == "class_heritage");
    let base = heritage.and_then(|heritage| heritage.named_child(0));
    let base = base.map(|base| base.child_by_field_name("value").unwrap_or(base));
    if let Some(base) = base.and_then(|base| reader.name(base)) {
        names.set_bases(scope, vec![base]);
    }
}

fn declare(node: Node<'_>, reader: &Reader<'_>, names: &mut Names) {
    let Some(name) = node.child_by_field_name("name") else {
        return;
    };
    let value = node.child_by_field_name("value");
    let module = value.and_then(|value| required(value, reader));
    match (name.kind(), module) {
        ("identifier", Some(module)) => {
            let bound = Bound::Import { module, name: None };
            names.bind_here(reader.text(name), node.start_byte(), bound);
        }
        ("identifier", None) => {
            // Without a value it gets one later.
            if let Some(value) = value {
                let bound = Bound::Operand(reader.operand(value, 0));
                names.bind_here(reader.text(name), node.start_byte(), bound);
            }
        }
        ("object_pattern", Some(module)) => {
            let mut cursor = name.walk();
            for child in name.named_children(&mut cursor) {
                let field = |field: &str| child.child_by_field_name(field);
                let (from, to) = match (field("key"), field("value")) {
                    (Some(key), Some(value)) => (reader.text(key), reader.text(value)),
                    _ => (reader.text(child), reader.text(child)),
                };
                let bound = Bound::Import {
                    module: module.clone(),
                    name: Some(from.to_owned()),
                };
                names.bind_here(to, node.start_byte(), bound);
            }
        }
        _ => bind_all(Some(name), reader, names),
    }
}

/// Returns the module of `require('module')`.
fn required(value: Node<'_>, reader: &Reader<'_>) -> Option<String> {
    let is_call = value.kind() == "call_expression";
    let function = value.child_by_field_name("function").filter(|_| is_call)?;
    let first = value.child_by_field_name("arguments")?.named_child(0)?;
    let is_it = reader.text(function) == "require" && first.kind() == "string";
    is_it.then(|| reader.literal(first).map(|literal| literal.text))?
}

fn enumeration(node: Node<'_>, reader: &Reader<'_>, names: &mut Names) {
    let field = |name: &str| node.child_by_field_name(name);
    let (Some(name), Some(body)) = (field("name"), field("body")) else {
        return;
    };
    let mut cursor = body.walk();
    let member = |member: Node<'_>| {
        let name = member.child_by_field_name("name")?;
        let name = reader
            .literal(name)
            .map_or_else(|| reader.text(name).to_owned(), |l| l.text);
        Some((
            name,
            reader.operand(member.child_by_field_name("value")?, 0),
        ))
    };
    let members = body
        .named_children(&mut cursor)
        .filter_map(member)
        .collect();
    let bound = Bound::Operand(Operand::Table(members));
    names.bind_here(reader.text(name), node.start_byte(), bound);
}

fn assignment(node: Node<'_>, reader: &Reader<'_>, names: &mut Names) {
    let field = |name: &str| node.child_by_field_name(name);
    let (Some(left), Some(right)) = (field("left"), field("right")) else {
        return;
    };
    let at = node.start_byte();
    let Some(path) = reader.name(left) else {
        for name in identifiers(left) {
            names.assign(reader.text(name), at);
        }
        return;
    };
    let value = || Bound::Operand(reader.operand(right, 0));
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    match path.as_slice() {
        [name] => names.assign(name, at),
        ["this", name] => {
            if let Some(class) = names.class_at(at) {
                names.bind(class, name, at, value());
            }
        }
        ["module", "exports"] => names.bind(0, EXPORTS, at, value()),
        ["exports", name] | ["module", "exports", name] => names.bind(0, name, at, value()),
        _ => {}
    }
}

fn import(node: Node<'_>, reader: &Reader<'_>, names: &mut Names) {
    let source = node
        .child_by_field_name("source")
        .and_then(|source| reader.literal(source));
    let Some(module) = source.map(|literal| literal.text) else {
        return;
    };
    let mut cursor = node.walk();
    let clause = node
        .named_children(&mut cursor)
        .find(|child| child.kind() == "import_clause");
    let Some(clause) = clause else { return };
    let mut bind = |to: Node<'_>, name: Option<&str>| {
        let bound = Bound::Import {
            module: module.clone(),
            name: name.map(str::to_owned),
        };
        names.bind_here(reader.text(to), node.start_byte(), bound);
    };
    let mut cursor = clause.walk();
    for child in clause.named_children(&mut cursor) {
        match child.kind() {
            "identifier" => bind(child, Some("default")),
            "namespace_import" => {
                if let Some(name) = child.named_child(0) {
                    bind(name, None);
                }
            }
            _ => {
                for (from, to) in specifiers(child) {
                    bind(to, Some(reader.text(from)));
                }
            }
        }
    }
}

/// Returns the names of `{ a, b as c }`, with what they are called afterwards.
fn specifiers(list: Node<'_>) -> Vec<(Node<'_>, Node<'_>)> {
    let mut cursor = list.walk();
    list.named_children(&mut cursor)
        .filter_map(specifier)
        .collect()
}

fn specifier(node: Node<'_>) -> Option<(Node<'_>, Node<'_>)> {
    let name = node.child_by_field_name("name")?;
    Some((name, node.child_by_field_name("alias").unwrap_or(name)))
}

fn export(node: Node<'_>, reader: &Reader<'_>, names: &mut Names) {
    let source = node
        .child_by_field_name("source")
        .and_then(|source| reader.literal(source));
    let module = source.map(|literal| literal.text);
    let at = node.start_byte();
    if let Some(value) = node.child_by_field_name("value") {
        names.bind(0, "default", at, Bound::Operand(reader.operand(value, 0)));
    }
    let mut cursor = node.walk();
    let clause = node
        .named_children(&mut cursor)
        .find(|child| child.kind() == "export_clause");
    match (clause, module) {
        (Some(clause), module) => {
            for (from, to) in specifiers(clause) {
                let (from, to) = (reader.text(from), reader.text(to));
                let bound = match &module {
                    Some(module) => Bound::Import {
                        module: module.clone(),
                        name: Some(from.to_owned()),
                    },
                    None if from == to => continue,
                    None => Bound::Operand(Operand::Name(vec![from.to_owned()])),
                };
                names.bind(0, to, at, bound);
            }
        }
        (None, Some(module)) => names.stars.push(module),
        (None, None) => {}
    }
}

/// Binds all names of a pattern to something that is not known.
fn bind_all(pattern: Option<Node<'_>>, reader: &Reader<'_>, names: &mut Names) {
    for name in pattern.map(identifiers).unwrap_or_default() {
        names.bind_here(reader.text(name), name.start_byte(), Bound::Other);
    }
}

/// Returns the names that a pattern binds.
fn identifiers(pattern: Node<'_>) -> Vec<Node<'_>> {
    let mut found = Vec::new();
    let mut open = vec![pattern];
    while let Some(node) = open.pop() {
        match node.kind() {
            "identifier" | "shorthand_property_identifier_pattern" => found.push(node),
            "type_annotation" | "member_expression" | "subscript_expression" => {}
            "assignment_pattern" => open.extend(node.child_by_field_name("left")),
            "required_parameter" | "optional_parameter" => {
                open.extend(node.child_by_field_name("pattern"));
            }
            _ => {
                let mut cursor = node.walk();
                open.extend(node.named_children(&mut cursor));
            }
        }
    }
    found
}
