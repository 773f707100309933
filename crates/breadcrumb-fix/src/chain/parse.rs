//! Reading a key or a proposal: calls in Python, as the front and Playwright's generator write them,
//! or in TypeScript.

use std::sync::Arc;

use super::{Call, Chain, Pattern, Value, makers};
use crate::language::Language;
use crate::literal::unescape;
use crate::source::{Operand, Source, SourceCall};

/// Nobody nests locators deeper; a text that does is not ours.
const MAX_DEPTH: usize = 16;
/// Python's flags of patterns with their letters, in the order of `re.RegexFlag`.
pub(super) const FLAGS: [(&str, char); 5] = [
    ("ASCII", 'a'),
    ("IGNORECASE", 'i'),
    ("MULTILINE", 'm'),
    ("DOTALL", 's'),
    ("VERBOSE", 'x'),
];

/// Reads a chain.
pub(super) fn chain(code: &str) -> Option<Chain> {
    let plain = code.strip_prefix("page.").unwrap_or(code);
    // No selector begins as a call does.
    if is_call(plain) {
        python(plain).or_else(|| typescript(plain))
    } else {
        selector(code)
    }
}

/// Whether a text begins with a name and what it is called with.
fn is_call(code: &str) -> bool {
    let name = code.split('(').next().unwrap_or_default();
    let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_name && name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.len() < code.len()
}

fn selector(code: &str) -> Option<Chain> {
    let call = Call {
        method: "locator".to_owned(),
        arguments: vec![(String::new(), Value::Text(code.to_owned()))],
    };
    (!code.trim().is_empty()).then(|| Chain {
        calls: vec![call],
        check: None,
    })
}

/// Reads calls in TypeScript, with the parser that reads sources.
fn typescript(code: &str) -> Option<Chain> {
    const START: &str = "page.";
    let text: Arc<str> = format!("{START}{code}").into();
    let source = Source::parse("key.ts", Arc::clone(&text))?;
    let found = source.chains.first()?;
    // All of it, and nothing else.
    if found.range != (0..text.len()) {
        return None;
    }
    let calls = found.calls.iter().map(constant).collect::<Option<_>>()?;
    Some(Chain { calls, check: None })
}

/// Returns a call whose values are all known.
fn constant(call: &SourceCall) -> Option<Call> {
    let value = |operand: &Operand| match operand {
        Operand::Text(literal) => Some(Value::Text(literal.text.clone())),
        Operand::Fixed(value) => Some(value.clone()),
        Operand::Chain(calls) => {
            let calls = calls.iter().map(constant).collect::<Option<_>>();
            calls.map(Value::Chain)
        }
        _ => None,
    };
    let arguments = call.arguments.iter();
    let arguments = arguments.map(|(name, operand)| Some((name.clone(), value(operand)?)));
    Some(Call {
        method: call.method.clone(),
        arguments: arguments.collect::<Option<_>>()?,
    })
}

/// Reads calls in Python.
fn python(code: &str) -> Option<Chain> {
    let mut reader = Reader { rest: code };
    let mut calls = reader.calls(0)?;
    if !reader.rest.trim().is_empty() {
        return None;
    }
    let last = calls.last()?;
    let is_check = makers::is_check(&last.method) && last.arguments.is_empty();
    let check = if is_check {
        calls.pop().map(|call| call.method)
    } else {
        None
    };
    let is_made = |call: &Call| makers::is_maker(&call.method) || makers::is_property(&call.method);
    if !calls
        .first()
        .is_some_and(|call| makers::is_locating(&call.method))
    {
        return None;
    }
    (!calls.is_empty() && calls.iter().all(is_made)).then_some(Chain { calls, check })
}

struct Reader<'t> {
    rest: &'t str,
}

impl<'t> Reader<'t> {
    fn calls(&mut self, depth: usize) -> Option<Vec<Call>> {
        let mut calls = vec![self.call(depth)?];
        while self.take(".") {
            calls.push(self.call(depth)?);
        }
        Some(calls)
    }

    fn call(&mut self, depth: usize) -> Option<Call> {
        if depth > MAX_DEPTH {
            return None;
        }
        let method = self.word()?.to_owned();
        let mut arguments = Vec::new();
        if self.take("(") {
            while !self.take(")") {
                arguments.push(self.argument(&method, depth)?);
                if !self.take(",") && !self.rest.trim_start().starts_with(')') {
                    return None;
                }
            }
        } else if !makers::is_property(&method) {
            return None;
        }
        arguments.sort_by_key(|(name, _)| makers::position(&method, name));
        Some(Call { method, arguments })
    }

    fn argument(&mut self, method: &str, depth: usize) -> Option<(String, Value)> {
        let before = self.rest;
        if let Some(name) = self.word()
            && self.take("=")
        {
            let name = makers::parameter(method, name).to_owned();
            return Some((name, self.value(depth)?));
        }
        self.rest = before;
        let name = makers::parameters(method)
            .first()
            .copied()
            .unwrap_or_default();
        Some((name.to_owned(), self.value(depth)?))
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        self.rest = self.rest.trim_start();
        let first = self.rest.chars().next()?;
        if matches!(first, '"' | '\'') {
            return Some(Value::Text(unescape(self.quoted()?, Language::Python)?));
        }
        if first == '-' || first.is_ascii_digit() {
            let end = self.rest.find(|c: char| c != '-' && !c.is_ascii_digit());
            let (number, rest) = self.rest.split_at_checked(end.unwrap_or(self.rest.len()))?;
            self.rest = rest;
            return number.parse().ok().map(Value::Number);
        }
        for (word, value) in [("True", true), ("False", false)] {
            if self.take(word) {
                return Some(Value::Bool(value));
            }
        }
        if self.take("re.compile(") {
            return self.pattern().map(Value::Pattern);
        }
        self.calls(depth + 1).map(Value::Chain)
    }

    /// Reads what follows `re.compile(`. The front doubles the backslashes in spite of the `r`.
    fn pattern(&mut self) -> Option<Pattern> {
        self.take("r");
        let source = unescape_pattern(self.quoted()?);
        let mut letters = Vec::new();
        if self.take(",") {
            loop {
                self.take("re.").then_some(())?;
                let name = self.word()?;
                letters.push(FLAGS.iter().find(|(known, _)| *known == name)?.1);
                if !self.take("|") {
                    break;
                }
            }
        }
        self.take(")").then_some(())?;
        let flags = FLAGS
            .iter()
            .map(|(_, letter)| *letter)
            .filter(|l| letters.contains(l))
            .collect();
        Some(Pattern { source, flags })
    }

    /// Takes a quoted text and returns what is between the quotes.
    fn quoted(&mut self) -> Option<&'t str> {
        let text = self.rest.trim_start();
        let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let inside = text.get(1..)?;
        let mut is_escaped = false;
        for (at, c) in inside.char_indices() {
            if is_escaped {
                is_escaped = false;
            } else if c == '\\' {
                is_escaped = true;
            } else if c == quote {
                self.rest = inside.get(at + 1..)?;
                return inside.get(..at);
            }
        }
        None
    }

    fn word(&mut self) -> Option<&'t str> {
        let text = self.rest.trim_start();
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
        let (word, rest) = text.split_at_checked(end)?;
        if word.is_empty() {
            return None;
        }
        self.rest = rest;
        Some(word)
    }

    fn take(&mut self, token: &str) -> bool {
        let Some(rest) = self.rest.trim_start().strip_prefix(token) else {
            return false;
        };
        self.rest = rest;
        true
    }
}

fn unescape_pattern(text: &str) -> String {
    let mut read = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some('\\' | '"')) => read.extend(chars.next()),
            ('\\', Some('n')) => {
                chars.next();
                read.push('\n');
            }
            _ => read.push(c),
        }
    }
    read
}
