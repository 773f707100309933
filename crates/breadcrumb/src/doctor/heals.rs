//! Heals and refusals that wait for somebody, as reports and reviews count them.

use breadcrumb_store::Store;

use super::diagnosis::{Area, Finding};
use super::request::DoctorRequest;
use crate::error::Error;
use crate::review::{ReviewFilter, open_refusals};
use crate::standing::Standings;

/// Says what waits; what cannot be read was found before this.
pub(super) fn examine(store: &dyn Store, request: &DoctorRequest) -> Vec<Finding> {
    waiting(store, &request.database_argument()).unwrap_or_default()
}

fn waiting(store: &dyn Store, argument: &str) -> Result<Vec<Finding>, Error> {
    let counts = store.heal_counts(f64::NEG_INFINITY, 0)?;
    let standings = Standings::of(store, &counts)?;
    let pending = standings.pending();
    let approved = standings.open().saturating_sub(pending);
    let refused = open_refusals(store, &ReviewFilter::default())?.len() as u64;
    let rows = [
        (pending, "healed locator", "for a review", "review"),
        (
            approved,
            "approved heal",
            "to be fixed in the source",
            "fix",
        ),
        (refused, "refused heal", "for a decision", "review --list"),
    ];
    let found = rows.iter().filter(|(count, ..)| *count > 0);
    let found = found.map(|(count, thing, what_for, command)| {
        let (plural, verb) = if *count == 1 {
            ("", "waits")
        } else {
            ("s", "wait")
        };
        let message = format!("{count} {thing}{plural} {verb} {what_for}");
        Finding::note(Area::Heals, message).fix(format!("breadcrumb {command}{argument}"))
    });
    Ok(found.collect())
}
