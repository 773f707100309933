//! The shapes of answers, as JSON Schemas.
//!
//! Plain keywords only: every client's validator knows them. Readers leave out keys that they do
//! not know, so that an answer may say more one day.

use rmcp::model::JsonObject;
use serde_json::{Map, Value, json};

/// An object that has all of these keys.
pub(crate) fn object(properties: Vec<(&str, Value)>) -> JsonObject {
    let required: Vec<Value> = properties.iter().map(|(name, _)| json!(name)).collect();
    let properties: Map<String, Value> = properties
        .into_iter()
        .map(|(name, schema)| (name.to_owned(), schema))
        .collect();
    let mut schema = JsonObject::new();
    schema.insert("type".to_owned(), "object".into());
    schema.insert("properties".to_owned(), properties.into());
    schema.insert("required".to_owned(), required.into());
    schema
}

pub(crate) fn list(items: impl Into<Value>, description: &str) -> Value {
    json!({ "type": "array", "items": items.into(), "description": description })
}

pub(crate) fn text(description: &str) -> Value {
    json!({ "type": "string", "description": description })
}

pub(crate) fn optional_text(description: &str) -> Value {
    json!({ "type": ["string", "null"], "description": description })
}

pub(crate) fn count(description: &str) -> Value {
    json!({ "type": "integer", "minimum": 0, "description": description })
}

pub(crate) fn optional_count(description: &str) -> Value {
    json!({ "type": ["integer", "null"], "minimum": 0, "description": description })
}

pub(crate) fn number(description: &str) -> Value {
    json!({ "type": "number", "description": description })
}

pub(crate) fn optional_number(description: &str) -> Value {
    json!({ "type": ["number", "null"], "description": description })
}

pub(crate) fn flag(description: &str) -> Value {
    json!({ "type": "boolean", "description": description })
}

/// Where the next page begins.
pub(crate) fn next_cursor() -> Value {
    optional_text("Give it as `cursor` to get the next page; null where there is no more.")
}
