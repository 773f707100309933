//! Levenshtein distance over characters, bit-parallel.
//!
//! Myers' algorithm in Hyyrö's form: one machine word holds a column of 64 cells of the classic
//! table. [`TextPattern`] keeps what depends on one side only, so that one text is prepared once
//! and compared with a whole page.

use std::collections::HashMap;

use smallvec::{SmallVec, smallvec};

const WORD: usize = 64;
const ASCII: usize = 128;

/// Returns how many characters must be inserted, deleted or replaced to turn `a` into `b`.
///
/// ```
/// assert_eq!(breadcrumb_core::similarity::levenshtein_distance("kitten", "sitting"), 3);
/// ```
#[must_use]
pub fn levenshtein_distance(a: &str, b: &str) -> usize {
    // The shorter one becomes the pattern: fewer words to a column.
    let (pattern, text) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    TextPattern::new(pattern).distance(text)
}

/// Returns `1 - distance / length of the longer text`; 1 for two empty texts.
#[must_use]
pub fn levenshtein_ratio(a: &str, b: &str) -> f64 {
    let (pattern, text) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    TextPattern::new(pattern).ratio(text)
}

/// One text, prepared to be compared with many.
#[derive(Debug, Clone)]
pub(crate) struct TextPattern<'a> {
    text: &'a str,
    length: usize,
    words: usize,
    /// For each ASCII character and word, the positions where it stands.
    ascii: Vec<u64>,
    other: HashMap<char, SmallVec<[u64; 1]>>,
}

impl<'a> TextPattern<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        let length = char_count(text);
        let words = length.div_ceil(WORD).max(1);
        let mut pattern = Self {
            text,
            length,
            words,
            ascii: vec![0; ASCII * words],
            other: HashMap::new(),
        };
        for (position, c) in text.chars().enumerate() {
            let (word, bit) = (position / WORD, 1 << (position % WORD));
            let masks = if c.is_ascii() {
                pattern.ascii.get_mut(c as usize * words..)
            } else {
                let masks = pattern
                    .other
                    .entry(c)
                    .or_insert_with(|| smallvec![0; words]);
                Some(masks.as_mut_slice())
            };
            if let Some(mask) = masks.and_then(|masks| masks.get_mut(word)) {
                *mask |= bit;
            }
        }
        pattern
    }

    pub(crate) fn text(&self) -> &'a str {
        self.text
    }

    /// Returns the highest ratio that a text of this many characters can have.
    pub(crate) fn ratio_bound(&self, length: usize) -> f64 {
        ratio_of(self.length.abs_diff(length), self.length.max(length))
    }

    pub(crate) fn ratio(&self, text: &str) -> f64 {
        if text == self.text {
            return 1.0;
        }
        let length = char_count(text);
        ratio_of(self.distance_of(text, length), self.length.max(length))
    }

    pub(crate) fn distance(&self, text: &str) -> usize {
        self.distance_of(text, char_count(text))
    }

    fn distance_of(&self, text: &str, length: usize) -> usize {
        if self.length == 0 || length == 0 {
            return self.length.max(length);
        }
        if self.words == 1 {
            self.distance_in_one_word(text)
        } else {
            self.distance_in_blocks(text)
        }
    }

    fn distance_in_one_word(&self, text: &str) -> usize {
        let mut column = Column::new();
        let last = self.length - 1;
        let mut distance = self.length;
        for c in text.chars() {
            let mask = self.masks(c).and_then(|masks| masks.first()).copied();
            let step = column.advance(mask.unwrap_or_default(), Carry::FIRST_ROW);
            distance = distance + step.increases_at(last) - step.decreases_at(last);
        }
        distance
    }

    fn distance_in_blocks(&self, text: &str) -> usize {
        let mut columns: SmallVec<[Column; 8]> = smallvec![Column::new(); self.words];
        let last = (self.length - 1) % WORD;
        let mut distance = self.length;
        for c in text.chars() {
            let step = match self.masks(c) {
                Some(masks) => advance_all(&mut columns, masks.iter().copied()),
                None => advance_all(&mut columns, std::iter::repeat(0)),
            };
            distance = distance + step.increases_at(last) - step.decreases_at(last);
        }
        distance
    }

    /// Returns the positions of one character, a word after the other; none if it is not there.
    fn masks(&self, c: char) -> Option<&[u64]> {
        if c.is_ascii() {
            let start = c as usize * self.words;
            return self.ascii.get(start..start + self.words);
        }
        if self.other.is_empty() {
            return None;
        }
        self.other.get(&c).map(SmallVec::as_slice)
    }
}

/// Advances a column of several words; returns the last word's step.
fn advance_all(columns: &mut [Column], masks: impl Iterator<Item = u64>) -> Step {
    let mut carry = Carry::FIRST_ROW;
    let mut step = Step::default();
    for (column, mask) in columns.iter_mut().zip(masks) {
        step = column.advance(mask, carry);
        carry = step.carry();
    }
    step
}

/// 64 cells of a column: the differences from each cell to the next below.
#[derive(Clone, Copy)]
struct Column {
    plus: u64,
    minus: u64,
}

/// The difference from one column to the next, at the border between two words.
#[derive(Clone, Copy)]
struct Carry {
    plus: u64,
    minus: u64,
}

/// The differences from one column to the next, for 64 cells.
#[derive(Clone, Copy, Default)]
struct Step {
    plus: u64,
    minus: u64,
}

impl Carry {
    /// Above the first row the distance grows by one with each character.
    const FIRST_ROW: Self = Self { plus: 1, minus: 0 };
}

impl Column {
    fn new() -> Self {
        Self {
            plus: u64::MAX,
            minus: 0,
        }
    }

    fn advance(&mut self, mask: u64, carry: Carry) -> Step {
        let mask_or_carry = mask | carry.minus;
        let diagonal = (((mask_or_carry & self.plus).wrapping_add(self.plus)) ^ self.plus)
            | mask_or_carry
            | self.minus;
        let step = Step {
            plus: self.minus | !(diagonal | self.plus),
            minus: diagonal & self.plus,
        };
        let plus = (step.plus << 1) | carry.plus;
        let minus = (step.minus << 1) | carry.minus;
        self.plus = minus | !(diagonal | plus);
        self.minus = plus & diagonal;
        step
    }
}

impl Step {
    fn carry(self) -> Carry {
        Carry {
            plus: self.plus >> (WORD - 1),
            minus: self.minus >> (WORD - 1),
        }
    }

    fn increases_at(self, bit: usize) -> usize {
        usize::from(self.plus >> bit & 1 == 1)
    }

    fn decreases_at(self, bit: usize) -> usize {
        usize::from(self.minus >> bit & 1 == 1)
    }
}

fn ratio_of(distance: usize, longer: usize) -> f64 {
    if longer == 0 {
        1.0
    } else {
        1.0 - distance as f64 / longer as f64
    }
}

pub(crate) fn char_count(text: &str) -> usize {
    if text.is_ascii() {
        text.len()
    } else {
        text.chars().count()
    }
}
