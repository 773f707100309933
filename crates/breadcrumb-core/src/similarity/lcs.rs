//! Longest common subsequence of two lists of names, bit-parallel.

use std::collections::HashMap;
use std::hash::Hash;

use smallvec::SmallVec;

const WORD: usize = 64;

/// Returns the length of the longest list that is contained in both, gaps allowed.
///
/// ```
/// use breadcrumb_core::similarity::lcs_length;
///
/// assert_eq!(lcs_length(["html", "body", "main", "a"], ["html", "body", "a"]), 3);
/// ```
#[must_use]
pub fn lcs_length<'s>(
    a: impl IntoIterator<Item = &'s str>,
    b: impl IntoIterator<Item = &'s str>,
) -> usize {
    SequencePattern::new(a).common(b).0
}

/// Returns the length of the longest common subsequence as a share of the longer list; 0 if one
/// of them is empty.
#[must_use]
pub fn lcs_similarity<'s>(
    a: impl IntoIterator<Item = &'s str>,
    b: impl IntoIterator<Item = &'s str>,
) -> f64 {
    SequencePattern::new(a).similarity(b)
}

/// One list of names, prepared to be compared with many.
#[derive(Debug, Clone)]
pub(crate) struct SequencePattern<T> {
    length: usize,
    positions: Positions<T>,
}

/// Where each name stands in the list.
#[derive(Debug, Clone)]
enum Positions<T> {
    /// Up to 64 names: a word each, found by looking through them; they are few.
    Few(SmallVec<[(T, u64); 6]>),
    Many(HashMap<T, Vec<u64>>),
}

impl<T: Copy + Eq + Hash> SequencePattern<T> {
    #[inline]
    pub(crate) fn new(names: impl IntoIterator<Item = T>) -> Self {
        let names: SmallVec<[T; 12]> = names.into_iter().collect();
        let positions = if names.len() <= WORD {
            Positions::few(&names)
        } else {
            Positions::many(&names)
        };
        Self {
            length: names.len(),
            positions,
        }
    }

    pub(crate) fn similarity(&self, names: impl IntoIterator<Item = T>) -> f64 {
        let (common, length) = self.common(names);
        let longer = self.length.max(length);
        if longer == 0 {
            0.0
        } else {
            common as f64 / longer as f64
        }
    }

    /// Whether the list has no name.
    pub(crate) fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Returns the length of the longest common subsequence, and that of `names`.
    fn common(&self, names: impl IntoIterator<Item = T>) -> (usize, usize) {
        match &self.positions {
            Positions::Few(positions) => self.common_in_one_word(positions, names),
            Positions::Many(positions) => self.common_in_blocks(positions, names),
        }
    }

    fn common_in_one_word(
        &self,
        positions: &[(T, u64)],
        names: impl IntoIterator<Item = T>,
    ) -> (usize, usize) {
        let mut row = u64::MAX;
        let mut length = 0;
        for name in names {
            length += 1;
            let found = positions.iter().find(|(known, _)| *known == name);
            let hits = row & found.map_or(0, |(_, mask)| *mask);
            row = row.wrapping_add(hits) | (row - hits);
        }
        let used = if self.length < WORD {
            (1 << self.length) - 1
        } else {
            u64::MAX
        };
        ((!row & used).count_ones() as usize, length)
    }

    fn common_in_blocks(
        &self,
        positions: &HashMap<T, Vec<u64>>,
        names: impl IntoIterator<Item = T>,
    ) -> (usize, usize) {
        let mut row = vec![u64::MAX; self.length.div_ceil(WORD)];
        let mut length = 0;
        for name in names {
            length += 1;
            let Some(masks) = positions.get(&name) else {
                continue;
            };
            let mut carry = false;
            for (word, mask) in row.iter_mut().zip(masks) {
                let hits = *word & mask;
                let (sum, first) = word.overflowing_add(hits);
                let (sum, second) = sum.overflowing_add(u64::from(carry));
                carry = first || second;
                *word = sum | (*word - hits);
            }
        }
        let zeros: usize = row.iter().map(|word| word.count_zeros() as usize).sum();
        (zeros, length)
    }
}

impl<T: Copy + Eq + Hash> Positions<T> {
    fn few(names: &[T]) -> Self {
        let mut positions: SmallVec<[(T, u64); 6]> = SmallVec::new();
        for (index, name) in names.iter().enumerate() {
            match positions.iter_mut().find(|(known, _)| known == name) {
                Some((_, mask)) => *mask |= 1 << index,
                None => positions.push((*name, 1 << index)),
            }
        }
        Self::Few(positions)
    }

    fn many(names: &[T]) -> Self {
        let words = names.len().div_ceil(WORD);
        let mut positions: HashMap<T, Vec<u64>> = HashMap::new();
        for (index, name) in names.iter().enumerate() {
            let masks = positions.entry(*name).or_insert_with(|| vec![0; words]);
            if let Some(mask) = masks.get_mut(index / WORD) {
                *mask |= 1 << (index % WORD);
            }
        }
        Self::Many(positions)
    }
}
