//! Writing a chain: as a key, in Python, in TypeScript.

use super::parse::FLAGS;
use super::{Call, Chain, Pattern, Value, makers};
use crate::language::Language;
use crate::literal::{self, Quote};

/// Writes calls into a source file.
pub(crate) struct Writer<'r> {
    language: Language,
    quote: Quote,
    /// What locators that are arguments are called on, where that has to be written.
    root: Option<&'r str>,
}

impl<'r> Writer<'r> {
    /// Makes a writer for code without a root, as proposals are.
    pub(crate) fn new(language: Language, quote: Quote) -> Self {
        Self {
            language,
            quote,
            root: None,
        }
    }

    /// Sets what locators that are arguments are called on.
    pub(crate) fn with_root(self, root: &'r str) -> Self {
        Self {
            root: Some(root),
            ..self
        }
    }

    /// Writes the calls, without what they are called on.
    pub(crate) fn calls(&self, calls: &[Call]) -> String {
        let written: Vec<String> = calls.iter().map(|call| self.call(call)).collect();
        written.join(".")
    }

    fn call(&self, call: &Call) -> String {
        if self.language.is_python() {
            return self.python_call(call);
        }
        let mut parts = Vec::new();
        let mut options = Vec::new();
        for (name, value) in &call.arguments {
            if makers::is_positional(&call.method, name) {
                parts.push(self.value(value));
            } else {
                options.push(format!("{}: {}", makers::camel(name), self.value(value)));
            }
        }
        if !options.is_empty() {
            parts.push(format!("{{ {} }}", options.join(", ")));
        }
        let method = makers::camel(call.method.trim_end_matches('_'));
        format!("{method}({})", parts.join(", "))
    }

    fn python_call(&self, call: &Call) -> String {
        python_text(call, |value| self.value(value))
    }

    fn value(&self, value: &Value) -> String {
        match value {
            Value::Text(text) => literal::write(text, self.quote, self.language),
            Value::Pattern(pattern) => self.pattern(pattern),
            Value::Number(number) => number.to_string(),
            Value::Bool(flag) if self.language.is_python() => python_bool(*flag).to_owned(),
            Value::Bool(flag) => flag.to_string(),
            Value::Chain(calls) => match self.root {
                Some(root) => format!("{root}.{}", self.calls(calls)),
                None => self.calls(calls),
            },
        }
    }

    fn pattern(&self, pattern: &Pattern) -> String {
        let source = literal::write(&pattern.source, self.quote, self.language);
        if self.language.is_python() {
            return format!("re.compile({source}{})", python_flags(pattern));
        }
        if pattern.flags.is_empty() {
            return format!("new RegExp({source})");
        }
        let flags = literal::write(&pattern.flags, self.quote, self.language);
        format!("new RegExp({source}, {flags})")
    }
}

/// Writes the key that the Python front computes.
pub(super) fn key(chain: &Chain) -> String {
    match (chain.selector(), &chain.check) {
        (Some(selector), None) => selector.to_owned(),
        (_, None) => key_calls(&chain.calls),
        (_, Some(check)) => format!("{}.{check}()", key_calls(&chain.calls)),
    }
}

fn key_calls(calls: &[Call]) -> String {
    let written: Vec<String> = calls.iter().map(key_call).collect();
    written.join(".")
}

fn key_call(call: &Call) -> String {
    python_text(call, key_value)
}

/// Writes a call in Python, its values as they are given.
fn python_text(call: &Call, text: impl Fn(&Value) -> String) -> String {
    if makers::is_property(&call.method) {
        return call.method.clone();
    }
    let written = |(name, value): &(String, Value)| {
        let value = text(value);
        if name.is_empty() {
            value
        } else {
            format!("{name}={value}")
        }
    };
    let arguments: Vec<String> = call.arguments.iter().map(written).collect();
    format!("{}({})", call.method, arguments.join(", "))
}

fn key_value(value: &Value) -> String {
    match value {
        Value::Text(text) => key_quoted(text),
        Value::Pattern(pattern) => {
            format!(
                "re.compile(r{}{})",
                key_quoted(&pattern.source),
                python_flags(pattern)
            )
        }
        Value::Number(number) => number.to_string(),
        Value::Bool(flag) => python_bool(*flag).to_owned(),
        Value::Chain(calls) => key_calls(calls),
    }
}

/// Quotes as the front does: other controls than a line end stay as they are.
fn key_quoted(text: &str) -> String {
    let escaped = text
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n");
    format!("\"{escaped}\"")
}

fn python_flags(pattern: &Pattern) -> String {
    let names: Vec<String> = FLAGS
        .iter()
        .filter(|(_, letter)| pattern.flags.contains(*letter))
        .map(|(name, _)| format!("re.{name}"))
        .collect();
    if names.is_empty() {
        String::new()
    } else {
        format!(", {}", names.join("|"))
    }
}

fn python_bool(flag: bool) -> &'static str {
    if flag { "True" } else { "False" }
}
