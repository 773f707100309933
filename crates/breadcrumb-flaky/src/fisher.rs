//! Fisher's exact test: whether chance explains a table of two by two.

/// Returns how likely a table as uneven as this one is, where its two rows do not differ.
///
/// The table is `[a, b, c, d]`, with the rows `a b` and `c d`.
pub(crate) fn fisher_exact([a, b, c, d]: [usize; 4]) -> f64 {
    let (row, column, all) = (a + b, a + c, a + b + c + d);
    let log = |n: usize| log_factorial(n);
    let fixed = log(row) + log(all - row) + log(column) + log(all - column) - log(all);
    let chance = |a: usize| {
        let (b, c) = (row - a, column - a);
        let d = all + a - row - column;
        (fixed - log(a) - log(b) - log(c) - log(d)).exp()
    };
    let observed = chance(a);
    let lowest = (row + column).saturating_sub(all);
    let as_uneven = |other: &f64| *other <= observed * (1.0 + 1e-9);
    let total: f64 = (lowest..=row.min(column))
        .map(chance)
        .filter(as_uneven)
        .sum();
    total.min(1.0)
}

fn log_factorial(n: usize) -> f64 {
    (2..=n).map(|n| (n as f64).ln()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_tables_have_their_known_chances() {
        for (table, expected) in [
            ([3, 1, 1, 3], 0.485_714),
            ([8, 2, 1, 5], 0.034_965),
            ([0, 10, 10, 0], 0.000_010_8),
            ([5, 5, 5, 5], 1.0),
            ([0, 0, 3, 4], 1.0),
        ] {
            let found = fisher_exact(table);
            assert!((found - expected).abs() < 1e-6, "{table:?}: {found}");
        }
    }
}
