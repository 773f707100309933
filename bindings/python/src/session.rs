//! One test's session.

use std::path::Path;
use std::sync::Arc;

use breadcrumb::engine::{
    CaptureRules, Locator as EngineLocator, LocatorStyle, PageSnapshot, Purpose, SourceSite,
    VerifiedLocator,
};
use breadcrumb::recorder::Recorder as EngineRecorder;
use breadcrumb::shots::Shots;
use breadcrumb::{
    Confirmation, FoundElement, Keeping, Look as EngineLook, Mode, Session as EngineSession,
    SessionOptions, TestResult,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::Failure;
use crate::healer::{Healer, Shown, shown};
use crate::locator::Locator;
use crate::recorder::Recorder;
use crate::run::{Run, test_run};
use crate::store::{Event, event};

/// A refused heal: the locator, and why.
type Refusal = (String, String);

/// A locator that was checked on the page, and whether it holds inside of the old one's parent.
type Checked = (String, bool);

/// One test's dealings with Breadcrumb.
#[pyclass(frozen, module = "breadcrumb._native")]
pub(crate) struct Session {
    engine: EngineSession,
    recorder: Arc<EngineRecorder>,
}

/// The answer to "where has this element gone?".
#[pyclass(frozen, module = "breadcrumb._native")]
pub(crate) struct Look {
    engine: EngineLook,
}

/// An element of the page that could be meant.
#[pyclass(frozen, module = "breadcrumb._native")]
pub(crate) struct Candidate {
    engine: FoundElement,
}

#[pymethods]
impl Session {
    #[new]
    #[pyo3(signature = (recorder, test_id, *, healer, mode, at_once, max_heals, redact, shots=false, style=None, auto_approve=None))]
    #[expect(clippy::too_many_arguments, reason = "Python names each of them")]
    fn new(
        recorder: &Recorder,
        test_id: &str,
        healer: &Healer,
        mode: &str,
        at_once: bool,
        max_heals: Option<usize>,
        redact: Vec<String>,
        shots: bool,
        style: Option<&str>,
        auto_approve: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let keeping = if at_once {
            Keeping::AtOnce
        } else {
            Keeping::OnPass
        };
        let mode = named_mode(mode)?;
        let mut options = SessionOptions::new(test_id)
            .with_healer(healer.engine.clone())
            .with_mode(mode)
            .with_keeping(keeping)
            .with_rules(CaptureRules::redacting(redact));
        if let Some(max_heals) = max_heals {
            options = options.with_max_heals(max_heals);
        }
        if let Some(name) = style {
            options = options.with_style(named_style(name)?);
        }
        // The setting is a number, or the word that it is off.
        let approved = auto_approve.and_then(|setting| setting.extract().ok());
        if let Some(confidence) = approved {
            options = options.with_auto_approve(confidence);
        }
        if shots {
            options = options.with_shots(Shots::of(Path::new(&recorder.engine.location())));
        }
        let recorder = Arc::clone(&recorder.engine);
        let engine = EngineSession::recording(Arc::clone(&recorder), options);
        Ok(Self { engine, recorder })
    }

    /// Returns what the user should know about the database, once.
    fn take_notice(&self) -> Option<String> {
        self.recorder.take_notice()
    }

    fn knows(&self, py: Python<'_>, locator: &str, url: &str) -> Result<bool, Failure> {
        py.detach(|| Ok(self.engine.knows(locator, url)?))
    }

    fn should_learn(&self, locator: &str, url: &str) -> bool {
        self.engine.should_learn(locator, url)
    }

    /// How many elements the page had when it was last taken in; 0 if it never was.
    ///
    /// 0, too, where a part of the page would not do for this locator and this call.
    fn known_nodes(&self, locator: &str, url: &str, call: &str, argument: Option<&str>) -> u32 {
        let purpose = Purpose::of_call(call, argument);
        self.engine.known_nodes(locator, url, &purpose)
    }

    /// Learns the payload's target; returns the alarm where it has drifted.
    fn learn(
        &self,
        py: Python<'_>,
        locator: &str,
        payload: &str,
    ) -> Result<Option<String>, Failure> {
        py.detach(|| {
            let page = PageSnapshot::from_payload(payload)?;
            let Some(target) = page.target() else {
                return Ok(None);
            };
            let drift = self.engine.learn(locator, &page, target)?;
            Ok(drift.map(|drift| drift.message))
        })
    }

    /// Takes over a picture of an element that a locator has found.
    fn add_picture(&self, locator: &str, url: &str, image: Vec<u8>) {
        self.engine.add_picture(locator, url, image);
    }

    /// Looks for an element; `call` is what the test does with it, `argument` the attribute or the
    /// property that it asks for, `mode` that of the locator.
    fn look(
        &self,
        py: Python<'_>,
        locator: &str,
        payload: &str,
        call: &str,
        argument: Option<&str>,
        mode: &str,
    ) -> PyResult<Look> {
        let mode = named_mode(mode)?;
        py.detach(|| {
            let page = PageSnapshot::from_payload(payload).map_err(Failure::from)?;
            let purpose = Purpose::of_call(call, argument);
            let look = self.engine.look_as(locator, &page, &purpose, mode);
            let engine = look.map_err(Failure::from)?;
            Ok(Look { engine })
        })
    }

    #[pyo3(signature = (look, *, proposed_locator, action, source_file, source_line, sites,
                        proposals, image=None))]
    #[expect(clippy::too_many_arguments, reason = "Python names each of them")]
    fn confirm(
        &self,
        py: Python<'_>,
        look: &Look,
        proposed_locator: Option<String>,
        action: Option<String>,
        source_file: Option<String>,
        source_line: Option<u32>,
        sites: Vec<(String, u32)>,
        proposals: Vec<Checked>,
        image: Option<Vec<u8>>,
    ) -> Result<(), Failure> {
        let confirmation = Confirmation {
            proposed_locator,
            action,
            source_file,
            source_line,
            sites: sites.into_iter().map(site).collect(),
            proposals: verified(proposals),
            image,
            ..Confirmation::default()
        };
        py.detach(|| Ok(self.engine.confirm(&look.engine, confirmation)?))
    }

    /// Notes one more place where a healed locator is written.
    fn add_site(&self, locator: &str, file: String, line: u32) {
        self.engine.add_site(locator, site((file, line)));
    }

    /// Notes a refused heal; `suggested` are the locators that find each of its candidates.
    #[pyo3(signature = (look, *, action, source_file, source_line, sites, suggested))]
    fn refuse(
        &self,
        look: &Look,
        action: Option<String>,
        source_file: Option<String>,
        source_line: Option<u32>,
        sites: Vec<(String, u32)>,
        suggested: Vec<Vec<Checked>>,
    ) {
        let known = Confirmation {
            action,
            source_file,
            source_line,
            sites: sites.into_iter().map(site).collect(),
            suggested: suggested.into_iter().map(verified).collect(),
            ..Confirmation::default()
        };
        self.engine.refuse_with(&look.engine, known);
    }

    /// Forgets that a heal was refused: the locator has found its element after all.
    fn forget_refusal(&self, locator: &str) {
        self.engine.forget_refusal(locator);
    }

    /// Ends the test and records its run; returns how much was learned, the heals, the refusals.
    #[pyo3(signature = (passed, run=None))]
    fn finish(
        &self,
        py: Python<'_>,
        passed: bool,
        run: Option<Run>,
    ) -> PyResult<(usize, Vec<Event>, Vec<Refusal>)> {
        let run = run.map(|run| test_run(self.engine.options().test_id(), run));
        let run = run.transpose()?;
        let result = if passed {
            TestResult::Passed
        } else {
            TestResult::NotPassed
        };
        py.detach(|| {
            let finished = self.engine.finish_with(result, run);
            let summary = finished.map_err(Failure::from)?;
            let heals = summary.heals.iter().map(event).collect();
            Ok((summary.learned, heals, summary.refusals))
        })
    }
}

#[pymethods]
impl Look {
    #[getter]
    fn locator(&self) -> &str {
        self.engine.locator()
    }

    #[getter]
    fn kind(&self) -> &'static str {
        self.engine.verdict().kind.name()
    }

    #[getter]
    fn message(&self) -> String {
        self.engine.refusal()
    }

    /// The element to go on with, alone; where there is none, those that a person could accept.
    #[getter]
    fn candidates(&self) -> Vec<Candidate> {
        let found = self.engine.candidates().iter().cloned();
        found.map(|engine| Candidate { engine }).collect()
    }

    /// How far a locator is from the style that was asked for; 0 is that style.
    fn distance(&self, code: &str) -> u8 {
        self.engine.distance(&EngineLocator::parse(code))
    }

    /// The index in the payload of the element to go on with.
    #[getter]
    fn element(&self) -> Option<usize> {
        self.engine.element()
    }

    /// Why it was healed, in sentences, the best reason first.
    #[getter]
    fn reasons(&self) -> Vec<String> {
        self.engine.reasons()
    }

    #[getter]
    fn suggestions(&self) -> Vec<Shown> {
        shown(self.engine.verdict())
    }
}

#[pymethods]
impl Candidate {
    /// Its index in the payload.
    #[getter]
    fn index(&self) -> usize {
        self.engine.index()
    }

    /// Locators for it, the best first.
    #[getter]
    fn proposals(&self) -> Vec<Locator> {
        native(self.engine.proposals())
    }

    /// Calls that say what it is, unique or not, for a look inside a part of the page.
    #[getter]
    fn proposals_within(&self) -> Vec<Locator> {
        native(self.engine.proposals_within())
    }

    /// Whether a locator may be proposed: not one that takes for granted what the call checks.
    fn may_propose(&self, code: &str) -> bool {
        self.engine.may_propose(&EngineLocator::parse(code))
    }
}

fn verified(checked: Vec<Checked>) -> Vec<VerifiedLocator> {
    let locators = checked.into_iter();
    let locators = locators.map(|(code, within_parent)| VerifiedLocator {
        code,
        within_parent,
    });
    locators.collect()
}

fn native(locators: &[EngineLocator]) -> Vec<Locator> {
    locators.iter().cloned().map(Locator::from).collect()
}

fn site((file, line): (String, u32)) -> SourceSite {
    SourceSite { file, line }
}

fn named_mode(name: &str) -> PyResult<Mode> {
    Mode::from_name(name).ok_or_else(|| {
        PyValueError::new_err(format!(
            "mode must be `heal`, `suggest` or `off`, not `{name}`"
        ))
    })
}

fn named_style(name: &str) -> PyResult<LocatorStyle> {
    LocatorStyle::from_name(name).ok_or_else(|| {
        PyValueError::new_err(format!(
            "the style must be `best`, `css` or `as-before`, not `{name}`"
        ))
    })
}
