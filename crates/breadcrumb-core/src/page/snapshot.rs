//! [`PageSnapshot`]: a page as the engine sees it.

use std::collections::HashMap;
use std::sync::OnceLock;

use smallvec::SmallVec;

use super::columns::{Columns, Element, kind};
use super::payload;
use super::strings::StringId;
use super::text::PageText;
use crate::capture::MAX_TEXT_CHARS;
use crate::error::Error;
use crate::fingerprint::{BoundingBox, ElementFingerprint};
use crate::text::cap_chars;

/// The number of an element on its page, in document order.
pub type ElementIndex = usize;

/// How many siblings on each side are part of a fingerprint, as in the Python package.
const SIBLINGS_EACH_SIDE: usize = 3;
/// Deeper paths keep their innermost part: no layout is that deep, only a hostile page.
const MAX_PATH: usize = 256;
/// Tags that hold the page together and are never what a test acts on.
const STRUCTURE_TAGS: [&str; 4] = ["br", "head", "html", "wbr"];

/// What is known of the page as a whole.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PageInfo {
    /// Its address.
    pub url: String,
    /// Its title.
    pub title: String,
    /// Its language, as it says itself.
    pub language: String,
    /// Whether it had more elements than were captured.
    pub is_truncated: bool,
    /// Whether only what tells about one element was captured.
    pub is_part: bool,
    /// How many elements the document has, seen or not; 0 where it is not known.
    pub nodes: u32,
}

/// All elements of a page at one moment, with everything that is derived from them.
///
/// It is made from the payload of a browser ([`PageSnapshot::from_payload`]) or element by element
/// ([`SnapshotBuilder`](super::SnapshotBuilder)). Candidates borrow from it; nothing is copied per
/// element.
#[derive(Debug, Clone)]
pub struct PageSnapshot {
    pub(super) columns: Columns,
    /// For each element, the index after its last descendant.
    ends: Vec<u32>,
    pub(super) text: PageText,
    candidates: Vec<ElementIndex>,
    info: PageInfo,
    target: Option<ElementIndex>,
    /// What people could press in parts of the page that are not shown.
    hidden: Vec<ElementFingerprint>,
    lookups: OnceLock<Lookups>,
}

/// What is needed to find related elements; made when first asked for.
#[derive(Debug, Clone, Default)]
struct Lookups {
    by_id: HashMap<String, ElementIndex>,
    labels_by_control_id: HashMap<String, ElementIndex>,
    headings: Vec<ElementIndex>,
}

impl PageSnapshot {
    /// Reads the payload that the page-side code sends, without what must not be kept of a page.
    pub fn from_payload(json: &str) -> Result<Self, Error> {
        payload::read(json, true)
    }

    /// Reads a payload with all that the page says: for a test that is written from it, and of
    /// which nothing is kept.
    pub fn from_payload_as_it_is(json: &str) -> Result<Self, Error> {
        payload::read(json, false)
    }

    pub(super) fn assemble(
        mut columns: Columns,
        info: PageInfo,
        target: Option<ElementIndex>,
    ) -> Result<Self, Error> {
        let count = columns.elements.len();
        for (index, element) in columns.elements.iter().enumerate() {
            let is_ordered = element
                .parent
                .map_or(index == 0, |parent| (parent as usize) < index);
            if !is_ordered {
                return Err(payload::invalid(format!(
                    "element {index} has no parent before it"
                )));
            }
        }
        if target.is_some_and(|target| target >= count) {
            return Err(payload::invalid("`target` is not on the page"));
        }
        sort_attributes(&mut columns);
        let ends = link_tree(&mut columns.elements)?;
        let text = PageText::lay_out(&columns, &ends)?;
        let mut page = Self {
            columns,
            ends,
            text,
            candidates: Vec::new(),
            info,
            target,
            hidden: Vec::new(),
            lookups: OnceLock::new(),
        };
        page.candidates = (0..count)
            .filter(|index| page.is_candidate(*index))
            .collect();
        Ok(page)
    }

    pub(super) fn with_hidden(mut self, hidden: Vec<ElementFingerprint>) -> Self {
        self.hidden = hidden;
        self
    }

    /// Returns what people could press in parts of the page that are not shown.
    pub(crate) fn hidden(&self) -> &[ElementFingerprint] {
        &self.hidden
    }

    /// Returns what is known of the page as a whole.
    #[must_use]
    pub fn info(&self) -> &PageInfo {
        &self.info
    }

    /// Returns the element that the page-side code was pointed at, where it was.
    #[must_use]
    pub fn target(&self) -> Option<ElementIndex> {
        self.target
    }

    /// Returns the number of elements, candidates or not.
    #[must_use]
    pub fn len(&self) -> usize {
        self.columns.elements.len()
    }

    /// Whether the page has no element at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.columns.elements.is_empty()
    }

    /// Returns the visible elements, in document order.
    #[must_use]
    pub fn candidates(&self) -> &[ElementIndex] {
        &self.candidates
    }

    /// Returns an element's tag.
    #[must_use]
    pub fn tag(&self, index: ElementIndex) -> &str {
        self.element(index)
            .map_or("", |element| self.columns.strings.get(element.tag))
    }

    /// Returns an element's visible text, normalized and cut.
    #[must_use]
    pub fn text(&self, index: ElementIndex) -> &str {
        cap_chars(self.text.of(index), MAX_TEXT_CHARS).trim_end_matches(' ')
    }

    /// Returns an element's attributes, sorted by name and value.
    pub fn attributes(&self, index: ElementIndex) -> impl Iterator<Item = (&str, &str)> {
        let strings = &self.columns.strings;
        self.attribute_ids(index)
            .iter()
            .map(|(n, v)| (strings.get(*n), strings.get(*v)))
    }

    /// Returns the value of one attribute.
    #[must_use]
    pub fn attribute(&self, index: ElementIndex, name: &str) -> Option<&str> {
        self.attributes(index)
            .find(|(n, _)| *n == name)
            .map(|(_, value)| value)
    }

    /// Returns an element's place.
    #[must_use]
    pub fn bbox(&self, index: ElementIndex) -> Option<BoundingBox> {
        self.element(index).and_then(|element| element.bbox)
    }

    /// Returns the element around this one.
    #[must_use]
    pub fn parent(&self, index: ElementIndex) -> Option<ElementIndex> {
        self.element(index)
            .and_then(|element| element.parent)
            .map(|parent| parent as usize)
    }

    /// Returns the element itself and all around it, innermost first.
    pub fn ancestors(&self, index: ElementIndex) -> impl Iterator<Item = ElementIndex> {
        let first = (index < self.len()).then_some(index);
        std::iter::successors(first, |index| self.parent(*index))
    }

    /// Returns the tags from the element up to the document's root.
    pub fn path_to_root(&self, index: ElementIndex) -> impl Iterator<Item = &str> {
        self.ancestors(index)
            .take(MAX_PATH)
            .map(|ancestor| self.tag(ancestor))
    }

    /// Returns the tags of the nearest siblings, in document order.
    pub fn siblings(&self, index: ElementIndex) -> impl Iterator<Item = &str> {
        let before: SmallVec<[_; SIBLINGS_EACH_SIDE]> = self
            .siblings_before(index)
            .take(SIBLINGS_EACH_SIDE)
            .collect();
        let after = self.siblings_after(index).take(SIBLINGS_EACH_SIDE);
        before
            .into_iter()
            .rev()
            .chain(after)
            .map(|sibling| self.tag(sibling))
    }

    /// Whether one of the two elements is around the other.
    #[must_use]
    pub fn is_nested(&self, a: ElementIndex, b: ElementIndex) -> bool {
        let (outer, inner) = (a.min(b), a.max(b));
        self.ends
            .get(outer)
            .is_some_and(|end| inner < *end as usize)
    }

    /// Returns how many elements there are in an element, with itself.
    pub(super) fn element_count(&self, index: ElementIndex) -> usize {
        let end = self.ends.get(index).copied().unwrap_or_default();
        (end as usize).saturating_sub(index)
    }

    /// Whether the element is a disabled control.
    #[must_use]
    pub fn is_disabled(&self, index: ElementIndex) -> bool {
        self.has_kind(index, kind::DISABLED)
    }

    pub(super) fn has_kind(&self, index: ElementIndex, bits: u32) -> bool {
        self.element(index)
            .is_some_and(|element| element.kind & bits != 0)
    }

    pub(super) fn element_by_id(&self, id: &str) -> Option<ElementIndex> {
        self.lookups().by_id.get(id).copied()
    }

    pub(super) fn label_for(&self, control_id: &str) -> Option<ElementIndex> {
        self.lookups().labels_by_control_id.get(control_id).copied()
    }

    /// Returns the last heading that starts before the element.
    pub(super) fn heading_before(&self, index: ElementIndex) -> Option<ElementIndex> {
        let headings = &self.lookups().headings;
        let next = headings.partition_point(|heading| *heading < index);
        headings
            .get(..next)?
            .iter()
            .rev()
            .find(|h| !self.is_nested(**h, index))
            .copied()
    }

    fn element(&self, index: ElementIndex) -> Option<&Element> {
        self.columns.elements.get(index)
    }

    fn attribute_ids(&self, index: ElementIndex) -> &[(StringId, StringId)] {
        let range = self
            .element(index)
            .map_or((0, 0), |element| element.attributes);
        self.columns
            .attributes
            .get(range.0 as usize..range.1 as usize)
            .unwrap_or_default()
    }

    fn is_candidate(&self, index: ElementIndex) -> bool {
        self.has_kind(index, kind::VISIBLE) && !STRUCTURE_TAGS.contains(&self.tag(index))
    }

    /// Returns the siblings after the element, in document order.
    pub(super) fn siblings_after(&self, index: ElementIndex) -> impl Iterator<Item = ElementIndex> {
        let next = |index: &ElementIndex| {
            let next = *self.ends.get(*index)? as usize;
            let is_sibling = next < self.len()
                && self.parent(next) == self.parent(*index)
                && self.is_shadow_child(next) == self.is_shadow_child(*index);
            is_sibling.then_some(next)
        };
        std::iter::successors(next(&index), next)
    }

    /// Returns the siblings before the element, the nearest first.
    pub(super) fn siblings_before(
        &self,
        index: ElementIndex,
    ) -> impl Iterator<Item = ElementIndex> {
        let before = |index: &ElementIndex| {
            let before = self.element(*index)?.sibling_before? as usize;
            (self.is_shadow_child(before) == self.is_shadow_child(*index)).then_some(before)
        };
        std::iter::successors(before(&index), before)
    }

    /// Returns the frame element whose document an element is in; none in the page's own.
    #[must_use]
    pub fn frame_of(&self, index: ElementIndex) -> Option<ElementIndex> {
        let root = self.ancestors(index).find(|i| self.is_frame_root(*i))?;
        self.parent(root)
    }

    /// Whether an element is the root of a frame's document.
    #[must_use]
    pub fn is_frame_root(&self, index: ElementIndex) -> bool {
        self.has_kind(index, kind::FRAME_ROOT)
    }

    /// Whether an element is a child of an open shadow root. Such children and the light children of
    /// the same host are not siblings of each other.
    #[must_use]
    pub fn is_shadow_child(&self, index: ElementIndex) -> bool {
        self.has_kind(index, kind::SHADOW_CHILD)
    }

    fn lookups(&self) -> &Lookups {
        self.lookups.get_or_init(|| Lookups::of(self))
    }
}

impl Lookups {
    fn of(page: &PageSnapshot) -> Self {
        let mut lookups = Self::default();
        for index in 0..page.len() {
            if let Some(id) = page.attribute(index, "id") {
                lookups.by_id.entry(id.to_owned()).or_insert(index);
            }
            let tag = page.tag(index);
            if matches!(
                tag,
                "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "legend" | "caption"
            ) {
                lookups.headings.push(index);
            } else if tag == "label"
                && let Some(control) = page.attribute(index, "for")
            {
                lookups
                    .labels_by_control_id
                    .entry(control.to_owned())
                    .or_insert(index);
            }
        }
        lookups
    }
}

/// Sorts each element's attributes, so that two elements can be compared in one pass.
fn sort_attributes(columns: &mut Columns) {
    let strings = &columns.strings;
    for element in &columns.elements {
        let range = element.attributes.0 as usize..element.attributes.1 as usize;
        if let Some(pairs) = columns.attributes.get_mut(range) {
            pairs.sort_unstable_by_key(|(name, value)| (strings.get(*name), strings.get(*value)));
        }
    }
}

/// Notes each element's sibling before it and returns the index after its last descendant; an
/// error if the rows are not in document order.
fn link_tree(elements: &mut [Element]) -> Result<Vec<u32>, Error> {
    let count = u32::try_from(elements.len()).map_err(|_| payload::invalid("too many elements"))?;
    let mut ends: Vec<u32> = (1..=count).collect();
    // The elements around the current row, each with its newest child.
    let mut open: Vec<(u32, Option<u32>)> = Vec::new();
    for (index, element) in (0..count).zip(elements.iter_mut()) {
        while open
            .last()
            .is_some_and(|(last, _)| Some(*last) != element.parent)
        {
            close_last(&mut open, &mut ends, index);
        }
        match open.last_mut() {
            Some((_, newest_child)) => element.sibling_before = newest_child.replace(index),
            None if index == 0 && element.parent.is_none() => {}
            None => {
                return Err(payload::invalid(format!(
                    "element {index} is not in document order"
                )));
            }
        }
        open.push((index, None));
    }
    while !open.is_empty() {
        close_last(&mut open, &mut ends, count);
    }
    Ok(ends)
}

fn close_last(open: &mut Vec<(u32, Option<u32>)>, ends: &mut [u32], end: u32) {
    if let Some((element, _)) = open.pop()
        && let Some(slot) = ends.get_mut(element as usize)
    {
        *slot = end;
    }
}
