//! Locators from code: keys, Python and JavaScript, by one reader.

use super::literal::Syntax;
use super::{Locator, Step, Value, names};

/// Nobody nests locators deeper; a text that does is not ours.
const MAX_DEPTH: usize = 16;
/// What locators are made on, as people call it.
const ROOTS: [&str; 6] = ["page", "main_frame", "mainFrame", "frame", "self", "this"];

/// In which form a locator is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// As a key, where patterns have other escapes than in Python.
    Key,
    /// As code.
    Code(Syntax),
}

impl Locator {
    /// Reads calls on a page in one language; `page.` before them may be there. Arguments come in the
    /// order of the method's signature.
    #[must_use]
    pub fn from_code(code: &str, syntax: Syntax) -> Option<Self> {
        let locator = read(code, Form::Code(syntax))?;
        let starts = locator
            .steps
            .first()
            .is_some_and(|step| names::is_locating(&step.method));
        starts.then(|| locator.sorted())
    }

    /// Reads what a person or another version has written: a key, calls in any language, or a selector.
    /// Arguments come in the order of the method's signature.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let key = Self::from_key(text);
        let code = |syntax| Self::from_code(text, syntax);
        match key.as_css() {
            Some(_) => code(Syntax::Python)
                .or_else(|| code(Syntax::JavaScript))
                .unwrap_or(key),
            None => key.sorted(),
        }
    }

    fn sorted(mut self) -> Self {
        for Step { method, arguments } in &mut self.steps {
            for (name, value) in arguments.iter_mut() {
                *name = names::parameter(method, name).to_owned();
                if let Value::Locator(inner) = value {
                    *inner = std::mem::take(inner).sorted();
                }
            }
            arguments.sort_by_key(|(name, _)| names::position(method, name));
        }
        self
    }
}

/// Reads all of a text.
pub(super) fn read(text: &str, form: Form) -> Option<Locator> {
    let mut reader = Reader { rest: text, form };
    let steps = reader.steps(0)?;
    reader.rest.trim().is_empty().then_some(Locator { steps })
}

pub(super) struct Reader<'t> {
    pub(super) rest: &'t str,
    pub(super) form: Form,
}

impl<'t> Reader<'t> {
    pub(super) fn steps(&mut self, depth: usize) -> Option<Vec<Step>> {
        self.skip_root();
        let mut steps = vec![self.step(depth)?];
        while self.take(".") {
            steps.push(self.step(depth)?);
        }
        Some(steps)
    }

    /// Skips `page.` and the like.
    fn skip_root(&mut self) {
        while self.form != Form::Key {
            let before = self.rest;
            let is_root = self.word().is_some_and(|word| ROOTS.contains(&word)) && self.take(".");
            if !is_root {
                self.rest = before;
                return;
            }
        }
    }

    fn step(&mut self, depth: usize) -> Option<Step> {
        if depth > MAX_DEPTH {
            return None;
        }
        let word = self.word()?;
        let method = names::snake(word);
        if !self.is_script() && method != word {
            return None;
        }
        let mut arguments = Vec::new();
        if self.take("(") {
            while !self.take(")") {
                self.arguments(&mut arguments, depth)?;
                if !self.take(",") && !self.rest.trim_start().starts_with(')') {
                    return None;
                }
            }
        } else if self.is_script() || !names::is_property(&method) {
            return None;
        }
        Some(Step::new(&method, arguments))
    }

    /// Reads one argument, or the options of JavaScript.
    fn arguments(&mut self, arguments: &mut Vec<(String, Value)>, depth: usize) -> Option<()> {
        if self.is_script() && self.take("{") {
            while !self.take("}") {
                let name = self.word()?.to_owned();
                self.take(":").then_some(())?;
                arguments.push((name, self.value(depth)?));
                if !self.take(",") && !self.rest.trim_start().starts_with('}') {
                    return None;
                }
            }
            return Some(());
        }
        let before = self.rest;
        let name = self.word().filter(|_| !self.is_script());
        if let Some(name) = name
            && self.take("=")
        {
            arguments.push((name.to_owned(), self.value(depth)?));
            return Some(());
        }
        self.rest = before;
        let value = self.value(depth)?;
        // Only the first one is given by position.
        arguments
            .is_empty()
            .then(|| arguments.push((String::new(), value)))
    }

    pub(super) fn word(&mut self) -> Option<&'t str> {
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

    pub(super) fn take(&mut self, token: &str) -> bool {
        let Some(rest) = self.rest.trim_start().strip_prefix(token) else {
            return false;
        };
        self.rest = rest;
        true
    }

    pub(super) fn is_script(&self) -> bool {
        self.form == Form::Code(Syntax::JavaScript)
    }
}
