//! [`SemanticRole`]: what an element is for.

use serde::{Deserialize, Serialize};

/// What an element is for, as a person would say it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum SemanticRole {
    /// A form, or the button of one, that logs somebody in.
    LoginForm,
    /// A field or button to search with.
    Search,
    /// A button that sends a form.
    Submit,
    /// A field for an e-mail address.
    EmailInput,
    /// A field for a password.
    PasswordInput,
    /// A field for text.
    TextInput,
    /// A field for a number.
    NumberInput,
    /// A field for a telephone number.
    PhoneInput,
    /// A field for a date or a time.
    DateInput,
    /// A field for files.
    FileInput,
    /// A list to choose from.
    Dropdown,
    /// A box to tick.
    Checkbox,
    /// One of several to choose from.
    Radio,
    /// A button.
    Button,
    /// A link.
    Navigation,
    /// A link to a page of a list.
    Pagination,
    /// A button or link that is there once for each row.
    RowAction,
    /// A dialog, or a button in one.
    Dialog,
    /// A button that answers a question about cookies.
    CookieBanner,
    /// A link or list that changes the language.
    LanguageSwitch,
    /// A form.
    Form,
    /// Nothing of these.
    Unknown,
}

impl SemanticRole {
    /// Returns its name, e.g. `email_input`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::LoginForm => "login_form",
            Self::Search => "search",
            Self::Submit => "submit",
            Self::EmailInput => "email_input",
            Self::PasswordInput => "password_input",
            Self::TextInput => "text_input",
            Self::NumberInput => "number_input",
            Self::PhoneInput => "phone_input",
            Self::DateInput => "date_input",
            Self::FileInput => "file_input",
            Self::Dropdown => "dropdown",
            Self::Checkbox => "checkbox",
            Self::Radio => "radio",
            Self::Button => "button",
            Self::Navigation => "navigation",
            Self::Pagination => "pagination",
            Self::RowAction => "row_action",
            Self::Dialog => "dialog",
            Self::CookieBanner => "cookie_banner",
            Self::LanguageSwitch => "language_switch",
            Self::Form => "form",
            Self::Unknown => "unknown",
        }
    }
}
