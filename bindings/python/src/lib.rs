//! `breadcrumb._native`: the engine for Python. Private; the package around it is the API.
//!
//! Its classes are those of `breadcrumb.core` and `breadcrumb.flaky`, but for the dataclasses, which
//! are Python's (`dataclass.rs`).

#![expect(
    clippy::needless_pass_by_value,
    reason = "PyO3 hands arguments over by value"
)]

mod command;
mod config;
mod dataclass;
mod error;
mod fingerprint;
mod flaky;
mod front;
mod generate;
mod healer;
mod json;
mod locator;
mod recorder;
mod report;
mod run;
mod similarity;
mod step;
mod store;
mod suite;

use breadcrumb::patience;
use pyo3::prelude::*;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
    module.add("DEFAULT_DB_FILE", breadcrumb::store::DEFAULT_DB_FILE)?;
    module.add("DEFAULT_THRESHOLD", breadcrumb::engine::DEFAULT_THRESHOLD)?;
    module.add("PAGE_SCRIPT", breadcrumb::engine::page_script())?;
    module.add("OLDEST_PLAYWRIGHT", breadcrumb::front::OLDEST_PLAYWRIGHT)?;
    module.add("NEWEST_PLAYWRIGHT", breadcrumb::front::NEWEST_PLAYWRIGHT)?;
    module.add("SELECTOR_ENGINE", breadcrumb::engine::selector_engine())?;
    for (name, time) in [
        ("ANSWER_S", patience::ANSWER),
        ("LAST_ANSWERS_S", patience::LAST_ANSWERS),
    ] {
        module.add(name, time.as_secs_f64())?;
    }
    module.add_class::<store::FingerprintStore>()?;
    module.add_class::<healer::Healer>()?;
    module.add_class::<locator::Locator>()?;
    command::register(module)?;
    fingerprint::register(module)?;
    flaky::register(module)?;
    front::register(module)?;
    generate::register(module)?;
    recorder::register(module)?;
    config::register(module)?;
    run::register(module)?;
    suite::register(module)?;
    report::register(module)?;
    similarity::register(module)
}
