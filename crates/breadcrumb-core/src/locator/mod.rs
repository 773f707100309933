//! [`Locator`]: what a test finds an element with, as one value.
//!
//! A locator is a chain of calls on a page, with Python's names: `get_by_role("button").first`. Nothing here
//! knows which of Playwright's fronts made it: it is read from a key, from code or from a selector, and
//! written as each of them.
//!
//! - `key.rs`: the key that databases know a locator by;
//! - `read.rs` and `write.rs`: code in the languages of [`Syntax`];
//! - `selector/`: Playwright's selector string, which is what a browser is asked with;
//! - [`literal`]: text as a string literal and back, the only way from a page into code;
//! - [`names`]: the names of calls and of their arguments.

mod key;
mod kind;
pub mod literal;
pub mod names;
mod read;
mod selector;
mod write;

pub use kind::{LocatorKind, has_engine};
pub use literal::{Quote, Syntax};
pub use write::Writer;

/// What a test finds an element with.
///
/// ```
/// use breadcrumb_core::{Locator, Value};
///
/// let name = ("name".to_owned(), Value::from("Save"));
/// let button = Locator::root().then("getByRole", vec![(String::new(), "button".into()), name]);
/// assert_eq!(button.key(), r#"get_by_role("button", name="Save")"#);
/// assert_eq!(button.javascript(), r#"getByRole("button", { name: "Save" })"#);
/// assert_eq!(
///     button.selector("data-testid").as_deref(),
///     Some(r#"internal:role=button[name="Save"i]"#)
/// );
/// assert_eq!(Locator::from_key(&button.key()), button);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Locator {
    steps: Vec<Step>,
}

/// One call of a [`Locator`], with Python's names; `first` and its like are calls without arguments.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Step {
    method: String,
    arguments: Vec<(String, Value)>,
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

impl Locator {
    /// Returns the page itself, which nothing has been called on yet.
    #[must_use]
    pub fn root() -> Self {
        Self::default()
    }

    /// Returns a locator for a CSS selector, or one for any other engine of Playwright.
    #[must_use]
    pub fn css(selector: impl Into<String>) -> Self {
        Self::by("locator", selector)
    }

    /// Returns a locator for a role and an accessible name.
    #[must_use]
    pub fn role(role: impl Into<String>, name: impl Into<String>) -> Self {
        let mut locator = Self::by("get_by_role", role);
        locator.set("name", Value::Text(name.into()));
        locator
    }

    /// Returns a locator of one call with one text.
    #[must_use]
    pub fn by(method: &str, text: impl Into<String>) -> Self {
        Self::root().then(method, vec![(String::new(), Value::Text(text.into()))])
    }

    /// Asks for the whole text in the last call.
    #[must_use]
    pub fn exactly(mut self) -> Self {
        self.set("exact", Value::Bool(true));
        self
    }

    /// Returns the locator that a call on this one makes.
    ///
    /// Names of the method and of the arguments may be Python's or JavaScript's. The first argument may
    /// come without its name; arguments that were not given are left out.
    #[must_use]
    pub fn then(&self, method: &str, arguments: Vec<(String, Value)>) -> Self {
        let mut steps = Vec::with_capacity(self.steps.len() + 1);
        steps.extend_from_slice(&self.steps);
        steps.push(Step::new(method, arguments));
        Self { steps }
    }

    /// Returns this locator as it is inside of another one.
    #[must_use]
    pub fn inside(&self, parent: &Self) -> Self {
        parent.steps.iter().chain(&self.steps).cloned().collect()
    }

    /// Returns its calls.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the selector where the locator is nothing but `locator("selector")`.
    #[must_use]
    pub fn as_css(&self) -> Option<&str> {
        match self.steps.as_slice() {
            [step] => step.as_css(),
            _ => None,
        }
    }

    /// Whether any value of it, those of locators that are arguments among them, is such a one.
    #[must_use]
    pub fn has_value(&self, is_it: &dyn Fn(&Value) -> bool) -> bool {
        let mut values = self.steps.iter().flat_map(|step| &step.arguments);
        values.any(|(_, value)| match value {
            Value::Locator(inner) => is_it(value) || inner.has_value(is_it),
            value => is_it(value),
        })
    }

    fn set(&mut self, name: &str, value: Value) {
        if let Some(last) = self.steps.last_mut() {
            last.arguments.push((name.to_owned(), value));
        }
    }
}

impl FromIterator<Step> for Locator {
    fn from_iter<T: IntoIterator<Item = Step>>(steps: T) -> Self {
        Self {
            steps: steps.into_iter().collect(),
        }
    }
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
    fn python_flags(&self) -> String {
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

#[cfg(test)]
mod tests;
