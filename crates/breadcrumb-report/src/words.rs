//! Numbers in words, the same in every format.

/// Writes a count with its thing, e.g. `1 heal` or `3 heals`.
pub(crate) fn counted(count: u64, thing: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{plural}")
}

/// Writes how many healed locators are fixed; none where none is.
pub(crate) fn fixed(fixed: u64) -> Option<String> {
    let verb = if fixed == 1 { "is" } else { "are" };
    (fixed > 0).then(|| format!("{} {verb} fixed", counted(fixed, "healed locator")))
}

/// Writes how many healed locators wait for a decision; none where none does.
pub(crate) fn waiting(pending: u64) -> Option<String> {
    let verb = if pending == 1 { "waits" } else { "wait" };
    (pending > 0).then(|| {
        let locators = counted(pending, "healed locator");
        format!("{locators} {verb} for a review: `breadcrumb review`")
    })
}

/// Writes a share as whole percent.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// Writes a part of a total with one digit.
pub(crate) fn share(count: u64, total: u64) -> String {
    if total == 0 {
        return "-".to_owned();
    }
    format!("{:.1} %", count as f64 / total as f64 * 100.0)
}

/// Writes a time in the unit that fits.
pub(crate) fn duration(ms: f64) -> String {
    let seconds = ms / 1_000.0;
    if seconds < 60.0 {
        format!("{seconds:.1} s")
    } else if seconds < 3_600.0 {
        format!("{:.1} min", seconds / 60.0)
    } else {
        format!("{:.1} h", seconds / 3_600.0)
    }
}
