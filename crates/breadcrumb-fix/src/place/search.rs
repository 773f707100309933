//! The place of a heal that has no site: it must be the only one of the project.

use std::collections::BTreeMap;
use std::rc::Rc;

use breadcrumb_core::{Quote, Step, Value};

use super::choose::Wanted;
use super::locate::{Finder, Located};
use super::{Library, fit::Fit};
use crate::language::Language;
use crate::outcome::ManualReason;
use crate::source::{Bound, Operand, Source};

/// Searches the project.
pub(super) fn search(library: &mut Library<'_>, wanted: &Wanted) -> Vec<Located> {
    let mut found: BTreeMap<(String, usize), Located> = BTreeMap::new();
    let mut perhaps = None;
    if let Some(word) = word(wanted.key.steps()) {
        let mut sources = library.containing(&word);
        let selector = wanted.key.locator.as_css();
        sources.extend(users(library, selector, &sources));
        for source in sources {
            let mut finder = Finder {
                library,
                wanted,
                source,
            };
            let chains = finder.chains(None);
            let (fitting, possible) = finder.fitting(&chains);
            for (chain, is_end) in fitting {
                if !is_end {
                    let located = finder.change(&chain, is_end);
                    found.entry(place(&located)).or_insert(located);
                }
            }
            let mut telling = possible.iter().filter(|(_, unknown)| unknown.is_telling());
            if let (None, Some((chain, unknown))) = (&perhaps, telling.next()) {
                let line = finder.source.line(chain.range.start);
                perhaps = Some(finder.manual_at(line, unknown.reason.clone(), "page"));
            }
        }
    }
    let mut places = found.into_values();
    match (places.next(), places.len()) {
        (Some(located), 0) => vec![located],
        (Some(first), _) => {
            let named = std::iter::once(first)
                .chain(places)
                .map(|located| named(&located));
            vec![nowhere(wanted, ManualReason::Ambiguous(named.collect()))]
        }
        (None, _) => {
            let fixed = fixed(library, wanted).or(perhaps);
            vec![fixed.unwrap_or_else(|| nowhere(wanted, ManualReason::NotInProject))]
        }
    }
}

/// Returns the files that use a constant with a selector.
fn users(
    library: &mut Library<'_>,
    selector: Option<&str>,
    sources: &[Rc<Source>],
) -> Vec<Rc<Source>> {
    let Some(selector) = selector else {
        return Vec::new();
    };
    let mut users: Vec<Rc<Source>> = Vec::new();
    for source in sources {
        for (name, binding) in source.names.all() {
            let Bound::Operand(operand) = &binding.bound else {
                continue;
            };
            if !has_text(operand, selector) {
                continue;
            }
            for user in library.containing(name) {
                let is_new = |known: &Rc<Source>| known.path != user.path;
                if sources.iter().chain(&users).all(is_new) {
                    users.push(user);
                }
            }
        }
    }
    users
}

fn has_text(operand: &Operand, text: &str) -> bool {
    match operand {
        Operand::Text(literal) => literal.text == text,
        Operand::Table(entries) => entries.iter().any(|(_, operand)| has_text(operand, text)),
        _ => false,
    }
}

/// Finds a verified locator that is there already.
fn fixed(library: &mut Library<'_>, wanted: &Wanted) -> Option<Located> {
    for proposal in wanted.proposals() {
        let calls = proposal.chain.steps();
        let Some(word) = word(calls) else { continue };
        let mut sources = library.containing(&word);
        sources.extend(users(library, proposal.chain.as_css(), &sources));
        for source in sources {
            for chain in source.chains.iter().filter(|chain| !chain.is_nested) {
                if matches!(library.fit(&source, chain, calls), Fit::Yes) {
                    let (path, line) = (source.path.clone(), source.line(chain.range.start));
                    return Some(Located::Fixed {
                        path,
                        line,
                        key: wanted.key.with(calls),
                    });
                }
            }
        }
    }
    None
}

/// Returns the longest word of the last call that has one: no source writes a word with escapes.
fn word(calls: &[Step]) -> Option<String> {
    let longest = |call: &Step| {
        let words = call
            .arguments()
            .iter()
            .filter_map(|(_, value)| match value {
                Value::Text(text) => Some(text),
                _ => None,
            });
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        words
            .flat_map(|text| text.split(move |c| !is_part(c)))
            .filter(|word| !word.is_empty())
            .max_by_key(|word| word.len())
            .map(str::to_owned)
    };
    calls.iter().rev().find_map(longest)
}

fn place(located: &Located) -> (String, usize) {
    match located {
        Located::Change(change) => (change.source.path.clone(), change.range.start),
        Located::Fixed { path, line, .. } | Located::Manual { path, line, .. } => {
            (path.clone(), usize::try_from(*line).unwrap_or(usize::MAX))
        }
    }
}

fn named(located: &Located) -> String {
    match located {
        Located::Change(change) => {
            format!(
                "{}:{}",
                change.source.path,
                change.source.line(change.range.start)
            )
        }
        Located::Fixed { path, line, .. } | Located::Manual { path, line, .. } => {
            format!("{path}:{line}")
        }
    }
}

fn nowhere(wanted: &Wanted, reason: ManualReason) -> Located {
    Located::Manual {
        path: String::new(),
        line: 0,
        reason,
        suggestion: wanted.suggestion("page", Language::Python, Quote::Double),
    }
}
