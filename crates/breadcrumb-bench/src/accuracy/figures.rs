//! Counting right, wrong and refused.

use std::fmt::Write as _;

use serde::Serialize;

use super::pages::Known;
use super::{Answer, Report};

/// The counts of one method under one protocol.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Figures {
    present: usize,
    correct: usize,
    /// Healed onto an identical duplicate: neither right nor wrong.
    twin: usize,
    wrong: usize,
    refused: usize,
    first_right: usize,
    first_three_right: usize,
    gone: usize,
    false_heals: usize,
}

impl Figures {
    pub(super) fn count_present(&mut self, case: &Known, answer: &Answer) {
        self.present += 1;
        match answer.healed {
            None => self.refused += 1,
            Some(pick) if case.accept.contains(&pick) => self.correct += 1,
            Some(pick) if case.twins.contains(&pick) => self.twin += 1,
            Some(_) => self.wrong += 1,
        }
        let is_right = |pick: &usize| case.accept.contains(pick) || case.twins.contains(pick);
        self.first_right += usize::from(answer.top.first().is_some_and(is_right));
        self.first_three_right += usize::from(answer.top.iter().any(is_right));
    }

    pub(super) fn count_gone(&mut self, case: &Known, pick: Option<usize>) {
        self.gone += 1;
        self.false_heals += usize::from(pick.is_some_and(|pick| !case.twins.contains(&pick)));
    }
}

#[cfg(test)]
impl Figures {
    /// Returns the shares of correct and wrong heals, and of false heals.
    pub(super) fn percents(&self) -> [f64; 3] {
        [
            percent(self.correct, self.present),
            percent(self.wrong, self.present),
            percent(self.false_heals, self.gone),
        ]
    }
}

pub(super) fn render(reports: &[Report]) -> String {
    let mut text = format!(
        "{:<28} {:<14} {:>5} {:>8} {:>6} {:>8} {:>11} {:>6} {:>6}\n",
        "percent",
        "protocol",
        "cases",
        "correct",
        "wrong",
        "refused",
        "false heal",
        "top 1",
        "top 3"
    );
    for report in reports {
        for (name, figures) in [
            ("all targets", &report.all_targets),
            ("locator broke", &report.locator_broke),
        ] {
            let of_present = |count: usize| percent(count, figures.present);
            let _ = writeln!(
                text,
                "{:<28} {name:<14} {:>5} {:>8.1} {:>6.1} {:>8.1} {:>11.1} {:>6.1} {:>6.1}",
                report.method,
                figures.present,
                of_present(figures.correct),
                of_present(figures.wrong),
                of_present(figures.refused),
                percent(figures.false_heals, figures.gone),
                of_present(figures.first_right),
                of_present(figures.first_three_right),
            );
        }
    }
    text
}

fn percent(count: usize, of: usize) -> f64 {
    100.0 * count as f64 / of.max(1) as f64
}
