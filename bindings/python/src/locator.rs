//! Locators, made call by call as the test makes them.

use breadcrumb::engine::{Locator as EngineLocator, Pattern, Value};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};

/// Letters of patterns' flags with their bits in `re.RegexFlag`.
const FLAGS: [(char, u32); 5] = [('a', 256), ('i', 2), ('m', 8), ('s', 16), ('x', 64)];

/// What a test finds an element with.
#[pyclass(frozen, eq, hash, module = "breadcrumb._native")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Locator {
    pub(crate) engine: EngineLocator,
}

impl From<EngineLocator> for Locator {
    fn from(engine: EngineLocator) -> Self {
        Self { engine }
    }
}

#[pymethods]
impl Locator {
    /// The page itself.
    #[staticmethod]
    fn root() -> Self {
        EngineLocator::root().into()
    }

    /// Reads a key; any text is one.
    #[staticmethod]
    fn from_key(key: &str) -> Self {
        EngineLocator::from_key(key).into()
    }

    /// Reads a selector of Playwright; any text is one.
    #[staticmethod]
    fn from_selector(selector: &str) -> Self {
        EngineLocator::from_selector(selector).into()
    }

    /// Reads code, a key or a selector.
    #[staticmethod]
    fn parse(text: &str) -> Self {
        EngineLocator::parse(text).into()
    }

    /// The locator that a call on this one makes; arguments that are `None` were not given.
    #[pyo3(signature = (method, arguments=Vec::new()))]
    fn then(&self, method: &str, arguments: Vec<(String, Bound<'_, PyAny>)>) -> Self {
        let given = arguments.into_iter().filter(|(_, value)| !value.is_none());
        let values = given.map(|(name, argument)| (name, value(&argument)));
        self.engine.then(method, values.collect()).into()
    }

    /// This locator as it is inside of another one.
    fn inside(&self, parent: &Self) -> Self {
        self.engine.inside(&parent.engine).into()
    }

    #[getter]
    fn key(&self) -> String {
        self.engine.key()
    }

    #[getter]
    fn python(&self) -> String {
        self.engine.python()
    }

    #[getter]
    fn javascript(&self) -> String {
        self.engine.javascript()
    }

    /// What Playwright makes of it; `None` for calls and options that this release does not know.
    fn selector(&self, test_id_attribute: &str) -> Option<String> {
        self.engine.selector(test_id_attribute)
    }

    fn __repr__(&self) -> String {
        self.engine.python()
    }
}

/// Reads an argument of a call; never fails, whatever a test passes.
fn value(argument: &Bound<'_, PyAny>) -> Value {
    let known = text(argument)
        .map(Value::Text)
        .or_else(|| plain(argument))
        .or_else(|| locator(argument).map(Value::Locator))
        .or_else(|| pattern(argument).map(Value::Pattern));
    known.unwrap_or_else(|| {
        let shown = argument.repr().ok();
        Value::Other(shown.and_then(|shown| text(&shown)).unwrap_or_default())
    })
}

fn text(argument: &Bound<'_, PyAny>) -> Option<String> {
    let text = argument.cast::<PyString>().ok()?;
    Some(text.to_string_lossy().into_owned())
}

fn plain(argument: &Bound<'_, PyAny>) -> Option<Value> {
    if let Ok(flag) = argument.cast_exact::<PyBool>() {
        return Some(Value::Bool(flag.is_true()));
    }
    let number = argument.cast_exact::<PyInt>().ok()?;
    number.extract().ok().map(Value::Number)
}

/// Reads a locator of ours, a locator that heals, or one of Playwright itself.
fn locator(argument: &Bound<'_, PyAny>) -> Option<EngineLocator> {
    let native = |found: &Bound<'_, PyAny>| {
        let found = found.cast::<Locator>().ok();
        found.map(|locator| locator.get().engine.clone())
    };
    let attribute = |name: &str| argument.getattr_opt(name).ok().flatten();
    native(argument)
        .or_else(|| native(&attribute("_bc_locator")?))
        .or_else(|| Some(EngineLocator::css(text(&attribute("_selector")?)?)))
}

fn pattern(argument: &Bound<'_, PyAny>) -> Option<Pattern> {
    let is_pattern = argument
        .get_type()
        .name()
        .is_ok_and(|name| name == "Pattern");
    let attribute = |name: &str| argument.getattr(name).ok().filter(|_| is_pattern);
    let source = text(&attribute("pattern")?)?;
    let bits: u32 = attribute("flags")?.extract().ok()?;
    let letters = FLAGS.iter().filter(|(_, bit)| bits & bit != 0);
    let flags: String = letters.map(|(letter, _)| *letter).collect();
    Some(Pattern::new(source, &flags))
}
