//! A run of the suite: its tests, their failures, and what is said at the end.

use std::path::PathBuf;
use std::sync::Arc;

use breadcrumb::engine::{TestRun as EngineRun, reads_field, typed_argument};
use breadcrumb::suite::{
    self, FailedPhase, Frame, Front, Label, Phase, PhaseName, PhaseResult, SuiteRun, TestItem,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::Failure;
use crate::recorder::Recorder;
use crate::run::TestRun;

/// One run of the suite, in this process.
#[pyclass(frozen, module = "breadcrumb._native")]
pub(crate) struct Suite {
    pub(crate) engine: SuiteRun,
}

/// One attempt at a test, while it runs.
#[pyclass(module = "breadcrumb._native")]
pub(crate) struct Attempt {
    engine: suite::Attempt,
}

/// The error that ended a phase of a test.
#[pyclass(module = "breadcrumb._native")]
pub(crate) struct PhaseError {
    engine: suite::PhaseError,
}

/// What is said of locators when all tests have run.
#[pyclass(module = "breadcrumb._native")]
#[derive(Default)]
pub(crate) struct Summary {
    engine: suite::RunSummary,
}

/// The quarantine, in the process that decides whether the run has failed.
#[pyclass(module = "breadcrumb._native")]
pub(crate) struct Quarantine {
    engine: suite::RunQuarantine,
}

#[pymethods]
impl Suite {
    /// Finds out about the run that goes on in a folder; the first process has no id of its own.
    #[new]
    #[pyo3(signature = (root, *, runner, runner_version, own_id, worker))]
    fn new(
        py: Python<'_>,
        root: PathBuf,
        runner: String,
        runner_version: String,
        own_id: Option<String>,
        worker: Option<String>,
    ) -> Self {
        let version = py.version_info();
        let front = Front {
            runner,
            runner_version,
            runtime: format!("python{}.{}", version.major, version.minor),
            own_id,
            worker,
        };
        let variable = |name: &str| std::env::var_os(name);
        let engine = py.detach(|| SuiteRun::new(&root, &variable, front));
        Self { engine }
    }

    /// The id that the workers of this run must be given.
    #[getter]
    fn own_id(&self) -> &str {
        self.engine.own_id()
    }

    #[getter]
    fn app_header(&self) -> Option<&str> {
        self.engine.app().header.as_deref()
    }

    #[getter]
    fn app_meta(&self) -> Option<&str> {
        self.engine.app().meta.as_deref()
    }

    fn record_start(&self, py: Python<'_>, recorder: &Recorder) -> Result<(), Failure> {
        let recorder = Arc::clone(&recorder.engine);
        py.detach(|| Ok(self.engine.record_start(&recorder)?))
    }

    fn record_end(
        &self,
        py: Python<'_>,
        recorder: &Recorder,
        exit_code: i32,
    ) -> Result<(), Failure> {
        let recorder = Arc::clone(&recorder.engine);
        py.detach(|| Ok(self.engine.record_end(&recorder, exit_code)?))
    }

    #[pyo3(signature = (test_id, tags, source_file, source_line))]
    fn begin(
        &self,
        test_id: String,
        tags: Vec<String>,
        source_file: Option<String>,
        source_line: Option<u32>,
    ) -> Attempt {
        let engine = self.engine.begin(TestItem {
            test_id,
            tags,
            source_file,
            source_line,
        });
        Attempt { engine }
    }

    fn note_app_version(&self, said: Option<String>) {
        self.engine.note_app_version(said);
    }

    /// Returns the record of an attempt; `None` where the test was interrupted.
    fn record(&self, attempt: &Attempt, shown_version: Option<&str>) -> Option<TestRun> {
        let engine: EngineRun = self.engine.record(&attempt.engine, shown_version)?;
        Some(TestRun { engine })
    }

    /// Returns what was healed, and where.
    fn heal_text(&self, text: &str, file: Option<PathBuf>, line: Option<u32>) -> String {
        suite::heal_text(text, file.as_deref(), line, self.engine.root())
    }
}

#[pymethods]
impl Attempt {
    /// Notes what a call types, or reads from a field, so that no message of a failure tells it.
    #[pyo3(signature = (call, arguments, answer=None))]
    fn note_typed(
        &mut self,
        call: &str,
        arguments: &Bound<'_, PyDict>,
        answer: Option<Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let typed = match typed_argument(call) {
            Some(argument) => arguments.get_item(argument)?,
            None => answer.filter(|_| reads_field(call)),
        };
        if let Some(text) = typed.and_then(|text| text.extract::<String>().ok()) {
            self.engine.note_typed(&text);
        }
        Ok(())
    }

    /// Notes how a phase ended; returns what the process that judges failures must know.
    #[pyo3(signature = (name, outcome, *, is_expected, seconds, error))]
    fn note(
        &mut self,
        name: &str,
        outcome: &str,
        is_expected: bool,
        seconds: f64,
        error: Option<&PhaseError>,
    ) -> PyResult<Option<String>> {
        let name = PhaseName::from_name(name)
            .ok_or_else(|| PyValueError::new_err(format!("unknown phase `{name}`")))?;
        let phase = Phase {
            name,
            result: PhaseResult::from_word(outcome),
            is_expected,
            duration_ms: seconds * 1000.0,
        };
        let failed = self.engine.note(phase, error.map(|error| &error.engine));
        Ok(failed.map(|failed| failed.to_text()))
    }

    /// Whether the test has passed, so that what was learned in it is kept.
    #[getter]
    fn has_passed(&self) -> bool {
        self.engine.outcome().is_some_and(|end| end.is_passed())
    }
}

#[pymethods]
impl PhaseError {
    #[new]
    fn new(class_name: String, message: String) -> Self {
        let frames = Vec::new();
        let engine = suite::PhaseError {
            class: class_name,
            message,
            frames,
        };
        Self { engine }
    }

    /// Adds a call on the way to the error, the outermost first.
    fn add_frame(&mut self, file: PathBuf, line: Option<u32>, function: String, is_hidden: bool) {
        self.engine.frames.push(Frame {
            file,
            line,
            function,
            is_hidden,
        });
    }
}

#[pymethods]
impl Summary {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Takes in a property of a report; `has_passed` says whether it is that of a call that passed.
    fn add(&mut self, test_id: &str, name: &str, text: &str, has_passed: bool) {
        self.engine.add(test_id, name, text, has_passed);
    }

    #[getter]
    fn lines(&self) -> Vec<String> {
        self.engine.lines()
    }
}

#[pymethods]
impl Quarantine {
    /// Makes the quarantine of a database, by the policy of a folder; opens nothing yet.
    #[new]
    fn new(database: Option<PathBuf>, folder: PathBuf) -> Self {
        let variable = |name: &str| std::env::var_os(name);
        let engine = suite::RunQuarantine::new(database, &folder, &variable);
        Self { engine }
    }

    /// Judges a failure by the text that its worker has sent; returns why it does not fail the run.
    fn mask(&mut self, py: Python<'_>, test_id: &str, failed: &str) -> Option<String> {
        let failed = FailedPhase::from_text(failed)?;
        py.detach(|| self.engine.mask(test_id, &failed))
    }

    /// Brings the quarantine up to date with what the run says.
    fn update(&mut self, py: Python<'_>) {
        py.detach(|| self.engine.update());
    }

    #[getter]
    fn lines(&self) -> Vec<String> {
        self.engine.lines()
    }
}

/// Returns a sentence for each refused heal.
#[pyfunction]
fn refusal_texts(refusals: Vec<(String, String)>) -> Vec<String> {
    suite::refusal_texts(&refusals)
}

/// Says that the suite could not tell which version of the application it runs against.
#[pyfunction]
fn app_version_trouble(error: &str) -> String {
    suite::app_version_trouble(error)
}

/// Says what a database holds.
#[pyfunction]
#[pyo3(signature = (database))]
fn database_line(py: Python<'_>, database: Option<PathBuf>) -> String {
    py.detach(|| suite::database_line(database.as_deref()))
}

/// Writes the report as a page into a folder, and says where it is.
#[pyfunction]
#[pyo3(signature = (database, folder))]
fn page_line(py: Python<'_>, database: Option<PathBuf>, folder: PathBuf) -> String {
    py.detach(|| {
        let here = std::env::current_dir().unwrap_or_default();
        suite::page_line(database.as_deref(), &here, &folder.join(suite::REPORT_PAGE))
    })
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    use suite::Finding;

    module.add_class::<Suite>()?;
    module.add_class::<Attempt>()?;
    module.add_class::<PhaseError>()?;
    module.add_class::<Summary>()?;
    module.add_class::<Quarantine>()?;
    let shown = |label: Label| (label.category, label.letter, label.word);
    module.add("HEALED", shown(Label::HEALED))?;
    module.add("QUARANTINED", shown(Label::QUARANTINED))?;
    module.add("HEAL_PROPERTY", Finding::Heal.property())?;
    module.add("DRIFT_PROPERTY", Finding::Drift.property())?;
    module.add("REFUSAL_PROPERTY", Finding::Refusal.property())?;
    module.add("MASKED_PROPERTY", suite::MASKED_PROPERTY)?;
    module.add_function(wrap_pyfunction!(refusal_texts, module)?)?;
    module.add_function(wrap_pyfunction!(app_version_trouble, module)?)?;
    module.add_function(wrap_pyfunction!(database_line, module)?)?;
    module.add_function(wrap_pyfunction!(page_line, module)?)
}
