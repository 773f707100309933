//! The user's settings: TypeScript collects what was written where, the engine checks it.

use std::path::Path;

use breadcrumb::config::{Config, Given, Origin, Raw, TestSettings};
use napi_derive::napi;
use serde_json::Value;

use crate::error::failure;

/// The options that were written in one place.
#[napi(object)]
pub struct Options {
    /// The options as JSON, with their names in JavaScript.
    pub json: String,
    /// Where they were written, for people.
    pub place: String,
    /// Whether that was in the configuration of the runner: the environment comes before it.
    pub is_config: bool,
}

/// The settings that hold in a test, or in a whole run.
#[napi]
pub struct Settings {
    pub(crate) engine: TestSettings,
}

#[napi]
impl Settings {
    /// Reads the settings of a folder, and checks them together with the options of a test.
    #[napi(constructor)]
    pub fn new(folder: String, options: Vec<Options>) -> napi::Result<Self> {
        let folder = Path::new(&folder);
        let environment = |name: &str| std::env::var_os(name);
        let known = Config::load(folder, &environment).map_err(failure)?;
        let given: Vec<Given> = options.iter().rev().flat_map(given).collect();
        let known = known.with(&given).map_err(failure)?;
        let engine = known.test_settings(folder).map_err(failure)?;
        Ok(Self { engine })
    }

    /// What happens when a locator finds nothing.
    #[napi(getter)]
    #[must_use]
    pub fn mode(&self) -> &'static str {
        self.engine.mode_name()
    }

    /// Whether a report is printed at the end of the run.
    #[napi(getter)]
    #[must_use]
    pub fn report(&self) -> bool {
        self.engine.report
    }
}

fn given(options: &Options) -> Vec<Given> {
    let origin = if options.is_config {
        Origin::Ini(options.place.clone())
    } else {
        Origin::Argument(options.place.clone())
    };
    let Ok(Value::Object(members)) = serde_json::from_str(&options.json) else {
        return Vec::new();
    };
    let members = members.iter();
    members
        .map(|(name, value)| {
            let name = breadcrumb::engine::snake(name);
            Given::new(&name, raw(value), value.to_string(), origin.clone())
        })
        .collect()
}

fn raw(value: &Value) -> Raw {
    match value {
        Value::Null => Raw::Nothing,
        Value::Bool(on) => Raw::Switch(*on),
        Value::Number(number) => number
            .as_i64()
            .map(Raw::Whole)
            .or_else(|| number.as_f64().map(Raw::Number))
            .unwrap_or(Raw::Other),
        Value::String(text) => Raw::Text(text.into()),
        Value::Array(values) => Raw::List(values.iter().map(raw).collect()),
        Value::Object(_) => Raw::Other,
    }
}
