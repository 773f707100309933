//! Which verified locator a place gets.

use breadcrumb_core::{Locator, LocatorStyle, Quote, Step, VerifiedLocator, Writer};

use crate::key::{self, Key};
use crate::language::Language;
use crate::makers;
use crate::outcome::ManualReason;

/// A locator that was healed, and those that may take its place.
pub(crate) struct Wanted {
    pub(crate) key: Key,
    proposals: Vec<Proposal>,
    style: LocatorStyle,
}

/// A verified locator, read.
pub(crate) struct Proposal {
    pub(crate) chain: Locator,
    pub(crate) is_within_parent: bool,
    /// Whether it finds the element on the page itself.
    is_alone: bool,
}

/// The distance of a locator that is of another kind than the old one.
const FURTHEST: u8 = 2;

/// Whether a style accepts a locator.
type Filter = Box<dyn Fn(&Locator) -> bool>;

/// What a place can take.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// Whether the source has only the end of the key.
    pub(crate) is_end: bool,
    /// Whether locators that are arguments can be written: what they are called on is a name.
    pub(crate) takes_inner: bool,
    /// Whether patterns can be written.
    pub(crate) takes_patterns: bool,
}

/// A locator for a place.
#[derive(Debug)]
pub(crate) struct Choice<'w> {
    pub(crate) chain: &'w Locator,
    /// Whether only the last call changes.
    pub(crate) is_last_only: bool,
    /// Whether it is of the style that was asked for.
    pub(crate) is_style_kept: bool,
}

impl Wanted {
    /// Reads a key and its proposals.
    pub(crate) fn new(
        key: &str,
        proposals: &[VerifiedLocator],
        style: LocatorStyle,
    ) -> Option<Self> {
        let key = Key::parse(key)?;
        let read = |proposal: &VerifiedLocator| {
            let is_new = |read: &Key| !read.is_check() && read.locator != key.locator;
            let chain = Key::parse(&proposal.code)
                .filter(is_new)
                .map(|read| read.locator);
            // What begins as the old one did can be written there too, without its beginning.
            let end = chain.as_ref().and_then(|chain| key.end_of(chain));
            let inside = end.map(|chain| Proposal {
                chain,
                is_within_parent: true,
                is_alone: false,
            });
            let alone = chain.map(|chain| Proposal {
                chain,
                is_within_parent: proposal.within_parent,
                is_alone: true,
            });
            inside.into_iter().chain(alone)
        };
        let proposals = proposals.iter().flat_map(read).collect();
        Some(Self {
            key,
            proposals,
            style,
        })
    }

    pub(crate) fn proposals(&self) -> &[Proposal] {
        &self.proposals
    }

    /// Chooses the locator for a chain.
    pub(crate) fn for_chain(&self, limits: Limits) -> Result<Choice<'_>, ManualReason> {
        let crosses = key::enters_frame(&self.key.locator);
        let last = self.key.steps().last();
        let is_locating = last.is_some_and(|call| makers::is_locating(call.method()));
        // `first` and its like are replaced with what they choose from, where that is possible.
        let keeps_parent = self.key.steps().len() > 1 && (is_locating || limits.is_end || crosses);
        let fits = |chain: &Locator| {
            !key::has_engine(chain)
                && (limits.takes_patterns || !key::has_pattern(chain))
                && (limits.takes_inner || !key::has_inner(chain))
        };
        for (is_style_kept, is_of_style) in self.filters() {
            let of_style = || {
                self.proposals
                    .iter()
                    .filter(|p| is_of_style(&p.chain) && fits(&p.chain))
            };
            let within = of_style().find(|p| keeps_parent && p.is_within_parent);
            let whole = of_style()
                .find(|p| p.is_alone && !limits.is_end && (!crosses || key::enters_frame(&p.chain)))
                .filter(|_| within.is_none());
            if let Some(proposal) = within.or(whole) {
                let is_last_only = within.is_some();
                return Ok(Choice {
                    chain: &proposal.chain,
                    is_last_only,
                    is_style_kept,
                });
            }
        }
        Err(if self.proposals.is_empty() {
            ManualReason::NothingVerified
        } else if limits.is_end {
            ManualReason::BeginsElsewhere
        } else if crosses {
            ManualReason::InFrame
        } else {
            ManualReason::NoneFits
        })
    }

    /// Chooses the locator for a string, which is a selector of the key's last call.
    pub(crate) fn for_text(&self) -> Result<Choice<'_>, ManualReason> {
        let is_last_only = self.key.steps().len() > 1;
        for (is_style_kept, is_of_style) in self.filters() {
            let fits = |p: &&Proposal| {
                p.chain.as_css().is_some()
                    && is_of_style(&p.chain)
                    && (!is_last_only || p.is_within_parent)
                    && (is_last_only || p.is_alone)
            };
            if let Some(proposal) = self.proposals.iter().find(fits) {
                return Ok(Choice {
                    chain: &proposal.chain,
                    is_last_only,
                    is_style_kept,
                });
            }
        }
        Err(if self.proposals.is_empty() {
            ManualReason::NothingVerified
        } else {
            ManualReason::NoSelector
        })
    }

    /// Returns what the style accepts, the best first, and whether that is the style itself.
    fn filters(&self) -> Vec<(bool, Filter)> {
        let (style, old) = (self.style, &self.key.locator);
        let furthest = match style {
            LocatorStyle::AsBefore => FURTHEST,
            _ => 0,
        };
        let at = |distance: u8| -> (bool, Filter) {
            let old = old.clone();
            let accepts = move |chain: &Locator| style.distance(&old, chain) == distance;
            (distance < FURTHEST, Box::new(accepts))
        };
        (0..=furthest).map(at).collect()
    }

    /// Returns code that a person could write.
    pub(crate) fn suggestion(&self, root: &str, language: Language, quote: Quote) -> String {
        let filters = self.filters();
        let is_of_style = |chain: &Locator| filters.iter().any(|(_, accepts)| accepts(chain));
        let calls = |p: &&Proposal| p.is_alone && !key::has_engine(&p.chain);
        let best = self
            .proposals
            .iter()
            .filter(calls)
            .find(|p| is_of_style(&p.chain));
        let best = best.or_else(|| self.proposals.iter().find(calls));
        let Some(proposal) = best.or_else(|| self.proposals.first()) else {
            return String::new();
        };
        let is_in_frame = |call: &Step| makers::enters_frame(call.method());
        let frames = match self.key.steps().iter().rposition(is_in_frame) {
            Some(last) if !key::enters_frame(&proposal.chain) => self.key.steps().get(..=last),
            _ => None,
        };
        let calls: Vec<Step> = frames
            .unwrap_or_default()
            .iter()
            .chain(proposal.chain.steps())
            .cloned()
            .collect();
        let writer = Writer::new(language.syntax()).quoted(quote).with_root(root);
        format!("{root}.{}", writer.steps(&calls))
    }
}
