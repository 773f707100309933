//! [`Operand`]: what is written where a value is expected.

use std::ops::Range;

use breadcrumb_core::locator::literal;
use breadcrumb_core::{Pattern, Quote, Value};
use tree_sitter::Node;

use super::chains::{self, SourceCall};
use crate::language::Language;
use crate::makers;
use crate::outcome::ManualReason;

/// Nobody nests values deeper; what does stays unread.
const MAX_DEPTH: usize = 16;

/// A string literal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Literal {
    pub(crate) text: String,
    pub(crate) range: Range<usize>,
    pub(crate) quote: Quote,
}

/// What is written where a value is expected.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Operand {
    Text(Literal),
    /// A name with its attributes and constant subscripts: `Locators.LOGIN`, `SELECTORS["login"]`.
    Name(Vec<String>),
    Fixed(Value),
    Chain(Vec<SourceCall>),
    Table(Vec<(String, Self)>),
    /// `None`, `null`, `undefined`: as if it was not given.
    Nothing,
    Unknown(Unknown),
}

/// A value that is known only when the test runs.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Unknown {
    pub(crate) reason: ManualReason,
    /// What is fixed of a text with placeholders: what is before, between and after them.
    pub(crate) fragments: Vec<String>,
}

impl Unknown {
    /// Makes one of which nothing is known.
    pub(crate) fn new(reason: ManualReason) -> Self {
        Self {
            reason,
            fragments: Vec::new(),
        }
    }

    /// Whether it can be a given text; what nothing is known of can be any.
    pub(crate) fn could_be(&self, text: &str) -> bool {
        let [first, middle @ .., last] = self.fragments.as_slice() else {
            return true;
        };
        let Some(rest) = text.strip_prefix(first.as_str()) else {
            return false;
        };
        let Some(mut rest) = rest.strip_suffix(last.as_str()) else {
            return false;
        };
        middle
            .iter()
            .all(|part| match rest.split_once(part.as_str()) {
                Some((_, tail)) => {
                    rest = tail;
                    true
                }
                None => false,
            })
    }

    /// Whether it says anything about the text that it will be.
    pub(crate) fn is_telling(&self) -> bool {
        self.fragments
            .iter()
            .any(|part| part.chars().any(char::is_alphanumeric))
    }
}

/// Reads nodes of one file.
pub(crate) struct Reader<'t> {
    pub(crate) text: &'t str,
    pub(crate) language: Language,
}

impl<'t> Reader<'t> {
    /// Returns the text of a node.
    pub(crate) fn text(&self, node: Node<'_>) -> &'t str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    /// Reads a string literal without placeholders.
    pub(crate) fn literal(&self, node: Node<'_>) -> Option<Literal> {
        if has_child(node, "interpolation") || has_child(node, "template_substitution") {
            return None;
        }
        let token = self.text(node);
        let (text, quote) = if self.language.is_python() {
            literal::read_python(token)?
        } else {
            literal::read_script(token)?
        };
        Some(Literal {
            text,
            range: node.byte_range(),
            quote,
        })
    }

    /// Reads a value.
    pub(crate) fn operand(&self, node: Node<'_>, depth: usize) -> Operand {
        if depth > MAX_DEPTH {
            return Operand::Unknown(Unknown::new(ManualReason::NotConstant));
        }
        match node.kind() {
            "string" | "template_string" => self.string(node),
            "concatenated_string" | "binary_operator" | "binary_expression" => {
                Operand::Unknown(Unknown::new(ManualReason::Composed))
            }
            "true" => Operand::Fixed(Value::Bool(true)),
            "false" => Operand::Fixed(Value::Bool(false)),
            "none" | "null" | "undefined" => Operand::Nothing,
            "integer" | "number" | "unary_operator" | "unary_expression" => self.number(node),
            "regex" => self.regex(node),
            "parenthesized_expression"
            | "as_expression"
            | "satisfies_expression"
            | "non_null_expression" => match node.named_child(0) {
                Some(inner) => self.operand(inner, depth + 1),
                None => Operand::Unknown(Unknown::new(ManualReason::NotConstant)),
            },
            "dictionary" | "object" => self.table(node, depth),
            "call" | "call_expression" | "new_expression" => self.call(node, depth),
            "identifier" if self.text(node) == "undefined" => Operand::Nothing,
            _ => self.named(node, depth),
        }
    }

    fn named(&self, node: Node<'_>, depth: usize) -> Operand {
        if let Some(calls) = chains::nested(node, self, depth) {
            return Operand::Chain(calls);
        }
        match self.name(node) {
            Some(path) => Operand::Name(path),
            None => Operand::Unknown(Unknown::new(ManualReason::NotConstant)),
        }
    }

    /// Reads a name with its attributes and constant subscripts.
    pub(crate) fn name(&self, node: Node<'_>) -> Option<Vec<String>> {
        let mut path = Vec::new();
        let mut node = node;
        loop {
            let (object, last) = match node.kind() {
                "identifier" | "this" | "property_identifier" | "dotted_name" => {
                    path.extend(self.text(node).rsplit('.').map(str::to_owned));
                    path.reverse();
                    return Some(path);
                }
                "attribute" => ("object", node.child_by_field_name("attribute")?),
                "member_expression" => ("object", node.child_by_field_name("property")?),
                "subscript" => ("value", node.child_by_field_name("subscript")?),
                "subscript_expression" => ("object", node.child_by_field_name("index")?),
                "non_null_expression" => {
                    node = node.named_child(0)?;
                    continue;
                }
                _ => return None,
            };
            path.push(match last.kind() {
                "string" => self.literal(last)?.text,
                "identifier" if node.kind().starts_with("subscript") => return None,
                "identifier" | "property_identifier" | "private_property_identifier" => {
                    self.text(last).to_owned()
                }
                _ => return None,
            });
            node = node.child_by_field_name(object)?;
        }
    }

    fn string(&self, node: Node<'_>) -> Operand {
        if let Some(literal) = self.literal(node) {
            return Operand::Text(literal);
        }
        let mut unknown = Unknown::new(ManualReason::NotConstant);
        let is_hole = |kind: &str| matches!(kind, "interpolation" | "template_substitution");
        let mut cursor = node.walk();
        let holes: Vec<_> = node
            .named_children(&mut cursor)
            .filter(|child| is_hole(child.kind()))
            .collect();
        if !holes.is_empty() {
            unknown.reason = ManualReason::Placeholder;
            unknown.fragments = self.fragments(node, &holes).unwrap_or_default();
        }
        Operand::Unknown(unknown)
    }

    /// Returns what is around the placeholders of a string, where it has no escapes.
    fn fragments(&self, node: Node<'_>, holes: &[Node<'_>]) -> Option<Vec<String>> {
        let token = self.text(node);
        let quote = token.find(['"', '\'', '`'])?;
        let mark = token.get(quote..)?;
        let width = if ["\"\"\"", "'''"].iter().any(|m| mark.starts_with(m)) {
            3
        } else {
            1
        };
        let mut start = node.start_byte() + quote + width;
        let end = node.end_byte().checked_sub(width)?;
        let mut fragments = Vec::new();
        for hole in holes {
            fragments.push(self.text.get(start..hole.start_byte())?.to_owned());
            start = hole.end_byte();
        }
        fragments.push(self.text.get(start..end)?.to_owned());
        let is_plain = |part: &String| !part.contains(['\\', '{', '}']);
        fragments.iter().all(is_plain).then_some(fragments)
    }

    fn number(&self, node: Node<'_>) -> Operand {
        let digits: String = self
            .text(node)
            .chars()
            .filter(|c| !matches!(c, '_' | ' '))
            .collect();
        match digits.parse() {
            Ok(number) => Operand::Fixed(Value::Number(number)),
            Err(_) => Operand::Unknown(Unknown::new(ManualReason::NotConstant)),
        }
    }

    fn regex(&self, node: Node<'_>) -> Operand {
        let field = |name: &str| node.child_by_field_name(name).map(|child| self.text(child));
        let source = field("pattern").unwrap_or_default().replace("\\/", "/");
        let flags = field("flags").unwrap_or_default();
        Operand::Fixed(Value::Pattern(Pattern::new(source, flags)))
    }

    /// Reads a dictionary or an object.
    fn table(&self, node: Node<'_>, depth: usize) -> Operand {
        let mut entries = Vec::new();
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            if child.kind() == "shorthand_property_identifier" {
                let name = self.text(child).to_owned();
                entries.push((name.clone(), Operand::Name(vec![name])));
            } else if let (Some(key), Some(value)) = (
                child.child_by_field_name("key"),
                child.child_by_field_name("value"),
            ) {
                let name = match self.literal(key) {
                    Some(literal) => literal.text,
                    None if key.kind() == "property_identifier" => self.text(key).to_owned(),
                    None => continue,
                };
                entries.push((name, self.operand(value, depth + 1)));
            } else if child.kind() != "comment" {
                // What is spread into it may have any name.
                let spread = Operand::Unknown(Unknown::new(ManualReason::NotConstant));
                entries.push((chains::SPREAD.to_owned(), spread));
            }
        }
        Operand::Table(entries)
    }

    /// Whether a name is written as those of classes are.
    fn is_class(&self, node: Node<'_>) -> bool {
        let name = self.text(node).rsplit('.').next().unwrap_or_default();
        name.starts_with(char::is_uppercase)
    }

    /// Reads a call that has a value: a pattern, a frozen object, a text that is put together.
    fn call(&self, node: Node<'_>, depth: usize) -> Operand {
        let function = node.child_by_field_name("function");
        let function = function.or_else(|| node.child_by_field_name("constructor"));
        let name = function
            .map(|function| self.text(function))
            .unwrap_or_default();
        let first = node
            .child_by_field_name("arguments")
            .and_then(|list| list.named_child(0));
        match (name, first) {
            ("re.compile" | "RegExp", Some(first)) => {
                let operand = self.operand(first, depth + 1);
                let flags = first.next_named_sibling().map(|flags| self.text(flags));
                let flags = flags.unwrap_or_default();
                match operand {
                    Operand::Text(literal) if self.language.is_python() => {
                        Operand::Fixed(Value::Pattern(Pattern::of_python(literal.text, flags)))
                    }
                    Operand::Text(literal) => {
                        Operand::Fixed(Value::Pattern(Pattern::new(literal.text, flags)))
                    }
                    _ => Operand::Unknown(Unknown::new(ManualReason::Composed)),
                }
            }
            // An object of a class has the constants of the class.
            (_, None) if function.is_some_and(|function| self.is_class(function)) => {
                let path = function.and_then(|function| self.name(function));
                path.map_or_else(|| self.named(node, depth), Operand::Name)
            }
            ("Object.freeze", Some(first)) => self.operand(first, depth + 1),
            (name, _)
                if matches!(
                    name.rsplit_once('.'),
                    Some((_, "format" | "join" | "concat"))
                ) =>
            {
                Operand::Unknown(Unknown::new(ManualReason::Composed))
            }
            _ => self.named(node, depth),
        }
    }
}

fn has_child(node: Node<'_>, kind: &str) -> bool {
    let mut cursor = node.walk();
    node.named_children(&mut cursor)
        .any(|child| child.kind() == kind)
}

/// Returns Python's name for a name of this file.
pub(super) fn python_name(name: &str, language: Language) -> String {
    if language.is_python() {
        name.to_owned()
    } else {
        makers::snake(name)
    }
}
