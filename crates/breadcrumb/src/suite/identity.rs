//! [`SuiteRun`]: one run of the suite, the same in all its processes.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, MutexGuard, PoisonError};

use breadcrumb_core::{RunInfo, TestRun, hash128};

use super::attempt::{Attempt, TestItem};
use crate::clock::now;
use crate::config::Config;
use crate::error::Error;
use crate::flaky::{AppSettings, RERUN_VARIABLE, Suite, SuiteEnvironment};
use crate::recorder::Recorder;
use crate::revision::Revision;
use crate::token::Token;

/// So many digits of the id of an attempt are its time: later ones sort after it, as a database likes.
const TIME_DIGITS: usize = 12;

/// What only the front knows of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Front {
    /// The test runner, e.g. `pytest`.
    pub runner: String,
    /// The test runner's version.
    pub runner_version: String,
    /// What runs the tests, e.g. `python3.12`; a matrix has it often.
    pub runtime: String,
    /// The id that this process was given by the one that started it; `None` in the first one.
    pub own_id: Option<String>,
    /// The worker that this process is; `None` where one process runs all tests.
    pub worker: Option<String>,
}

/// One run of the suite, in one of its processes.
#[derive(Debug)]
pub struct SuiteRun {
    suite: Suite,
    app: AppSettings,
    front: Front,
    own_id: String,
    root: PathBuf,
    rerun: Option<String>,
    started_at: f64,
    progress: Mutex<Progress>,
}

/// What has happened in this process so far.
#[derive(Debug, Default)]
struct Progress {
    /// How often each test was begun.
    attempts: HashMap<String, u32>,
    recorded: u32,
    /// Which version of the application the suite says it runs against.
    said_version: Option<String>,
    /// Which version the pages of a test have shown last.
    shown_version: Option<String>,
}

impl SuiteRun {
    /// Finds out about the run that goes on now in the folder of the suite.
    #[must_use]
    pub fn new(root: &Path, environment: SuiteEnvironment<'_>, front: Front) -> Self {
        let own_id = front.own_id.clone().filter(|id| !id.is_empty());
        let own_id = own_id.unwrap_or_else(random);
        let suite = Suite::detect(root, &own_id, environment)
            .in_ci_run(environment)
            .with_runtime(&front.runtime, environment);
        Self {
            suite,
            // Settings that are wrong are said elsewhere.
            app: Config::load(root, environment)
                .map(|config| AppSettings::of(&config))
                .unwrap_or_default(),
            front,
            own_id,
            root: root.to_owned(),
            rerun: rerun(environment),
            started_at: now(),
            progress: Mutex::default(),
        }
    }

    /// Returns the id that the other processes of the run must be given.
    #[must_use]
    pub fn own_id(&self) -> &str {
        &self.own_id
    }

    /// Returns the run's id in the database.
    #[must_use]
    pub fn run_uid(&self) -> &str {
        &self.suite.info.run_uid
    }

    /// Returns which of several ways the suite runs in.
    pub(super) fn variant(&self) -> Option<&str> {
        self.suite.variant.as_deref()
    }

    /// Returns where the version of the application is to be looked for.
    #[must_use]
    pub fn app(&self) -> &AppSettings {
        &self.app
    }

    /// Returns the folder of the suite.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Records that the run has begun, and on which code.
    pub fn record_start(&self, recorder: &Recorder) -> Result<(), Error> {
        recorder.record_suite(self.started())?;
        if let Some(revision) = &self.suite.revision {
            recorder.record_revision(revision.clone())?;
        }
        Ok(())
    }

    /// Records how the run has ended: with what its runner returns to the system.
    pub fn record_end(&self, recorder: &Recorder, exit_code: i32) -> Result<(), Error> {
        let mut info = RunInfo::new(&self.suite.info.run_uid);
        info.exit_code = Some(exit_code);
        info.duration_ms = Some((now() - self.started_at) * 1000.0);
        Ok(recorder.record_suite(info)?)
    }

    /// Begins an attempt at a test.
    #[must_use]
    pub fn begin(&self, item: TestItem) -> Attempt {
        let mut progress = self.progress();
        let number = progress.attempts.entry(item.test_id.clone()).or_default();
        *number += 1;
        Attempt::new(item, *number, &self.root, self.suite.variant.clone())
    }

    /// Notes which version of the application the suite says it runs against, until it says another one.
    pub fn note_app_version(&self, said: Option<String>) {
        self.progress().said_version = said;
    }

    /// Returns the code that the tests which begin now run, for their sessions; `None` where there is no version
    /// control and the application has no version.
    ///
    /// Where pages show the version of the application, it is the one that the pages of an earlier test of this
    /// process have shown; before that it is unknown.
    #[must_use]
    pub fn revision(&self) -> Option<Revision> {
        let progress = self.progress();
        let (said, shown) = (&progress.said_version, &progress.shown_version);
        let id = self.revision_id(said.as_deref(), shown.as_deref())?;
        Some(Revision::new(&id))
    }

    /// Returns the record of an attempt; `None` where the test was interrupted.
    ///
    /// `shown` is the version of the application that its pages have shown.
    #[must_use]
    pub fn record(&self, attempt: &Attempt, shown: Option<&str>) -> Option<TestRun> {
        let outcome = attempt.outcome()?;
        let mut run = attempt.test_run(&outcome, now());
        self.complete(&mut run, shown);
        Some(run)
    }

    /// Adds to an attempt what its run knows.
    pub(super) fn complete(&self, run: &mut TestRun, shown: Option<&str>) {
        let mut progress = self.progress();
        let details = &mut run.details;
        details.uid = Some(attempt_id(run.timestamp));
        details.run_uid = Some(self.suite.info.run_uid.clone());
        details.revision = self.revision_id(progress.said_version.as_deref(), shown);
        details.commit_sha.clone_from(&self.suite.info.commit_sha);
        details.worker.clone_from(&self.front.worker);
        details.order_index = Some(progress.recorded);
        details.retry_reason.clone_from(&self.rerun);
        progress.recorded += 1;
        if let Some(shown) = shown.filter(|text| !text.trim().is_empty()) {
            progress.shown_version = Some(shown.to_owned());
        }
    }

    /// Returns what is stored of the run when it begins.
    pub(super) fn started(&self) -> RunInfo {
        let mut info = self.suite.info.clone();
        info.runner = Some(self.front.runner.clone());
        info.runner_version = Some(self.front.runner_version.clone());
        info.started_at = Some(self.started_at);
        info
    }

    /// Returns the id of code and application, by what the suite says and what its pages have shown.
    fn revision_id(&self, said: Option<&str>, shown: Option<&str>) -> Option<String> {
        let code = self.suite.revision.as_ref();
        let app = self.app.version(said, shown);
        app.revision(code.map(|code| code.revision.as_str()))
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        // A panic elsewhere leaves the counts as they were before one whole step.
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns why `breadcrumb flaky confirm` or `verify` runs the tests again, where one of them does.
pub(super) fn rerun(environment: SuiteEnvironment<'_>) -> Option<String> {
    let reason = environment(RERUN_VARIABLE)?.to_string_lossy().into_owned();
    Some(reason).filter(|reason| !reason.is_empty())
}

/// Returns an id that no other attempt has.
fn attempt_id(now: f64) -> String {
    let random = random();
    let rest = random.get(TIME_DIGITS..).unwrap_or_default();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "milliseconds since 1970"
    )]
    let time = (now * 1000.0) as u64;
    format!("{time:0TIME_DIGITS$x}{rest}")
}

/// Returns 32 digits that nobody else has.
fn random() -> String {
    match Token::random() {
        Ok(token) => token.as_str().to_owned(),
        // A system without a source of randomness still has a clock and processes.
        Err(_) => hash128(&[&now().to_string(), &process::id().to_string()]),
    }
}
