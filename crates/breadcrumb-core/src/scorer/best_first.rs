//! Finding the best few without scoring all.
//!
//! Every candidate starts with a bound: what it can reach at best. The one with the highest bound is
//! looked at next, which settles its total; a total that stands before all bounds is final. So the
//! best come out in order, and most candidates are never looked at again.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Returns the positions of the `keep` highest totals, the highest first, equals in their order.
///
/// `total` is called for as few positions as possible and never exceeds that position's bound, so
/// the result is the same as that of computing and sorting all totals.
pub(super) fn best_first(
    bounds: impl Iterator<Item = f64>,
    keep: usize,
    mut total: impl FnMut(usize) -> f64,
) -> Vec<usize> {
    let open = |(position, bound)| Entry {
        bound,
        position,
        is_open: true,
    };
    let mut queue: BinaryHeap<Entry> = bounds.enumerate().map(open).collect();
    let mut best = Vec::new();
    while best.len() < keep
        && let Some(entry) = queue.pop()
    {
        if entry.is_open {
            let bound = total(entry.position);
            queue.push(Entry {
                bound,
                is_open: false,
                ..entry
            });
        } else {
            best.push(entry.position);
        }
    }
    best
}

/// A candidate in the queue: with its bound, or with its total once that is known.
struct Entry {
    bound: f64,
    position: usize,
    /// A total waits for every candidate that could still reach it.
    is_open: bool,
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_bound = self.bound.total_cmp(&other.bound);
        by_bound
            .then(self.is_open.cmp(&other.is_open))
            .then(other.position.cmp(&self.position))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Entry {}

#[cfg(test)]
mod tests {
    use super::best_first;

    #[test]
    fn a_total_waits_for_an_equal_bound_before_it() {
        let (bounds, totals) = ([0.5, 0.9, 0.5], [0.5, 0.5, 0.4]);
        let mut asked = Vec::new();
        let best = best_first(bounds.into_iter(), 1, |position| {
            asked.push(position);
            totals[position]
        });
        assert_eq!(best, [0]);
        assert_eq!(asked, [1, 0, 2], "2 could have reached it");
        assert_eq!(
            best_first(bounds.into_iter(), 9, |position| totals[position]),
            [0, 1, 2]
        );
    }

    #[test]
    fn what_cannot_win_is_not_asked() {
        let best = best_first([0.3, 0.9, 0.4].into_iter(), 1, |position| {
            assert_eq!(position, 1);
            0.8
        });
        assert_eq!(best, [1]);
    }
}
