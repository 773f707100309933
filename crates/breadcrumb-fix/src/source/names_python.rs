//! What binds names in Python.

use tree_sitter::Node;

use super::names::{Bound, Names, ScopeKind};
use super::operand::Reader;

/// Looks at a node; those around it have been looked at before.
pub(super) fn visit(node: Node<'_>, reader: &Reader<'_>, names: &mut Names) {
    let field = |name: &str| node.child_by_field_name(name);
    match node.kind() {
        "function_definition" | "lambda" => function(node, reader, names),
        "class_definition" => class(node, reader, names),
        "assignment" => assignment(node, reader, names),
        "augmented_assignment" | "for_statement" | "for_in_clause" => {
            bind_all(field("left"), reader, names);
        }
        "named_expression" => bind_all(field("name"), reader, names),
        "as_pattern_target" => bind_all(Some(node), reader, names),
        "global_statement" | "nonlocal_statement" => {
            let mut cursor = node.walk();
            for name in node.named_children(&mut cursor) {
                names.bind(0, reader.text(name), node.start_byte(), Bound::Other);
            }
        }
        "import_statement" => import(node, reader, names),
        "import_from_statement" => import_from(node, reader, names),
        _ => {}
    }
}

fn function(node: Node<'_>, reader: &Reader<'_>, names: &mut Names) {
    if let Some(name) = node.child_by_field_name("name") {
        names.bind_here(reader.text(name), node.start_byte(), Bound::Other);
    }
    let scope = names.open(node.byte_range(), ScopeKind::Function);
    let Some(parameters) = node.child_by_field_name("parameters") else {
        return;
    };
    let given = parametrized(node, reader);
    let mut cursor = parameters.walk();
    for parameter in parameters.named_children(&mut cursor) {
        let name = parameter.child_by_field_name("name");
        let name = match parameter.kind() {
            "identifier" => Some(parameter),
            _ => name.or_else(|| parameter.named_child(0)),
        };
        let Some(name) = name.map(|name| reader.text(name).trim_start_matches('*')) else {
            continue;
        };
        let is_given = given.iter().any(|given| given == name);
        let bound = if is_given {
            Bound::Parametrized
        } else {
            Bound::Parameter
        };
        names.bind(scope, name, parameter.start_byte(), bound);
    }
}

/// Returns the names that `pytest.mark.parametrize` gives values to.
fn parametrized(function: Node<'_>, reader: &Reader<'_>) -> Vec<String> {
    let Some(around) = function
        .parent()
        .filter(|node| node.kind() == "decorated_definition")
    else {
        return Vec::new();
    };
    let mut cursor = around.walk();
    let calls = around
        .named_children(&mut cursor)
        .filter(|child| child.kind() == "decorator")
        .filter_map(|decorator| decorator.named_child(0));
    let mut given = Vec::new();
    for call in calls {
        let name = call
            .child_by_field_name("function")
            .map(|function| reader.text(function));
        let first = call
            .child_by_field_name("arguments")
            .and_then(|list| list.named_child(0));
        if let (Some(name), Some(first)) = (name, first)
            && name.ends_with("parametrize")
        {
            let is_part = |c: char| c.is_alphanumeric() || c == '_';
            given.extend(reader.text(first).split(|c| !is_part(c)).map(str::to_owned));
        }
    }
    given
}

fn class(node: Node<'_>, reader: &Reader<'_>, names: &mut Names) {
    // The scope is the next one, whatever its number is: its name belongs to the one around it.
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
    if let Some(list) = node.child_by_field_name("superclasses") {
        let mut cursor = list.walk();
        let bases = list
            .named_children(&mut cursor)
            .filter_map(|base| reader.name(base))
            .collect();
        names.set_bases(scope, bases);
    }
}

fn assignment(node: Node<'_>, reader: &Reader<'_>, names: &mut Names) {
    let Some(left) = node.child_by_field_name("left") else {
        return;
    };
    // Without a value it is an annotation.
    let Some(right) = node.child_by_field_name("right") else {
        return;
    };
    match (left.kind(), reader.name(left)) {
        ("identifier", _) => {
            let bound = Bound::Operand(reader.operand(right, 0));
            names.bind_here(reader.text(left), node.start_byte(), bound);
        }
        ("attribute", Some(path)) => {
            if let ([object, name], Some(class)) =
                (path.as_slice(), names.class_at(node.start_byte()))
                && matches!(object.as_str(), "self" | "cls")
            {
                let bound = Bound::Operand(reader.operand(right, 0));
                names.bind(class, name, node.start_byte(), bound);
            }
        }
        _ => bind_all(Some(left), reader, names),
    }
}

/// Binds all names of a pattern to something that is not known.
fn bind_all(pattern: Option<Node<'_>>, reader: &Reader<'_>, names: &mut Names) {
    let mut open: Vec<Node<'_>> = pattern.into_iter().collect();
    while let Some(node) = open.pop() {
        match node.kind() {
            "identifier" => names.bind_here(reader.text(node), node.start_byte(), Bound::Other),
            // They change a part of a value, not a name.
            "attribute" | "subscript" => {}
            _ => {
                let mut cursor = node.walk();
                open.extend(node.named_children(&mut cursor));
            }
        }
    }
}

/// Binds the modules of `import a.b, c as d`.
fn import(node: Node<'_>, reader: &Reader<'_>, names: &mut Names) {
    let mut cursor = node.walk();
    for child in node.children_by_field_name("name", &mut cursor) {
        let (module, name) = aliased(child, reader).unwrap_or_else(|| {
            let first = reader.text(child).split('.').next().unwrap_or_default();
            (first, first)
        });
        let bound = Bound::Import {
            module: module.to_owned(),
            name: None,
        };
        names.bind_here(name, node.start_byte(), bound);
    }
}

/// Binds the names of `from a import b, c as d`.
fn import_from(node: Node<'_>, reader: &Reader<'_>, names: &mut Names) {
    let Some(module) = node
        .child_by_field_name("module_name")
        .map(|m| reader.text(m))
    else {
        return;
    };
    let mut cursor = node.walk();
    for child in node.children_by_field_name("name", &mut cursor) {
        let text = reader.text(child);
        let (name, alias) = aliased(child, reader).unwrap_or((text, text));
        let bound = Bound::Import {
            module: module.to_owned(),
            name: Some(name.to_owned()),
        };
        names.bind_here(alias, node.start_byte(), bound);
    }
    let mut cursor = node.walk();
    if node
        .named_children(&mut cursor)
        .any(|child| child.kind() == "wildcard_import")
    {
        names.stars.push(module.to_owned());
    }
}

/// Takes `a as b` apart.
fn aliased<'t>(node: Node<'_>, reader: &Reader<'t>) -> Option<(&'t str, &'t str)> {
    let name = node.child_by_field_name("name")?;
    let alias = node.child_by_field_name("alias")?;
    Some((reader.text(name), reader.text(alias)))
}
