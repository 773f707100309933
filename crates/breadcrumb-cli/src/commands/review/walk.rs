//! Going through the pending heals, and the refused ones, with somebody at the keyboard.

use std::io::{self, BufRead, Write};

use breadcrumb::engine::HealState;
use breadcrumb::review::{OpenRefusal, ReviewedHeal, Reviewer, accept, decide_about};
use breadcrumb::store::Store;

use super::card::{baseline, card};
use super::page::openable;
use super::refused;
use super::tally::Tally;
use crate::commands::data::source::shown;
use crate::error::CommandError;
use crate::output::{BOLD, DIM, styled};

const PROMPT: &str = "[a]pprove  [r]eject  [s]kip  [o]pen page  [q]uit  [?]help > ";

const HELP: [&str; 6] = [
    "a approve: it is the same element; its locator may go into the source",
    "r  reject: it is another element; it is not healed to again, and the",
    "   element from before is the baseline again",
    "s  skip: it stays pending",
    "o  open the page in the browser",
    "q  quit: what is decided stays decided",
];

const REFUSED_PROMPT: &str = "[1-3] accept that one  [s]kip  [o]pen page  [q]uit  [?]help > ";

const REFUSED_HELP: [&str; 5] = [
    "1, 2, 3  accept: that is the element; it is healed to from now on, and its",
    "         locator may go into the source",
    "s  skip: it stays refused",
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
    /// One of the suggestions, counted from 1.
    Accept(usize),
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

    /// Understands what can be said about a refused heal.
    fn read_for_refusal(typed: &str, suggestions: usize) -> Option<Self> {
        if let Ok(number) = typed.parse() {
            return (1..=suggestions)
                .contains(&number)
                .then_some(Self::Accept(number));
        }
        Self::read(typed).filter(|answer| !matches!(answer, Self::Decide(_)))
    }
}

/// What is asked about one heal.
struct Question<'a> {
    prompt: &'a str,
    help: &'a [&'a str],
    url: Option<String>,
    read: &'a dyn Fn(&str) -> Option<Answer>,
}

impl Walk<'_> {
    /// Asks about each heal until the last, or until somebody has enough.
    ///
    /// Each decision is written before the next question.
    pub(super) fn go(
        &mut self,
        heals: Vec<ReviewedHeal>,
        refusals: Vec<OpenRefusal>,
    ) -> Result<(), CommandError> {
        let count = heals.len();
        let mut tally = Tally::of(count as u64);
        if self.go_through_heals(heals, &mut tally)? {
            self.go_through_refusals(refusals, &mut tally)?;
        }
        write!(self.out, "\n{}", tally.text())?;
        Ok(())
    }

    /// Returns whether somebody wants to go on.
    fn go_through_heals(
        &mut self,
        heals: Vec<ReviewedHeal>,
        tally: &mut Tally,
    ) -> Result<bool, CommandError> {
        let count = heals.len();
        for (index, mut heal) in heals.into_iter().enumerate() {
            write!(self.out, "{}", card(&heal, index + 1, count))?;
            let question = Question {
                prompt: PROMPT,
                help: &HELP,
                url: heal.url.clone(),
                read: &Answer::read,
            };
            match self.ask(&question)? {
                Answer::Decide(state) => {
                    self.decide(&mut heal, state)?;
                    tally.count(state);
                    tally.pending -= 1;
                }
                Answer::Quit => return Ok(false),
                _ => tally.skipped += 1,
            }
        }
        Ok(true)
    }

    fn go_through_refusals(
        &mut self,
        refusals: Vec<OpenRefusal>,
        tally: &mut Tally,
    ) -> Result<(), CommandError> {
        let count = refusals.len();
        for (index, refusal) in refusals.into_iter().enumerate() {
            write!(self.out, "{}", refused::card(&refusal, index + 1, count))?;
            let suggestions = refusal.suggestions.len();
            let question = Question {
                prompt: REFUSED_PROMPT,
                help: &REFUSED_HELP,
                url: refusal.url.clone(),
                read: &|typed| Answer::read_for_refusal(typed, suggestions),
            };
            match self.ask(&question)? {
                Answer::Accept(suggestion) => {
                    let heal = accept(self.store, refusal.id, suggestion, self.reviewer)?;
                    write!(self.out, "  {}", refused::said(&heal))?;
                    tally.accepted += 1;
                }
                Answer::Quit => break,
                _ => tally.skipped += 1,
            }
        }
        Ok(())
    }

    /// Asks until the answer leads on to the next one, or out.
    fn ask(&mut self, question: &Question<'_>) -> Result<Answer, CommandError> {
        loop {
            write!(self.out, "{}", styled(BOLD, question.prompt))?;
            self.out.flush()?;
            let Some(line) = self.line()? else {
                writeln!(self.out)?;
                return Ok(Answer::Quit);
            };
            let typed = line.trim();
            match (question.read)(typed) {
                Some(Answer::Open) => self.show_page(question.url.as_deref())?,
                Some(Answer::Help) => writeln!(self.out, "  {}", question.help.join("\n  "))?,
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

    fn show_page(&mut self, url: Option<&str>) -> Result<(), CommandError> {
        let said = match openable(url) {
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
