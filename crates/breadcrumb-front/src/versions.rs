//! Which versions of Playwright the fronts are tested with.

/// The oldest version that the tests run with.
pub const OLDEST_PLAYWRIGHT: &str = "1.58";
/// The newest one.
pub const NEWEST_PLAYWRIGHT: &str = "1.65";

/// Says why Breadcrumb is off with a version of Playwright whose inside has moved.
#[must_use]
pub fn what_is_missing(version: &str, missing: &[String]) -> String {
    let names = missing.join("`, `");
    format!(
        "Breadcrumb is off: Playwright {version} has no `{names}`. The tests run as without it. \
         Breadcrumb is tested with Playwright {OLDEST_PLAYWRIGHT} to {NEWEST_PLAYWRIGHT}"
    )
}
