//! [`PhaseError`]: why a phase of a test failed, and [`FailedPhase`]: that as one process tells another.

use std::path::{Path, PathBuf};

use breadcrumb_core::{FailureReason, RunDetails, TypedValues};
use breadcrumb_ingest::failure_reason_without;
use serde::{Deserialize, Serialize};

use super::outcome::PhaseName;

/// The error that ended a phase, as the language has it.
///
/// Not what the test runner prints of it: that depends on its flags.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PhaseError {
    /// The class, e.g. `TimeoutError`.
    pub class: String,
    /// The message.
    pub message: String,
    /// The calls that led there, the outermost first.
    pub frames: Vec<Frame>,
}

/// One call on the way to an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The file of the source.
    pub file: PathBuf,
    /// The line in that file; `None` where the language does not know it.
    pub line: Option<u32>,
    /// The function that was running.
    pub function: String,
    /// Whether the function asks not to be shown.
    pub is_hidden: bool,
}

/// A phase that has failed: what is needed to judge whether that fails the run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FailedPhase {
    /// The phase.
    pub phase: String,
    /// Why it failed.
    pub failure: FailureReason,
    /// Which of several ways the test ran in.
    pub variant: Option<String>,
}

impl PhaseError {
    /// Returns the reason: the same wherever the suite is, and however its runner prints it.
    #[must_use]
    pub fn reason(&self, test_file: Option<&Path>, root: &Path) -> FailureReason {
        self.reason_without(&TypedValues::default(), test_file, root)
    }

    /// The same, without what the test has typed.
    pub(super) fn reason_without(
        &self,
        typed: &TypedValues,
        test_file: Option<&Path>,
        root: &Path,
    ) -> FailureReason {
        let trace = self.trace(test_file, root);
        failure_reason_without(typed, Some(&self.class), &self.message, &trace)
    }

    /// Returns the calls from the test's own file on, with paths from the root of the suite.
    fn trace(&self, test_file: Option<&Path>, root: &Path) -> String {
        let file = test_file.map(|file| root.join(file));
        let is_own = |frame: &Frame| file.as_deref() == Some(frame.file.as_path());
        let start = self.frames.iter().position(is_own).unwrap_or(0);
        let shown = self.frames.iter().skip(start);
        let lines: Vec<String> = shown
            .filter(|frame| !frame.is_hidden)
            .map(|frame| {
                let line = frame.line.unwrap_or(0);
                let (file, function) = (below(&frame.file, root), &frame.function);
                format!("File \"{file}\", line {line}, in {function}")
            })
            .collect();
        lines.join("\n")
    }
}

impl FailedPhase {
    pub(super) fn new(phase: PhaseName, failure: FailureReason, variant: Option<String>) -> Self {
        Self {
            phase: phase.name().to_owned(),
            failure,
            variant,
        }
    }

    /// Returns it as text, for the process that decides.
    #[must_use]
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads the text of another process; `None` where it is none of these.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    pub(super) fn details(&self) -> RunDetails {
        let mut details = RunDetails::default();
        details.phase = Some(self.phase.clone());
        details.failure = Some(self.failure.clone());
        details.variant.clone_from(&self.variant);
        details
    }
}

/// Returns a path from the root of the suite, with slashes; one that is elsewhere stays as it is.
fn below(file: &Path, root: &Path) -> String {
    match file.strip_prefix(root) {
        Ok(inside) => slashes(inside),
        Err(_) => file.to_string_lossy().into_owned(),
    }
}

fn slashes(path: &Path) -> String {
    let parts = path.iter().map(|part| part.to_string_lossy());
    parts.collect::<Vec<_>>().join("/")
}
