//! The engine for Node. Private; the TypeScript around it is the API.

#![expect(
    clippy::needless_pass_by_value,
    reason = "napi hands arguments over by value"
)]

pub mod command;
mod error;
pub mod front;
pub mod recorder;
pub mod settings;
pub mod step;
pub mod suite;

use breadcrumb::patience;
use napi_derive::napi;

/// What the TypeScript needs to know before anything else.
#[napi(object)]
pub struct Constants {
    /// The version of the package.
    pub version: String,
    /// The page-side code: the body of a function that has `main`.
    pub page_script: String,
    /// The source of our selector engine.
    pub selector_engine: String,
    /// How many milliseconds a page has for an answer that nobody asked for in a test.
    pub answer_ms: f64,
    /// How many milliseconds the last answers of a test have.
    pub last_answers_ms: f64,
    /// The name that a heal has among the annotations of a test.
    pub heal_annotation: String,
    /// The same for a locator that finds another element than it used to.
    pub drift_annotation: String,
    /// The same for a heal that was refused.
    pub refusal_annotation: String,
    /// The same for a failure that does not fail the run.
    pub masked_annotation: String,
}

/// Returns the constants.
#[napi]
#[must_use]
pub fn constants() -> Constants {
    use breadcrumb::suite::{Finding, MASKED_PROPERTY};

    let milliseconds = |time: std::time::Duration| time.as_secs_f64() * 1000.0;
    let property = |finding: Finding| finding.property().to_owned();
    Constants {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        page_script: breadcrumb::engine::page_script().clone(),
        selector_engine: breadcrumb::engine::selector_engine().clone(),
        answer_ms: milliseconds(patience::ANSWER),
        last_answers_ms: milliseconds(patience::LAST_ANSWERS),
        heal_annotation: property(Finding::Heal),
        drift_annotation: property(Finding::Drift),
        refusal_annotation: property(Finding::Refusal),
        masked_annotation: MASKED_PROPERTY.to_owned(),
    }
}
