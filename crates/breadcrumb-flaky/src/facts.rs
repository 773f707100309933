//! What attempts refer to by number: runs, revisions and errors.

use std::num::NonZero;

use crate::app_version::split;

/// The number of a run in a history.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RunIndex(NonZero<u32>);

/// The number of a revision in a history.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RevisionIndex(NonZero<u32>);

/// The number of a reason to fail in a history.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ErrorIndex(NonZero<u32>);

/// The number of a class of errors in a history.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClassIndex(NonZero<u16>);

/// What is known of a run of the suite.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct RunFacts {
    /// What kind of branch it was on; `None` where nobody said.
    pub branch: Option<BranchKind>,
    /// The pull request.
    pub pull_request: Option<String>,
    /// Whether files differed from the commit.
    pub is_dirty: bool,
    /// Why the run says nothing, where somebody has said so.
    pub incident: Option<String>,
    /// The pipeline, the try and the job of a CI service: the same for all legs and shards of a job.
    pub job_try: Option<String>,
}

/// What is known of a state of the code.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct RevisionFacts {
    /// Its tree hash, or what stands for it, and the version of the application: see [`AppVersion`](crate::AppVersion).
    pub id: String,
    /// Its commit.
    pub commit: Option<String>,
    /// Who made it.
    pub author: Option<String>,
}

/// What kind of branch a run was on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum BranchKind {
    /// A branch that everybody builds on.
    Protected,
    /// The queue in front of it.
    MergeQueue,
    /// A pull request.
    PullRequest,
    /// Somebody's own machine.
    Local,
}

impl BranchKind {
    /// Finds a kind by the name that is stored.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "protected" => Some(Self::Protected),
            "merge_queue" => Some(Self::MergeQueue),
            "pr" => Some(Self::PullRequest),
            "local" => Some(Self::Local),
            _ => None,
        }
    }
}

impl RunFacts {
    /// Makes the facts of a run on this kind of branch.
    #[must_use]
    pub fn on(branch: Option<BranchKind>) -> Self {
        Self {
            branch,
            ..Self::default()
        }
    }

    /// Lets the run belong to the CI job that its id names: `<pipeline>/<try>/<job>/<own>`.
    #[must_use]
    pub fn with_id(mut self, run_uid: &str) -> Self {
        let job_try = run_uid.rsplit_once('/').map(|(job_try, _)| job_try);
        // The name of a job may have slashes, too.
        let job_try = job_try.filter(|id| id.matches('/').count() >= 2);
        self.job_try = job_try.map(str::to_owned);
        self
    }
}

impl RevisionFacts {
    /// Makes the facts of a revision of which only the id is known.
    #[must_use]
    pub fn new(id: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            ..Self::default()
        }
    }

    /// Returns the code, without the version of the application.
    #[must_use]
    pub fn code(&self) -> &str {
        split(&self.id).0
    }

    /// Returns the version of the application: `None` where it is in the repository of the tests, empty where nobody knows it.
    #[must_use]
    pub fn app(&self) -> Option<&str> {
        split(&self.id).1
    }
}

impl ClassIndex {
    pub(crate) fn numbered(place: usize) -> Self {
        let number = u16::try_from(place + 1).unwrap_or(u16::MAX);
        Self(NonZero::new(number).unwrap_or(NonZero::<u16>::MAX))
    }

    pub(crate) fn place(self) -> usize {
        usize::from(self.0.get()) - 1
    }
}

/// Gives an index its places; numbers begin at 1, so that none at all takes no room.
macro_rules! placed {
    ($($index:ident),*) => {$(
        impl $index {
            /// Numbers what is at a place; a history of four billion does not fit in memory.
            pub(crate) fn numbered(place: usize) -> Self {
                let number = u32::try_from(place + 1).unwrap_or(u32::MAX);
                Self(NonZero::new(number).unwrap_or(NonZero::<u32>::MAX))
            }

            /// Returns the place of what has this number.
            pub(crate) fn place(self) -> usize {
                self.0.get() as usize - 1
            }
        }
    )*};
}

placed!(RunIndex, RevisionIndex, ErrorIndex);
