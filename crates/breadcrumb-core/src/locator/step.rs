//! [`Step`]: one call of a locator, and the values of its arguments.

use super::{Locator, names};

/// One call of a [`Locator`], with Python's names; `first` and its like are calls without arguments.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Step {
    pub(super) method: String,
    pub(super) arguments: Vec<(String, Value)>,
}

/// The value of an argument.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value {
    /// A text.
    Text(String),
    /// A regular expression.
    Pattern(Pattern),
    /// A whole number.
    Number(i64),
    /// Whether something is so.
    Bool(bool),
    /// Another locator.
    Locator(Locator),
    /// Anything else, as Python shows it.
    Other(String),
}

/// A regular expression.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// The expression itself.
    pub source: String,
    /// Python's letters of its flags, in the order of `re.RegexFlag`.
    pub flags: String,
}

impl Step {
    /// Makes a call; see [`Locator::then`].
    #[must_use]
    pub fn new(method: &str, mut arguments: Vec<(String, Value)>) -> Self {
        let method = names::snake(method);
        for (index, (name, _)) in arguments.iter_mut().enumerate() {
            *name = names::argument(&method, index, name);
        }
        Self { method, arguments }
    }

    /// Returns the method in Python.
    #[must_use]
    pub fn method(&self) -> &str {
        &self.method
    }

    /// Returns its arguments with Python's names; the one that is given by position has none.
    #[must_use]
    pub fn arguments(&self) -> &[(String, Value)] {
        &self.arguments
    }

    /// Returns an argument by its name in Python.
    #[must_use]
    pub fn argument(&self, name: &str) -> Option<&Value> {
        let mut arguments = self.arguments.iter();
        arguments
            .find(|(own, _)| own == name)
            .map(|(_, value)| value)
    }

    /// Returns the text of the argument that is given by position: a role, a text, a selector.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        self.argument("").and_then(Value::as_text)
    }

    /// Whether the whole text must match, letter by letter.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.argument("exact") == Some(&Value::Bool(true))
    }

    /// Returns the selector where the call is nothing but `locator("selector")`.
    #[must_use]
    pub fn as_css(&self) -> Option<&str> {
        let is_alone = self.method == "locator" && self.arguments.len() == 1;
        self.text().filter(|_| is_alone)
    }
}

impl Value {
    /// Returns the text, where it is one.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl Pattern {
    /// Letters of flags with Python's names, in the order of `re.RegexFlag`.
    const FLAGS: [(char, &'static str); 5] = [
        ('a', "ASCII"),
        ('i', "IGNORECASE"),
        ('m', "MULTILINE"),
        ('s', "DOTALL"),
        ('x', "VERBOSE"),
    ];

    /// Makes a pattern; flags that only say how often it is applied are left out.
    #[must_use]
    pub fn new(source: impl Into<String>, flags: &str) -> Self {
        let letters = Self::FLAGS.iter().map(|(letter, _)| *letter);
        Self {
            source: source.into(),
            flags: letters.filter(|letter| flags.contains(*letter)).collect(),
        }
    }

    /// Makes a pattern with the flags of `re.IGNORECASE | re.M`.
    #[must_use]
    pub fn of_python(source: impl Into<String>, flags: &str) -> Self {
        let names = flags
            .split('|')
            .map(|flag| flag.trim().trim_start_matches("re."));
        let letter = |name: &str| {
            let mut known = Self::FLAGS.iter();
            let found = known
                .find(|(letter, long)| *long == name || name.chars().eq(letter.to_uppercase()));
            found.map(|(letter, _)| *letter)
        };
        Self::new(source, &names.filter_map(letter).collect::<String>())
    }

    /// Returns its flags as Python writes them after the expression: `, re.IGNORECASE|re.MULTILINE`.
    pub(super) fn python_flags(&self) -> String {
        let given = Self::FLAGS
            .iter()
            .filter(|(letter, _)| self.flags.contains(*letter));
        let names: Vec<String> = given.map(|(_, name)| format!("re.{name}")).collect();
        if names.is_empty() {
            String::new()
        } else {
            format!(", {}", names.join("|"))
        }
    }
}
