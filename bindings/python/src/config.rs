//! The user's settings.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use breadcrumb::config::{Config, Origin, Value};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::error::Failure;

/// Reads the settings of a folder: those of the environment, and those of the file.
#[pyfunction]
fn load_settings(py: Python<'_>, folder: PathBuf) -> PyResult<(Settings<'_>, Settings<'_>)> {
    let config = py.detach(|| read(&folder))?;
    let (mut environment, mut file) = (HashMap::new(), HashMap::new());
    for setting in config.settings() {
        let Some(value) = &setting.value else {
            continue;
        };
        match setting.origin {
            Origin::Environment(_) => environment.insert(setting.key.name, to_python(py, value)?),
            Origin::File(_) => file.insert(setting.key.name, to_python(py, value)?),
            _ => None,
        };
    }
    Ok((environment, file))
}

type Settings<'py> = HashMap<&'static str, Bound<'py, PyAny>>;

/// Returns the database that the settings of the working directory name; broken settings name none.
pub(crate) fn database() -> PathBuf {
    let folder = std::env::current_dir().unwrap_or_default();
    read(&folder).map_or_else(
        |_| breadcrumb::database_path(None, std::env::var_os(breadcrumb::DATABASE_VARIABLE)),
        |config| config.database(None),
    )
}

fn read(folder: &Path) -> Result<Config, Failure> {
    Ok(Config::load(folder, &|name| std::env::var_os(name))?)
}

fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Switch(on) => on.into_pyobject(py)?.to_owned().into_any(),
        Value::Path(path) => path.as_path().into_pyobject(py)?.into_any(),
        Value::Word(word) => PyString::new(py, word).into_any(),
        Value::Number(number) => number.into_pyobject(py)?.into_any(),
        Value::Count(count) => count.into_pyobject(py)?.into_any(),
        Value::Names(names) => names.into_pyobject(py)?.into_any(),
        _ => py.None().into_bound(py),
    })
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(load_settings, module)?)
}
