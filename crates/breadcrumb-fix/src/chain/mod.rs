//! [`Chain`]: a locator as the calls that make it.
//!
//! Two chains are the same if their calls and values are, whatever quotes, line breaks, order of
//! options or language they were written with.

mod kind;
pub(crate) mod makers;
mod parse;
mod write;

pub(crate) use write::Writer;

use crate::language::Language;
use crate::literal::Quote;

/// A locator as calls on a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chain {
    pub(crate) calls: Vec<Call>,
    /// The check that the front adds to a key: `is_visible` of `locator("a").is_visible()`.
    pub(crate) check: Option<String>,
}

/// One call of a chain, with Python's names; `first` and its like are calls without arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Call {
    pub(crate) method: String,
    /// In the order of the method's signature; the one that is given by position has no name.
    pub(crate) arguments: Vec<(String, Value)>,
}

/// The value of an argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    Text(String),
    Pattern(Pattern),
    Number(i64),
    Bool(bool),
    Chain(Vec<Call>),
}

/// A regular expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pattern {
    pub(crate) source: String,
    /// Python's letters, in the order of `re.RegexFlag`.
    pub(crate) flags: String,
}

impl Chain {
    /// Reads a key, or a locator that was proposed; a selector is a chain of one call.
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        parse::chain(code)
    }

    /// Returns the key that the Python front computes for this locator.
    #[must_use]
    pub fn key(&self) -> String {
        write::key(self)
    }

    /// Writes the calls in Python.
    #[must_use]
    pub fn python(&self, quote: Quote) -> String {
        Writer::new(Language::Python, quote).calls(&self.calls)
    }

    /// Writes the calls in TypeScript.
    #[must_use]
    pub fn typescript(&self, quote: Quote) -> String {
        Writer::new(Language::TypeScript, quote).calls(&self.calls)
    }

    /// Returns the selector, if the chain is nothing but `locator("selector")`.
    pub(crate) fn selector(&self) -> Option<&str> {
        match self.calls.as_slice() {
            [call] => call.selector(),
            _ => None,
        }
    }

    /// Returns the last call of a chain that begins as this one does and finds something else there.
    pub(crate) fn end_of(&self, other: &Self) -> Option<Self> {
        let (_, parent) = self.calls.split_last()?;
        let (last, others) = other.calls.split_last()?;
        let is_inside = !parent.is_empty() && parent == others && makers::is_locating(&last.method);
        is_inside.then(|| Self {
            calls: vec![last.clone()],
            check: None,
        })
    }

    /// Whether a call of it goes into a frame.
    pub(crate) fn enters_frame(&self) -> bool {
        self.calls
            .iter()
            .any(|call| makers::enters_frame(&call.method))
    }

    /// Whether it has a value that a place may be unable to write: a pattern needs an import.
    pub(crate) fn has_pattern(&self) -> bool {
        any_value(&self.calls, &|value| matches!(value, Value::Pattern(_)))
    }

    /// Whether it has a locator as an argument, which needs a page to be called on.
    pub(crate) fn has_inner_chain(&self) -> bool {
        any_value(&self.calls, &|value| matches!(value, Value::Chain(_)))
    }
}

impl Call {
    /// Returns the selector, if the call is nothing but `locator("selector")`.
    pub(crate) fn selector(&self) -> Option<&str> {
        match self.arguments.as_slice() {
            [(name, Value::Text(text))] if self.method == "locator" && name.is_empty() => {
                Some(text)
            }
            _ => None,
        }
    }
}

fn any_value(calls: &[Call], is_it: &dyn Fn(&Value) -> bool) -> bool {
    calls
        .iter()
        .flat_map(|call| &call.arguments)
        .any(|(_, value)| match value {
            Value::Chain(calls) => is_it(value) || any_value(calls, is_it),
            value => is_it(value),
        })
}

#[cfg(test)]
mod tests;
