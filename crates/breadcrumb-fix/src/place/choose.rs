//! Which verified locator a place gets.

use breadcrumb_core::{LocatorStyle, VerifiedLocator};

use crate::chain::{Call, Chain, Writer, makers};
use crate::language::Language;
use crate::literal::Quote;
use crate::outcome::ManualReason;

/// A locator that was healed, and those that may take its place.
pub(crate) struct Wanted {
    pub(crate) key: Chain,
    proposals: Vec<Proposal>,
    style: LocatorStyle,
}

/// A verified locator, read.
pub(crate) struct Proposal {
    pub(crate) chain: Chain,
    pub(crate) is_within_parent: bool,
    /// Whether it finds the element on the page itself.
    is_alone: bool,
}

/// The distance of a locator that is of another kind than the old one.
const FURTHEST: u8 = 2;

/// Whether a style accepts a locator.
type Filter = Box<dyn Fn(&Chain) -> bool>;

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
    pub(crate) chain: &'w Chain,
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
        let key = Chain::parse(key)?;
        let read = |proposal: &VerifiedLocator| {
            let is_new = |chain: &Chain| chain.check.is_none() && chain.calls != key.calls;
            let chain = Chain::parse(&proposal.code).filter(is_new);
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

    /// Returns the key of a locator that takes the place of the old one.
    pub(crate) fn new_key(&self, calls: Vec<Call>) -> String {
        let check = self.key.check.clone();
        Chain { calls, check }.key()
    }

    /// Chooses the locator for a chain.
    pub(crate) fn for_chain(&self, limits: Limits) -> Result<Choice<'_>, ManualReason> {
        let crosses = self.key.enters_frame();
        let last = self.key.calls.last();
        let is_locating = last.is_some_and(|call| makers::is_locating(&call.method));
        // `first` and its like are replaced with what they choose from, where that is possible.
        let keeps_parent = self.key.calls.len() > 1 && (is_locating || limits.is_end || crosses);
        let fits = |chain: &Chain| {
            !chain.has_engine()
                && (limits.takes_patterns || !chain.has_pattern())
                && (limits.takes_inner || !chain.has_inner_chain())
        };
        for (is_style_kept, is_of_style) in self.filters() {
            let of_style = || {
                self.proposals
                    .iter()
                    .filter(|p| is_of_style(&p.chain) && fits(&p.chain))
            };
            let within = of_style().find(|p| keeps_parent && p.is_within_parent);
            let whole = of_style()
                .find(|p| p.is_alone && !limits.is_end && (!crosses || p.chain.enters_frame()))
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
        let is_last_only = self.key.calls.len() > 1;
        for (is_style_kept, is_of_style) in self.filters() {
            let fits = |p: &&Proposal| {
                p.chain.selector().is_some()
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
        let (style, old) = (self.style, self.key.python(Quote::Double));
        let furthest = match style {
            LocatorStyle::AsBefore => FURTHEST,
            _ => 0,
        };
        let at = |distance: u8| -> (bool, Filter) {
            let old = old.clone();
            let accepts =
                move |chain: &Chain| style.distance(&old, &chain.python(Quote::Double)) == distance;
            (distance < FURTHEST, Box::new(accepts))
        };
        (0..=furthest).map(at).collect()
    }

    /// Returns code that a person could write.
    pub(crate) fn suggestion(&self, root: &str, language: Language, quote: Quote) -> String {
        let filters = self.filters();
        let is_of_style = |chain: &Chain| filters.iter().any(|(_, accepts)| accepts(chain));
        let calls = |p: &&Proposal| p.is_alone && !p.chain.has_engine();
        let best = self
            .proposals
            .iter()
            .filter(calls)
            .find(|p| is_of_style(&p.chain));
        let best = best.or_else(|| self.proposals.iter().find(calls));
        let Some(proposal) = best.or_else(|| self.proposals.first()) else {
            return String::new();
        };
        let is_in_frame = |call: &Call| makers::enters_frame(&call.method);
        let frames = match self.key.calls.iter().rposition(is_in_frame) {
            Some(last) if !proposal.chain.enters_frame() => self.key.calls.get(..=last),
            _ => None,
        };
        let calls: Vec<Call> = frames
            .unwrap_or_default()
            .iter()
            .chain(&proposal.chain.calls)
            .cloned()
            .collect();
        let writer = Writer::new(language, quote).with_root(root);
        format!("{root}.{}", writer.calls(&calls))
    }
}
