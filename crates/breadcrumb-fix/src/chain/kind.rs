//! What kind of locator a chain is.

use breadcrumb_core::has_engine;

use super::{Call, Chain};

impl Chain {
    /// Whether a call of it has a selector that only Playwright's engines read.
    pub(crate) fn has_engine(&self) -> bool {
        self.calls.iter().filter_map(Call::selector).any(has_engine)
    }
}
