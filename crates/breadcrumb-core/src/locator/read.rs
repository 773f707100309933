//! Locators from code: keys, Python and JavaScript, by one reader.

use super::literal::{Syntax, unescape};
use super::{Locator, Pattern, Step, Value, names};

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

struct Reader<'t> {
    rest: &'t str,
    form: Form,
}

impl<'t> Reader<'t> {
    fn steps(&mut self, depth: usize) -> Option<Vec<Step>> {
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

    fn value(&mut self, depth: usize) -> Option<Value> {
        self.rest = self.rest.trim_start();
        match self.rest.chars().next()? {
            '"' | '\'' | '`' => return self.text().map(Value::Text),
            '/' if self.is_script() => return self.slashed().map(Value::Pattern),
            c if c == '-' || c.is_ascii_digit() => return self.number(),
            _ => {}
        }
        let before = self.rest;
        match (self.form, self.word()?) {
            (Form::Code(Syntax::JavaScript), "true") => return Some(Value::Bool(true)),
            (Form::Code(Syntax::JavaScript), "false") => return Some(Value::Bool(false)),
            (Form::Code(Syntax::JavaScript), "new") => return self.made_pattern(),
            (Form::Code(Syntax::JavaScript), _) => {}
            (_, "True") => return Some(Value::Bool(true)),
            (_, "False") => return Some(Value::Bool(false)),
            (_, "re") if self.take(".compile(") => return self.compiled().map(Value::Pattern),
            (Form::Code(_), "r" | "R" | "u" | "U") if self.rest.starts_with(['"', '\'']) => {
                self.rest = before;
                return self.text().map(Value::Text);
            }
            _ => {}
        }
        self.rest = before;
        let steps = self.steps(depth + 1)?;
        Some(Value::Locator(Locator { steps }))
    }

    fn number(&mut self) -> Option<Value> {
        let end = self
            .rest
            .find(|c: char| !(c.is_ascii_digit() || "+-.e".contains(c)));
        let (number, rest) = self.rest.split_at_checked(end.unwrap_or(self.rest.len()))?;
        self.rest = rest;
        let whole = number.parse().ok().map(Value::Number);
        let float = || {
            number
                .parse::<f64>()
                .ok()
                .map(|_| Value::Other(number.to_owned()))
        };
        whole.or_else(float)
    }

    /// Reads what follows `re.compile(`.
    fn compiled(&mut self) -> Option<Pattern> {
        let source = if self.form == Form::Key {
            self.take("r");
            unescape_key(self.quoted()?)
        } else {
            self.text()?
        };
        let (flags, rest) = self.rest.split_once(')')?;
        self.rest = rest;
        let is_flag = |c: char| c.is_ascii_alphabetic() || matches!(c, '.' | '|' | ' ' | ',');
        let flags = flags.trim_start().trim_start_matches(',');
        flags
            .chars()
            .all(is_flag)
            .then(|| Pattern::of_python(source, flags))
    }

    /// Reads what follows `new`.
    fn made_pattern(&mut self) -> Option<Value> {
        self.take("RegExp(").then_some(())?;
        let source = self.text()?;
        let flags = if self.take(",") {
            self.text()?
        } else {
            String::new()
        };
        self.take(")")
            .then(|| Value::Pattern(Pattern::new(source, &flags)))
    }

    /// Reads `/source/flags`.
    fn slashed(&mut self) -> Option<Pattern> {
        let inside = self.rest.strip_prefix('/')?;
        let (mut is_escaped, mut is_class) = (false, false);
        for (at, c) in inside.char_indices() {
            match c {
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = true,
                '[' => is_class = true,
                ']' => is_class = false,
                '/' if !is_class => {
                    let source = inside.get(..at)?.replace("\\/", "/");
                    self.rest = inside.get(at + 1..)?;
                    let is_next = self.rest.starts_with(|c: char| c.is_ascii_alphabetic());
                    let flags = if is_next { self.word()? } else { "" };
                    return Some(Pattern::new(source, flags));
                }
                _ => {}
            }
        }
        None
    }

    /// Reads a string.
    fn text(&mut self) -> Option<String> {
        let syntax = if self.is_script() {
            Syntax::JavaScript
        } else {
            Syntax::Python
        };
        let is_raw = !self.is_script() && (self.take("r") || self.take("R"));
        if !is_raw && self.form == Form::Code(Syntax::Python) {
            let _ = self.take("u") || self.take("U");
        }
        let inside = self.quoted()?;
        if is_raw {
            return Some(inside.to_owned());
        }
        unescape(inside, syntax)
    }

    /// Takes a quoted text and returns what is between the quotes.
    fn quoted(&mut self) -> Option<&'t str> {
        let text = self.rest.trim_start();
        let is_script = self.is_script();
        let is_quote = |c: &char| matches!(c, '"' | '\'') || is_script && *c == '`';
        let quote = text.chars().next().filter(is_quote)?;
        let inside = text.get(1..)?;
        let mut is_escaped = false;
        for (at, c) in inside.char_indices() {
            if is_escaped {
                is_escaped = false;
            } else if c == '\\' {
                is_escaped = true;
            } else if c == quote {
                self.rest = inside.get(at + 1..)?;
                let token = inside.get(..at)?;
                let has_hole = quote == '`' && token.contains("${");
                return (!has_hole).then_some(token);
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

    fn is_script(&self) -> bool {
        self.form == Form::Code(Syntax::JavaScript)
    }
}

/// Reads the source of a pattern in a key.
fn unescape_key(text: &str) -> String {
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
