//! Calls on lines of limited width, wrapped as `ruff format` and `prettier` wrap them.
//!
//! Only one shape of statement is written: a call, with something before and after it. That is what
//! keeps the rules here few.

use breadcrumb_core::{Locator, Syntax, Writer};
use unicode_width::UnicodeWidthStr;

/// The width that `ruff format` keeps to.
const PYTHON_WIDTH: usize = 88;
/// The width that `prettier` keeps to.
const TYPESCRIPT_WIDTH: usize = 80;

/// A call with its arguments.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    head: String,
    arguments: Vec<Argument>,
}

/// An argument, by place or by name.
#[derive(Debug, Clone)]
pub(crate) struct Argument {
    name: Option<String>,
    value: String,
}

impl Argument {
    pub(crate) fn plain(value: impl Into<String>) -> Self {
        Self {
            name: None,
            value: value.into(),
        }
    }
}

impl Call {
    pub(crate) fn new(receiver: &str, method: &str) -> Self {
        Self {
            head: format!("{receiver}.{method}"),
            arguments: Vec::new(),
        }
    }

    /// Makes the last call of a locator on a page, a frame or another locator.
    pub(crate) fn locator(receiver: &str, locator: &Locator, syntax: Syntax) -> Self {
        let writer = Writer::new(syntax);
        let Some((last, before)) = locator.steps().split_last() else {
            return Self::of(receiver);
        };
        let before = before.iter().fold(receiver.to_owned(), |so_far, step| {
            format!("{so_far}.{}", writer.steps(std::slice::from_ref(step)))
        });
        let mut call = Self::new(&before, &writer.method(last));
        let arguments = writer.arguments(last).into_iter();
        call.arguments = arguments
            .map(|(name, value)| Argument {
                name: (!name.is_empty()).then_some(name),
                value,
            })
            .collect();
        call
    }

    pub(crate) fn of(function: &str) -> Self {
        Self {
            head: function.to_owned(),
            arguments: Vec::new(),
        }
    }

    pub(crate) fn with(mut self, argument: Argument) -> Self {
        self.arguments.push(argument);
        self
    }

    /// Writes a Python statement: the call between `before` and `after`.
    pub(crate) fn python(&self, indent: usize, before: &str, after: &str) -> String {
        let arguments: Vec<String> = self.arguments.iter().map(python_argument).collect();
        let start = format!("{}{before}{}(", " ".repeat(indent), self.head);
        let line = format!("{start}{}){after}", arguments.join(", "));
        if line.width() <= PYTHON_WIDTH || arguments.is_empty() {
            return line;
        }
        let inner = " ".repeat(indent + 4);
        let end = format!("{}){after}", " ".repeat(indent));
        let together = format!("{inner}{}", arguments.join(", "));
        if together.width() <= PYTHON_WIDTH || arguments.len() == 1 {
            return format!("{start}\n{together}\n{end}");
        }
        let each = arguments.iter().map(|a| format!("{inner}{a},\n"));
        format!("{start}\n{}{end}", each.collect::<String>())
    }

    /// Writes a TypeScript statement: the call between `before` and `after`.
    pub(crate) fn typescript(&self, indent: usize, before: &str, after: &str) -> String {
        let plain = self.arguments.iter().filter(|a| a.name.is_none());
        let plain: Vec<&str> = plain.map(|a| a.value.as_str()).collect();
        let named: Vec<String> = self.arguments.iter().filter_map(option).collect();
        let start = format!("{}{before}{}(", " ".repeat(indent), self.head);
        let options = (!named.is_empty()).then(|| format!("{{ {} }}", named.join(", ")));
        let all: Vec<&str> = plain.iter().copied().chain(options.as_deref()).collect();
        let line = format!("{start}{}){after}", all.join(", "));
        if line.width() <= TYPESCRIPT_WIDTH || all.is_empty() {
            return line;
        }
        let inner = " ".repeat(indent + 2);
        let outer = " ".repeat(indent);
        if named.is_empty() {
            let each = plain.iter().map(|a| format!("{inner}{a},\n"));
            return format!("{start}\n{}{outer}){after}", each.collect::<String>());
        }
        let first = plain.join(", ");
        let each = named.iter().map(|o| format!("{inner}{o},\n"));
        format!(
            "{start}{first}, {{\n{}{outer}}}){after}",
            each.collect::<String>()
        )
    }
}

fn python_argument(argument: &Argument) -> String {
    match &argument.name {
        Some(name) => format!("{name}={}", argument.value),
        None => argument.value.clone(),
    }
}

fn option(argument: &Argument) -> Option<String> {
    let name = argument.name.as_ref()?;
    Some(format!("{name}: {}", argument.value))
}
