//! A session is the engine of a front's calls.

use breadcrumb_core::{Locator, PageSnapshot, Purpose, SourceSite, VerifiedLocator, describe};
use breadcrumb_front::{
    Candidate, Confirmation as FrontConfirmation, Engine, Mode, Place, Proposal, Trouble,
};

use super::{Confirmation, FoundElement, Look, Session, SessionOptions};

/// How many reasons a heal is told with; all of them are in the review.
const TOLD_REASONS: usize = 2;

impl Engine for Session {
    type Look = Look;

    fn knows(&self, place: Place<'_>) -> Result<bool, Trouble> {
        Self::knows(self, place.key, place.url).map_err(trouble)
    }

    fn is_due(&self, place: Place<'_>) -> Result<bool, Trouble> {
        Ok(self.should_learn(place.key, place.url))
    }

    fn known_nodes(&self, place: Place<'_>, purpose: &Purpose) -> u32 {
        Self::known_nodes(self, place.key, place.url, purpose)
    }

    fn learn(&self, key: &str, payload: &str) -> Result<Option<String>, Trouble> {
        let page = PageSnapshot::from_payload(payload).map_err(trouble)?;
        let Some(target) = page.target() else {
            return Ok(None);
        };
        let drift = Self::learn(self, key, &page, target).map_err(trouble)?;
        Ok(drift.map(|drift| drift.message))
    }

    fn add_picture(&self, place: Place<'_>, image: Vec<u8>) {
        Self::add_picture(self, place.key, place.url, image);
    }

    fn look(
        &self,
        key: &str,
        payload: &str,
        purpose: &Purpose,
        mode: Mode,
    ) -> Result<Look, Trouble> {
        let page = PageSnapshot::from_payload(payload).map_err(trouble)?;
        self.look_as(key, &page, purpose, mode).map_err(trouble)
    }

    fn target(&self, look: &Look) -> Option<usize> {
        look.element()
    }

    fn candidates(&self, look: &Look, parent: Option<&str>, attribute: &str) -> Vec<Candidate> {
        let parent = parent.map(as_calls);
        let found = look.candidates().iter();
        found
            .map(|found| candidate(found, parent.as_deref(), attribute))
            .collect()
    }

    fn heal_sentence(&self, look: &Look, proposed: Option<&str>) -> String {
        let Some(best) = look.verdict().suggestions.first() else {
            return String::new();
        };
        let new = proposed.map_or_else(|| describe(&best.element), |code| self.options.shown(code));
        let reasons = look.reasons();
        let told = reasons.get(..TOLD_REASONS).unwrap_or(&reasons).join("; ");
        let confidence = best.scoring.total() * 100.0;
        let locator = self.options.shown(look.locator());
        format!("healed `{locator}` -> `{new}` (confidence {confidence:.0} %: {told})")
    }

    fn refusal_lines(&self, look: &Look, suggested: &[Vec<VerifiedLocator>]) -> Vec<String> {
        look.refusal_lines(suggested, &self.options)
    }

    fn description(&self, look: &Look) -> String {
        let best = look.verdict().suggestions.first();
        best.map_or_else(String::new, |best| describe(&best.element))
    }

    fn confirm(&self, look: &Look, confirmation: FrontConfirmation) -> Result<(), Trouble> {
        Self::confirm(self, look, ours(confirmation)).map_err(trouble)
    }

    fn add_site(&self, key: &str, site: SourceSite) {
        Self::add_site(self, key, site);
    }

    fn refuse(&self, look: &Look, confirmation: FrontConfirmation) {
        self.refuse_with(look, ours(confirmation));
    }

    fn forget_refusal(&self, key: &str) {
        Self::forget_refusal(self, key);
    }
}

impl Look {
    /// Says in lines why the test does not go on with an element, and what could be meant, with the
    /// best of the locators that were checked for it.
    fn refusal_lines(
        &self,
        suggested: &[Vec<VerifiedLocator>],
        options: &SessionOptions,
    ) -> Vec<String> {
        let verb = if self.verdict().is_healed() {
            ""
        } else {
            "was not healed: "
        };
        let mut lines = vec![format!(
            "breadcrumb: `{}` {verb}{}",
            options.shown(self.locator()),
            self.refusal()
        )];
        for (index, suggestion) in self.verdict().suggestions.iter().enumerate() {
            let what = describe(&suggestion.element);
            // Rounded down: what is refused at 49.6 must not read like the 50 that is needed.
            let sure = (suggestion.scoring.total() * 100.0).floor();
            let veto = suggestion.veto.as_ref();
            let veto = veto.map_or_else(String::new, |veto| format!(", {veto}"));
            lines.push(format!("  - {what}: {sure} %{veto}"));
            let best = suggested.get(index).and_then(|found| found.first());
            lines.extend(best.map(|locator| format!("    `{}`", options.shown(&locator.code))));
        }
        if suggested.iter().any(|found| !found.is_empty()) {
            lines.push("  run `breadcrumb review` to accept one of them".to_owned());
        }
        lines
    }
}

fn candidate(found: &FoundElement, parent: Option<&str>, attribute: &str) -> Candidate {
    let proposal = |code: String, locator: &Locator| {
        let selector = locator.selector(attribute)?;
        Some(Proposal { code, selector })
    };
    let everywhere = found.proposals().iter();
    let within = found.proposals_within().iter();
    let whole = |locator: &Locator| match found.frames() {
        Some(frames) => locator.inside(frames).python(),
        None => locator.python(),
    };
    Candidate {
        index: found.index(),
        frames: found.frames().and_then(|frames| frames.selector(attribute)),
        proposals: everywhere
            .filter_map(|locator| proposal(whole(locator), locator))
            .collect(),
        within: parent.map_or_else(Vec::new, |parent| {
            let inside = |locator: &Locator| format!("{parent}.{}", locator.python());
            within
                .filter_map(|locator| proposal(inside(locator), locator))
                .collect()
        }),
    }
}

/// Returns a key that other calls can follow.
fn as_calls(key: &str) -> String {
    let locator = Locator::from_key(key);
    if locator.as_css().is_some() {
        locator.python()
    } else {
        locator.key()
    }
}

fn ours(confirmation: FrontConfirmation) -> Confirmation {
    let used = confirmation.used;
    Confirmation {
        proposed_locator: confirmation.proposals.first().map(|one| one.code.clone()),
        action: Some(confirmation.call),
        source_line: used.as_ref().map(|site| site.line),
        source_file: used.map(|site| site.file),
        sites: confirmation.sites,
        proposals: confirmation.proposals,
        image: confirmation.image,
        suggested: confirmation.suggested,
    }
}

fn trouble(error: impl std::fmt::Display) -> Trouble {
    Trouble(error.to_string())
}
