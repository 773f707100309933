//! [`Revision`]: the code that a test runs.

use breadcrumb_flaky::is_other_revision;

/// The version of the code that a test runs: that of the tests, and that of the application where it has one of its
/// own.
///
/// [`SuiteRun::revision`](crate::suite::SuiteRun::revision) knows it. What it is made of is in
/// `docs/design/0021-app-version.md`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revision(String);

impl Revision {
    /// Makes one of the id that [`id`](Self::id) returns: what a front hands from one language to another.
    #[must_use]
    pub fn new(id: &str) -> Self {
        Self(id.to_owned())
    }

    /// Returns the id, as it is stored.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.0
    }

    /// Whether code or application are others than they were in an earlier revision, as far as that is known.
    pub(crate) fn differs_from(&self, earlier: &str) -> bool {
        is_other_revision(earlier, &self.0)
    }
}
