//! [`EventFilter`], [`FingerprintFilter`] and [`RunFilter`]: which entries to read.

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
    pub(crate) id: Option<i64>,
    pub(crate) older_than: Option<(f64, i64)>,
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

    /// Lets only the heal with this row id pass.
    #[must_use]
    pub fn id(mut self, id: i64) -> Self {
        self.id = Some(id);
        self
    }

    /// Lets only heals pass that come after this one in a list, newest first: for the next page.
    #[must_use]
    pub fn older_than(mut self, timestamp: f64, id: i64) -> Self {
        self.older_than = Some((timestamp, id));
        self
    }

    /// Lets at most this many heals pass, the newest.
    #[must_use]
    pub fn limit(mut self, limit: u64) -> Self {
        self.limit = Some(limit);
        self
    }
}

/// Which fingerprints to read; all of them unless told otherwise.
///
/// ```
/// use breadcrumb_store::FingerprintFilter;
///
/// let filter = FingerprintFilter::new().test_id("test_login").after(40).limit(20);
/// # let _ = filter;
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FingerprintFilter {
    pub(crate) test_id: Option<String>,
    pub(crate) after: Option<i64>,
    pub(crate) limit: Option<u64>,
}

impl FingerprintFilter {
    /// Starts with a filter that lets every fingerprint pass.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets only fingerprints of this test pass.
    #[must_use]
    pub fn test_id(mut self, test_id: impl Into<String>) -> Self {
        self.test_id = Some(test_id.into());
        self
    }

    /// Lets only fingerprints pass that come after this row: for the next page.
    #[must_use]
    pub fn after(mut self, id: i64) -> Self {
        self.after = Some(id);
        self
    }

    /// Lets at most this many fingerprints pass, the first.
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
    pub(crate) run_uid: Option<String>,
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

    /// Lets only attempts in this run of the suite pass.
    #[must_use]
    pub fn run_uid(mut self, run_uid: impl Into<String>) -> Self {
        self.run_uid = Some(run_uid.into());
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
