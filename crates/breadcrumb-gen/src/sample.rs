//! Sample data: what a test types into a field.

use crate::classify;
use crate::element::PageElement;
use crate::pattern::matching_text;
use crate::role::SemanticRole;
use crate::words::says;

/// What a test does with a field, and what the field holds then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Sample {
    /// It is filled with this text.
    Text(String),
    /// It is ticked.
    Check,
    /// This value is chosen.
    Select(String),
}

/// Names for people's data, by the standard's names for it and by words.
const TEXTS: [(&str, &[&str], &str); 13] = [
    (
        "given-name",
        &["first name", "given name", "vorname", "prénom", "nombre"],
        "Ada",
    ),
    (
        "family-name",
        &["last name", "surname", "family name", "nachname"],
        "Lovelace",
    ),
    (
        "name",
        &["name", "full name", "nom", "氏名", "お名前"],
        "Ada Lovelace",
    ),
    (
        "username",
        &["username", "user name", "user", "benutzername"],
        "ada",
    ),
    (
        "organization",
        &["company", "organization", "firma"],
        "Example Ltd",
    ),
    (
        "street-address",
        &["street", "address", "straße", "adresse"],
        "Example Street 1",
    ),
    ("address-line1", &["address line 1"], "Example Street 1"),
    (
        "postal-code",
        &["zip", "postal code", "postcode", "plz"],
        "10115",
    ),
    (
        "address-level2",
        &["city", "town", "stadt", "ort", "ville", "ciudad"],
        "Berlin",
    ),
    (
        "country-name",
        &["country", "land", "pays", "país"],
        "Germany",
    ),
    ("one-time-code", &["code", "otp"], "123456"),
    ("cc-number", &["card number"], "4242424242424242"),
    (
        "url",
        &["website", "url", "homepage"],
        "https://example.com",
    ),
];
/// A day that most calendars allow.
const DAY: &str = "2026-01-15";

/// Returns what to do with a field; none where a test cannot know.
pub(crate) fn sample(element: &PageElement) -> Option<Sample> {
    if element.is_disabled || element.is_read_only {
        return None;
    }
    match element.tag.as_str() {
        "select" => chosen(element).map(Sample::Select),
        "textarea" => fitted(element, "Example text".to_owned()).map(Sample::Text),
        "input" => input(element),
        _ => None,
    }
}

fn input(element: &PageElement) -> Option<Sample> {
    let text = match element.kind().as_str() {
        "checkbox" | "radio" => return Some(Sample::Check),
        "number" => number(element)?,
        "date" => day(element),
        "time" => "10:30".to_owned(),
        "month" => "2026-01".to_owned(),
        "week" => "2026-W03".to_owned(),
        "datetime-local" => "2026-01-15T10:30".to_owned(),
        "color" => "#336699".to_owned(),
        "url" => "https://example.com".to_owned(),
        _ if !element.is_typed_into() => return None,
        _ => words(element),
    };
    fitted(element, text).map(Sample::Text)
}

fn words(element: &PageElement) -> String {
    let text = match classify(element).role {
        SemanticRole::EmailInput => "ada@example.com",
        SemanticRole::PasswordInput => "Correct-Horse-42",
        SemanticRole::PhoneInput => "+49 30 1234567",
        SemanticRole::Search => "example",
        _ => known_text(element),
    };
    text.to_owned()
}

fn known_text(element: &PageElement) -> &'static str {
    let purpose = element.autocomplete.as_deref().unwrap_or_default();
    let by_purpose = || TEXTS.iter().find(|(name, ..)| *name == purpose);
    let called = [
        &element.label,
        &element.placeholder,
        &element.name,
        &element.id,
    ];
    let says_one = |words: &[&'static str]| {
        let mut called = called.iter().filter_map(|name| name.as_deref());
        called.any(|name| says(name, words).is_some())
    };
    let by_words = || TEXTS.iter().find(|(_, words, _)| says_one(words));
    by_purpose()
        .or_else(by_words)
        .map_or("Example text", |(_, _, text)| *text)
}

/// Returns the first value that is not there from the start.
fn chosen(element: &PageElement) -> Option<String> {
    if element.is_multiple {
        return None;
    }
    let with_value = |skip: usize| {
        let choices = element.options.iter().skip(skip);
        choices
            .map(|choice| &choice.value)
            .find(|value| !value.is_empty())
    };
    with_value(1).or_else(|| with_value(0)).cloned()
}

fn number(element: &PageElement) -> Option<String> {
    let parse = |text: &Option<String>| text.as_ref().and_then(|t| t.trim().parse::<f64>().ok());
    let limits = &element.limits;
    let (min, max) = (parse(&limits.min), parse(&limits.max));
    if limits.step.is_some() {
        // A multiple of the step from the least: the least itself always is one.
        return Some(shortest(min.unwrap_or(0.0)));
    }
    let value = min.unwrap_or(1.0).max(1.0).min(max.unwrap_or(f64::MAX));
    let is_allowed = min.is_none_or(|min| value >= min) && value.is_finite();
    is_allowed.then(|| shortest(value))
}

fn shortest(number: f64) -> String {
    format!("{number}")
}

/// Days compare as their texts do.
fn day(element: &PageElement) -> String {
    let limits = &element.limits;
    let least = limits.min.as_deref().filter(|min| *min > DAY);
    let most = limits
        .max
        .as_deref()
        .filter(|max| *max < DAY && !max.is_empty());
    least.or(most).unwrap_or(DAY).to_owned()
}

/// Makes a text as long and of the form that the field wants.
fn fitted(element: &PageElement, text: String) -> Option<String> {
    let limits = &element.limits;
    let mut text = match &limits.pattern {
        Some(pattern) => matching_text(pattern)?,
        None => text,
    };
    if let Some(most) = limits.max_length.filter(|_| limits.pattern.is_none()) {
        text = text.chars().take(most).collect();
    }
    let missing = limits
        .min_length
        .unwrap_or(0)
        .saturating_sub(text.chars().count());
    if missing > crate::words::MAX_CHARS {
        return None;
    }
    text.extend(std::iter::repeat_n('x', missing));
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_get_what_they_take() {
        for (json, expected) in [
            (r#"{"tag": "input", "type": "email"}"#, "ada@example.com"),
            (
                r#"{"tag": "input", "type": "number", "limits": {"min": "18"}}"#,
                "18",
            ),
            (
                r#"{"tag": "input", "type": "number", "limits": {"max": "0"}}"#,
                "0",
            ),
            (
                r#"{"tag": "input", "type": "number", "limits": {"min": "0.5", "step": "0.25"}}"#,
                "0.5",
            ),
            (
                r#"{"tag": "input", "type": "date", "limits": {"min": "2030-01-01"}}"#,
                "2030-01-01",
            ),
            (r#"{"tag": "input", "label": "Vorname"}"#, "Ada"),
            (r#"{"tag": "input", "limits": {"max_length": 3}}"#, "Exa"),
            (
                r#"{"tag": "input", "limits": {"pattern": "[A-Z]{2}\\d{3}"}}"#,
                "AA000",
            ),
        ] {
            let element: PageElement = serde_json::from_str(json).unwrap();
            assert_eq!(
                sample(&element),
                Some(Sample::Text(expected.into())),
                "{json}"
            );
        }
    }

    #[test]
    fn what_cannot_be_used_is_left_alone() {
        for json in [
            r#"{"tag": "input", "is_disabled": true}"#,
            r#"{"tag": "input", "type": "file"}"#,
            r#"{"tag": "input", "limits": {"pattern": "(a|b)\\1"}}"#,
            r#"{"tag": "select", "options": [{"value": ""}]}"#,
        ] {
            let element: PageElement = serde_json::from_str(json).unwrap();
            assert_eq!(sample(&element), None, "{json}");
        }
    }
}
