//! [`EventFilter`] and [`RunFilter`]: which entries of a log to read.

/// Which heals to read, or which verdicts; all of them unless told otherwise.
///
/// ```
/// use breadcrumb_store::EventFilter;
///
/// let filter = EventFilter::new().test_id("test_login").limit(10);
/// # let _ = filter;
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EventFilter {
    pub(crate) test_id: Option<String>,
    pub(crate) locator: Option<String>,
    pub(crate) since: Option<f64>,
    pub(crate) limit: Option<u64>,
}

impl EventFilter {
    /// Starts with a filter that lets every heal pass.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets only heals of this test pass.
    #[must_use]
    pub fn test_id(mut self, test_id: impl Into<String>) -> Self {
        self.test_id = Some(test_id.into());
        self
    }

    /// Lets only heals of this locator pass.
    #[must_use]
    pub fn locator(mut self, locator: impl Into<String>) -> Self {
        self.locator = Some(locator.into());
        self
    }

    /// Lets only heals pass that happened at this time or later, in seconds since 1970.
    #[must_use]
    pub fn since(mut self, timestamp: f64) -> Self {
        self.since = Some(timestamp);
        self
    }

    /// Lets at most this many heals pass, the newest.
    #[must_use]
    pub fn limit(mut self, limit: u64) -> Self {
        self.limit = Some(limit);
        self
    }
}

/// Which runs of tests to read; all of them unless told otherwise.
///
/// ```
/// use breadcrumb_store::RunFilter;
///
/// let filter = RunFilter::new().test_id("test_login").limit(20);
/// # let _ = filter;
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RunFilter {
    pub(crate) test_id: Option<String>,
    pub(crate) since: Option<f64>,
    pub(crate) limit: Option<u64>,
}

impl RunFilter {
    /// Starts with a filter that lets every run pass.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets only runs of this test pass.
    #[must_use]
    pub fn test_id(mut self, test_id: impl Into<String>) -> Self {
        self.test_id = Some(test_id.into());
        self
    }

    /// Lets only runs pass that ended at this time or later, in seconds since 1970.
    #[must_use]
    pub fn since(mut self, timestamp: f64) -> Self {
        self.since = Some(timestamp);
        self
    }

    /// Lets at most this many runs pass, the newest.
    #[must_use]
    pub fn limit(mut self, limit: u64) -> Self {
        self.limit = Some(limit);
        self
    }
}
