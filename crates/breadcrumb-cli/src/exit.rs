//! The exit codes of every command.

use std::process::ExitCode;

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// 0: fine.
    Fine,
    /// 1: it ran, and found something: a refusal, a problem.
    FoundSomething,
    /// 2: wrong use, or it cannot run.
    CannotRun,
    /// 3: the quarantine breaks its own rules.
    PolicyViolated,
    /// 4: no results were found.
    NoResults,
    /// Whatever a command that was run returned.
    Child(u8),
}

impl Exit {
    /// Returns the number that the shell sees.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Fine => 0,
            Self::FoundSomething => 1,
            Self::CannotRun => 2,
            Self::PolicyViolated => 3,
            Self::NoResults => 4,
            Self::Child(code) => code,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}
