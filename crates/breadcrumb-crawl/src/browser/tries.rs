//! Trying what can be done on a page, to know what happens.
//!
//! Each deed is done twice, each time in a page of its own; what is the same both times is what a
//! test can expect.

use std::collections::HashSet;
use std::time::Duration;

use breadcrumb_core::{Locator, PageSnapshot};
use breadcrumb_gen::{Deed, Observation, PageElement, PageModel, SemanticRole};
use serde_json::{Value, json};
use url::Url;

use super::page::Tab;
use super::protocol::Connection;
use crate::address::is_same_origin;
use crate::error::Error;

/// More links than this make tests that all say the same.
const MAX_LINKS: usize = 5;
/// Longer messages are no messages.
const MAX_MESSAGE_CHARS: usize = 80;
/// Roles of elements that tell what has happened.
const TELLING_ROLES: [&str; 3] = ["alert", "status", "heading"];

/// Returns what happens on a page; what cannot be tried is left out.
pub(super) fn observe(
    connection: &mut Connection,
    timeout: Duration,
    url: &Url,
    model: &PageModel,
    may_submit: bool,
) -> Vec<Observation> {
    let mut observations = Vec::new();
    for deed in deeds(url, model, may_submit) {
        let mut once = || {
            try_once(connection, timeout, url, model, deed, may_submit)
                .ok()
                .flatten()
        };
        let first = once();
        if let (Some(first), Some(second)) = (first, once()) {
            observations.extend(agreed(first, &second));
        }
    }
    observations
}

fn deeds(url: &Url, model: &PageModel, may_submit: bool) -> Vec<Deed> {
    let forms = model.forms().into_iter();
    let forms = forms.filter(|form| may_submit || model.is_sent_by_get(*form));
    let mut deeds: Vec<Deed> = forms.map(Deed::Send).collect();
    let links = model.elements.iter().enumerate();
    let links = links
        .filter(|(_, element)| leads_on(url, element))
        .map(|(place, _)| place);
    deeds.extend(links.take(MAX_LINKS).map(Deed::Follow));
    deeds
}

/// Whether a link leads to another page of the same site.
fn leads_on(url: &Url, element: &PageElement) -> bool {
    let is_link = matches!(
        element.semantic_role(),
        SemanticRole::Navigation | SemanticRole::Pagination
    );
    let is_outside_frames = element
        .locator
        .as_ref()
        .is_some_and(|l| l.steps().len() == 1);
    let target = element.href.as_deref().and_then(|href| url.join(href).ok());
    let mut here = url.clone();
    here.set_fragment(None);
    is_link
        && is_outside_frames
        && url.scheme() != "file"
        && target.is_some_and(|mut target| {
            target.set_fragment(None);
            is_same_origin(url, &target) && target != here
        })
}

fn try_once(
    connection: &mut Connection,
    timeout: Duration,
    url: &Url,
    known: &PageModel,
    deed: Deed,
    may_submit: bool,
) -> Result<Option<Observation>, Error> {
    let mut tab = Tab::open(connection, timeout, url, true)?;
    if may_submit {
        tab.allow_submit();
    }
    let before_url = tab.url();
    let (model, before) = tab.model()?;
    // The page may have been made anew: the elements are those with the same locators.
    let index = |place: usize| {
        let wanted = &known.elements.get(place)?.locator;
        model.elements.iter().find(|e| e.locator == *wanted)?.index
    };
    let pressed = match deed {
        Deed::Follow(place) => index(place),
        Deed::Send(form) => {
            for (place, value) in known.samples(form) {
                let Some(index) = index(place) else {
                    return Ok(None);
                };
                if tab.evaluate(&format!("fillIn(...{})", json!([index, value])))? != json!(true) {
                    return Ok(None);
                }
            }
            let sender = known.sender(form);
            let place = known
                .elements
                .iter()
                .position(|e| sender.is_some_and(|s| std::ptr::eq(s, e)));
            place.and_then(index)
        }
    };
    let Some(pressed) = pressed else {
        return Ok(None);
    };
    if tab.evaluate(&format!("press({pressed})"))? == Value::Bool(false) {
        return Ok(None);
    }
    tab.settle()?;
    // A page that is on its way answers nothing for a moment.
    tab.settle()?;
    let after_url = tab.url().filter(|after| is_ours(url, after));
    let (_, after) = tab.model()?;
    let mut seen = Observation::new(deed);
    let (Some(before_url), Some(after_url)) = (before_url, after_url) else {
        return Ok(None);
    };
    seen.shows = news(&before, &after)
        .into_iter()
        .find(|locator| tab.count(locator).is_none_or(|count| count == 1));
    seen.url = Some(after_url).filter(|after| *after != before_url);
    Ok(Some(seen))
}

fn is_ours(url: &Url, after: &str) -> bool {
    // Files have no origin; a page that is one may only have changed its fragment or query.
    let is_same_file = |after: &Url| after.scheme() == "file" && after.path() == url.path();
    Url::parse(after).is_ok_and(|after| is_same_origin(url, &after) || is_same_file(&after))
}

/// What both tries have in common; none where that is nothing.
fn agreed(first: Observation, second: &Observation) -> Option<Observation> {
    let mut agreed = first;
    if agreed.url != second.url {
        agreed.url = None;
    }
    if agreed.shows != second.shows {
        agreed.shows = None;
    }
    (agreed.url.is_some() || agreed.shows.is_some()).then_some(agreed)
}

/// Locators of what the page says now and did not say before.
fn news(before: &PageSnapshot, after: &PageSnapshot) -> Vec<Locator> {
    let messages = |page: &PageSnapshot| -> Vec<(String, String)> {
        let telling = page.candidates().iter().copied();
        let telling = telling.filter(|i| TELLING_ROLES.contains(&page.role(*i)));
        let telling = telling.filter(|i| page.frame_of(*i).is_none());
        telling
            .map(|i| (page.role(i).to_owned(), page.display_text(i)))
            .filter(|(_, text)| !text.is_empty() && text.chars().count() <= MAX_MESSAGE_CHARS)
            .collect()
    };
    let known: HashSet<(String, String)> = messages(before).into_iter().collect();
    let now = messages(after);
    let is_single = |wanted: &(String, String)| now.iter().filter(|m| *m == wanted).count() == 1;
    let mut new: Vec<&(String, String)> = now
        .iter()
        .filter(|message| !known.contains(*message) && is_single(message))
        .collect();
    // Messages tell more than headings.
    new.sort_by_key(|(role, _)| role == "heading");
    new.into_iter()
        .map(|(role, text)| match role.as_str() {
            "heading" => Locator::role("heading", text).exactly(),
            _ => Locator::by("get_by_text", text).exactly(),
        })
        .collect()
}
