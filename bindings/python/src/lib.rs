//! `breadcrumb._native`: the engine for Python. Private; the package around it is the API.

#![expect(
    clippy::needless_pass_by_value,
    reason = "PyO3 hands arguments over by value"
)]

mod command;
mod config;
mod error;
mod fingerprint;
mod flaky;
mod generate;
mod healer;
mod locator;
mod recorder;
mod report;
mod run;
mod session;
mod similarity;
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
    for (name, time) in [
        ("DEFAULT_HEAL_AFTER_MS", patience::DEFAULT_HEAL_AFTER),
        ("QUIET_MS", patience::QUIET),
        ("RESTLESS_MS", patience::RESTLESS),
        ("RESTLESS_STEP_MS", patience::RESTLESS_STEP),
        ("LAST_CALL_MS", patience::LAST_CALL),
        ("ANSWER_MS", patience::ANSWER),
        ("PROBE_MS", patience::PROBE),
        ("LAST_LOOK_MS", patience::LAST_LOOK),
        ("BEFORE_CALL_MS", patience::BEFORE_CALL),
    ] {
        module.add(name, time.as_secs_f64() * 1000.0)?;
    }
    module.add_class::<store::Store>()?;
    module.add_class::<healer::Healer>()?;
    module.add_class::<locator::Locator>()?;
    module.add_class::<session::Session>()?;
    module.add_class::<session::Look>()?;
    module.add_class::<session::Candidate>()?;
    command::register(module)?;
    fingerprint::register(module)?;
    flaky::register(module)?;
    generate::register(module)?;
    recorder::register(module)?;
    config::register(module)?;
    run::register(module)?;
    suite::register(module)?;
    report::register(module)?;
    similarity::register(module)
}
