//! A database that no test waits for.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use breadcrumb::recorder::{self, Recorder as EngineRecorder};
use pyo3::prelude::*;

use crate::error::Failure;

/// One database, as tests use it.
#[pyclass(frozen, module = "breadcrumb._native")]
pub(crate) struct Recorder {
    pub(crate) engine: Arc<EngineRecorder>,
}

#[pymethods]
impl Recorder {
    /// Starts to open the database and returns at once.
    #[new]
    #[pyo3(signature = (path=None))]
    fn new(py: Python<'_>, path: Option<PathBuf>) -> Result<Self, Failure> {
        py.detach(|| {
            let path = path.map_or_else(crate::config::database, Ok)?;
            let engine = Arc::new(EngineRecorder::at(&path)?);
            Ok(Self { engine })
        })
    }

    /// Waits until the database is open; not for one that is locked.
    fn wait_until_open(&self, py: Python<'_>) {
        py.detach(|| self.engine.wait_until_open(recorder::OPENING_PATIENCE));
    }

    /// Waits until all is written, unless the database is locked; returns whether it is.
    fn settle(&self, py: Python<'_>) -> bool {
        py.detach(|| self.engine.settle(recorder::TEST_PATIENCE))
    }

    /// Waits a little for a locked database too, then keeps the rest in a file beside it.
    fn flush(&self, py: Python<'_>) -> bool {
        py.detach(|| self.engine.flush(recorder::RUN_PATIENCE))
    }

    /// Lets go of the file.
    fn close(&self, py: Python<'_>) {
        py.detach(|| self.engine.close(Duration::ZERO));
    }

    /// Returns what the user should know about the database, once.
    fn take_notice(&self) -> Option<String> {
        self.engine.take_notice()
    }
}

/// Flushes and closes all recorders of this process; returns what the user should know.
#[pyfunction]
fn flush_recorders(py: Python<'_>) -> Vec<String> {
    py.detach(|| recorder::flush_all(recorder::RUN_PATIENCE))
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Recorder>()?;
    module.add_function(wrap_pyfunction!(flush_recorders, module)?)
}
