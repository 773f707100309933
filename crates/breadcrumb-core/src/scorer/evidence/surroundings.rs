//! A remembered element, prepared to be compared with many: what is around it.

use super::shapes;
use super::signal::{Bits, SIGNALS, Signal};
use super::target::{Readings, set};
use super::tokens::Tokens;
use crate::fingerprint::ElementFingerprint;
use crate::scorer::candidates::ElementView;
use crate::similarity::{SequencePattern, levenshtein_ratio};
use crate::tag_code::TagCode;

/// A heading less alike than this is another one.
const MIN_HEADING: f64 = 0.5;
/// Paths less alike than this have no more than `html` and `body` in common.
const MIN_PATH: f64 = 0.3;

/// What was around a remembered element.
#[derive(Debug)]
pub(super) struct Surroundings<'a> {
    path: SequencePattern<TagCode>,
    siblings: SequencePattern<TagCode>,
    row: Tokens,
    heading: &'a str,
    texts: (&'a str, &'a str),
}

impl<'a> Surroundings<'a> {
    pub(super) fn of(stored: &'a ElementFingerprint) -> Self {
        Self {
            path: SequencePattern::new(stored.path_to_root()),
            siblings: SequencePattern::new(ElementView::siblings(stored)),
            row: Tokens::of_words(&stored.row()),
            heading: stored.heading(),
            texts: stored.texts_around(),
        }
    }

    /// Compares by the tree around the element.
    pub(super) fn compare_tree<'v>(&self, readings: &mut Readings, view: impl ElementView<'v>) {
        let has_path = view.path_to_root().next().is_some();
        let is_known = !self.path.is_empty();
        set(readings, Signal::Path, is_known, has_path, || {
            shapes::ramp(self.path.similarity(view.path_to_root()), MIN_PATH, 1.0)
        });
        let has_siblings = view.siblings().next().is_some();
        let is_known = !self.siblings.is_empty();
        set(readings, Signal::Siblings, is_known, has_siblings, || {
            self.siblings.similarity(view.siblings())
        });
    }

    /// Compares by the words around the element. They are costly to find out on a page.
    pub(super) fn compare_words<'v>(&self, readings: &mut Readings, view: impl ElementView<'v>) {
        let row = Tokens::of_words(&view.row());
        let (is_known, has_row) = (!self.row.is_empty(), !row.is_empty());
        set(readings, Signal::Row, is_known, has_row, || {
            self.row.jaccard(&row)
        });
        let (a, b) = (self.heading, view.heading());
        let (is_known, has_heading) = (!a.is_empty(), !b.is_empty());
        set(readings, Signal::Heading, is_known, has_heading, || {
            shapes::ramp(levenshtein_ratio(a, b), MIN_HEADING, 1.0)
        });
    }

    /// Compares by the pieces of text before and after the element.
    pub(super) fn compare_texts_around<'v>(
        &self,
        readings: &mut Readings,
        view: impl ElementView<'v>,
    ) {
        let (before, after) = view.texts_around();
        for (signal, a, b) in [
            (Signal::TextBefore, self.texts.0, before),
            (Signal::TextAfter, self.texts.1, after),
        ] {
            set(readings, signal, !a.is_empty(), !b.is_empty(), || {
                shapes::ramp(levenshtein_ratio(a, b), MIN_HEADING, 1.0)
            });
        }
    }
}

/// Returns the most that the words around an element can add.
pub(super) fn most_of_words(worth: &[Bits; SIGNALS], with_texts_around: bool) -> f64 {
    let texts: &[Signal] = if with_texts_around {
        &[Signal::TextBefore, Signal::TextAfter]
    } else {
        &[]
    };
    [Signal::Row, Signal::Heading]
        .iter()
        .chain(texts)
        .filter_map(|signal| worth.get(*signal as usize))
        .map(|bits| bits.agrees)
        .sum()
}
