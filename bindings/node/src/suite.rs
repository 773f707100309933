//! A run of the suite, in the process of the reporter: all attempts of all workers, and the quarantine.

use std::path::PathBuf;

use breadcrumb::store::LearnBatch;
use breadcrumb::suite::{
    FailedPhase, FailedTest, Front, ReportedAttempt, RunEnd, RunQuarantine, RunSummary, SuiteRun,
    TestItem, database_line, page_line,
};
use napi_derive::napi;

use crate::error::failure;
use crate::recorder::Recorder;
use crate::settings::Settings;

/// One run of the suite.
#[napi]
pub struct Run {
    engine: SuiteRun,
    quarantine: RunQuarantine,
    summary: RunSummary,
    settings_db: Option<PathBuf>,
    root: PathBuf,
}

/// One attempt at a test, as the runner reports it.
#[napi(object)]
pub struct Attempt {
    /// The test's id.
    pub test_id: String,
    /// The name of its project.
    pub project: String,
    /// Its tags.
    pub tags: Vec<String>,
    /// Its file, from the root of the suite.
    pub file: String,
    /// Its line.
    pub line: u32,
    /// How it ended, in the runner's word.
    pub status: String,
    /// How it should have ended.
    pub expected: String,
    /// Which attempt in this run it was, counted from 1.
    pub number: u32,
    /// When it began, in milliseconds since 1970.
    pub started_at: f64,
    /// How many milliseconds it took.
    pub duration: f64,
    /// The message of its first error.
    pub message: Option<String>,
    /// The calls that led to that error.
    pub stack: Option<String>,
    /// The titles of its steps.
    pub steps: Vec<String>,
    /// The worker.
    pub worker: Option<String>,
    /// The shard, e.g. `1/2`.
    pub shard: Option<String>,
    /// Whether a locator was healed.
    pub healed: bool,
    /// The lowest confidence of its heals.
    pub heal_score: Option<f64>,
    /// The version of the application that its pages have shown.
    pub shown_version: Option<String>,
}

/// A test that does not let the run pass.
#[napi(object)]
pub struct Failing {
    /// Its id.
    pub test_id: String,
    /// What `record` has returned for each of its attempts that has failed.
    pub failures: Vec<String>,
}

/// How a run has ended.
#[napi(object)]
pub struct End {
    /// The runner's word.
    pub status: String,
    /// Whether something has failed that is no test.
    pub has_other_errors: bool,
    /// The tests that do not let the run pass.
    pub tests: Vec<Failing>,
}

/// What the quarantine makes of it.
#[napi(object)]
pub struct Judged {
    /// Whether the run passes after all.
    pub passes: bool,
    /// The tests whose failures do not count.
    pub masked: Vec<Masked>,
}

/// A test whose failures do not count.
#[napi(object)]
pub struct Masked {
    /// Its id.
    pub test_id: String,
    /// Why.
    pub why: String,
}

#[napi]
impl Run {
    /// Finds out about the run that goes on in a folder.
    #[napi(constructor)]
    #[must_use]
    pub fn new(root: String, settings: &Settings, runner_version: String, runtime: String) -> Self {
        let front = Front {
            runner: "playwright".to_owned(),
            runner_version,
            runtime,
            ..Front::default()
        };
        let variable = |name: &str| std::env::var_os(name);
        let root = PathBuf::from(root);
        let settings_db = settings.engine.db.clone();
        Self {
            engine: SuiteRun::new(&root, &variable, front),
            quarantine: RunQuarantine::new(settings_db.clone(), &root, &variable),
            summary: RunSummary::default(),
            settings_db,
            root,
        }
    }

    /// The run's id in the database.
    #[napi(getter)]
    #[must_use]
    pub fn run_uid(&self) -> String {
        self.engine.run_uid().to_owned()
    }

    /// The code that the tests run on, where that is known.
    #[napi(getter)]
    #[must_use]
    pub fn revision(&self) -> Option<String> {
        let revision = self.engine.revision()?;
        Some(revision.id().to_owned())
    }

    /// The response header that says the version of the application.
    #[napi(getter)]
    #[must_use]
    pub fn app_header(&self) -> Option<String> {
        self.engine.app().header.clone()
    }

    /// The meta tag that says it.
    #[napi(getter)]
    #[must_use]
    pub fn app_meta(&self) -> Option<String> {
        self.engine.app().meta.clone()
    }

    /// Records that the run has begun.
    #[napi]
    pub fn record_start(&self, recorder: &Recorder) -> napi::Result<()> {
        self.engine.record_start(&recorder.engine).map_err(failure)
    }

    /// Records how the run has ended: with what the runner returns to the system.
    #[napi]
    pub fn record_end(&self, recorder: &Recorder, exit_code: i32) -> napi::Result<()> {
        let ended = self.engine.record_end(&recorder.engine, exit_code);
        ended.map_err(failure)
    }

    /// Records an attempt; returns why it has failed, for [`judge`](Self::judge), where it has.
    #[napi]
    pub fn record(&self, recorder: &Recorder, attempt: Attempt) -> napi::Result<Option<String>> {
        let Some(run) = self.engine.report(&attempt.into()) else {
            return Ok(None);
        };
        let failed = FailedPhase::of_run(&run).map(|failed| failed.to_text());
        let mut batch = LearnBatch::new();
        batch.add_run(run);
        recorder.engine.learn(batch).map_err(failure)?;
        Ok(failed)
    }

    /// Takes in an annotation of a test that has ended.
    #[napi]
    pub fn note(&mut self, test_id: String, annotation: String, text: String, passed: bool) {
        self.summary.add(&test_id, &annotation, &text, passed);
    }

    /// Says whether the run passes, as the quarantine has it.
    #[napi]
    pub fn judge(&mut self, end: End) -> Judged {
        let mut masked = Vec::new();
        let passes = self.quarantine.passes(&end.into(), |test_id, why| {
            masked.push(Masked {
                test_id: test_id.to_owned(),
                why: why.to_owned(),
            });
        });
        Judged { passes, masked }
    }

    /// Brings the quarantine up to date with what the run says.
    #[napi]
    pub fn update_quarantine(&mut self) {
        self.quarantine.update();
    }

    /// What is said of locators when all tests have run.
    #[napi(getter)]
    #[must_use]
    pub fn locator_lines(&self) -> Vec<String> {
        self.summary.lines()
    }

    /// What is said of the quarantine.
    #[napi(getter)]
    #[must_use]
    pub fn quarantine_lines(&self) -> Vec<String> {
        self.quarantine.lines()
    }

    /// Writes the report as a page into a folder; says where it is, and what the database holds.
    #[napi]
    #[must_use]
    pub fn report_lines(&self, folder: String) -> Vec<String> {
        let database = self.settings_db.as_deref();
        let page = PathBuf::from(folder).join(breadcrumb::suite::REPORT_PAGE);
        vec![
            database_line(database),
            page_line(database, &self.root, &page),
        ]
    }
}

impl From<Attempt> for ReportedAttempt {
    fn from(attempt: Attempt) -> Self {
        Self {
            item: TestItem {
                test_id: attempt.test_id,
                tags: attempt.tags,
                source_file: Some(attempt.file),
                source_line: Some(attempt.line),
            },
            project: attempt.project,
            status: attempt.status,
            expected: attempt.expected,
            number: attempt.number,
            started_at: attempt.started_at / 1000.0,
            duration_ms: attempt.duration,
            message: attempt.message,
            stack: attempt.stack,
            steps: attempt.steps,
            worker: attempt.worker,
            shard: attempt.shard,
            healed: attempt.healed,
            heal_score: attempt.heal_score,
            shown_version: attempt.shown_version,
        }
    }
}

impl From<End> for RunEnd {
    fn from(end: End) -> Self {
        let read = |text: &String| FailedPhase::from_text(text);
        let tests = end.tests.into_iter().map(|test| FailedTest {
            failures: test.failures.iter().filter_map(read).collect(),
            test_id: test.test_id,
        });
        Self {
            status: end.status,
            has_other_errors: end.has_other_errors,
            tests: tests.collect(),
        }
    }
}
