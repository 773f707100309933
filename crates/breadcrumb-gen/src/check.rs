//! [`PageCheck`]: asking the page itself about a locator.
//!
//! A snapshot has what can be seen. Playwright counts hidden elements as well, and so does CSS.

use breadcrumb_core::{ElementIndex, Locator};

/// The page that a snapshot was taken of.
pub trait PageCheck {
    /// Whether a locator finds this element and no other, hidden ones included.
    fn is_unique(&mut self, locator: &Locator, element: ElementIndex) -> bool;

    /// Returns a CSS selector that leads to an element step by step; none where the page cannot say.
    fn css_path(&mut self, element: ElementIndex) -> Option<String>;
}

/// A page that is no longer there: the snapshot has to do.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unchecked;

impl PageCheck for Unchecked {
    fn is_unique(&mut self, _: &Locator, _: ElementIndex) -> bool {
        true
    }

    fn css_path(&mut self, _: ElementIndex) -> Option<String> {
        None
    }
}
