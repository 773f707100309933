//! The text of a page, once, and where each element's part of it stands.

use std::ops::Range;

use super::columns::{Columns, kind};
use super::payload::invalid;
use super::strings::{StringId, StringTable};
use crate::error::Error;
use crate::text::{push_folded, push_normalized};

/// Tags that stand inside a line of text; any other starts a new piece of text.
const INLINE_TAGS: [&str; 32] = [
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em",
    "font", "i", "ins", "kbd", "label", "mark", "q", "s", "samp", "small", "span", "strike",
    "strong", "sub", "sup", "time", "tt", "u", "var",
];

/// The range of an element whose text has not been met: any other widens it.
const NOWHERE: Range<usize> = Range {
    start: usize::MAX,
    end: 0,
};

/// One normalized text of the whole page; an element's text is a slice of it.
#[derive(Debug, Clone, Default)]
pub(super) struct PageText {
    joined: String,
    /// For each element, its own text and that of all below it.
    ranges: Vec<Range<usize>>,
    /// All text nodes, in document order.
    nodes: Vec<Piece>,
}

/// A text node and its place in the whole text.
#[derive(Debug, Clone)]
struct Piece {
    parent: u32,
    string: StringId,
    range: Range<usize>,
}

impl PageText {
    /// Lays out all text nodes; an error if one stands where its parent has already ended.
    pub(super) fn lay_out(columns: &Columns, ends: &[u32]) -> Result<Self, Error> {
        let mut text = Self::default();
        text.ranges.resize(columns.elements.len(), NOWHERE);
        let mut borders = Borders {
            columns,
            ends,
            is_left: vec![false; ends.len()],
            last: None,
        };
        for (index, node) in columns.texts.iter().enumerate() {
            let is_inside = ends
                .get(node.parent as usize)
                .is_some_and(|end| node.parent < node.before && node.before <= *end);
            if !is_inside || !borders.move_to(node.parent, node.before, &mut text.joined) {
                return Err(invalid(format!("text {index} is out of place")));
            }
            let start = text.joined.len();
            push_normalized(&mut text.joined, columns.strings.get(node.string));
            text.nodes.push(Piece {
                parent: node.parent,
                string: node.string,
                range: start..text.joined.len(),
            });
        }
        text.spread_upwards(columns);
        Ok(text)
    }

    /// Returns the text of an element and of all below it.
    pub(super) fn of(&self, element: usize) -> &str {
        self.ranges
            .get(element)
            .map_or("", |range| self.slice(range))
            .trim_matches(' ')
    }

    /// Returns an element's own text, without that of its children.
    pub(super) fn own(&self, element: usize) -> String {
        let mut own = String::new();
        for piece in self
            .nodes_below(element)
            .filter(|piece| piece.parent as usize == element)
        {
            push_normalized(&mut own, self.slice(&piece.range));
        }
        own.truncate(own.trim_end_matches(' ').len());
        own
    }

    /// Returns the text of an element and of all below it as it is written: white space is folded,
    /// letters stay as they are.
    pub(super) fn display(&self, element: usize, strings: &StringTable) -> String {
        let mut display = String::new();
        for piece in self.nodes_below(element) {
            let before = self.joined.get(..piece.range.start).unwrap_or_default();
            if before.ends_with(' ') {
                push_folded(&mut display, ' ');
            }
            strings
                .get(piece.string)
                .chars()
                .for_each(|c| push_folded(&mut display, c));
        }
        display.truncate(display.trim_end_matches(' ').len());
        display
    }

    /// Returns the text of `outer` as it is written, without that of `inner`.
    pub(super) fn display_around(
        &self,
        outer: usize,
        inner: usize,
        strings: &StringTable,
    ) -> String {
        let inside = self.ranges.get(inner).cloned().unwrap_or(0..0);
        let mut display = String::new();
        for piece in self.nodes_below(outer) {
            if inside.contains(&piece.range.start) && !piece.range.is_empty() {
                push_folded(&mut display, ' ');
                continue;
            }
            let before = self.joined.get(..piece.range.start).unwrap_or_default();
            if before.ends_with(' ') {
                push_folded(&mut display, ' ');
            }
            let written = strings.get(piece.string);
            written.chars().for_each(|c| push_folded(&mut display, c));
        }
        display.truncate(display.trim_end_matches(' ').len());
        display
    }

    /// Returns the text of `outer` without that of `inner`, which stands inside it.
    pub(super) fn around(&self, outer: usize, inner: usize) -> String {
        let (Some(outer), Some(inner)) = (self.ranges.get(outer), self.ranges.get(inner)) else {
            return String::new();
        };
        if inner.is_empty() {
            return self.slice(outer).trim_matches(' ').to_owned();
        }
        let mut around = String::new();
        push_normalized(&mut around, self.slice(&(outer.start..inner.start)));
        push_normalized(&mut around, " ");
        push_normalized(&mut around, self.slice(&(inner.end..outer.end)));
        around.truncate(around.trim_end_matches(' ').len());
        around
    }

    /// Returns the nearest piece of text before an element that has text itself.
    pub(super) fn before(&self, element: usize) -> &str {
        let range = self.ranges.get(element).cloned().unwrap_or(0..0);
        let first = self.first_node(range.start);
        let before = self.nodes.get(..first).unwrap_or_default();
        self.nearest(before.iter().rev(), &range)
    }

    /// Returns the nearest piece of text after an element that has text itself.
    pub(super) fn after(&self, element: usize) -> &str {
        let range = self.ranges.get(element).cloned().unwrap_or(0..0);
        let after = self.nodes.get(self.first_node(range.end)..);
        self.nearest(after.unwrap_or_default().iter(), &range)
    }

    fn nearest<'p>(&self, mut pieces: impl Iterator<Item = &'p Piece>, own: &Range<usize>) -> &str {
        if own.is_empty() {
            return "";
        }
        let found = pieces.find(|piece| !self.slice(&piece.range).trim().is_empty());
        found.map_or("", |piece| self.slice(&piece.range).trim())
    }

    fn first_node(&self, start: usize) -> usize {
        self.nodes
            .partition_point(|piece| piece.range.start < start)
    }

    fn nodes_below(&self, element: usize) -> impl Iterator<Item = &Piece> {
        let range = self.ranges.get(element).cloned().unwrap_or(0..0);
        let first = self.first_node(range.start);
        let nodes = self.nodes.get(first..).unwrap_or_default();
        nodes
            .iter()
            .take_while(move |piece| piece.range.start < range.end)
    }

    fn slice(&self, range: &Range<usize>) -> &str {
        self.joined.get(range.clone()).unwrap_or_default()
    }

    fn spread_upwards(&mut self, columns: &Columns) {
        for Piece {
            parent,
            range: node,
            ..
        } in &self.nodes
        {
            if let Some(range) = self.ranges.get_mut(*parent as usize) {
                *range = range.start.min(node.start)..range.end.max(node.end);
            }
        }
        for (index, element) in columns.elements.iter().enumerate().rev() {
            // What is written in a frame is not the frame element's text.
            if element.kind & kind::FRAME_ROOT != 0 {
                continue;
            }
            let range = self.ranges.get(index).cloned().unwrap_or(0..0);
            if let Some(above) = element.parent.and_then(|p| self.ranges.get_mut(p as usize)) {
                *above = above.start.min(range.start)..above.end.max(range.end);
            }
        }
        for range in &mut self.ranges {
            *range = if range.start < range.end {
                range.clone()
            } else {
                0..0
            };
        }
    }
}

/// Follows the borders of elements from one text node to the next.
struct Borders<'c> {
    columns: &'c Columns,
    ends: &'c [u32],
    is_left: Vec<bool>,
    last: Option<(u32, u32)>,
}

impl Borders<'_> {
    /// Goes on to a text node and writes a space if a block starts or ends on the way.
    ///
    /// Each element is entered once and left once, so that a whole page takes linear time; a
    /// node whose parent has been left, or that goes backwards, is refused.
    fn move_to(&mut self, parent: u32, before: u32, joined: &mut String) -> bool {
        if let Some((last_parent, last_before)) = self.last {
            if before < last_before || self.is_left.get(parent as usize) != Some(&false) {
                return false;
            }
            let Some(leaves_block) = self.leave(last_parent, parent, before) else {
                return false;
            };
            let mut entered = last_before..before;
            if leaves_block || entered.any(|element| !self.is_inline(element)) {
                push_normalized(joined, " ");
            }
        }
        self.last = Some((parent, before));
        true
    }

    /// Leaves all elements around `from` that are not around `to`; whether one was a block. None
    /// if one of them has not ended yet.
    fn leave(&mut self, from: u32, to: u32, before: u32) -> Option<bool> {
        let mut leaves_block = false;
        let mut next = Some(from);
        while let Some(element) = next {
            let end = self.ends.get(element as usize).copied().unwrap_or_default();
            if element <= to && to < end {
                break;
            }
            if before < end {
                return None;
            }
            leaves_block |= !self.is_inline(element);
            if let Some(left) = self.is_left.get_mut(element as usize) {
                *left = true;
            }
            next = self
                .columns
                .elements
                .get(element as usize)
                .and_then(|row| row.parent);
        }
        Some(leaves_block)
    }

    fn is_inline(&self, element: u32) -> bool {
        let tag = self
            .columns
            .elements
            .get(element as usize)
            .map(|row| row.tag);
        tag.is_some_and(|tag| {
            INLINE_TAGS
                .binary_search(&self.columns.strings.get(tag))
                .is_ok()
        })
    }
}
