//! [`Script`]: what a page does, and what is known of it, in one test.

use std::time::Duration;

use breadcrumb_core::{CallKind, SourceSite};

use super::knowledge::Verdict;
use crate::{FrameId, Mode, Parent, Settings, Want, patience};

/// The selector and the key of the test's own locator.
pub(super) const OWN: &str = "css=#own";
pub(super) const KEY: &str = "#own";
/// The page that the test is on, and the one that a navigation leads to.
pub(super) const URL: &str = "https://app.test/";
pub(super) const NEXT_URL: &str = "https://app.test/next";

/// When something is there: from the first time on, until the second one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span(pub(super) Duration, pub(super) Duration);

impl Span {
    pub(super) const ALWAYS: Self = Self(Duration::ZERO, Duration::MAX);
    pub(super) const NEVER: Self = Self(Duration::MAX, Duration::MAX);

    pub(super) fn has(self, time: Duration) -> bool {
        self.0 <= time && time < self.1
    }
}

/// What a page does, and what is known of it, in one test.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "what a page may be like")]
pub(super) struct Script {
    pub(super) settings: Settings,
    pub(super) want: Want,
    /// Whether the element was seen in an earlier run, and whether a fingerprint is due.
    pub(super) is_known: bool,
    pub(super) is_due: bool,
    pub(super) verdict: Verdict,
    /// When the test's own element is there, and how often.
    pub(super) own: Vec<Span>,
    pub(super) own_count: u64,
    /// From when on it can be acted on.
    pub(super) own_ready: Duration,
    /// What the call fails with as soon as its element is there.
    pub(super) error: Option<&'static str>,
    /// How long an action takes once its element is ready.
    pub(super) takes: Duration,
    /// When the element is there that it has become, and whether it can be acted on.
    pub(super) other: Span,
    pub(super) is_other_ready: bool,
    /// What leads to the frame that it is in.
    pub(super) frames: Option<String>,
    /// Until when the page changes.
    pub(super) restless_until: Duration,
    /// When nothing on the page answers; the clocks of Playwright go on.
    pub(super) silent: Span,
    /// Whether the page's own world never answers; Playwright's does.
    pub(super) is_mute: bool,
    /// Whether timers end in the page.
    pub(super) has_timers: bool,
    /// How long an answer takes, and a picture.
    pub(super) latency: Duration,
    pub(super) crop: Duration,
    /// Whether our selector engine is in the document, and whether the front knows that.
    pub(super) has_engine: bool,
    pub(super) is_engine_known: bool,
    pub(super) is_too_large: bool,
    /// What the action does: its element is gone, or the page is another one.
    pub(super) removes: bool,
    pub(super) navigates: bool,
}

impl Script {
    /// A page that is well, with an element that needs no more care.
    pub(super) fn new(call: &str, timeout: Duration) -> Self {
        Self {
            settings: Settings {
                mode: Mode::Heal,
                heal_after: patience::DEFAULT_HEAL_AFTER,
                redact: Vec::new(),
                shots: false,
                waits_for_answers: false,
                test_id_attribute: "data-testid".to_owned(),
            },
            want: want(call, timeout),
            is_known: false,
            is_due: false,
            verdict: Verdict::Gone,
            own: vec![Span::ALWAYS],
            own_count: 1,
            own_ready: Duration::ZERO,
            error: None,
            takes: Duration::from_millis(5),
            other: Span::ALWAYS,
            is_other_ready: true,
            frames: None,
            restless_until: Duration::ZERO,
            silent: Span::NEVER,
            is_mute: false,
            has_timers: true,
            latency: Duration::from_millis(2),
            crop: Duration::from_millis(10),
            has_engine: true,
            is_engine_known: true,
            is_too_large: false,
            removes: false,
            navigates: false,
        }
    }
}

/// A call of the test with its own locator.
fn want(call: &str, timeout: Duration) -> Want {
    let kind = CallKind::of(call);
    let is_about_many = kind.there.is_some() && !matches!(call, "is_visible" | "is_hidden");
    let site = |line| SourceSite {
        file: "test_app.py".to_owned(),
        line,
    };
    Want {
        frame: FrameId(0),
        url: URL.to_owned(),
        selector: OWN.to_owned(),
        key: KEY.to_owned(),
        parent: None,
        call: call.to_owned(),
        argument: None,
        kind,
        is_strict: !is_about_many,
        mode: Mode::Heal,
        timeout,
        asked_at: 1.0e12,
        site: Some(site(3)),
        used: Some(site(7)),
        can_stop: false,
    }
}

/// What the test's own locator was made from.
pub(super) fn parent() -> Parent {
    Parent {
        selector: "css=form".to_owned(),
        key: "form".to_owned(),
    }
}
