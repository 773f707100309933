//! The places of a heal.

use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

use breadcrumb_core::{Quote, SourceSite, Step};

use super::choose::{Proposal, Wanted};
use super::fit::Fit;
use super::{Library, search};
use crate::check::Expected;
use crate::key;
use crate::language::Language;
use crate::makers;
use crate::outcome::ManualReason;
use crate::source::{Operand, Source, SourceChain, Unknown};

/// What became of the search for a place.
#[derive(Clone)]
pub(crate) enum Located {
    Change(Change),
    Fixed {
        path: String,
        line: u32,
        key: String,
    },
    Manual {
        path: String,
        line: u32,
        reason: ManualReason,
        suggestion: String,
    },
}

/// A part of a file that has to change.
#[derive(Clone)]
pub(crate) struct Change {
    pub(crate) source: Rc<Source>,
    pub(crate) range: Range<usize>,
    pub(crate) new_text: String,
    /// The key of the locator that is made there afterwards.
    pub(crate) new_key: String,
    pub(crate) is_style_kept: bool,
    pub(crate) suggestion: String,
    pub(crate) expected: Expected,
}

/// Finds the places of a heal.
pub(crate) fn locate(
    library: &mut Library<'_>,
    wanted: &Wanted,
    sites: &[SourceSite],
) -> Vec<Located> {
    if sites.is_empty() {
        return search::search(library, wanted);
    }
    let mut seen = BTreeSet::new();
    let mut located = Vec::new();
    for site in sites {
        match library.recorded(&site.file) {
            Ok(source) => {
                if seen.insert((source.path.clone(), site.line)) {
                    located.extend(
                        Finder {
                            library,
                            wanted,
                            source,
                        }
                        .at(site.line),
                    );
                }
            }
            Err(reason) => {
                if seen.insert((site.file.clone(), site.line)) {
                    let language = Language::of_path(&site.file).unwrap_or(Language::Python);
                    located.push(Located::Manual {
                        path: site.file.clone(),
                        line: site.line,
                        reason,
                        suggestion: wanted.suggestion("page", language, Quote::Double),
                    });
                }
            }
        }
    }
    located
}

/// Finds places in one file.
pub(super) struct Finder<'l, 'f> {
    pub(super) library: &'l mut Library<'f>,
    pub(super) wanted: &'l Wanted,
    pub(super) source: Rc<Source>,
}

/// A chain that was found, and whether it is only the end of the key.
type Found = (SourceChain, bool);

impl Finder<'_, '_> {
    fn at(&mut self, line: u32) -> Vec<Located> {
        let in_line = self.chains(Some(line));
        let (found, perhaps) = self.fitting(&in_line);
        if !found.is_empty() {
            return found
                .into_iter()
                .map(|(chain, is_end)| self.change(&chain, is_end))
                .collect();
        }
        if let Some(fixed) = self.fixed(&in_line) {
            return vec![fixed];
        }
        if let Some((chain, unknown)) = perhaps.first() {
            return vec![self.manual(chain.range.start, unknown.reason.clone(), chain)];
        }
        vec![self.anywhere(line)]
    }

    /// Looks in the whole file: it was edited since the test ran.
    fn anywhere(&mut self, line: u32) -> Located {
        let all = self.chains(None);
        let (mut found, perhaps) = self.fitting(&all);
        let is_telling = |chain: &SourceChain| {
            chain
                .calls
                .last()
                .is_some_and(|call| makers::is_locating(&call.method))
        };
        found.retain(|(chain, is_end)| !is_end || is_telling(chain));
        let fixed = self.fixed(&all);
        match (found.as_slice(), fixed) {
            ([], Some(fixed)) => fixed,
            ([(chain, is_end)], None) => self.change(chain, *is_end),
            ([], None) => {
                let telling = perhaps.iter().find(|(_, unknown)| unknown.is_telling());
                if let Some((chain, unknown)) = telling {
                    return self.manual(chain.range.start, unknown.reason.clone(), chain);
                }
                let is_broken = self.source.is_broken_in(line);
                let reason = if is_broken {
                    ManualReason::DoesNotParse
                } else {
                    ManualReason::NotFound
                };
                self.manual_at(line, reason, "page")
            }
            (found, _) => {
                let lines = found
                    .iter()
                    .map(|(chain, _)| self.place(chain.range.start))
                    .collect();
                self.manual_at(line, ManualReason::Ambiguous(lines), "page")
            }
        }
    }

    fn place(&self, at: usize) -> String {
        format!("{}:{}", self.source.path, self.source.line(at))
    }

    /// Returns the chains of a line, or all of them.
    pub(super) fn chains(&self, line: Option<u32>) -> Vec<SourceChain> {
        let is_there = |chain: &&SourceChain| {
            !chain.is_nested && line.is_none_or(|line| self.source.spans(&chain.span, line))
        };
        self.source
            .chains
            .iter()
            .filter(is_there)
            .cloned()
            .collect()
    }

    /// Returns the chains that are the key, or else its end; and those that can be the key.
    pub(super) fn fitting(
        &mut self,
        chains: &[SourceChain],
    ) -> (Vec<Found>, Vec<(SourceChain, Unknown)>) {
        let key = self.wanted.key.steps();
        let (mut whole, mut ends, mut perhaps) = (Vec::new(), Vec::new(), Vec::new());
        for chain in chains {
            let missing = key.len().checked_sub(chain.calls.len());
            let is_end = missing != Some(0);
            let Some(end) = missing.and_then(|missing| key.get(missing..)) else {
                continue;
            };
            if is_end && chain.is_selector || !is_end && self.has_locator_root(chain) {
                continue;
            }
            match self.library.fit(&self.source, chain, end) {
                Fit::Yes if is_end => ends.push((chain.clone(), true)),
                Fit::Yes => whole.push((chain.clone(), false)),
                Fit::Perhaps(unknown) => perhaps.push((chain.clone(), unknown)),
                Fit::No => {}
            }
        }
        (if whole.is_empty() { ends } else { whole }, perhaps)
    }

    /// Whether the calls are made on something that is known to be a locator.
    fn has_locator_root(&self, chain: &SourceChain) -> bool {
        let root = self.source.slice(&chain.root);
        let path: Vec<String> = root.split('.').map(str::to_owned).collect();
        let value = self.source.names.value(&path, chain.range.start);
        matches!(value, Some(Operand::Chain(_)))
    }

    /// Finds a verified locator that is there already.
    fn fixed(&mut self, chains: &[SourceChain]) -> Option<Located> {
        let wanted = self.wanted;
        for proposal in wanted.proposals() {
            for chain in chains {
                if let Some(key) = self.is_fixed(chain, proposal) {
                    let line = self.source.line(chain.range.start);
                    return Some(Located::Fixed {
                        path: self.source.path.clone(),
                        line,
                        key,
                    });
                }
            }
        }
        None
    }

    /// Returns the key of a chain that is a proposal, or ends in one on the old parent.
    fn is_fixed(&mut self, chain: &SourceChain, proposal: &Proposal) -> Option<String> {
        let calls = proposal.chain.steps();
        let inside = proposal.is_within_parent.then(|| self.with_parent(calls));
        if let Some(inside) = inside {
            let missing = inside.len().checked_sub(chain.calls.len())?;
            let is_end = missing > 0;
            let may_be = !is_end || chain.calls.len() >= calls.len() && !self.has_page_root(chain);
            let end = inside
                .get(missing..)
                .filter(|_| may_be && !chain.is_selector);
            if end.is_some_and(|end| self.is_it(chain, end)) {
                return Some(self.wanted.key.with(&inside));
            }
        }
        let is_reached =
            !key::enters_frame(&self.wanted.key.locator) || key::enters_frame(&proposal.chain);
        let is_it = is_reached && !self.has_locator_root(chain) && self.is_it(chain, calls);
        is_it.then(|| self.wanted.key.with(calls))
    }

    fn is_it(&mut self, chain: &SourceChain, calls: &[Step]) -> bool {
        matches!(self.library.fit(&self.source, chain, calls), Fit::Yes)
    }

    /// Whether what the calls are made on is called a page or a frame.
    fn has_page_root(&self, chain: &SourceChain) -> bool {
        let root = self.source.slice(&chain.root).to_lowercase();
        let name = root.rsplit('.').next().unwrap_or_default();
        !self.has_locator_root(chain) && (name.contains("page") || name.contains("frame"))
    }

    pub(super) fn with_parent(&self, calls: &[Step]) -> Vec<Step> {
        let key = self.wanted.key.steps();
        let parent = key.get(..key.len().saturating_sub(1)).unwrap_or_default();
        parent.iter().chain(calls).cloned().collect()
    }

    pub(super) fn suggestion(&self, chain: &SourceChain) -> String {
        let is_end = chain.calls.len() < self.wanted.key.steps().len();
        let root = if is_end {
            "page"
        } else {
            self.source.slice(&chain.root)
        };
        self.wanted
            .suggestion(root, self.source.language, self.source.quote)
    }

    pub(super) fn manual(&self, at: usize, reason: ManualReason, chain: &SourceChain) -> Located {
        Located::Manual {
            path: self.source.path.clone(),
            line: self.source.line(at),
            reason,
            suggestion: self.suggestion(chain),
        }
    }

    pub(super) fn manual_at(&self, line: u32, reason: ManualReason, root: &str) -> Located {
        let suggestion = self
            .wanted
            .suggestion(root, self.source.language, self.source.quote);
        Located::Manual {
            path: self.source.path.clone(),
            line,
            reason,
            suggestion,
        }
    }
}
