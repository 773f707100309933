//! One test's session.

use std::path::Path;
use std::sync::Arc;

use breadcrumb::engine::{
    CaptureRules, LocatorStyle, PageSnapshot, ProposedLocator, Purpose, SourceSite, VerifiedLocator,
};
use breadcrumb::recorder::Recorder as EngineRecorder;
use breadcrumb::shots::Shots;
use breadcrumb::{
    Confirmation, Keeping, Look as EngineLook, Mode, Session as EngineSession, SessionOptions,
    TestResult,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::Failure;
use crate::healer::{Healer, Shown, shown};
use crate::recorder::Recorder;
use crate::run::{Run, test_run};
use crate::store::{Event, event};

/// A refused look: the locator, the verdict's kind and its message.
type Refusal = (String, &'static str, String);

/// A proposed locator: its Python code, its method, the arguments, and whether it is exact.
type Proposal = (String, &'static str, Vec<String>, bool);

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

#[pymethods]
impl Session {
    #[new]
    #[pyo3(signature = (recorder, test_id, *, healer, mode, at_once, max_heals, redact, shots=false, style=None))]
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
    ) -> PyResult<Self> {
        let keeping = if at_once {
            Keeping::AtOnce
        } else {
            Keeping::OnPass
        };
        let mode = Mode::from_name(mode).ok_or_else(|| {
            PyValueError::new_err(format!(
                "mode must be `heal`, `suggest` or `off`, not `{mode}`"
            ))
        })?;
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
    /// property that it asks for.
    fn look(
        &self,
        py: Python<'_>,
        locator: &str,
        payload: &str,
        call: &str,
        argument: Option<&str>,
    ) -> Result<Look, Failure> {
        py.detach(|| {
            let page = PageSnapshot::from_payload(payload)?;
            let purpose = Purpose::of_call(call, argument);
            let engine = self.engine.look_for(locator, &page, &purpose)?;
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
        proposals: Vec<(String, bool)>,
        image: Option<Vec<u8>>,
    ) -> Result<(), Failure> {
        let confirmation = Confirmation {
            proposed_locator,
            action,
            source_file,
            source_line,
            sites: sites.into_iter().map(site).collect(),
            proposals: proposals
                .into_iter()
                .map(|(code, within_parent)| VerifiedLocator {
                    code,
                    within_parent,
                })
                .collect(),
            image,
        };
        py.detach(|| Ok(self.engine.confirm(&look.engine, confirmation)?))
    }

    /// Notes one more place where a healed locator is written.
    fn add_site(&self, locator: &str, file: String, line: u32) {
        self.engine.add_site(locator, site((file, line)));
    }

    fn refuse(&self, look: &Look) {
        self.engine.refuse(&look.engine);
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
            let refusals = summary.refusals.into_iter();
            let refusals = refusals.map(|(locator, v)| (locator, v.kind.name(), v.message));
            let heals = summary.heals.iter().map(event).collect();
            Ok((summary.learned, heals, refusals.collect()))
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

    /// Locators for the element: as Python code, and as the method with its arguments.
    #[getter]
    fn proposals(&self) -> Vec<Proposal> {
        shown_proposals(self.engine.proposals())
    }

    /// Calls that say what the element is, unique or not, for a look inside a part of the page.
    #[getter]
    fn proposals_within(&self) -> Vec<Proposal> {
        shown_proposals(self.engine.proposals_within())
    }

    /// How far a locator is from the style that was asked for; 0 is that style.
    fn distance(&self, code: &str) -> u8 {
        self.engine.distance(code)
    }

    /// Whether a locator may be proposed: not one that takes for granted what the call checks.
    fn may_propose(&self, code: &str) -> bool {
        self.engine.may_propose(code)
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

fn shown_proposals(proposals: &[ProposedLocator]) -> Vec<Proposal> {
    let shown = |locator: &ProposedLocator| {
        let (method, arguments) = locator.method();
        let arguments = arguments.into_iter().map(str::to_owned).collect();
        (locator.python(), method, arguments, locator.is_exact())
    };
    proposals.iter().map(shown).collect()
}

fn site((file, line): (String, u32)) -> SourceSite {
    SourceSite { file, line }
}

fn named_style(name: &str) -> PyResult<LocatorStyle> {
    LocatorStyle::from_name(name).ok_or_else(|| {
        PyValueError::new_err(format!(
            "the style must be `best`, `css` or `as-before`, not `{name}`"
        ))
    })
}
