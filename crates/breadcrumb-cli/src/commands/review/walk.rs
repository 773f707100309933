//! Going through the pending heals with somebody at the keyboard.

use std::io::{self, BufRead, Write};

use breadcrumb::engine::HealState;
use breadcrumb::review::{ReviewedHeal, Reviewer, decide_about};
use breadcrumb::store::Store;

use super::card::{baseline, card};
use super::page::openable;
use super::tally::Tally;
use crate::commands::data::source::shown;
use crate::error::CommandError;
use crate::output::{BOLD, DIM, styled};

const PROMPT: &str = "[a]pprove  [r]eject  [s]kip  [o]pen page  [q]uit  [?]help > ";

const HELP: [&str; 6] = [
    "a  approve: it is the same element; its locator may go into the source",
    "r  reject: it is another element; it is not healed to again, and the",
    "   element from before is the baseline again",
    "s  skip: it stays pending",
    "o  open the page in the browser",
    "q  quit: what is decided stays decided",
];

/// A walk through heals, and whom to talk to.
pub(super) struct Walk<'a> {
    pub(super) store: &'a dyn Store,
    pub(super) reviewer: &'a Reviewer,
    pub(super) input: &'a mut dyn BufRead,
    pub(super) out: &'a mut dyn Write,
    pub(super) open: &'a dyn Fn(&str) -> Result<(), CommandError>,
}

/// What somebody wants done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    Decide(HealState),
    Skip,
    Open,
    Quit,
    Help,
}

impl Answer {
    /// Understands a letter or a word; none where it is neither.
    fn read(typed: &str) -> Option<Self> {
        Some(match typed.to_lowercase().as_str() {
            "a" | "approve" => Self::Decide(HealState::Approved),
            "r" | "reject" => Self::Decide(HealState::Rejected),
            "s" | "skip" => Self::Skip,
            "o" | "open" => Self::Open,
            "q" | "quit" => Self::Quit,
            "?" | "h" | "help" => Self::Help,
            _ => return None,
        })
    }
}

impl Walk<'_> {
    /// Asks about each heal until the last, or until somebody has enough.
    ///
    /// Each decision is written before the next question.
    pub(super) fn go(&mut self, heals: Vec<ReviewedHeal>) -> Result<(), CommandError> {
        let count = heals.len();
        let mut tally = Tally::of(count as u64);
        for (index, mut heal) in heals.into_iter().enumerate() {
            write!(self.out, "{}", card(&heal, index + 1, count))?;
            match self.ask(&heal)? {
                Answer::Decide(state) => {
                    self.decide(&mut heal, state)?;
                    tally.count(state);
                    tally.pending -= 1;
                }
                Answer::Quit => break,
                _ => tally.skipped += 1,
            }
        }
        write!(self.out, "\n{}", tally.text())?;
        Ok(())
    }

    /// Asks until the answer leads on to the next heal, or out.
    fn ask(&mut self, heal: &ReviewedHeal) -> Result<Answer, CommandError> {
        loop {
            write!(self.out, "{}", styled(BOLD, PROMPT))?;
            self.out.flush()?;
            let Some(line) = self.line()? else {
                writeln!(self.out)?;
                return Ok(Answer::Quit);
            };
            let typed = line.trim();
            match Answer::read(typed) {
                Some(Answer::Open) => self.show_page(heal)?,
                Some(Answer::Help) => writeln!(self.out, "  {}", HELP.join("\n  "))?,
                Some(answer) => return Ok(answer),
                // A decision is never made by accident.
                None if typed.is_empty() => {}
                None => {
                    let typed = shown(typed);
                    writeln!(self.out, "  `{typed}` is none of these; ? explains them")?;
                }
            }
        }
    }

    /// Reads a line, whatever is in it; none at the end.
    fn line(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        let length = self.input.read_until(b'\n', &mut line)?;
        Ok((length > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
    }

    fn decide(&mut self, heal: &mut ReviewedHeal, state: HealState) -> Result<(), CommandError> {
        let restored = decide_about(self.store, heal, state, self.reviewer)?;
        writeln!(self.out, "  {} #{}", styled(BOLD, state), heal.id)?;
        if state == HealState::Rejected {
            writeln!(self.out, "  {}", styled(DIM, baseline(restored.as_ref())))?;
        }
        Ok(())
    }

    fn show_page(&mut self, heal: &ReviewedHeal) -> Result<(), CommandError> {
        let said = match openable(heal.url.as_deref()) {
            Err(reason) => format!("nothing opened: {reason}"),
            Ok(url) => match (self.open)(url) {
                Ok(()) => format!("opened {}", shown(url)),
                Err(error) => shown(&error.to_string()),
            },
        };
        writeln!(self.out, "  {said}")?;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
