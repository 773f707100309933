//! What leads to an element that is in a frame.

use crate::locator::Locator;
use crate::page::{ElementIndex, PageSnapshot};

/// Returns what leads to the document of an element, from the page's own through each frame around it;
/// none for an element of the page's own document.
///
/// What finds the element in its document is to be put [inside](Locator::inside) of it.
#[must_use]
pub fn propose_frames(page: &PageSnapshot, element: ElementIndex) -> Option<Locator> {
    let frame = page.frame_of(element)?;
    let found = super::propose(page, frame).into_iter().next()?;
    let found = match propose_frames(page, frame) {
        Some(outer) => found.inside(&outer),
        None => found,
    };
    Some(found.then("content_frame", Vec::new()))
}
