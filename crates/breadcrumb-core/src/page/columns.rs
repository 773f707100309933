//! The raw tree: one row an element, one row a text node.

use super::strings::{StringId, StringTable};
use crate::fingerprint::BoundingBox;

/// Bits that say what an element is.
pub(super) mod kind {
    /// It can be seen, and so be a candidate.
    pub(in crate::page) const VISIBLE: u32 = 1;
    /// It is the root of a frame's document; its parent is the frame element.
    pub(in crate::page) const FRAME_ROOT: u32 = 2;
    /// It is a child of an open shadow root; its parent is the host.
    pub(in crate::page) const SHADOW_CHILD: u32 = 4;
    /// It is a control that is disabled.
    pub(in crate::page) const DISABLED: u32 = 8;
}

/// Returns a row's number in the form it is kept in. One beyond all rows stays beyond all rows, and
/// is refused when the page is assembled.
pub(super) fn row(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// A page as rows, in document order.
#[derive(Debug, Clone, Default)]
pub(super) struct Columns {
    pub(super) strings: StringTable,
    pub(super) elements: Vec<Element>,
    pub(super) attributes: Vec<(StringId, StringId)>,
    pub(super) texts: Vec<TextNode>,
}

#[derive(Debug, Clone)]
pub(super) struct Element {
    /// Always smaller than the element's own index; none for the root only.
    pub(super) parent: Option<u32>,
    /// Set when the page is assembled.
    pub(super) sibling_before: Option<u32>,
    pub(super) tag: StringId,
    pub(super) kind: u32,
    pub(super) bbox: Option<BoundingBox>,
    /// Where its pairs stand in [`Columns::attributes`].
    pub(super) attributes: (u32, u32),
}

#[derive(Debug, Clone, Copy)]
pub(super) struct TextNode {
    pub(super) parent: u32,
    /// How many elements start before this text.
    pub(super) before: u32,
    pub(super) string: StringId,
}
