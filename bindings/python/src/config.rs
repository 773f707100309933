//! The user's settings: Python collects what was written where, the engine checks it.

use std::path::{Path, PathBuf};

use breadcrumb::config::{
    Config as EngineConfig, Given, KEYS, Origin, Raw, TestSettings,
    misspelled_variables as misspelled, working_database,
};
use pyo3::exceptions::PyBaseException;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PySet, PyString, PyTuple};

use crate::error::Failure;

/// A setting of a test runner: its flag, and the option of its own file.
#[pyclass(frozen, get_all, module = "breadcrumb._native")]
pub(crate) struct SettingKey {
    name: &'static str,
    flag: &'static str,
    option: String,
    /// What stands for the value in help; `None` where it is on or off.
    placeholder: Option<String>,
    flag_help: String,
    option_help: &'static str,
}

/// All settings, checked.
#[pyclass(frozen, module = "breadcrumb._native")]
pub(crate) struct Config {
    engine: EngineConfig,
    folder: PathBuf,
}

/// The settings that hold in a test, or in a whole run.
#[pyclass(frozen, module = "breadcrumb._native")]
pub(crate) struct Settings {
    pub(crate) engine: TestSettings,
}

/// What a test runner was given: flags and options of its own file.
#[pyclass(module = "breadcrumb._native")]
#[derive(Default)]
pub(crate) struct RunnerOptions {
    given: Vec<Given>,
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

    /// Returns what is known where a setting is wrong: the defaults, and the flags.
    #[staticmethod]
    fn of_flags(options: &RunnerOptions, start: PathBuf) -> Self {
        Self {
            engine: EngineConfig::of_flags(&options.given),
            folder: start,
        }
    }

    /// Returns them with what the test runner was given; a wrong one is an error.
    fn with_options(&self, options: &RunnerOptions) -> PyResult<Self> {
        self.with(&options.given)
    }

    /// Returns them with a marker of a test, the nearest one first; a wrong setting is an error.
    fn with_marker(
        &self,
        test_id: &str,
        arguments: &Bound<'_, PyTuple>,
        keywords: &Bound<'_, PyDict>,
    ) -> PyResult<Self> {
        let origin = Origin::Marker(test_id.to_owned());
        let mut given = Vec::new();
        if let Some(first) = arguments.iter().next() {
            // Which setting it is meant for, nobody knows.
            let name = first.str()?.to_string_lossy().into_owned();
            given.push(Given::new(
                &name,
                Raw::Other,
                "None".to_owned(),
                origin.clone(),
            ));
        }
        given.extend(named(keywords, &origin)?);
        self.with(&given)
    }

    /// Returns them with the arguments of a call; a wrong one is an error.
    fn with_arguments(&self, call: &str, arguments: &Bound<'_, PyDict>) -> PyResult<Self> {
        let origin = Origin::Argument(call.to_owned());
        self.with(&named(arguments, &origin)?)
    }

    /// Returns the settings as a test uses them.
    fn settings(&self) -> Result<Settings, Failure> {
        let engine = self.engine.test_settings(&self.folder)?;
        Ok(Settings { engine })
    }
}

#[pymethods]
impl Settings {
    #[getter]
    fn enabled(&self) -> bool {
        self.engine.enabled
    }

    #[getter]
    fn report(&self) -> bool {
        self.engine.report
    }

    #[getter]
    fn mode(&self) -> &'static str {
        self.engine.mode_name()
    }

    #[getter]
    fn max_heals(&self) -> usize {
        self.engine.max_heals
    }

    /// The database; none where nobody has named one.
    #[getter]
    fn db(&self) -> Option<PathBuf> {
        self.engine.db.clone()
    }

    #[getter]
    fn threshold(&self) -> f64 {
        self.engine.threshold
    }
}

impl Config {
    fn with(&self, given: &[Given]) -> PyResult<Self> {
        let engine = self.engine.clone().with(given).map_err(Failure::from)?;
        let folder = self.folder.clone();
        Ok(Self { engine, folder })
    }
}

#[pymethods]
impl RunnerOptions {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    fn add_flag(&mut self, key: &SettingKey, value: &Bound<'_, PyAny>) {
        self.add(key, value, Origin::Flag(key.flag.to_owned()));
    }

    /// Adds an option of a file, or of the command line where there is none; an exception says why it cannot be read.
    #[pyo3(signature = (key, value, file))]
    fn add_option(&mut self, key: &SettingKey, value: &Bound<'_, PyAny>, file: Option<PathBuf>) {
        let origin = Origin::of_ini(&key.option, file.as_deref());
        self.add(key, value, origin);
    }
}

impl RunnerOptions {
    fn add(&mut self, key: &SettingKey, value: &Bound<'_, PyAny>, origin: Origin) {
        let shown = value.str().map_or_else(|_| String::new(), text);
        self.given
            .push(Given::new(key.name, raw(value), shown, origin));
    }
}

/// Returns what a test runner can be given.
#[pyfunction]
fn setting_keys() -> Vec<SettingKey> {
    let rows = KEYS.iter().filter_map(|key| {
        Some(SettingKey {
            name: key.name,
            flag: key.pytest_flag()?,
            option: key.ini_option()?,
            placeholder: key.placeholder(),
            flag_help: key.flag_help(),
            option_help: key.help,
        })
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
    Ok(working_database(None)?)
}

fn read(folder: &Path) -> Result<EngineConfig, Failure> {
    Ok(EngineConfig::load(folder, &|name| std::env::var_os(name))?)
}

fn named(keywords: &Bound<'_, PyDict>, origin: &Origin) -> PyResult<Vec<Given>> {
    let given = keywords.iter().map(|(name, value)| {
        let name: String = name.extract()?;
        let shown = value.repr().map_or_else(|_| String::new(), text);
        Ok(Given::new(&name, raw(&value), shown, origin.clone()))
    });
    given.collect()
}

fn text(shown: Bound<'_, PyString>) -> String {
    shown.to_string_lossy().into_owned()
}

fn raw(value: &Bound<'_, PyAny>) -> Raw {
    if value.is_none() {
        return Raw::Nothing;
    }
    if value.is_instance_of::<PyBaseException>() {
        return Raw::Unreadable(value.str().map_or_else(|_| String::new(), text));
    }
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

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Config>()?;
    module.add_class::<RunnerOptions>()?;
    module.add_class::<SettingKey>()?;
    module.add_class::<Settings>()?;
    module.add_function(wrap_pyfunction!(setting_keys, module)?)?;
    module.add_function(wrap_pyfunction!(misspelled_variables, module)?)
}
