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
mod read_value;
mod selector;
mod step;
mod write;

pub use kind::{LocatorKind, has_engine};
pub use literal::{Quote, Syntax};
pub use names::snake;
pub use step::{Pattern, Step, Value};
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

#[cfg(test)]
mod literal_tests;
#[cfg(test)]
mod tests;
