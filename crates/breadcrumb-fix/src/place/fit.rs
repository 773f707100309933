//! Whether a locator of a file is a given one.

use std::rc::Rc;

use breadcrumb_core::{Step, Value};

use super::Library;
use super::resolve::Constant;
use crate::outcome::ManualReason;
use crate::source::{Operand, SPREAD, Source, SourceCall, SourceChain, Unknown};

/// Whether a locator of a file is a given one.
#[derive(Debug)]
pub(crate) enum Fit {
    Yes,
    /// It can be, when the test runs.
    Perhaps(Unknown),
    No,
}

impl Library<'_> {
    /// Compares the calls of a chain with given ones.
    pub(crate) fn fit(&mut self, source: &Rc<Source>, chain: &SourceChain, calls: &[Step]) -> Fit {
        self.calls(source, chain.range.start, &chain.calls, calls)
    }

    fn calls(&mut self, source: &Rc<Source>, at: usize, have: &[SourceCall], want: &[Step]) -> Fit {
        let is_alike = have.len() == want.len()
            && have
                .iter()
                .zip(want)
                .all(|(have, want)| have.method == want.method());
        if !is_alike {
            return Fit::No;
        }
        let mut perhaps = None;
        for (have, want) in have.iter().zip(want) {
            match self.call(source, at, have, want) {
                Fit::Yes => {}
                Fit::Perhaps(unknown) => perhaps = perhaps.or(Some(unknown)),
                Fit::No => return Fit::No,
            }
        }
        perhaps.map_or(Fit::Yes, Fit::Perhaps)
    }

    fn call(&mut self, source: &Rc<Source>, at: usize, have: &SourceCall, want: &Step) -> Fit {
        let has_spread = have.arguments.iter().any(|(name, _)| name == SPREAD);
        let mut perhaps = has_spread.then(|| Unknown::new(ManualReason::NotConstant));
        let named = || have.arguments.iter().filter(|(name, _)| name != SPREAD);
        if !has_spread && named().count() != want.arguments().len() {
            return Fit::No;
        }
        for (name, operand) in named() {
            let mut same = want.arguments().iter().filter(|(wanted, _)| wanted == name);
            let Some((_, value)) = same.next() else {
                return Fit::No;
            };
            match self.operand_fit(source, at, operand, value) {
                Fit::Yes => {}
                Fit::Perhaps(unknown) => perhaps = perhaps.or(Some(unknown)),
                Fit::No => return Fit::No,
            }
        }
        perhaps.map_or(Fit::Yes, Fit::Perhaps)
    }

    fn operand_fit(&mut self, source: &Rc<Source>, at: usize, have: &Operand, want: &Value) -> Fit {
        let is_it = |is_it: bool| if is_it { Fit::Yes } else { Fit::No };
        match (have, want) {
            (Operand::Text(literal), Value::Text(text)) => is_it(literal.text == *text),
            (Operand::Fixed(value), want) => is_it(value == want),
            (Operand::Chain(calls), Value::Locator(want)) => {
                self.calls(source, at, calls, want.steps())
            }
            (Operand::Name(path), Value::Text(text)) => match self.resolve(source, at, path) {
                Ok(Constant { literal, .. }) => is_it(literal.text == *text),
                Err(unknown) => perhaps(unknown, text),
            },
            (Operand::Name(path), want) => match source.names.value(path, at) {
                Some(operand @ (Operand::Chain(_) | Operand::Fixed(_))) => {
                    self.operand_fit(source, at, operand, want)
                }
                _ => Fit::Perhaps(Unknown::new(ManualReason::NotConstant)),
            },
            (Operand::Unknown(unknown), Value::Text(text)) => perhaps(unknown.clone(), text),
            (Operand::Unknown(unknown), _) => Fit::Perhaps(unknown.clone()),
            _ => Fit::No,
        }
    }
}

fn perhaps(unknown: Unknown, text: &str) -> Fit {
    if unknown.could_be(text) {
        Fit::Perhaps(unknown)
    } else {
        Fit::No
    }
}
