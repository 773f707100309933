//! The command line, in-process.

use pyo3::prelude::*;

/// Runs the `breadcrumb` command and returns its exit code.
#[pyfunction]
fn run_command(py: Python<'_>, arguments: Vec<String>) -> u8 {
    py.detach(|| breadcrumb_cli::run(arguments).code())
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(run_command, module)?)
}
