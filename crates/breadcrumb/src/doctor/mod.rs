//! What is wrong, and what mends it: with the database, with the tests, with the environment.
//!
//! [`examine`] collects facts and turns them into a [`Diagnosis`]; it only reads. Which fact is
//! which [`Finding`] is decided by functions without I/O.
//!
//! ```
//! use breadcrumb::doctor::{DoctorRequest, examine};
//!
//! let diagnosis = examine(&DoctorRequest::database_only("no-such-folder/crumbs.db"));
//! assert!(!diagnosis.is_sound);
//! assert!(diagnosis.health.is_none());
//! ```

mod database;
mod diagnosis;
mod environment;
mod heals;
mod node;
mod probe;
mod python;
mod request;
mod shell;
mod suite;
mod version;

#[cfg(test)]
mod tests;

pub use diagnosis::{Area, DIAGNOSIS_VERSION, Diagnosis, Finding, Severity};
pub use environment::Environment;
pub use node::Node;
pub use python::{Packages, Python, PythonAnswer};
pub use request::{DoctorRequest, PYTHON_VARIABLE};

use breadcrumb_store::{SqliteStore, Store};

use crate::clock::now;
use crate::error::Error;
use crate::flaky::{Policy, load_policy};
use crate::report::both;

/// A fingerprint that no passing test has renewed for a month belongs to a test that is gone, or
/// that has not passed since.
pub const STALE_DAYS: u32 = 30;

/// Examines a database that is open already, quickly: whether indexes contradict their tables is left out.
///
/// The request says what the database is called, and whose settings count.
pub fn examine_store(store: &SqliteStore, request: &DoctorRequest) -> Result<Diagnosis, Error> {
    let now = now();
    let (policy, mut findings) = policy(request);
    let (suite, health) = both(
        store,
        |store| tests_of(store, &policy, request, now),
        |store| store.quick_health(now, STALE_DAYS),
    );
    let health = health?;
    findings.extend(database::of_examined(&health, request));
    findings.extend(suite);
    Ok(Diagnosis::new(Some(health), None, findings))
}

/// Examines what a request names. Nothing is created, migrated or repaired.
#[must_use]
pub fn examine(request: &DoctorRequest) -> Diagnosis {
    let now = now();
    let (policy, mut findings) = policy(request);
    let opened = database::open(request, now);
    findings.extend(opened.findings);
    if let Some(store) = &opened.store {
        findings.extend(tests_of(store, &policy, request, now));
    }
    let environment = request
        .has_environment
        .then(|| Environment::collect(request));
    findings.extend(environment.iter().flat_map(Environment::findings));
    Diagnosis::new(opened.health, environment, findings)
}

/// Says what is to be known about the tests, and about their heals.
fn tests_of(store: &dyn Store, policy: &Policy, request: &DoctorRequest, now: f64) -> Vec<Finding> {
    let mut findings = suite::examine(store, policy, request, now);
    findings.extend(heals::examine(store, request));
    findings
}

/// A policy that cannot be read is a finding; the tests are judged by the default then.
fn policy(request: &DoctorRequest) -> (Policy, Vec<Finding>) {
    match load_policy(&request.folder) {
        Ok(policy) => (policy, Vec::new()),
        Err(error) => (
            Policy::default(),
            vec![environment::unusable_policy(&error)],
        ),
    }
}
