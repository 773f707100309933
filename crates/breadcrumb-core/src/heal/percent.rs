//! Shares as people write them.

/// Writes a share in whole percent.
pub(super) fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// Writes a share that missed a limit, rounded down: 49.6 must not read like the 50 that is needed.
pub(super) fn percent_below(share: f64) -> String {
    // A share that is a whole percent is not quite one as a binary fraction.
    const ROUNDING: f64 = 1e-9;
    format!("{:.0} %", (share * 100.0 + ROUNDING).floor())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_missed_a_limit_does_not_read_like_it() {
        assert_eq!(percent(0.496), "50 %");
        assert_eq!(percent_below(0.496), "49 %");
        assert_eq!(percent_below(0.29), "29 %");
    }
}
