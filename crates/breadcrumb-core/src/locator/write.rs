//! Locators as code: [`Writer`]. A language is one [`Grammar`].

use super::literal::{self, Quote, Syntax};
use super::{Locator, Pattern, Step, Value, names};

/// Writes locators as code.
#[derive(Debug, Clone, Copy)]
pub struct Writer<'r> {
    syntax: Syntax,
    /// The quotes of texts; those that need the fewest escapes where nothing is said.
    quote: Option<Quote>,
    /// What locators that are arguments are called on, where that has to be written.
    root: Option<&'r str>,
}

/// How a language writes values and calls.
pub(super) trait Grammar {
    fn text(&self, text: &str) -> String;
    fn pattern(&self, pattern: &Pattern) -> String;
    fn flag(&self, flag: bool) -> &'static str;
    fn other(&self, shown: &str) -> String;
    fn call(&self, step: &Step, arguments: &[(String, String)]) -> String;

    /// Writes the first call of a locator, where that is written in another way.
    fn first(&self, _: &Step) -> Option<String> {
        None
    }
}

impl Locator {
    /// Writes the calls in Python, without the page that they are made on.
    #[must_use]
    pub fn python(&self) -> String {
        Writer::new(Syntax::Python)
            .quoted(Quote::Double)
            .steps(&self.steps)
    }

    /// Writes the calls in JavaScript and TypeScript, without the page that they are made on.
    #[must_use]
    pub fn javascript(&self) -> String {
        Writer::new(Syntax::JavaScript)
            .quoted(Quote::Double)
            .steps(&self.steps)
    }
}

impl<'r> Writer<'r> {
    /// Makes a writer for code without a root, as proposals are.
    #[must_use]
    pub fn new(syntax: Syntax) -> Self {
        Self {
            syntax,
            quote: None,
            root: None,
        }
    }

    /// Sets the quotes of texts.
    #[must_use]
    pub fn quoted(self, quote: Quote) -> Self {
        Self {
            quote: Some(quote),
            ..self
        }
    }

    /// Sets what locators that are arguments are called on.
    #[must_use]
    pub fn with_root(self, root: &'r str) -> Self {
        Self {
            root: Some(root),
            ..self
        }
    }

    /// Writes calls, without what they are called on.
    #[must_use]
    pub fn steps(&self, calls: &[Step]) -> String {
        steps(self, calls, self.root)
    }

    /// Returns the name of a method in this language.
    #[must_use]
    pub fn method(&self, step: &Step) -> String {
        match self.syntax {
            Syntax::Python => step.method.clone(),
            Syntax::JavaScript => names::camel(step.method.trim_end_matches('_')),
        }
    }

    /// Returns the arguments of a call with their names in this language; those by position have none.
    #[must_use]
    pub fn arguments(&self, step: &Step) -> Vec<(String, String)> {
        let written = arguments(self, step, self.root).into_iter();
        written
            .map(|(name, value)| (self.argument(step, &name), value))
            .collect()
    }

    fn argument(&self, step: &Step, name: &str) -> String {
        match self.syntax {
            Syntax::Python => name.to_owned(),
            Syntax::JavaScript if names::is_positional(&step.method, name) => String::new(),
            Syntax::JavaScript => names::camel(name),
        }
    }
}

impl Grammar for Writer<'_> {
    fn text(&self, text: &str) -> String {
        let quote = self.quote.unwrap_or_else(|| Quote::shortest(text));
        literal::write(text, quote, self.syntax)
    }

    fn pattern(&self, pattern: &Pattern) -> String {
        let source = self.text(&pattern.source);
        if self.syntax == Syntax::Python {
            return format!("re.compile({source}{})", pattern.python_flags());
        }
        // JavaScript has no letters for the other ones.
        let flags: String = pattern
            .flags
            .chars()
            .filter(|c| "ims".contains(*c))
            .collect();
        if flags.is_empty() {
            return format!("new RegExp({source})");
        }
        format!("new RegExp({source}, {})", self.text(&flags))
    }

    fn flag(&self, flag: bool) -> &'static str {
        match (self.syntax, flag) {
            (Syntax::Python, flag) => python_flag(flag),
            (_, true) => "true",
            (_, false) => "false",
        }
    }

    /// What is no number could be anything, and is a text.
    fn other(&self, shown: &str) -> String {
        let is_number = shown.parse::<f64>().is_ok_and(f64::is_finite);
        let is_digits = shown
            .bytes()
            .all(|b| b.is_ascii_digit() || b"+-.e".contains(&b));
        if is_number && is_digits {
            shown.to_owned()
        } else {
            self.text(shown)
        }
    }

    fn call(&self, step: &Step, arguments: &[(String, String)]) -> String {
        if self.syntax == Syntax::Python {
            return python_call(step, arguments);
        }
        let (mut parts, mut options) = (Vec::new(), Vec::new());
        for (name, value) in arguments {
            match self.argument(step, name) {
                name if name.is_empty() => parts.push(value.clone()),
                name => options.push(format!("{name}: {value}")),
            }
        }
        if !options.is_empty() {
            parts.push(format!("{{ {} }}", options.join(", ")));
        }
        format!("{}({})", self.method(step), parts.join(", "))
    }
}

/// Writes the calls of a locator.
pub(super) fn steps(grammar: &dyn Grammar, steps: &[Step], root: Option<&str>) -> String {
    let written = steps.iter().enumerate().map(|(index, step)| {
        let first = (index == 0).then(|| grammar.first(step)).flatten();
        first.unwrap_or_else(|| grammar.call(step, &arguments(grammar, step, root)))
    });
    written.collect::<Vec<_>>().join(".")
}

fn arguments(grammar: &dyn Grammar, step: &Step, root: Option<&str>) -> Vec<(String, String)> {
    let value = |value: &Value| match value {
        Value::Text(text) => grammar.text(text),
        Value::Pattern(pattern) => grammar.pattern(pattern),
        Value::Number(number) => number.to_string(),
        Value::Bool(flag) => grammar.flag(*flag).to_owned(),
        Value::Other(shown) => grammar.other(shown),
        Value::Locator(inner) => {
            let calls = steps(grammar, &inner.steps, root);
            match root {
                Some(root) => format!("{root}.{calls}"),
                None => calls,
            }
        }
    };
    let arguments = step.arguments.iter();
    arguments
        .map(|(name, given)| (name.clone(), value(given)))
        .collect()
}

/// Writes a call in Python from arguments that are written already.
pub(super) fn python_call(step: &Step, arguments: &[(String, String)]) -> String {
    if names::is_property(&step.method) && arguments.is_empty() {
        return step.method.clone();
    }
    let parts = arguments.iter().map(|(name, value)| {
        if name.is_empty() {
            value.clone()
        } else {
            format!("{name}={value}")
        }
    });
    let parts: Vec<String> = parts.collect();
    format!("{}({})", step.method, parts.join(", "))
}

pub(super) fn python_flag(flag: bool) -> &'static str {
    if flag { "True" } else { "False" }
}
