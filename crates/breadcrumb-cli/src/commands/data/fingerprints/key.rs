//! Finding what the user names, and what was meant where there is no such thing.

use std::ops::ControlFlow;

use breadcrumb::store::{KnownElement, Store};

use crate::commands::data::nearest::Nearest;
use crate::error::CommandError;

/// Finds the element of a test and a locator.
pub(super) fn find(
    store: &dyn Store,
    test_id: &str,
    locator: &str,
) -> Result<KnownElement, CommandError> {
    let mut of_test = of_test(store, test_id)?;
    if let Some(place) = of_test.iter().position(|known| known.locator == locator) {
        return Ok(of_test.swap_remove(place));
    }
    let mut nearest = Nearest::to(locator);
    for known in &of_test {
        nearest.see(&known.locator);
    }
    let hint = match nearest.name() {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!("`breadcrumb fingerprints list --test '{test_id}'` lists its locators"),
    };
    let message = format!("`{test_id}` has no fingerprint for `{locator}`");
    Err(CommandError::input(message, hint))
}

/// Returns all elements of a test; it is an error where there are none.
pub(super) fn of_test(store: &dyn Store, test_id: &str) -> Result<Vec<KnownElement>, CommandError> {
    let mut of_test = Vec::new();
    let mut nearest = Nearest::to(test_id);
    let mut last = String::new();
    store.for_each_element(&mut |known| {
        if known.test_id == test_id {
            of_test.push(known);
        } else if known.test_id != last {
            nearest.see(&known.test_id);
            last = known.test_id;
        }
        ControlFlow::Continue(())
    })?;
    if !of_test.is_empty() {
        return Ok(of_test);
    }
    let hint = match nearest.name() {
        Some(name) => format!("did you mean `{name}`?"),
        None => "`breadcrumb fingerprints list` lists all; quote an id with brackets".to_owned(),
    };
    let message = format!("no fingerprint of a test `{test_id}` is stored");
    Err(CommandError::input(message, hint))
}
