//! [`Locator`]: how a test finds an element.

use serde::{Deserialize, Serialize};

use crate::layout::{Argument, Call};
use crate::literal::literal;

/// How a test finds an element.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Locator {
    /// CSS selectors of the frames it is in, the outermost first.
    #[serde(default)]
    pub frames: Vec<String>,
    /// By what it is found.
    pub by: By,
    /// The value that is looked for: a role, a text, a selector.
    pub value: String,
    /// The accessible name that goes with a role.
    #[serde(default)]
    pub name: Option<String>,
    /// Whether the whole text must match, letter by letter.
    #[serde(default)]
    pub exact: bool,
}

/// By what an element is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum By {
    /// Its ARIA role and accessible name.
    Role,
    /// Its label.
    Label,
    /// Its placeholder.
    Placeholder,
    /// The attribute that is there for tests.
    TestId,
    /// What is written in it.
    Text,
    /// A CSS selector.
    Css,
}

impl Locator {
    /// Finds an element by a value, in the page's own document.
    #[must_use]
    pub fn new(by: By, value: impl Into<String>) -> Self {
        Self {
            frames: Vec::new(),
            by,
            value: value.into(),
            name: None,
            exact: false,
        }
    }

    /// Finds an element by its role and name.
    #[must_use]
    pub fn role(role: impl Into<String>, name: impl Into<String>) -> Self {
        let mut locator = Self::new(By::Role, role);
        locator.name = Some(name.into());
        locator
    }

    /// Asks for the whole text.
    #[must_use]
    pub fn exactly(mut self) -> Self {
        self.exact = true;
        self
    }

    /// Returns the call on a Python page or frame.
    pub(crate) fn python(&self, receiver: &str) -> Call {
        let method = match self.by {
            By::Role => "get_by_role",
            By::Label => "get_by_label",
            By::Placeholder => "get_by_placeholder",
            By::TestId => "get_by_test_id",
            By::Text => "get_by_text",
            By::Css => "locator",
        };
        self.call(receiver, method, "True")
    }

    /// Returns the call on a page or frame of `@playwright/test`.
    pub(crate) fn typescript(&self, receiver: &str) -> Call {
        let method = match self.by {
            By::Role => "getByRole",
            By::Label => "getByLabel",
            By::Placeholder => "getByPlaceholder",
            By::TestId => "getByTestId",
            By::Text => "getByText",
            By::Css => "locator",
        };
        self.call(receiver, method, "true")
    }

    fn call(&self, receiver: &str, method: &str, yes: &str) -> Call {
        let mut call = Call::new(receiver, method).with(Argument::plain(literal(&self.value)));
        if let Some(name) = &self.name {
            call = call.with(Argument::named("name", literal(name)));
        }
        if self.exact {
            call = call.with(Argument::named("exact", yes));
        }
        call
    }
}
