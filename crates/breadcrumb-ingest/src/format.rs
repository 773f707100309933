//! Which report a file is, and reading it.

use std::io::BufRead;
use std::ops::ControlFlow;

use breadcrumb_core::TestRun;

use crate::attempts::{Attempts, Context, Counts};
use crate::error::Error;
use crate::{junit, playwright, report_log};

/// A kind of report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// JUnit XML, in the dialect of any tool.
    JunitXml,
    /// What Playwright's `json` reporter writes.
    PlaywrightJson,
    /// What pytest writes with `--report-log`: one JSON object a line.
    PytestReportLog,
}

impl Format {
    /// Sees from a file's first bytes what it is; a few hundred are enough.
    pub fn detect(start: &[u8]) -> Result<Self, Error> {
        let text = String::from_utf8_lossy(start);
        let text = text.trim_start_matches('\u{feff}').trim_start();
        if text.is_empty() {
            return Err(Error::unknown("the file is empty"));
        }
        if text.starts_with('<') {
            return Ok(Self::JunitXml);
        }
        if !text.starts_with('{') {
            return Err(Error::unknown("this is neither XML nor JSON"));
        }
        let first_line = text.lines().next().unwrap_or_default();
        let is_log =
            first_line.contains("$report_type") || first_line.contains("\"pytest_version\"");
        Ok(if is_log {
            Self::PytestReportLog
        } else {
            Self::PlaywrightJson
        })
    }

    /// Returns the name that is shown.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::JunitXml => "JUnit XML",
            Self::PlaywrightJson => "Playwright JSON",
            Self::PytestReportLog => "pytest report-log",
        }
    }
}

/// Reads a report and hands its attempts to `sink`, one by one, until that breaks off.
pub fn read(
    format: Format,
    input: impl BufRead,
    context: &Context,
    sink: &mut dyn FnMut(TestRun) -> ControlFlow<()>,
) -> Result<Counts, Error> {
    let mut attempts = Attempts::new(context, sink);
    match format {
        Format::JunitXml => junit::read(input, &mut attempts)?,
        Format::PlaywrightJson => playwright::read(input, &mut attempts)?,
        Format::PytestReportLog => report_log::read(input, &mut attempts)?,
    }
    Ok(attempts.counts)
}
