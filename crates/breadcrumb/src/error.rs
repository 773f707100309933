//! The one error type of the fronts.

use std::path::Path;

use thiserror::Error as ThisError;

use crate::config::Origin;
use crate::scaffold::ScaffoldError;

/// What went wrong, in whichever part.
#[derive(Debug, ThisError)]
#[non_exhaustive]
pub enum Error {
    /// In the engine: a broken fingerprint, page or setting.
    #[error(transparent)]
    Engine(#[from] breadcrumb_core::Error),
    /// In the store.
    #[error(transparent)]
    Store(#[from] breadcrumb_store::Error),
    /// In an HTML document or a selector.
    #[error(transparent)]
    Html(#[from] breadcrumb_html::Error),
    /// In getting a page.
    #[error(transparent)]
    Crawl(#[from] breadcrumb_crawl::Error),
    /// In a test report.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// In a setting.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// In setting a project up.
    #[error(transparent)]
    Scaffold(#[from] ScaffoldError),
    /// In a decision about a heal.
    #[error(transparent)]
    Review(#[from] ReviewError),
    /// In fixing the source of tests.
    #[error(transparent)]
    Fix(#[from] FixError),
}

/// Why the source of tests cannot be fixed.
#[derive(Debug, ThisError)]
#[error("{message}")]
pub struct FixError {
    message: String,
    hint: &'static str,
}

/// Why a decision cannot be taken.
#[derive(Debug, ThisError)]
#[error("{message}")]
pub struct ReviewError {
    message: String,
    hint: &'static str,
}

/// What is wrong with a test report, and where in which file.
#[derive(Debug, ThisError)]
#[error("cannot read `{place}`: {source}")]
pub struct ReportError {
    place: String,
    source: breadcrumb_ingest::Error,
}

/// What is wrong with a setting, and where it is made.
#[derive(Debug, ThisError)]
#[error("cannot use {what}: {message}")]
pub struct ConfigError {
    what: String,
    message: String,
}

impl ReportError {
    pub(crate) fn new(path: &Path, source: breadcrumb_ingest::Error) -> Self {
        let path = path.display();
        let place = match source.line() {
            Some(line) => format!("{path}:{line}"),
            None => path.to_string(),
        };
        Self { place, source }
    }
}

impl FixError {
    #[cfg(feature = "fix")]
    pub(crate) fn new(message: String, hint: &'static str) -> Self {
        Self { message, hint }
    }
}

impl ReviewError {
    pub(crate) fn unknown(id: i64, location: &str) -> Self {
        let message = format!("there is no heal {id} in `{location}`");
        let hint = "`breadcrumb review --list --all` lists every heal with its number";
        Self { message, hint }
    }

    pub(crate) fn unknown_refusal(id: i64, location: &str) -> Self {
        let message = format!("there is no refused heal {id} in `{location}`");
        let hint = "`breadcrumb review --list` lists them with their numbers";
        Self { message, hint }
    }

    pub(crate) fn no_suggestion(id: i64, suggestion: usize, count: usize) -> Self {
        let message = match count {
            0 => format!("refusal {id} has no suggestion to accept"),
            1 => format!("refusal {id} has 1 suggestion, not {suggestion}"),
            _ => format!("refusal {id} has {count} suggestions, not {suggestion}"),
        };
        let hint = "`breadcrumb review --list` shows them; `--accept ID:N` takes the Nth";
        Self { message, hint }
    }

    pub(crate) fn not_open(id: i64) -> Self {
        let message = format!(
            "refusal {id} is not open any more: the test has passed, or its locator was healed, \
             fixed or refused again since"
        );
        let hint = "`breadcrumb review --list` lists those that are open";
        Self { message, hint }
    }

    pub(crate) fn not_acceptable(id: i64, suggestion: usize) -> Self {
        let message = format!("suggestion {suggestion} of refusal {id} has no fingerprint");
        let hint = "run the test again, then accept the newer refusal";
        Self { message, hint }
    }
}

impl ConfigError {
    /// A file that cannot be read as settings.
    pub(crate) fn file(path: &Path, message: &str) -> Self {
        Self {
            what: format!("the settings of `{}`", path.display()),
            message: message.to_owned(),
        }
    }

    /// One setting that is wrong.
    pub(crate) fn setting(name: &str, origin: &Origin, message: &str) -> Self {
        Self {
            what: format!("the setting `{name}` from {}", origin.place()),
            message: message.to_owned(),
        }
    }
}

/// Whose fault an [`Error`] is; a front maps each to an exception class and an exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// What came in is broken.
    Input,
    /// The store cannot be used.
    Store,
    /// A page cannot be had.
    Page,
}

impl Error {
    /// Returns whose fault it is.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Engine(_)
            | Self::Html(_)
            | Self::Report(_)
            | Self::Config(_)
            | Self::Review(_)
            | Self::Fix(_)
            | Self::Scaffold(_) => ErrorKind::Input,
            Self::Store(_) => ErrorKind::Store,
            Self::Crawl(_) => ErrorKind::Page,
        }
    }

    /// Returns the message with what the user can do about it, as one sentence.
    #[must_use]
    pub fn with_hint(&self) -> String {
        match self.hint() {
            Some(hint) => format!("{self}; {hint}"),
            None => self.to_string(),
        }
    }

    /// Returns what the user can do about it.
    #[must_use]
    pub fn hint(&self) -> Option<&str> {
        match self {
            Self::Store(error) => error.hint(),
            Self::Crawl(error) => error.hint(),
            Self::Report(error) => error.source.hint(),
            Self::Scaffold(error) => Some(error.hint()),
            Self::Config(_) => {
                Some("`breadcrumb config reference` lists every setting, with what it may be")
            }
            Self::Fix(error) => Some(error.hint),
            Self::Review(error) => Some(error.hint),
            Self::Engine(_) | Self::Html(_) => None,
        }
    }
}
