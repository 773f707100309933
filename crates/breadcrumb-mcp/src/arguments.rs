//! [`Parameter`] and [`Arguments`]: what a tool takes, and what a call gives it.
//!
//! One table says both what the client is told and what is checked.

use rmcp::model::JsonObject;
use serde_json::{Map, Value, json};

use crate::refusal::Refusal;

/// Something that a tool takes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Parameter {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) description: &'static str,
}

/// What a value of a parameter is.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    /// A text that must be given.
    Text,
    /// A text that may be left out.
    OptionalText,
    /// One of some words.
    Choice {
        words: &'static [&'static str],
        default: &'static str,
    },
    /// A whole number that may be left out.
    Count { most: u32, default: u32 },
    /// The id of a row that must be given.
    Id,
    /// The id of a row that may be left out.
    OptionalId,
}

/// The arguments of a call, checked.
#[derive(Debug)]
pub(crate) struct Arguments<'a> {
    parameters: &'a [Parameter],
    given: JsonObject,
}

impl Parameter {
    pub(crate) const fn new(name: &'static str, kind: Kind, description: &'static str) -> Self {
        Self {
            name,
            kind,
            description,
        }
    }

    fn is_required(&self) -> bool {
        matches!(self.kind, Kind::Text | Kind::Id)
    }

    fn schema(&self) -> Value {
        let description = self.description;
        match self.kind {
            Kind::Text | Kind::OptionalText => {
                json!({ "type": "string", "description": description })
            }
            Kind::Choice { words, default } => {
                json!({ "type": "string", "enum": words, "default": default, "description": description })
            }
            Kind::Count { most, default } => json!({
                "type": "integer", "minimum": 1, "maximum": most, "default": default,
                "description": description,
            }),
            Kind::Id | Kind::OptionalId => {
                json!({ "type": "integer", "minimum": 1, "description": description })
            }
        }
    }

    fn check(&self, value: &Value) -> Result<(), Refusal> {
        let wanted = match self.kind {
            Kind::Text | Kind::OptionalText => {
                value.is_string().then_some(()).ok_or("a text".into())
            }
            Kind::Choice { words, .. } => value
                .as_str()
                .is_some_and(|word| words.contains(&word))
                .then_some(())
                .ok_or_else(|| format!("one of {}", listed(words.iter().copied()))),
            Kind::Count { most, .. } => whole(value)
                .is_some_and(|number| (1..=i64::from(most)).contains(&number))
                .then_some(())
                .ok_or_else(|| format!("a whole number from 1 to {most}")),
            Kind::Id | Kind::OptionalId => whole(value)
                .is_some_and(|number| number >= 1)
                .then_some(())
                .ok_or_else(|| "a whole number above 0".to_owned()),
        };
        wanted.map_err(|wanted: String| {
            let shown: String = value.to_string().chars().take(80).collect();
            let name = self.name;
            Refusal::new(
                format!("the argument `{name}` is {shown}"),
                format!("`{name}` is {wanted}"),
            )
        })
    }
}

impl<'a> Arguments<'a> {
    /// Checks what a call gives: all that must be there, nothing else, each of its kind.
    pub(crate) fn check(
        tool: &str,
        parameters: &'a [Parameter],
        given: Option<JsonObject>,
    ) -> Result<Self, Refusal> {
        let mut given = given.unwrap_or_default();
        // Clients say "not given" by null too.
        given.retain(|_, value| !value.is_null());
        for (name, value) in &given {
            let Some(parameter) = parameters.iter().find(|known| known.name == name) else {
                let shown: String = name.chars().take(80).collect();
                let allowed = listed(parameters.iter().map(|parameter| parameter.name));
                return Err(Refusal::new(
                    format!("`{tool}` has no argument `{}`", shown.escape_debug()),
                    format!("allowed: {allowed}"),
                ));
            };
            parameter.check(value)?;
        }
        let is_missing =
            |parameter: &&Parameter| parameter.is_required() && !given.contains_key(parameter.name);
        if let Some(missing) = parameters.iter().find(is_missing) {
            return Err(Refusal::new(
                format!("`{tool}` needs the argument `{}`", missing.name),
                format!("`{}`: {}", missing.name, missing.description),
            ));
        }
        Ok(Self { parameters, given })
    }

    /// Returns a text, where it is given.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        let given = self.given.get(name).and_then(Value::as_str);
        given.or_else(|| match self.kind(name)? {
            Kind::Choice { default, .. } => Some(default),
            _ => None,
        })
    }

    /// Returns a count, or its default.
    pub(crate) fn count(&self, name: &str) -> u32 {
        let given = self.id(name).and_then(|number| u32::try_from(number).ok());
        let default = || match self.kind(name) {
            Some(Kind::Count { default, .. }) => default,
            _ => 1,
        };
        given.unwrap_or_else(default)
    }

    /// Returns the id of a row, where it is given.
    pub(crate) fn id(&self, name: &str) -> Option<i64> {
        self.given.get(name).and_then(whole)
    }

    fn kind(&self, name: &str) -> Option<Kind> {
        let known = self.parameters.iter().find(|known| known.name == name);
        known.map(|parameter| parameter.kind)
    }
}

/// Describes what a tool takes, as a JSON Schema.
pub(crate) fn input_schema(parameters: &[Parameter]) -> JsonObject {
    let properties: Map<String, Value> = parameters
        .iter()
        .map(|parameter| (parameter.name.to_owned(), parameter.schema()))
        .collect();
    let required: Vec<&str> = parameters
        .iter()
        .filter(|parameter| parameter.is_required())
        .map(|parameter| parameter.name)
        .collect();
    let mut schema = JsonObject::new();
    schema.insert("type".to_owned(), "object".into());
    schema.insert("properties".to_owned(), properties.into());
    schema.insert("required".to_owned(), required.into());
    schema.insert("additionalProperties".to_owned(), false.into());
    schema
}

/// Returns a whole number; `5.0` is one too, because some clients know no other numbers.
fn whole(value: &Value) -> Option<i64> {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "it has no fraction, and is far below the end of the range"
    )]
    let from_float =
        |number: f64| (number.fract() == 0.0 && number.abs() < 1e15).then_some(number as i64);
    value
        .as_i64()
        .or_else(|| value.as_f64().and_then(from_float))
}

fn listed<'t>(names: impl Iterator<Item = &'t str>) -> String {
    let quoted: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARAMETERS: &[Parameter] = &[
        Parameter::new("url", Kind::Text, "The page."),
        Parameter::new(
            "days",
            Kind::Count {
                most: 365,
                default: 30,
            },
            "How many days.",
        ),
        Parameter::new(
            "language",
            Kind::Choice {
                words: &["python", "typescript"],
                default: "python",
            },
            "Which.",
        ),
        Parameter::new("event_id", Kind::OptionalId, "The heal."),
    ];

    fn check(given: &Value) -> Result<Arguments<'static>, String> {
        let given = given.as_object().cloned();
        Arguments::check("a_tool", PARAMETERS, given).map_err(|refusal| refusal.text())
    }

    #[test]
    fn what_is_left_out_has_its_default() {
        let arguments = check(&json!({ "url": "a", "days": null })).unwrap();
        assert_eq!(arguments.text("url"), Some("a"));
        assert_eq!(arguments.text("language"), Some("python"));
        assert_eq!(arguments.count("days"), 30);
        assert_eq!(arguments.id("event_id"), None);
        let arguments = check(&json!({ "url": "a", "days": 7.0, "event_id": 3 })).unwrap();
        assert_eq!(
            (arguments.count("days"), arguments.id("event_id")),
            (7, Some(3))
        );
    }

    #[test]
    fn a_refusal_names_the_argument_and_the_way_out() {
        for (given, parts) in [
            (json!({}), ["needs the argument `url`", "The page."]),
            (json!({ "url": 1 }), ["`url` is 1", "a text"]),
            (
                json!({ "url": "a", "weeks": 1 }),
                ["no argument `weeks`", "`url`, `days`, `language`"],
            ),
            (
                json!({ "url": "a", "days": 0 }),
                ["`days` is 0", "from 1 to 365"],
            ),
            (
                json!({ "url": "a", "days": 366 }),
                ["`days` is 366", "from 1 to 365"],
            ),
            (
                json!({ "url": "a", "days": 1.5 }),
                ["`days` is 1.5", "a whole number"],
            ),
            (
                json!({ "url": "a", "days": "7" }),
                ["`days` is \"7\"", "a whole number"],
            ),
            (
                json!({ "url": "a", "days": 1e300 }),
                ["`days` is 1e+300", "a whole number"],
            ),
            (
                json!({ "url": "a", "language": "go" }),
                ["`language` is \"go\"", "`typescript`"],
            ),
            (
                json!({ "url": "a", "event_id": -1 }),
                ["`event_id` is -1", "above 0"],
            ),
        ] {
            let text = check(&given).unwrap_err();
            for part in parts {
                assert!(text.contains(part), "{given}: {text}");
            }
        }
    }
}
