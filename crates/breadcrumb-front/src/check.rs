//! Locators for an element that could be meant, each checked on the live page.
//!
//! All of them are asked about in one message: each is followed by a mark of our selector engine, and
//! the page says what was found under which mark. `js/injected/README.md` has the form.

use std::fmt::Write as _;

use breadcrumb_core::VerifiedLocator;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::engine::{Candidate, Engine};
use crate::learning::engine_request;
use crate::looking::Captured;
use crate::step::{Answer, Question};
use crate::turn::{ENTER_FRAME, Turn};

/// The count of a selector that the page could not be asked about.
const UNKNOWN: u64 = u64::MAX;

/// A locator that finds the element and no other.
#[derive(Debug, Clone)]
pub(crate) struct Verified {
    pub(crate) selector: String,
    pub(crate) code: String,
    is_in_parent: bool,
}

/// What was found out about an element.
#[derive(Debug)]
pub(crate) struct Checked {
    /// A selector that leads to it step by step.
    pub(crate) address: String,
    pub(crate) locators: Vec<Verified>,
    /// Whether the test's own locator still finds nothing: the last thing that is asked.
    pub(crate) own_is_missing: bool,
}

/// What the page says about the elements under each mark.
#[derive(Debug, Clone, Default, Deserialize)]
struct Marked {
    address: Option<String>,
    #[serde(default)]
    scope: Option<String>,
    counts: Vec<u64>,
    hits: Vec<bool>,
}

impl Verified {
    pub(crate) fn shown(locators: Vec<Self>) -> Vec<VerifiedLocator> {
        let shown = |locator: Self| VerifiedLocator {
            code: locator.code,
            within_parent: locator.is_in_parent,
        };
        locators.into_iter().map(shown).collect()
    }
}

impl<E: Engine> Turn<E> {
    /// Returns the locators that find just this element, the best first; none if the page has moved
    /// on, or the element is not in the frame that the test looks into.
    pub(crate) async fn verified(
        &self,
        captured: &Captured,
        candidate: &Candidate,
    ) -> Option<Checked> {
        let own = &self.want.selector;
        let parent = self.want.parent.as_ref().map(|parent| &parent.selector);
        let inside = |selector: &str| parent.map(|parent| format!("{parent} >> {selector}"));
        let everywhere = candidate.proposals.iter();
        let everywhere = everywhere.map(|one| candidate.in_its_document(&one.selector));
        // A code that begins with a frame does not follow another one.
        let in_parent = candidate.proposals.iter();
        let in_parent = in_parent.filter(|_| candidate.frames.is_none());
        let in_parent = in_parent.filter_map(|one| inside(&one.selector));
        let within = candidate.within.iter();
        let within = within.filter_map(|one| inside(&one.selector));
        let mut selectors: Vec<String> = everywhere.chain(in_parent).chain(within).collect();
        selectors.push(own.clone());

        let (here, there) = by_document(selectors);
        let known = json!({"op": "check", "capture": captured.capture, "index": candidate.index});
        let first = self.marked("", &here, &known).await?;
        let address = first.address.clone()?;
        let above = first.scope.as_deref().unwrap_or_default();
        let above = above.strip_suffix("css=:root").unwrap_or(above);
        let relative = address.strip_prefix(above)?.to_owned();
        let mut answers = vec![(here, Some(first))];
        // The documents of frames are worlds of their own, which know an element by its address.
        let known = json!({"op": "check", "address": address});
        for (prefix, selectors) in there {
            let marked = self.marked(&prefix, &selectors, &known).await;
            answers.push((selectors, marked));
        }
        let verdict = |selector: &String| {
            let asked_at = |list: &Vec<String>| list.iter().position(|one| one == selector);
            let mut found = answers.iter();
            let (at, marked) = found.find_map(|(list, marked)| Some((asked_at(list)?, marked)))?;
            let marked = marked.as_ref()?;
            Some((*marked.counts.get(at)?, *marked.hits.get(at)?))
        };
        let is_hit = |selector: &String| verdict(selector).is_some_and(|(_, is_hit)| is_hit);
        let locators = locators_of(candidate, &inside, &is_hit);
        let own_is_missing = match verdict(own) {
            // Before 1.65, nothing can be asked in a frame that is not there; it can be counted.
            None | Some((UNKNOWN, _)) => self.is_missing().await,
            Some((count, _)) => count == 0,
        };
        Some(Checked {
            address: relative,
            locators,
            own_is_missing,
        })
    }

    /// Asks what is found under each selector; all of them begin with `prefix`.
    async fn marked(&self, prefix: &str, selectors: &[String], known: &Value) -> Option<Marked> {
        if selectors.is_empty() {
            let request = known.to_string();
            return marked_in(&self.ask(Question::Page { request }).await?);
        }
        let has_engine = self.test.state().engines.get(&self.want.frame) != Some(&false);
        // One alone needs no mark.
        if has_engine && selectors.len() > 1 {
            let joined = joined(prefix, selectors);
            if let Some(marked) = self.asked(joined, known, selectors.len()).await {
                return Some(marked);
            }
        }
        // The document was there before our engine: one after the other.
        let mut all = Marked::default();
        for selector in selectors {
            let one = self
                .asked(selector.clone(), known, 1)
                .await
                .unwrap_or_default();
            all.counts
                .push(one.counts.first().copied().unwrap_or(UNKNOWN));
            all.hits.push(one.hits.first().copied().unwrap_or(false));
            all.address = all.address.or(one.address);
            all.scope = all.scope.or(one.scope);
        }
        Some(all)
    }

    async fn asked(&self, selector: String, known: &Value, marks: usize) -> Option<Marked> {
        let mut request = known.clone();
        if let Some(request) = request.as_object_mut() {
            request.insert("marks".to_owned(), json!(marks));
        }
        marked_in(&self.all(selector, request.to_string()).await?)
    }
}

fn marked_in(answer: &Answer) -> Option<Marked> {
    match answer {
        Answer::Value { json, .. } => serde_json::from_str(json).ok(),
        _ => None,
    }
}

/// Puts together what was hit: everywhere, and then only inside of what the locator was made from.
fn locators_of(
    candidate: &Candidate,
    inside: &impl Fn(&str) -> Option<String>,
    is_hit: &impl Fn(&String) -> bool,
) -> Vec<Verified> {
    let hit = |selector: &str| inside(selector).filter(|selector| is_hit(selector));
    let proposals = candidate.proposals.iter();
    let mut found: Vec<Verified> = proposals
        .map(|one| Verified {
            selector: candidate.in_its_document(&one.selector),
            code: one.code.clone(),
            is_in_parent: candidate.frames.is_none() && hit(&one.selector).is_some(),
        })
        .filter(|one| is_hit(&one.selector))
        .collect();
    if found.is_empty() {
        return found;
    }
    let known: Vec<String> = found.iter().map(|one| one.selector.clone()).collect();
    let within = candidate
        .within
        .iter()
        .filter(|one| !known.contains(&one.selector));
    found.extend(within.filter_map(|one| {
        Some(Verified {
            selector: hit(&one.selector)?,
            code: one.code.clone(),
            is_in_parent: false,
        })
    }));
    found
}

/// Parts selectors by the document that they look into: those of the page, which may be none, and those of
/// each frame with what leads there.
fn by_document(selectors: Vec<String>) -> (Vec<String>, Vec<(String, Vec<String>)>) {
    let mut here = Vec::new();
    let mut there: Vec<(String, Vec<String>)> = Vec::new();
    for selector in selectors {
        let prefix = prefix_of(&selector).to_owned();
        if prefix.is_empty() {
            here.push(selector);
        } else if let Some((_, list)) = there.iter_mut().find(|(known, _)| *known == prefix) {
            list.push(selector);
        } else {
            there.push((prefix, vec![selector]));
        }
    }
    (here, there)
}

/// Joins selectors to one that finds the root, and under each mark what its selector finds.
fn joined(prefix: &str, selectors: &[String]) -> String {
    let mut joined = format!("{prefix}css=:root");
    for (mark, selector) in selectors.iter().enumerate() {
        let selector = selector.strip_prefix(prefix).unwrap_or(selector);
        let request = engine_request(&json!({"op": "mark", "mark": mark}));
        let marked = json!(format!("{selector} >> {request}"));
        let _ = write!(joined, " >> internal:or={marked}");
    }
    joined
}

/// Returns what leads to the frame that a selector looks into; it cannot stand inside of another one.
fn prefix_of(selector: &str) -> &str {
    match selector.rfind(ENTER_FRAME) {
        Some(at) => {
            let end = at + ENTER_FRAME.len();
            let rest = selector.get(end..).unwrap_or_default();
            let end = end + rest.len() - rest.strip_prefix(" >> ").unwrap_or(rest).len();
            selector.get(..end).unwrap_or_default()
        }
        None => "",
    }
}
