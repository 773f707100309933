//! What changes where a locator was found: a string, all calls, or the last one.

use std::ops::Range;
use std::rc::Rc;

use breadcrumb_core::locator::literal;
use breadcrumb_core::{Quote, Writer};

use super::choose::{Choice, Limits};
use super::locate::{Change, Finder, Located};
use super::resolve::Constant;
use crate::check::Expected;
use crate::outcome::ManualReason;
use crate::source::{Literal, Operand, Source, SourceChain};

/// A sentence does not get better by more examples.
const MAX_USES: usize = 3;

impl Finder<'_, '_> {
    /// Plans the change of a chain.
    pub(super) fn change(&mut self, chain: &SourceChain, is_end: bool) -> Located {
        let only = match chain.calls.last().map(|call| call.arguments.as_slice()) {
            Some([(name, operand)]) if name.is_empty() => Some(operand),
            _ => None,
        };
        if chain.is_in_string {
            return self.manual(chain.range.start, ManualReason::InsideString, chain);
        }
        let is_locator = chain
            .calls
            .last()
            .is_some_and(|call| call.method == "locator");
        match only {
            Some(Operand::Text(literal)) if chain.is_selector => {
                let source = Rc::clone(&self.source);
                self.change_text(&source, literal, chain)
            }
            Some(Operand::Name(path)) if is_locator => {
                match self.library.resolve(&self.source, chain.range.start, path) {
                    Ok(constant) => self.change_constant(&constant, chain, is_end),
                    Err(unknown) => self.manual(chain.range.start, unknown.reason, chain),
                }
            }
            _ => self.change_calls(chain, is_end),
        }
    }

    /// Plans the change of a constant; of the place alone where the constant has other uses.
    fn change_constant(
        &mut self,
        constant: &Constant,
        chain: &SourceChain,
        is_end: bool,
    ) -> Located {
        let uses = self.library.other_uses(constant);
        if uses.is_empty() {
            return self.change_text(&constant.source, &constant.literal, chain);
        }
        let located = if chain.is_selector {
            let source = Rc::clone(&self.source);
            let argument = Literal {
                text: constant.literal.text.clone(),
                range: chain.range.clone(),
                quote: source.quote,
            };
            self.change_text(&source, &argument, chain)
        } else {
            self.change_calls(chain, is_end)
        };
        match located {
            Located::Manual { reason, .. } => {
                let uses = uses.iter().take(MAX_USES).cloned().collect();
                let reason = Box::new(reason);
                let reason = ManualReason::SharedName { uses, reason };
                self.manual(chain.range.start, reason, chain)
            }
            located => located,
        }
    }

    /// Plans the change of a string.
    fn change_text(
        &mut self,
        source: &Rc<Source>,
        literal: &Literal,
        chain: &SourceChain,
    ) -> Located {
        let choice = match self.wanted.for_text() {
            Ok(choice) => choice,
            Err(reason) => return self.manual(chain.range.start, reason, chain),
        };
        let selector = choice.chain.as_css().unwrap_or_default();
        if source.is_broken(&literal.range) || self.source.is_broken(&chain.range) {
            return self.manual(chain.range.start, ManualReason::DoesNotParse, chain);
        }
        Located::Change(Change {
            range: literal.range.clone(),
            new_text: literal::write(selector, literal.quote, source.language.syntax()),
            new_key: self.new_key(&choice),
            is_style_kept: choice.is_style_kept,
            suggestion: self.suggestion(chain),
            expected: Expected::text(literal.range.clone(), selector),
            source: Rc::clone(source),
        })
    }

    /// Plans the change of calls.
    fn change_calls(&mut self, chain: &SourceChain, is_end: bool) -> Located {
        let source = Rc::clone(&self.source);
        let root = source.slice(&chain.root);
        let is_name = root
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
        let is_python = source.language.is_python();
        let limits = Limits {
            is_end,
            takes_inner: is_name && !is_end,
            takes_patterns: !is_python || !source.names.of(0, "re").is_empty(),
        };
        let choice = match self.wanted.for_chain(limits) {
            Ok(choice) => choice,
            Err(reason) => return self.manual(chain.range.start, reason, chain),
        };
        let changed = if choice.is_last_only {
            chain.calls.last()
        } else {
            chain.calls.first()
        };
        let (Some(changed), Some(last)) = (changed, chain.calls.last()) else {
            return self.manual(chain.range.start, ManualReason::NotFound, chain);
        };
        let range = changed.range.start..last.range.end;
        if source.is_broken(&chain.range) {
            return self.manual(chain.range.start, ManualReason::DoesNotParse, chain);
        }
        if source.has_comment(&range) {
            return self.manual(range.start, ManualReason::CommentInside, chain);
        }
        let quote = quote_in(chain, &range).unwrap_or(source.quote);
        let writer = Writer::new(source.language.syntax())
            .quoted(quote)
            .with_root(root);
        Located::Change(Change {
            range,
            new_text: writer.steps(choice.chain.steps()),
            new_key: self.new_key(&choice),
            is_style_kept: choice.is_style_kept,
            suggestion: self.suggestion(chain),
            expected: Expected::calls(chain.range.clone(), root, choice.chain.steps()),
            source,
        })
    }

    fn new_key(&self, choice: &Choice<'_>) -> String {
        let calls = choice.chain.steps();
        if choice.is_last_only {
            self.wanted.key.with(&self.with_parent(calls))
        } else {
            self.wanted.key.with(calls)
        }
    }
}

/// Returns the quotes of the first string that is replaced.
fn quote_in(chain: &SourceChain, range: &Range<usize>) -> Option<Quote> {
    let calls = chain
        .calls
        .iter()
        .filter(|call| range.start <= call.range.start);
    let text = |(_, operand): &(String, Operand)| match operand {
        Operand::Text(literal) => literal.quote.in_line(),
        _ => None,
    };
    calls.flat_map(|call| &call.arguments).find_map(text)
}
