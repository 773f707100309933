//! [`PageElement`]: what is known of an element that a test could use.

use breadcrumb_core::Locator;
use serde::{Deserialize, Serialize};

use crate::role::SemanticRole;

/// An element that a test could use, with the keys that the Python package gives it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are HTML's attributes, not states of ours"
)]
pub struct PageElement {
    /// The tag, in lower case.
    pub tag: String,
    /// The `type` attribute.
    #[serde(rename = "type")]
    pub input_type: Option<String>,
    /// The `id` attribute.
    pub id: Option<String>,
    /// The `name` attribute.
    pub name: Option<String>,
    /// The `class` attribute.
    pub class: Option<String>,
    /// What is written in it.
    pub text: Option<String>,
    /// Where a link leads.
    pub href: Option<String>,
    /// The hint in an empty field.
    pub placeholder: Option<String>,
    /// The `aria-label` attribute.
    pub aria_label: Option<String>,
    /// The `data-testid` attribute.
    pub data_testid: Option<String>,
    /// The `value` attribute, of controls that nobody types into.
    pub value: Option<String>,
    /// The `role` attribute; after [`classify`](crate::classify) what the element is for.
    pub role: Option<String>,
    /// A CSS selector that finds it.
    pub selector: String,
    /// Its ARIA role, explicit or implied.
    pub aria_role: Option<String>,
    /// The name that assistive technology gives it.
    pub accessible_name: Option<String>,
    /// The text of its label.
    pub label: Option<String>,
    /// The `title` attribute.
    pub title: Option<String>,
    /// The `autocomplete` attribute.
    pub autocomplete: Option<String>,
    /// The `pattern`, `min`, `max`, `step`, `minlength` and `maxlength` of a field.
    pub limits: Limits,
    /// The values that a list can be set to.
    pub options: Vec<Choice>,
    /// Whether it cannot be used now.
    pub is_disabled: bool,
    /// Whether it cannot be typed into.
    pub is_read_only: bool,
    /// Whether it takes several values or files.
    pub is_multiple: bool,
    /// Whether it is checked at first.
    pub is_checked: bool,
    /// How a form is sent, in lower case.
    pub method: Option<String>,
    /// Its number on the page that it was taken from.
    pub index: Option<usize>,
    /// The number of its form on the page; none outside of forms.
    pub form: Option<usize>,
    /// A text of the row it stands in, where each row has one like it.
    pub row: Option<String>,
    /// The role of that row: `row` or `listitem`.
    pub row_role: Option<String>,
    /// Whether something around it is a dialog, a cookie banner, navigation or pagination.
    pub around: Around,
    /// The best way to find it.
    pub locator: Option<Locator>,
}

/// What a field says about its values.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// The `pattern` attribute.
    pub pattern: Option<String>,
    /// The `min` attribute.
    pub min: Option<String>,
    /// The `max` attribute.
    pub max: Option<String>,
    /// The `step` attribute.
    pub step: Option<String>,
    /// The `minlength` attribute.
    pub min_length: Option<usize>,
    /// The `maxlength` attribute.
    pub max_length: Option<usize>,
}

/// One entry of a list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Choice {
    /// What is sent.
    pub value: String,
    /// What is shown.
    pub label: String,
}

/// What an element is part of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Around {
    /// Nothing of note.
    #[default]
    Page,
    /// A menu.
    Navigation,
    /// Links to the pages of a list.
    Pagination,
    /// A dialog.
    Dialog,
    /// A question about cookies.
    CookieBanner,
    /// A choice of languages.
    LanguageSwitch,
}

impl PageElement {
    /// Returns what the element is for.
    #[must_use]
    pub fn semantic_role(&self) -> SemanticRole {
        crate::classify(self).role
    }

    /// Returns the type that a browser takes an `input` for.
    pub(crate) fn kind(&self) -> String {
        let given = self.input_type.as_deref().unwrap_or_default();
        given.trim().to_ascii_lowercase()
    }

    /// Whether text can be typed into it.
    pub(crate) fn is_typed_into(&self) -> bool {
        const NOT_TYPED: [&str; 10] = [
            "button", "checkbox", "color", "file", "hidden", "image", "radio", "range", "reset",
            "submit",
        ];
        self.tag == "textarea"
            || (self.tag == "input" && !NOT_TYPED.contains(&self.kind().as_str()))
    }

    /// Whether pressing it sends a form.
    pub(crate) fn sends_form(&self) -> bool {
        let kind = self.kind();
        match self.tag.as_str() {
            "input" => matches!(kind.as_str(), "submit" | "image"),
            "button" => !matches!(kind.as_str(), "button" | "reset"),
            _ => false,
        }
    }
}
