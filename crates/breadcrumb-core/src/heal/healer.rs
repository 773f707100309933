//! [`Healer`]: from a ranking to a verdict.

use std::sync::Arc;

use super::acceptance::Acceptance;
use super::contradiction::{contradiction, other_number, other_row, shared_identity, shared_words};
use super::describe::describe;
use super::meant::{not_checked_there, not_meant};
use super::memory::{CensusEntry, PageMemory};
use super::percent::{percent, percent_below};
use super::reasons::{Reason, reasons};
use super::rejection::Rejection;
use super::verdict::{Suggestion, Verdict, VerdictKind, Veto};
use crate::error::{Error, ErrorKind};
use crate::fingerprint::ElementFingerprint;
use crate::locator_terms::LocatorTerms;
use crate::purpose::{Property, Purpose};
use crate::scorer::{Candidates, Case, EvidenceScorer, RankedCandidate, Scorer, Study};

/// The confidence from which on it heals, unless told otherwise.
pub const DEFAULT_THRESHOLD: f64 = 0.5;
/// How many candidates a refusal shows: more is not read.
const DEFAULT_SUGGESTIONS: usize = 3;
/// How many candidates are asked whether another element has a better claim to them. Where that
/// many are claimed, what comes after them is not the element either.
const MAX_CLAIMS: usize = 16;
/// By how much more of its words a row must share with ours to be preferred to another.
const ROW_LEAD: f64 = 0.2;
/// A candidate with this confidence is not called nothing like the element, whatever speaks against it.
const NEARLY_IT: f64 = 0.9;
/// By how much the look widens.
const WIDEN: usize = 8;

/// Decides whether an element is still on a page, and which one it is.
///
/// ```
/// use breadcrumb_core::{ElementFingerprint, HealRequest, Healer, VerdictKind};
///
/// let stored = ElementFingerprint::builder("button").text("Log in").attribute("id", "login").build();
/// let page = [
///     ElementFingerprint::builder("a").text("Help").build(),
///     ElementFingerprint::builder("button").text("Log in").attribute("id", "login").build(),
/// ];
/// let verdict = Healer::default().heal(&HealRequest::new(&stored, page.as_slice()));
/// assert_eq!(verdict.kind, VerdictKind::Healed);
/// assert_eq!(verdict.healed().map(|element| element.position), Some(1));
/// ```
#[derive(Debug, Clone)]
pub struct Healer {
    scorer: Arc<dyn Scorer>,
    threshold: f64,
    margin: f64,
    suggestions: usize,
    heeds_contradictions: bool,
}

/// What a healer is asked: is this element among these candidates?
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct HealRequest<'a> {
    /// The element as it was last seen good; none if it never was.
    pub fingerprint: Option<&'a ElementFingerprint>,
    /// What is on the page now.
    pub candidates: Candidates<'a>,
    /// What else was on the page then.
    pub memory: Option<&'a PageMemory>,
    /// What people have called wrong heals.
    pub rejections: &'a [Rejection],
    /// What people have called right for this element.
    pub acceptances: &'a [Acceptance],
    /// What the test checks about the element; none where it acts on it.
    pub checked: Option<&'a Property>,
    /// What the locator says beside "that element".
    pub terms: Option<&'a LocatorTerms>,
    /// The element as it was before it was last seen, the newest first.
    pub history: &'a [ElementFingerprint],
    /// The element that the locator itself found last, where the fingerprint comes from a heal.
    pub origin: Option<&'a ElementFingerprint>,
}

impl<'a> HealRequest<'a> {
    /// Asks for an element that has a fingerprint.
    pub fn new(
        fingerprint: impl Into<Option<&'a ElementFingerprint>>,
        candidates: impl Into<Candidates<'a>>,
    ) -> Self {
        Self {
            fingerprint: fingerprint.into(),
            candidates: candidates.into(),
            memory: None,
            rejections: &[],
            acceptances: &[],
            checked: None,
            terms: None,
            history: &[],
            origin: None,
        }
    }

    /// Says what the call is for.
    #[must_use]
    pub fn with_purpose(mut self, purpose: &'a Purpose) -> Self {
        self.checked = purpose.checked();
        self
    }

    /// Adds what the locator says beside "that element".
    #[must_use]
    pub fn with_terms(mut self, terms: &'a LocatorTerms) -> Self {
        self.terms = Some(terms);
        self
    }

    /// Adds what was known of the element in earlier runs.
    #[must_use]
    pub fn with_history(mut self, history: &'a [ElementFingerprint]) -> Self {
        self.history = history;
        self
    }

    /// Adds the element that the locator itself found last. What it means is seen there: a heal has
    /// found the element in spite of the locator.
    #[must_use]
    pub fn with_origin(mut self, origin: &'a ElementFingerprint) -> Self {
        self.origin = Some(origin);
        self
    }

    /// Adds what people have called wrong heals, of this element or of others.
    #[must_use]
    pub fn with_rejections(mut self, rejections: &'a [Rejection]) -> Self {
        self.rejections = rejections;
        self
    }

    /// Adds what people have called right, each of them about the element that is looked for.
    #[must_use]
    pub fn with_acceptances(mut self, acceptances: &'a [Acceptance]) -> Self {
        self.acceptances = acceptances;
        self
    }

    /// Adds what else was on the page then.
    #[must_use]
    pub fn with_memory(mut self, memory: &'a PageMemory) -> Self {
        self.memory = Some(memory);
        self
    }
}

impl Default for Healer {
    fn default() -> Self {
        Self::new(Arc::new(EvidenceScorer::new()))
    }
}

impl Healer {
    /// Makes a healer with the default threshold and the scorer's own margin.
    pub fn new(scorer: Arc<dyn Scorer>) -> Self {
        let margin = scorer.default_margin();
        Self {
            scorer,
            threshold: DEFAULT_THRESHOLD,
            margin,
            suggestions: DEFAULT_SUGGESTIONS,
            heeds_contradictions: true,
        }
    }

    /// Sets the confidence from which on it heals.
    pub fn with_threshold(mut self, threshold: f64) -> Result<Self, Error> {
        self.threshold = check_share("threshold", threshold)?;
        Ok(self)
    }

    /// Sets how far the best candidate must be ahead of its best rival, in the scorer's strength.
    pub fn with_margin(mut self, margin: f64) -> Result<Self, Error> {
        self.margin = check_share("margin", margin)?;
        Ok(self)
    }

    /// Sets how many candidates a verdict carries; `usize::MAX` for all.
    #[must_use]
    pub fn with_suggestions(mut self, count: usize) -> Self {
        self.suggestions = count;
        self
    }

    /// Lets the score alone decide, whatever speaks against it: to measure what the vetoes are worth.
    #[must_use]
    pub fn without_contradictions(mut self) -> Self {
        self.heeds_contradictions = false;
        self
    }

    /// Returns the confidence from which on it heals.
    #[must_use]
    pub fn threshold(&self) -> f64 {
        self.threshold
    }

    /// Returns the scorer in use.
    #[must_use]
    pub fn scorer(&self) -> &dyn Scorer {
        self.scorer.as_ref()
    }

    /// Decides. The same request has the same answer, always.
    pub fn heal(&self, request: &HealRequest<'_>) -> Verdict {
        let Some(stored) = request.fingerprint else {
            let message =
                "no fingerprint: this locator has never matched in a passing test".to_owned();
            return self.verdict(VerdictKind::NoFingerprint, message, request);
        };
        if request.candidates.is_empty() {
            let message = format!(
                "the page has no visible element to compare with {}",
                describe(stored)
            );
            return self.verdict(VerdictKind::NoCandidates, message, request);
        }
        let in_card = request.memory.and_then(|memory| memory.in_card(stored));
        let look = Look {
            healer: self,
            request,
            stored: in_card.as_ref().unwrap_or(stored),
        };
        look.decide()
    }

    fn verdict(&self, kind: VerdictKind, message: String, request: &HealRequest<'_>) -> Verdict {
        Verdict {
            kind,
            message,
            threshold: self.threshold,
            margin: None,
            scorer: self.scorer.name(),
            candidate_count: request.candidates.len(),
            suggestions: Vec::new(),
        }
    }
}

/// One request with a fingerprint and at least one candidate.
struct Look<'a> {
    healer: &'a Healer,
    request: &'a HealRequest<'a>,
    stored: &'a ElementFingerprint,
}

/// What a ranking comes down to.
struct Standing {
    ranked: Vec<(RankedCandidate, Option<Veto>)>,
    winner: Option<usize>,
    rival: Option<usize>,
}

impl Look<'_> {
    fn decide(&self) -> Verdict {
        let mut study = self.healer.scorer.study(Case {
            stored: self.stored,
            memory: self.request.memory,
            candidates: self.request.candidates,
            checked: self.request.checked,
        });
        if let Some((position, accepted)) = self.accepted() {
            return self.as_accepted(position, accepted, study.as_mut());
        }
        let standing = self.standing(study.as_mut());
        let margin = standing.margin();
        let winner = standing
            .winner
            .filter(|w| standing.total(*w) >= self.healer.threshold);
        let best_total = standing.total(0);
        let (kind, message) = match (winner, margin) {
            (Some(winner), Some(margin)) if margin < self.healer.margin => (
                VerdictKind::Ambiguous,
                self.rivals_message(&standing, winner, margin),
            ),
            (Some(winner), _) => (VerdictKind::Healed, self.healed_message(&standing, winner)),
            (None, _) if best_total >= self.healer.threshold => {
                (VerdictKind::Gone, self.gone_message(&standing))
            }
            (None, _) => (VerdictKind::BelowThreshold, self.below_message(&standing)),
        };
        let mut verdict = self.healer.verdict(kind, message, self.request);
        verdict.margin = winner.and(margin);
        verdict.suggestions = self.suggestions(&standing, winner);
        verdict
    }

    /// Finds the one element of the page that a person has accepted. Who has rejected it was right, too.
    fn accepted(&self) -> Option<(usize, &Acceptance)> {
        let candidates = self.request.candidates;
        self.request.acceptances.iter().find_map(|pair| {
            let all =
                (0..candidates.len()).filter_map(|at| Some((at, candidates.fingerprint(at)?)));
            let position = pair.find(all)?;
            let element = candidates.fingerprint(position)?;
            let mut rejections = self.request.rejections.iter();
            let is_rejected = rejections.any(|other| other.forbids(self.stored, &element));
            (!is_rejected).then_some((position, pair))
        })
    }

    fn as_accepted(&self, position: usize, pair: &Acceptance, study: &mut dyn Study) -> Verdict {
        let mut ranked = study.rank(self.request.candidates.len());
        ranked.sort_by_key(|candidate| candidate.position != position);
        let mut standing = Standing {
            ranked: ranked
                .into_iter()
                .map(|candidate| (candidate, None))
                .collect(),
            winner: Some(0),
            rival: None,
        };
        standing.ranked.truncate(1);
        let new = self.describe(&standing, 0);
        let message = format!(
            "{} is now {new}, accepted in a review (heal {})",
            describe(self.stored),
            pair.heal
        );
        let mut verdict = self
            .healer
            .verdict(VerdictKind::Healed, message, self.request);
        verdict.suggestions = self.suggestions(&standing, standing.winner);
        if let Some(suggestion) = verdict.suggestions.first_mut() {
            suggestion.reasons.insert(0, Reason::accepted(pair.heal));
        }
        verdict
    }

    /// Ranks as many candidates as it takes to know the winner and its best rival.
    fn standing(&self, study: &mut dyn Study) -> Standing {
        let total = self.request.candidates.len();
        let mut keep = self
            .healer
            .scorer
            .first_look()
            .max(self.healer.suggestions)
            .min(total);
        loop {
            let ranked = study.rank(keep);
            let standing = self.stand(ranked, study);
            if keep == total || self.is_settled(&standing) {
                return standing;
            }
            keep = keep.saturating_mul(WIDEN).min(total);
        }
    }

    fn stand(&self, ranked: Vec<RankedCandidate>, study: &mut dyn Study) -> Standing {
        let mut ranked = self.with_vetoes(ranked);
        self.let_rejections_spread(&mut ranked);
        self.let_claims_decide(&mut ranked, study);
        self.let_rows_decide(&mut ranked);
        let mut free = (0..ranked.len()).filter(|i| ranked.get(*i).is_some_and(|r| r.1.is_none()));
        let winner = free.next();
        let rival = winner.and_then(|winner| {
            let position = |i: usize| ranked.get(i).map(|(candidate, _)| candidate.position);
            free.find(|i| {
                position(winner)
                    .zip(position(*i))
                    .is_some_and(|(a, b)| self.is_rival(a, b))
            })
        });
        Standing {
            ranked,
            winner,
            rival,
        }
    }

    /// Asks what speaks against each candidate that could win, compete or be shown.
    fn with_vetoes(&self, ranked: Vec<RankedCandidate>) -> Vec<(RankedCandidate, Option<Veto>)> {
        let mut best_free: Option<f64> = None;
        let shown = self.healer.suggestions;
        let with_veto = |(place, candidate): (usize, RankedCandidate)| {
            let is_near =
                best_free.is_some_and(|best| best - candidate.strength < self.healer.margin);
            let matters = place < shown || is_near || self.is_enough(&candidate);
            let veto = if matters { self.veto(&candidate) } else { None };
            if veto.is_none() && best_free.is_none() {
                best_free = Some(candidate.strength);
            }
            (candidate, veto)
        };
        ranked.into_iter().enumerate().map(with_veto).collect()
    }

    /// What is inside a rejected element, or is nothing but a box around it, leads to the same.
    fn let_rejections_spread(&self, ranked: &mut [(RankedCandidate, Option<Veto>)]) {
        let candidates = self.request.candidates;
        let rejected = ranked.iter().filter_map(|(candidate, veto)| match veto {
            Some(Veto::Rejected(heal)) => Some((candidate.position, *heal)),
            _ => None,
        });
        for (rejected, heal) in rejected.collect::<Vec<_>>() {
            let text = candidates
                .fingerprint(rejected)
                .map(|element| element.text().to_owned());
            for (candidate, veto) in ranked.iter_mut().filter(|(_, veto)| veto.is_none()) {
                let is_nested = candidates.is_nested(rejected, candidate.position);
                let is_same_text = || {
                    let element = candidates.fingerprint(candidate.position);
                    element.map(|element| element.text().to_owned()) == text
                };
                if is_nested && (candidate.position > rejected || is_same_text()) {
                    *veto = Some(Veto::Rejected(heal));
                }
            }
        }
    }

    fn is_enough(&self, candidate: &RankedCandidate) -> bool {
        candidate.scoring.total() >= self.healer.threshold
    }

    /// What another element of the page as it was has a better claim to is that other element.
    ///
    /// The best and its rivals are asked about first; the rest only where none of them is left.
    fn let_claims_decide(
        &self,
        ranked: &mut [(RankedCandidate, Option<Veto>)],
        study: &mut dyn Study,
    ) {
        let Some(memory) = self.request.memory else {
            return;
        };
        let is_open = |(candidate, veto): &&mut (RankedCandidate, Option<Veto>)| {
            veto.is_none() && self.is_enough(candidate)
        };
        let mut open: Vec<_> = ranked.iter_mut().filter(is_open).take(MAX_CLAIMS).collect();
        let best = open.first().map_or(0.0, |(best, _)| best.strength);
        let close = open
            .iter()
            .take_while(|(c, _)| best - c.strength < self.healer.margin);
        let rest = open.split_off(close.count());
        if claimed(memory, open, study) {
            claimed(memory, rest, study);
        }
    }

    /// Among candidates that are too close to call, those in a row less like ours are not it.
    fn let_rows_decide(&self, ranked: &mut [(RankedCandidate, Option<Veto>)]) {
        if !self.is_in_row() {
            return;
        }
        let free = || ranked.iter().filter(|(_, veto)| veto.is_none());
        let Some(top) = free().map(|(candidate, _)| candidate.strength).next() else {
            return;
        };
        let is_close = |candidate: &RankedCandidate| top - candidate.strength < self.healer.margin;
        let row = |candidate: &RankedCandidate| {
            let element = self.request.candidates.fingerprint(candidate.position)?;
            Some((shared_words(self.stored, &element)?, element))
        };
        let overlaps = free()
            .filter(|(candidate, _)| is_close(candidate))
            .filter_map(|(c, _)| row(c));
        let best = overlaps.map(|(overlap, _)| overlap).fold(0.0, f64::max);
        for (candidate, veto) in ranked
            .iter_mut()
            .filter(|(c, veto)| veto.is_none() && is_close(c))
        {
            *veto = row(candidate)
                .filter(|(overlap, _)| *overlap <= best - ROW_LEAD)
                .map(|(_, element)| Veto::OtherRow(element.context().neighbor_text.clone()));
        }
    }

    fn is_in_row(&self) -> bool {
        !self.stored.context().neighbor_text.is_empty()
    }

    /// Whether no candidate beyond those ranked could change the verdict.
    fn is_settled(&self, standing: &Standing) -> bool {
        let Some((last, _)) = standing.ranked.last() else {
            return true;
        };
        let is_behind =
            |winner: usize| last.strength <= standing.strength(winner) - self.healer.margin;
        match (standing.winner, standing.rival) {
            // A row further down may be more like ours than all of these.
            (Some(winner), Some(_)) if self.is_in_row() => {
                is_behind(winner)
                    || standing
                        .margin()
                        .is_some_and(|margin| margin >= self.healer.margin)
            }
            (Some(_), Some(_)) => true,
            (Some(winner), None) => is_behind(winner),
            (None, _) => !self.is_enough(last),
        }
    }

    /// An element that was there as another one is not ours under a new name; nor is one that
    /// speaks against what is known.
    fn veto(&self, candidate: &RankedCandidate) -> Option<Veto> {
        let element = self.request.candidates.fingerprint(candidate.position)?;
        let mut rejections = self.request.rejections.iter();
        if let Some(rejection) = rejections.find(|pair| pair.forbids(self.stored, &element)) {
            return Some(Veto::Rejected(rejection.heal));
        }
        let entry = CensusEntry::of(&element);
        let is_other =
            |memory: &PageMemory| entry != CensusEntry::of(self.stored) && memory.contains(&entry);
        if self.request.memory.is_some_and(is_other) {
            return Some(Veto::WasThereBefore(entry));
        }
        if !self.healer.heeds_contradictions {
            return None;
        }
        let memory = self.request.memory;
        contradiction(self.stored, &element, self.request.checked, memory)
            .or_else(|| other_number(self.stored, &element, self.request.history, memory))
            .or_else(|| other_row(self.stored, &element, memory))
            .or_else(|| self.lost_twin(&element))
            .or_else(|| self.not_meant(candidate.position, &element))
    }

    /// A candidate that has not the state, the place or the text that the locator asks for.
    fn not_meant(&self, position: usize, element: &ElementFingerprint) -> Option<Veto> {
        let terms = self.request.terms?;
        let page = match self.request.candidates {
            Candidates::Page(page) => page.candidates().get(position).map(|index| (page, *index)),
            Candidates::Fingerprints(_) => None,
        };
        let property = self.request.checked;
        let known = self.request.origin.unwrap_or(self.stored);
        not_meant(terms, known, page)
            .or_else(|| not_checked_there(property?, terms, known, element))
    }

    /// Where no row tells several twins apart and their number has changed, it may be any of them.
    fn lost_twin(&self, element: &ElementFingerprint) -> Option<Veto> {
        let entry = CensusEntry::of(self.stored);
        let old = self.request.memory?.rows_of(&entry).count();
        let is_told_apart =
            shared_words(self.stored, element).is_some() || self.shares_own_identity(element);
        if old < 2 || entry.name.is_empty() || is_told_apart {
            return None;
        }
        let is_called_so = |element: &ElementFingerprint| {
            let other = CensusEntry::of(element);
            other.role == entry.role && other.name == entry.name
        };
        if !is_called_so(element) {
            return None;
        }
        let candidates = self.request.candidates;
        // Most are told by their role; a whole fingerprint of each would take its time.
        let may_be = |at: &usize| candidates.role(*at).is_none_or(|role| role == entry.role);
        let alike = (0..candidates.len()).filter(may_be);
        let alike = alike.filter_map(|at| candidates.fingerprint(at));
        let new = alike.filter(|candidate| is_called_so(candidate)).count();
        (new != old).then_some(Veto::OneOfTwins { old, new })
    }

    /// Whether the candidate has something that names the element, and that no twin of it had.
    ///
    /// The same link in two places is one link to who follows it, but not to who checks it.
    fn shares_own_identity(&self, element: &ElementFingerprint) -> bool {
        let entry = CensusEntry::of(self.stored);
        let elements = self.request.memory.map_or(&[][..], PageMemory::elements);
        let is_twin = |other: &&ElementFingerprint| {
            let other = CensusEntry::of(other);
            other.role == entry.role && other.name == entry.name
        };
        let is_shared = |name: &str, value: &str| {
            let is_link = name == "href" && self.request.checked.is_none();
            let twins = elements.iter().filter(is_twin);
            !is_link
                && twins
                    .filter(|twin| twin.attribute(name) == Some(value))
                    .count()
                    > 1
        };
        shared_identity(self.stored, element).any(|(name, value)| !is_shared(name, value))
    }

    /// Two boxes around the same thing, or the same link twice, do not compete.
    fn is_rival(&self, winner: usize, other: usize) -> bool {
        let candidates = self.request.candidates;
        if candidates.is_nested(winner, other) {
            return false;
        }
        let pair = candidates
            .fingerprint(winner)
            .zip(candidates.fingerprint(other));
        let is_action = self.request.checked.is_none();
        !pair.is_some_and(|(winner, other)| is_action && is_same_link(&winner, &other))
    }

    fn suggestions(&self, standing: &Standing, winner: Option<usize>) -> Vec<Suggestion> {
        let others = (0..standing.ranked.len()).filter(|i| Some(*i) != winner);
        let order = winner
            .into_iter()
            .chain(others)
            .take(self.healer.suggestions);
        order
            .filter_map(|i| standing.ranked.get(i))
            .filter_map(|r| self.suggestion(r))
            .collect()
    }

    fn suggestion(&self, (ranked, veto): &(RankedCandidate, Option<Veto>)) -> Option<Suggestion> {
        let element = self.request.candidates.fingerprint(ranked.position)?;
        Some(Suggestion {
            position: ranked.position,
            reasons: reasons(self.stored, &element, &ranked.scoring),
            scoring: ranked.scoring.clone(),
            veto: veto.clone(),
            element: element.into_owned(),
        })
    }

    fn healed_message(&self, standing: &Standing, winner: usize) -> String {
        let (old, new) = (describe(self.stored), self.describe(standing, winner));
        format!(
            "{old} is now {new}, confidence {}",
            percent(standing.total(winner))
        )
    }

    fn rivals_message(&self, standing: &Standing, winner: usize, margin: f64) -> String {
        let first = self.describe(standing, winner);
        let second = standing
            .rival
            .map(|rival| self.describe(standing, rival))
            .unwrap_or_default();
        format!(
            "two candidates for {}: {first} ({}) and {second} ({}), {} apart, needs {}",
            describe(self.stored),
            percent(standing.total(winner)),
            percent(standing.rival.map_or(0.0, |rival| standing.total(rival))),
            percent_below(margin),
            percent(self.healer.margin),
        )
    }

    fn gone_message(&self, standing: &Standing) -> String {
        let veto = standing.ranked.first().and_then(|(_, veto)| veto.as_ref());
        let veto = veto.map(ToString::to_string).unwrap_or_default();
        let (old, best) = (describe(self.stored), self.describe(standing, 0));
        // What is that similar may well be it, so it would be wrong to say that the element is gone.
        if standing.total(0) >= NEARLY_IT && standing.is_in_doubt(0) {
            let sure = percent_below(standing.total(0));
            return format!("{old} may be {best} ({sure}), but that one {veto}");
        }
        format!("{old} is gone; {best} {veto}")
    }

    fn below_message(&self, standing: &Standing) -> String {
        format!(
            "no close match for {}; closest: {} ({}, needs {})",
            describe(self.stored),
            self.describe(standing, 0),
            percent_below(standing.total(0)),
            percent(self.healer.threshold),
        )
    }

    fn describe(&self, standing: &Standing, index: usize) -> String {
        let position = standing
            .ranked
            .get(index)
            .map(|(candidate, _)| candidate.position);
        let element = position.and_then(|position| self.request.candidates.fingerprint(position));
        element
            .map(|element| describe(&element))
            .unwrap_or_default()
    }
}

impl Standing {
    fn total(&self, index: usize) -> f64 {
        self.ranked
            .get(index)
            .map_or(0.0, |(candidate, _)| candidate.scoring.total())
    }

    /// Whether what speaks against a candidate leaves room for it to be the element after all.
    fn is_in_doubt(&self, index: usize) -> bool {
        let veto = self.ranked.get(index).and_then(|(_, veto)| veto.as_ref());
        let is_known = |veto: &Veto| {
            matches!(
                veto,
                Veto::WasThereBefore(_) | Veto::IsAnother(_) | Veto::Rejected(_)
            )
        };
        veto.is_some_and(|veto| !is_known(veto))
    }

    fn strength(&self, index: usize) -> f64 {
        self.ranked
            .get(index)
            .map_or(0.0, |(candidate, _)| candidate.strength)
    }

    fn margin(&self) -> Option<f64> {
        Some(self.strength(self.winner?) - self.strength(self.rival?))
    }
}

/// Vetoes what others have a better claim to; tells whether that is all of it.
fn claimed(
    memory: &PageMemory,
    open: Vec<&mut (RankedCandidate, Option<Veto>)>,
    study: &mut dyn Study,
) -> bool {
    let positions: Vec<usize> = open.iter().map(|(c, _)| c.position).collect();
    if positions.is_empty() {
        return false;
    }
    let claims = study.claims(&positions);
    let mut are_all = true;
    for ((_, veto), claim) in open.into_iter().zip(claims) {
        let claimant = claim.and_then(|index| memory.elements().get(index));
        *veto = claimant.map(|element| Veto::IsAnother(CensusEntry::of(element)));
        are_all &= veto.is_some();
    }
    are_all
}

/// Whether two elements are the same link in two places: it does not matter which one is taken.
fn is_same_link(a: &ElementFingerprint, b: &ElementFingerprint) -> bool {
    let href = a
        .attribute("href")
        .filter(|href| !href.is_empty() && !href.starts_with('#'));
    href.is_some() && a.tag() == b.tag() && a.text() == b.text() && a.attributes() == b.attributes()
}

fn check_share(name: &str, value: f64) -> Result<f64, Error> {
    if (0.0..=1.0).contains(&value) {
        return Ok(value);
    }
    let message = format!("{name} {value} is not a number from 0 to 1");
    Err(Error::new(ErrorKind::InvalidThreshold, message))
}
