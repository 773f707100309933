//! [`Mention`]: where a name is used, and for what.

use std::ops::Range;

use tree_sitter::Node;

use super::Source;
use super::operand::python_name;

/// A place where a name is used, alone or in a path: `BTN` of `locators.BTN`.
#[derive(Debug)]
pub(crate) struct Mention {
    pub(crate) range: Range<usize>,
    /// The path that the name is a part of; nothing where it has parts that are no names.
    pub(crate) path: Option<Vec<String>>,
    /// Which part of the path the name is.
    pub(crate) index: usize,
    pub(crate) position: Position,
}

/// What a name is used for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Position {
    /// It is all of a locator: `page.locator(BTN)`, `page.click(BTN)`.
    Locator,
    /// It is imported or exported, under this name.
    Moved(String),
    /// It is a class that is called, extended, or a type.
    Class,
    Other,
}

/// Whether a text is what a `CommonJS` module exports.
pub(super) fn is_exports(text: &str) -> bool {
    text == "module.exports"
}

impl Source {
    /// Returns where a name is used; what only binds it is no use.
    pub(crate) fn mentions(&self, word: &str) -> Vec<Mention> {
        let mut found = Vec::new();
        let mut cursor = self.tree.walk();
        loop {
            let node = cursor.node();
            found.extend(self.mention(node, word));
            if cursor.goto_first_child() {
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return found;
                }
            }
        }
    }

    fn mention(&self, node: Node<'_>, word: &str) -> Option<Mention> {
        let is_word = || self.text_of(node) == word;
        let parent = node.parent()?;
        let is_field = |name: &str| parent.child_by_field_name(name) == Some(node);
        match node.kind() {
            "identifier" if is_word() => match parent.kind() {
                "attribute" if is_field("attribute") => Some(self.path(parent)),
                "keyword_argument" if is_field("name") => None,
                _ if is_binding(node, parent) => None,
                _ => Some(self.path(node)),
            },
            "property_identifier" | "private_property_identifier" if is_word() => {
                match parent.kind() {
                    "member_expression" => Some(self.path(parent)),
                    "pair_pattern" => Some(self.unpacked(node, parent)),
                    _ => None,
                }
            }
            "shorthand_property_identifier" if is_word() => Some(self.path(node)),
            "shorthand_property_identifier_pattern" if is_word() => {
                Some(self.unpacked(node, node)).filter(|m| m.position == Position::Other)
            }
            "string" => self.named_in_string(node, parent, word),
            _ => None,
        }
    }

    /// Reads the path that a name ends, and what is done with it.
    fn path(&self, node: Node<'_>) -> Mention {
        let reader = self.reader();
        let start = if node.kind() == "shorthand_property_identifier" {
            Some(vec![self.text_of(node).to_owned()])
        } else {
            reader.name(node)
        };
        let index = start
            .as_ref()
            .map_or(0, |path| path.len().saturating_sub(1));
        let (mut whole, mut path) = (node, start);
        while let Some(parent) = whole.parent().filter(|parent| is_longer(*parent, whole)) {
            let Some(longer) = reader.name(parent) else {
                break;
            };
            (whole, path) = (parent, Some(longer));
        }
        Mention {
            range: node.byte_range(),
            position: self.position(whole),
            path,
            index,
        }
    }

    /// Reads `{ BTN }` or `{ BTN: b }` of what is taken apart.
    fn unpacked(&self, node: Node<'_>, entry: Node<'_>) -> Mention {
        let declarator = entry.parent().and_then(|pattern| pattern.parent());
        let value = declarator.and_then(|node| node.child_by_field_name("value"));
        let is_required = value.is_some_and(|value| self.text_of(value).starts_with("require("));
        let alias = entry.child_by_field_name("value").unwrap_or(node);
        Mention {
            range: node.byte_range(),
            path: None,
            index: 0,
            position: if is_required {
                Position::Moved(self.text_of(alias).to_owned())
            } else {
                Position::Other
            },
        }
    }

    /// Reads `Page["BTN"]` and `getattr(page, "BTN")`.
    fn named_in_string(&self, node: Node<'_>, parent: Node<'_>, word: &str) -> Option<Mention> {
        if !self.text_of(node).contains(word) {
            return None;
        }
        let text = self.reader().literal(node)?.text;
        let is_index = ["subscript", "index"]
            .iter()
            .any(|field| parent.child_by_field_name(field) == Some(node));
        if is_index && text == word {
            return Some(self.path(parent));
        }
        let call = parent.parent()?;
        let function = call.child_by_field_name("function")?;
        let takes_names = self.text_of(function).ends_with("attr")
            || self.text_of(function).ends_with("attrgetter");
        let is_it = takes_names && text.rsplit('.').next() == Some(word);
        is_it.then(|| Mention {
            range: node.byte_range(),
            path: None,
            index: 0,
            position: Position::Other,
        })
    }

    fn position(&self, node: Node<'_>) -> Position {
        if self.is_locator(node) {
            Position::Locator
        } else if let Some(name) = self.moved(node) {
            Position::Moved(name)
        } else if is_class_use(node) {
            Position::Class
        } else {
            Position::Other
        }
    }

    fn is_locator(&self, node: Node<'_>) -> bool {
        let mut value = node;
        while let Some(parent) = value.parent().filter(|parent| is_wrapper(parent.kind())) {
            value = parent;
        }
        let is_selector = self.chains.iter().any(|chain| {
            let is_it = chain.is_selector && chain.range == value.byte_range();
            is_it && is_page(self.slice(&chain.root))
        });
        is_selector || self.is_locator_argument(value).unwrap_or_default()
    }

    /// Whether a value is the selector of `….locator(value)`.
    fn is_locator_argument(&self, value: Node<'_>) -> Option<bool> {
        let parent = value.parent()?;
        let is_keyword = parent.kind() == "keyword_argument";
        let list = if is_keyword { parent.parent()? } else { parent };
        let is_first = if is_keyword {
            let name = self.text_of(parent.child_by_field_name("name")?);
            matches!(name, "selector" | "selector_or_locator")
        } else {
            let mut cursor = list.walk();
            let mut given = list.named_children(&mut cursor);
            given.find(|node| node.kind() != "comment") == Some(value)
        };
        let call = list.parent()?;
        let function = call.child_by_field_name("function")?;
        let method = function
            .child_by_field_name("attribute")
            .or_else(|| function.child_by_field_name("property"))?;
        let method = python_name(self.text_of(method), self.language);
        let object = self.text_of(function.child_by_field_name("object")?);
        // A method of the tests' own class does what it likes with its argument.
        let is_own = matches!(object, "self" | "cls" | "this" | "super" | "super()");
        let is_list = matches!(list.kind(), "argument_list" | "arguments");
        let is_maker = matches!(method.as_str(), "locator" | "frame_locator");
        Some(is_list && is_first && is_maker && !is_own)
    }

    /// Returns the name under which something is imported or exported.
    fn moved(&self, node: Node<'_>) -> Option<String> {
        let text = |node: Node<'_>| self.text_of(node).to_owned();
        let parent = node.parent()?;
        let field = |name: &str| parent.child_by_field_name(name);
        match parent.kind() {
            "import_specifier" | "export_specifier" => field("alias").or(field("name")).map(text),
            "export_statement" => Some("default".to_owned()),
            "dotted_name" => {
                let around = parent.parent()?;
                let alias = around.child_by_field_name("alias");
                let is_import = around.kind().starts_with("import") || alias.is_some();
                is_import.then(|| text(alias.unwrap_or(node)))
            }
            "aliased_import" => Some(text(node)),
            "assignment_expression" if field("right") == Some(node) => {
                let left = self.text_of(field("left")?);
                if is_exports(left) {
                    return Some("default".to_owned());
                }
                let name = left.strip_prefix("module.").unwrap_or(left);
                name.strip_prefix("exports.").map(str::to_owned)
            }
            "pair" => {
                let is_exported = self.is_exported(parent.parent()?);
                is_exported.then(|| field("key").map(text))?
            }
            "object" => self.is_exported(parent).then(|| text(node)),
            _ => None,
        }
    }

    /// Whether an object is what the module exports.
    fn is_exported(&self, object: Node<'_>) -> bool {
        let parent = object.parent();
        let left = parent.and_then(|parent| parent.child_by_field_name("left"));
        left.is_some_and(|left| is_exports(self.text_of(left)))
    }
}

/// Whether a node makes a longer path of another one.
fn is_longer(parent: Node<'_>, node: Node<'_>) -> bool {
    let field = match parent.kind() {
        "attribute" | "member_expression" | "subscript_expression" => "object",
        "subscript" => "value",
        "non_null_expression" => return true,
        _ => return false,
    };
    parent.child_by_field_name(field) == Some(node)
}

fn is_wrapper(kind: &str) -> bool {
    matches!(
        kind,
        "parenthesized_expression"
            | "as_expression"
            | "satisfies_expression"
            | "non_null_expression"
    )
}

/// Whether a name is given a value there, or declared.
fn is_binding(node: Node<'_>, parent: Node<'_>) -> bool {
    let field = match parent.kind() {
        "assignment" => "left",
        "pair_pattern" => "value",
        "variable_declarator"
        | "class_definition"
        | "class_declaration"
        | "class"
        | "abstract_class_declaration"
        | "enum_declaration"
        | "function_definition"
        | "function_declaration"
        | "named_expression" => "name",
        "import_clause" | "namespace_import" => return true,
        _ => return false,
    };
    parent.child_by_field_name(field) == Some(node)
}

fn is_class_use(node: Node<'_>) -> bool {
    let Some(parent) = node.parent() else {
        return false;
    };
    let is_field = |name: &str| parent.child_by_field_name(name) == Some(node);
    match parent.kind() {
        "call" | "call_expression" => is_field("function"),
        "new_expression" => is_field("constructor"),
        "class_heritage" | "extends_clause" | "type" | "generic_type" => true,
        "argument_list" => parent
            .parent()
            .is_some_and(|around| around.kind() == "class_definition"),
        _ => false,
    }
}

/// Whether something is called as Playwright's pages and frames are. `login_page` may be an object of
/// the tests, whose `click` does what it likes with its argument.
fn is_page(root: &str) -> bool {
    let name = root.rsplit('.').next().unwrap_or_default();
    let name = name.trim_matches(|c: char| c.is_ascii_digit() || matches!(c, '_' | '#' | '!'));
    let name = name.to_lowercase();
    matches!(name.as_str(), "page" | "popup" | "tab") || name.ends_with("frame")
}
