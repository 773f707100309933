//! The values of arguments, as they are written in keys and in code.

use super::literal::{Syntax, unescape};
use super::read::{Form, Reader};
use super::{Locator, Pattern, Value};

impl<'t> Reader<'t> {
    pub(super) fn value(&mut self, depth: usize) -> Option<Value> {
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
