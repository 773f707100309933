//! Finding the best few without scoring all.
//!
//! Every candidate starts with a bound: what it can reach at best. The one with the highest bound is
//! looked at next, which narrows its bound or settles its total; a total that stands before all
//! bounds is final. So the best come out in order, and most candidates are never looked at again.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// The scores of one candidate, one a signal.
type Scores = [f64; 8];

/// A search for the best candidates. The result is the same as that of scoring and sorting all.
pub(super) struct BestFirst {
    keep: usize,
    queue: BinaryHeap<Entry>,
    scores: Vec<Scores>,
    closed: Vec<(usize, Scores)>,
}

/// A candidate in the queue: its bound, or its total once that is known.
struct Entry {
    bound: f64,
    position: usize,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Only what is seen at once is known.
    Unseen,
    /// Its scores but the one that takes time are known; they stand at this index.
    Narrowed(usize),
    /// Its total is known.
    Closed(usize),
}

impl BestFirst {
    /// Starts with one bound a candidate.
    pub(super) fn new(bounds: impl Iterator<Item = f64>, keep: usize) -> Self {
        let entry = |(position, bound)| Entry {
            bound,
            position,
            state: State::Unseen,
        };
        let queue: BinaryHeap<Entry> = bounds.enumerate().map(entry).collect();
        Self {
            keep: keep.min(queue.len()),
            queue,
            scores: Vec::new(),
            closed: Vec::new(),
        }
    }

    /// Returns the candidate to look at next, with its scores if it was narrowed before; none when
    /// the best are known.
    pub(super) fn next_open(&mut self) -> Option<(usize, Option<Scores>)> {
        while self.closed.len() < self.keep {
            let entry = self.queue.pop()?;
            match entry.state {
                State::Unseen => return Some((entry.position, None)),
                State::Narrowed(index) => {
                    return Some((entry.position, Some(self.scores_at(index))));
                }
                State::Closed(index) => self.closed.push((entry.position, self.scores_at(index))),
            }
        }
        None
    }

    /// Puts a candidate back with a closer bound.
    pub(super) fn narrow(&mut self, position: usize, bound: f64, scores: Scores) {
        let state = State::Narrowed(self.keep_scores(scores));
        self.queue.push(Entry {
            bound,
            position,
            state,
        });
    }

    /// Puts a candidate back with its total.
    pub(super) fn close(&mut self, position: usize, total: f64, scores: Scores) {
        let state = State::Closed(self.keep_scores(scores));
        self.queue.push(Entry {
            bound: total,
            position,
            state,
        });
    }

    /// Returns the best candidates with their scores, the best first.
    pub(super) fn closed(self) -> Vec<(usize, Scores)> {
        self.closed
    }

    fn keep_scores(&mut self, scores: Scores) -> usize {
        self.scores.push(scores);
        self.scores.len() - 1
    }

    fn scores_at(&self, index: usize) -> Scores {
        self.scores.get(index).copied().unwrap_or_default()
    }
}

impl Entry {
    /// A total waits for every candidate that could still reach it.
    fn is_open(&self) -> bool {
        !matches!(self.state, State::Closed(_))
    }
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_bound = self.bound.total_cmp(&other.bound);
        let by_state = self.is_open().cmp(&other.is_open());
        by_bound
            .then(by_state)
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
