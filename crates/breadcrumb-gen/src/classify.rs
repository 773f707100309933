//! Saying what an element is for, and why.

use crate::element::{Around, PageElement};
use crate::role::SemanticRole;
use crate::words::{EMAIL, LOGIN, PHONE, SEARCH, SUBMIT, says};

/// What an element is for, and what tells.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Classification {
    /// What it is for.
    pub role: SemanticRole,
    /// What tells, e.g. ``type `password` ``.
    pub reason: String,
}

/// Says what an element is for.
#[must_use]
pub fn classify(element: &PageElement) -> Classification {
    let rules: [fn(&PageElement) -> Option<Classification>; 5] =
        [by_autocomplete, by_type, by_words, by_surroundings, by_tag];
    rules
        .iter()
        .find_map(|rule| rule(element))
        .unwrap_or_else(|| because(SemanticRole::Unknown, "nothing tells".to_owned()))
}

fn because(role: SemanticRole, reason: String) -> Classification {
    Classification { role, reason }
}

/// The standard's own names for what a field is for.
fn by_autocomplete(element: &PageElement) -> Option<Classification> {
    let purpose = element.autocomplete.as_deref()?.split_whitespace().last()?;
    let role = match purpose.to_ascii_lowercase().as_str() {
        "email" => SemanticRole::EmailInput,
        "current-password" | "new-password" => SemanticRole::PasswordInput,
        "tel" | "tel-national" => SemanticRole::PhoneInput,
        "bday" => SemanticRole::DateInput,
        _ => return None,
    };
    let is_field = element.tag == "input";
    is_field.then(|| because(role, format!("autocomplete `{purpose}`")))
}

fn by_type(element: &PageElement) -> Option<Classification> {
    if element.tag != "input" {
        return None;
    }
    let kind = element.kind();
    let role = match kind.as_str() {
        "password" => SemanticRole::PasswordInput,
        "email" => SemanticRole::EmailInput,
        "search" => SemanticRole::Search,
        "tel" => SemanticRole::PhoneInput,
        "number" | "range" => SemanticRole::NumberInput,
        "date" | "datetime-local" | "month" | "time" | "week" => SemanticRole::DateInput,
        "file" => SemanticRole::FileInput,
        "checkbox" => SemanticRole::Checkbox,
        "radio" => SemanticRole::Radio,
        _ => return None,
    };
    Some(because(role, format!("type `{kind}`")))
}

/// What people and programs call it, in several languages.
fn by_words(element: &PageElement) -> Option<Classification> {
    let is_field = element.is_typed_into();
    let is_button = is_button(element);
    let is_form = element.tag == "form";
    let said = |words: &[&'static str]| names(element).find_map(|name| says(name, words));
    if is_field {
        if let Some(word) = said(EMAIL) {
            return Some(because(SemanticRole::EmailInput, format!("says `{word}`")));
        }
        if let Some(word) = said(PHONE) {
            return Some(because(SemanticRole::PhoneInput, format!("says `{word}`")));
        }
    }
    let is_search_box = matches!(element.aria_role.as_deref(), Some("searchbox" | "search"));
    if is_search_box {
        return Some(because(SemanticRole::Search, "role `searchbox`".to_owned()));
    }
    if (is_button || is_form)
        && let Some(word) = said(LOGIN)
    {
        return Some(because(SemanticRole::LoginForm, format!("says `{word}`")));
    }
    if (is_field || is_button || is_form)
        && let Some(word) = said(SEARCH)
    {
        return Some(because(SemanticRole::Search, format!("says `{word}`")));
    }
    None
}

fn by_surroundings(element: &PageElement) -> Option<Classification> {
    let (role, reason) = match element.around {
        Around::Pagination => (
            SemanticRole::Pagination,
            "in the links to the pages of a list",
        ),
        Around::CookieBanner => (SemanticRole::CookieBanner, "in a question about cookies"),
        Around::LanguageSwitch => (SemanticRole::LanguageSwitch, "in a choice of languages"),
        _ if element.row.is_some() && is_pressed(element) => {
            (SemanticRole::RowAction, "there once for each row")
        }
        Around::Dialog if is_button(element) => (SemanticRole::Dialog, "in a dialog"),
        Around::Page | Around::Navigation | Around::Dialog => return None,
    };
    is_pressed(element).then(|| because(role, reason.to_owned()))
}

fn by_tag(element: &PageElement) -> Option<Classification> {
    let aria_role = element.aria_role.as_deref().unwrap_or_default();
    let role = match (element.tag.as_str(), aria_role) {
        ("form", _) => SemanticRole::Form,
        ("select", _) | (_, "combobox" | "listbox") if !element.is_typed_into() => {
            SemanticRole::Dropdown
        }
        ("dialog", _) | (_, "dialog" | "alertdialog") => SemanticRole::Dialog,
        (_, "checkbox" | "switch" | "menuitemcheckbox") => SemanticRole::Checkbox,
        (_, "radio" | "menuitemradio") => SemanticRole::Radio,
        _ if element.is_typed_into() || aria_role == "textbox" => SemanticRole::TextInput,
        _ if is_button(element) => return Some(button(element)),
        ("a", _) | (_, "link") => SemanticRole::Navigation,
        _ => return None,
    };
    Some(because(role, format!("tag `{}`", element.tag)))
}

fn button(element: &PageElement) -> Classification {
    let word = names(element).find_map(|name| says(name, SUBMIT));
    match word {
        Some(word) => because(SemanticRole::Submit, format!("says `{word}`")),
        None if element.form.is_some() && element.sends_form() => {
            because(SemanticRole::Submit, "sends its form".to_owned())
        }
        None if element.tag == "input" && element.kind() == "submit" => {
            because(SemanticRole::Submit, "type `submit`".to_owned())
        }
        None => because(SemanticRole::Button, format!("tag `{}`", element.tag)),
    }
}

fn is_button(element: &PageElement) -> bool {
    let kind = element.kind();
    let is_input =
        element.tag == "input" && matches!(kind.as_str(), "button" | "image" | "reset" | "submit");
    let has_role = matches!(
        element.aria_role.as_deref().or(element.role.as_deref()),
        Some("button" | "tab" | "menuitem")
    );
    element.tag == "button" || element.tag == "summary" || is_input || has_role
}

fn is_pressed(element: &PageElement) -> bool {
    is_button(element) || element.tag == "a" || element.tag == "select"
}

/// Everything that names an element, what people read first.
fn names(element: &PageElement) -> impl Iterator<Item = &str> {
    [
        &element.accessible_name,
        &element.label,
        &element.text,
        &element.aria_label,
        &element.placeholder,
        &element.value,
        &element.name,
        &element.id,
        &element.data_testid,
    ]
    .into_iter()
    .filter_map(|name| name.as_deref())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn element(json: &str) -> PageElement {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn an_element_is_for_what_it_says() {
        for (json, role) in [
            (
                r#"{"tag": "input", "type": "password", "name": "email"}"#,
                "password_input",
            ),
            (
                r#"{"tag": "input", "autocomplete": "username email"}"#,
                "email_input",
            ),
            (
                r#"{"tag": "input", "label": "E-Mail-Adresse"}"#,
                "email_input",
            ),
            (
                r#"{"tag": "input", "label": "メールアドレス"}"#,
                "email_input",
            ),
            (r#"{"tag": "input", "placeholder": "Suche"}"#, "search"),
            (r#"{"tag": "input", "name": "q"}"#, "search"),
            (r#"{"tag": "button", "text": "Anmelden"}"#, "login_form"),
            (r#"{"tag": "form", "id": "login-form"}"#, "login_form"),
            (r#"{"tag": "button", "text": "Speichern"}"#, "submit"),
            (r#"{"tag": "button", "text": "Close"}"#, "button"),
            (r#"{"tag": "input", "type": "checkbox"}"#, "checkbox"),
            (r#"{"tag": "select"}"#, "dropdown"),
            (
                r#"{"tag": "a", "href": "/x", "text": "Author profile"}"#,
                "navigation",
            ),
            (
                r#"{"tag": "a", "row": "Ada", "text": "Edit"}"#,
                "row_action",
            ),
            (
                r#"{"tag": "a", "around": "pagination", "text": "2"}"#,
                "pagination",
            ),
            (r#"{"tag": "input", "type": "date"}"#, "date_input"),
            (r#"{"tag": "div"}"#, "unknown"),
        ] {
            let found = classify(&element(json));
            assert_eq!(found.role.name(), role, "{json}: {}", found.reason);
        }
    }
}
