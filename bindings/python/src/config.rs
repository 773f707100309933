//! The user's settings: Python collects what was written where, the engine checks it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use breadcrumb::config::{
    Config as EngineConfig, Given as EngineGiven, KEYS, Kind, Origin, Raw, Value,
    misspelled_variables as misspelled,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyList, PySet, PyString, PyTuple};

use crate::error::Failure;

/// A setting as it was written: its name, the value, the kind of place, and the place.
type Given<'py> = (String, Bound<'py, PyAny>, String, String);

/// A key: its name, its flag of pytest, what it may be (`None`: on or off), what it does.
type KeyRow = (
    &'static str,
    Option<&'static str>,
    Option<String>,
    &'static str,
);

/// All settings, checked.
#[pyclass(frozen, module = "breadcrumb._native")]
pub(crate) struct Config {
    engine: EngineConfig,
    folder: PathBuf,
}

#[pymethods]
impl Config {
    /// Reads the settings of a folder. Paths of arguments start at the other folder.
    #[new]
    fn new(py: Python<'_>, folder: PathBuf, start: PathBuf) -> PyResult<Self> {
        let engine = py.detach(|| read(&folder))?;
        let folder = start;
        Ok(Self { engine, folder })
    }

    /// Returns them with what was given elsewhere; a wrong one is an error.
    #[pyo3(name = "with_given")]
    fn with_given(&self, given: Vec<Given<'_>>) -> PyResult<Self> {
        let given = given.into_iter().map(said).collect::<PyResult<Vec<_>>>()?;
        let config = self.engine.clone().with(&given).map_err(Failure::from)?;
        Ok(Self {
            engine: config,
            folder: self.folder.clone(),
        })
    }

    /// Returns the value of each setting; no database where nobody has named one.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<HashMap<&'static str, Bound<'py, PyAny>>> {
        let database = self.engine.named_database(&self.folder);
        let database = database.map_err(Failure::from)?;
        let mut values = HashMap::new();
        for setting in self.engine.settings() {
            if let Some(value) = &setting.value {
                values.insert(setting.key.name, to_python(py, value)?);
            }
        }
        values.insert("db", database.into_pyobject(py)?.into_any());
        Ok(values)
    }
}

/// Returns what can be set.
#[pyfunction]
fn setting_keys() -> Vec<KeyRow> {
    let rows = KEYS.iter().map(|key| {
        let may_be = (key.kind != Kind::Switch).then(|| key.kind.to_string());
        (key.name, key.pytest_flag(), may_be, key.help)
    });
    rows.collect()
}

/// Returns a sentence for each environment variable whose name looks like a typo.
#[pyfunction]
fn misspelled_variables() -> Vec<String> {
    misspelled(std::env::vars_os().map(|(name, _)| name))
}

/// Returns the database that the settings of the working directory name.
pub(crate) fn database() -> Result<PathBuf, Failure> {
    let folder = std::env::current_dir().unwrap_or_default();
    Ok(read(&folder)?.database(None))
}

fn read(folder: &Path) -> Result<EngineConfig, Failure> {
    Ok(EngineConfig::load(folder, &|name| std::env::var_os(name))?)
}

fn said((name, value, kind, place): Given<'_>) -> PyResult<EngineGiven> {
    let origin = match kind.as_str() {
        "argument" => Origin::Argument(place),
        "marker" => Origin::Marker(place),
        "flag" => Origin::Flag(place),
        "ini" => Origin::Ini(place),
        _ => return Err(PyValueError::new_err(format!("no such origin: {kind}"))),
    };
    let is_text = matches!(origin, Origin::Flag(_) | Origin::Ini(_));
    let shown = if is_text { value.str() } else { value.repr() };
    let shown = shown.map_or_else(
        |_| String::new(),
        |text| text.to_string_lossy().into_owned(),
    );
    Ok(EngineGiven::new(&name, raw(&value), shown, origin))
}

fn raw(value: &Bound<'_, PyAny>) -> Raw {
    // True is an int in Python, and no number to people.
    if let Ok(on) = value.cast::<PyBool>() {
        return Raw::Switch(on.is_true());
    }
    if value.is_instance_of::<PyInt>() {
        return value.extract().map_or(Raw::Other, Raw::Whole);
    }
    if value.is_instance_of::<PyFloat>() {
        return value.extract().map_or(Raw::Other, Raw::Number);
    }
    let is_list = value.is_instance_of::<PyList>()
        || value.is_instance_of::<PyTuple>()
        || value.is_instance_of::<PySet>();
    if is_list && let Ok(values) = value.try_iter() {
        return Raw::List(values.flatten().map(|value| raw(&value)).collect());
    }
    if value.is_instance_of::<PyString>() {
        return value
            .extract()
            .map_or(Raw::Other, |text: std::ffi::OsString| Raw::Text(text));
    }
    value
        .extract()
        .map_or(Raw::Other, |path: PathBuf| Raw::Text(path.into()))
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
    module.add_class::<Config>()?;
    module.add_function(wrap_pyfunction!(setting_keys, module)?)?;
    module.add_function(wrap_pyfunction!(misspelled_variables, module)?)
}
