//! How much evidence is demanded, and what confidence comes of what is beyond it.

/// The evidence that a page of 256 elements demands, in bits.
const DEMAND: f64 = 4.0;
/// How much more a page twice as large demands: more elements, more that are alike by chance.
const PER_DOUBLING: f64 = 0.5;
/// Sizes of pages beyond which nothing more is demanded, nor less.
const PAGE_SIZES: (f64, f64) = (16.0, 4096.0);
/// What an only newcomer of our kind must have if it is called the same, or means the same. Of those
/// that had up to two more, 41 of 42 were right on all sets together.
const LEAST: f64 = 0.5;
/// The same for one that is called by other words altogether: no less than on a page of 256.
const MOST: f64 = 4.0;
/// How much less is demanded for names that are alike. Half alike was right from 2 bits on.
const PER_LIKENESS: f64 = 6.0;
/// What is demanded before the likeness of the names counts.
const WITHOUT_NAME: f64 = 5.0;
/// What is demanded of elements that no person calls anything.
const NAMELESS: f64 = 3.0;

/// The confidence of what just meets the demand: on the pages that were measured, nine in ten of
/// such heals are right.
const LOWEST_HEAL: f64 = 0.88;
/// Nothing is certain: one in a hundred is what no evidence of this kind can rule out.
const HIGHEST: f64 = 0.99;
/// So many bits beyond the demand halve the doubt that is left.
const HALF_DOUBT: f64 = 2.0;
/// How fast confidence falls below one half with each bit that is missing.
const DECLINE: f64 = 1.0;

/// Returns the evidence that a page of this size demands, in bits.
pub(super) fn of_page(elements: usize) -> f64 {
    let size = (elements as f64).clamp(PAGE_SIZES.0, PAGE_SIZES.1);
    DEMAND + PER_DOUBLING * (size.log2() - 8.0)
}

/// Returns the evidence that one of so many newcomers demands. `likeness` is that of the names.
///
/// What was there before and still is cannot be ours, however many there are of it.
pub(super) fn of_newcomer(newcomers: usize, likeness: Option<f64>) -> f64 {
    let by_name = likeness.map_or(NAMELESS, |likeness| {
        (WITHOUT_NAME - PER_LIKENESS * likeness).clamp(LEAST, MOST)
    });
    by_name + PER_DOUBLING * (newcomers.max(1) as f64).log2()
}

/// Turns evidence beyond the demand into a share of heals that are right.
///
/// There is a step where the demand is met: what is refused for want of evidence is a guess, what is
/// not has passed. A confidence in between would be right about neither.
pub(super) fn confidence(surplus: f64) -> f64 {
    if surplus < 0.0 {
        return 1.0 / (1.0 + (-DECLINE * surplus).exp2());
    }
    HIGHEST - (HIGHEST - LOWEST_HEAL) * (-surplus / HALF_DOUBT).exp2()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_newcomer_demands_less_than_ten_and_the_page_says_nothing_about_it() {
        let same = Some(1.0);
        assert!(of_newcomer(1, same) < of_newcomer(10, same));
        assert!(of_newcomer(1, same) < of_newcomer(1, Some(0.2)));
        assert!(of_newcomer(1, same) < of_page(16));
        assert!(of_page(1_000) < of_page(4_000));
    }
}
