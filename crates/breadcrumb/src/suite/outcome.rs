//! [`Outcome`]: how a test ended, from how its phases did.

use breadcrumb_core::RunStatus;

/// What a test runner says of a test that was expected to fail.
const EXPECTED: &str = "xfailed";

/// A part of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PhaseName {
    /// What the test needs is made.
    Setup,
    /// The test itself.
    Call,
    /// What the test needed is put away.
    Teardown,
}

/// How a phase ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PhaseResult {
    /// Nothing was wrong.
    Passed,
    /// Something was wrong.
    Failed,
    /// It was not carried out, or not to its end, and that is fine.
    Skipped,
}

/// One phase of a test, as its runner has seen it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Phase {
    /// Which one.
    pub name: PhaseName,
    /// How it ended.
    pub result: PhaseResult,
    /// Whether the runner says that the test was expected to fail.
    pub is_expected: bool,
    /// How long it took.
    pub duration_ms: f64,
}

/// How a test ended.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Outcome {
    /// What is recorded.
    pub status: RunStatus,
    /// The phase that decided.
    pub phase: PhaseName,
    /// The runner's own word.
    pub word: &'static str,
    /// How long all phases took.
    pub duration_ms: f64,
}

impl PhaseName {
    /// All of them, in the order in which they decide: what went wrong first is what went wrong.
    pub const ALL: [Self; 3] = [Self::Setup, Self::Call, Self::Teardown];

    /// Returns the name that is stored.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Setup => "setup",
            Self::Call => "call",
            Self::Teardown => "teardown",
        }
    }

    /// Finds a phase by its name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|phase| phase.name() == name)
    }
}

impl PhaseResult {
    /// Reads a runner's word: what neither passed nor was skipped has failed, also where it is tried again.
    #[must_use]
    pub fn from_word(word: &str) -> Self {
        match word {
            "passed" => Self::Passed,
            "skipped" => Self::Skipped,
            _ => Self::Failed,
        }
    }
}

impl Outcome {
    /// Returns how a test ended; `None` where it never got to the end of its teardown, so that there is nothing to record.
    ///
    /// The first phase that did not pass decides. A call that failed is a failure of the test; a setup or a teardown that
    /// failed is an error, for the test itself was not carried out or found nothing wrong.
    #[must_use]
    pub fn of(phases: &[Phase]) -> Option<Self> {
        let find = |name| phases.iter().find(|phase| phase.name == name);
        find(PhaseName::Teardown)?;
        let deciding = PhaseName::ALL
            .into_iter()
            .filter_map(find)
            .find(|phase| phase.result != PhaseResult::Passed);
        let (name, status) = match deciding.map(|phase| (phase.name, phase.result)) {
            None | Some((_, PhaseResult::Passed)) => (PhaseName::Call, RunStatus::Passed),
            Some((name, PhaseResult::Skipped)) => (name, RunStatus::Skipped),
            Some((PhaseName::Call, PhaseResult::Failed)) => (PhaseName::Call, RunStatus::Failed),
            Some((name, PhaseResult::Failed)) => (name, RunStatus::Error),
        };
        let is_expected = find(name).is_some_and(|phase| phase.is_expected);
        Some(Self {
            status,
            phase: name,
            word: if is_expected { EXPECTED } else { status.name() },
            duration_ms: phases.iter().map(|phase| phase.duration_ms).sum(),
        })
    }

    /// Returns whether the test is proof of what it has found: only then anything is learned from it.
    #[must_use]
    pub fn is_passed(&self) -> bool {
        self.status == RunStatus::Passed
    }
}
