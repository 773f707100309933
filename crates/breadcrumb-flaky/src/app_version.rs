//! [`AppVersion`]: which version of the application the tests ran against.

/// What comes between the code and the version of the application in the id of a revision. No hash has it.
const MARK: char = '@';
/// Says that the application is in the repository of the tests.
const IN_REPOSITORY: &str = "repo";
/// Says that the application is deployed, and has no version.
const UNKNOWN: &str = "unknown";

/// Which version of the application the tests ran against.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum AppVersion {
    /// That of the code: the application is in the repository of the tests.
    #[default]
    InRepository,
    /// One of its own.
    Known(String),
    /// One of its own that nobody knows.
    Unknown,
}

impl AppVersion {
    /// Reads what somebody has said; nothing means that it is in the repository.
    ///
    /// ```
    /// use breadcrumb_flaky::AppVersion;
    ///
    /// assert_eq!(AppVersion::read("2026.11"), AppVersion::Known("2026.11".to_owned()));
    /// assert_eq!(AppVersion::read("unknown").revision(Some("3f2a")).as_deref(), Some("3f2a@"));
    /// assert_eq!(AppVersion::read("repo"), AppVersion::InRepository);
    /// ```
    #[must_use]
    pub fn read(said: &str) -> Self {
        match said.trim() {
            "" | IN_REPOSITORY => Self::InRepository,
            UNKNOWN => Self::Unknown,
            version => Self::Known(version.to_owned()),
        }
    }

    /// Returns the id of a revision: that of the code, and the version where the application has one of its own.
    #[must_use]
    pub fn revision(&self, code: Option<&str>) -> Option<String> {
        let app = match self {
            Self::InRepository => return code.map(str::to_owned),
            Self::Known(version) => version,
            Self::Unknown => "",
        };
        Some(format!("{}{MARK}{app}", code.unwrap_or_default()))
    }
}

/// Returns whether a revision has other code than an earlier one, or another version of the application.
///
/// A version that is not known now tells nothing: code alone counts then.
///
/// ```
/// use breadcrumb_flaky::is_other_revision;
///
/// assert!(is_other_revision("3f2a", "9b01"));
/// assert!(is_other_revision("3f2a@1", "3f2a@2"));
/// assert!(!is_other_revision("3f2a@1", "3f2a@"));
/// ```
#[must_use]
pub fn is_other_revision(before: &str, now: &str) -> bool {
    let ((code_before, app_before), (code, app)) = (split(before), split(now));
    code != code_before || (app != app_before && app != Some(""))
}

/// Splits the id of a revision into the code and the version of the application: `None` where that is in the repository,
/// empty where nobody knows it.
pub(crate) fn split(revision: &str) -> (&str, Option<&str>) {
    match revision.split_once(MARK) {
        Some((code, app)) => (code, Some(app)),
        None => (revision, None),
    }
}
