//! [`Lines`]: text that never leaves the 80 columns.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use super::Coloring;
use crate::text::{fit, wrap};

/// What a terminal has at least.
pub(super) const COLUMNS: usize = 80;

/// How many lines a sentence may take.
const MOST_LINES: usize = 3;

pub(super) const PLAIN: Style = Style::new();
pub(super) const BOLD: Style = Style::new().bold();
pub(super) const DIM: Style = Style::new().dimmed();
pub(super) const GOOD: Style = AnsiColor::Green.on_default().bold();
pub(super) const BAD: Style = AnsiColor::Red.on_default().bold();
pub(super) const WARN: Style = AnsiColor::Yellow.on_default().bold();

/// A text that grows line by line.
pub(super) struct Lines {
    text: String,
    coloring: Coloring,
}

impl Lines {
    pub(super) fn new(coloring: Coloring) -> Self {
        Self {
            text: String::new(),
            coloring,
        }
    }

    pub(super) fn text(self) -> String {
        self.text
    }

    /// Adds the title of a section, after an empty line.
    pub(super) fn title(&mut self, title: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.line(&[(BOLD, title)]);
    }

    /// Adds one line of styled parts; what does not fit is cut.
    pub(super) fn line(&mut self, parts: &[(Style, &str)]) {
        let mut left = COLUMNS;
        for (style, part) in parts {
            let fitted = fit(part, left);
            left = left.saturating_sub(crate::text::width(&fitted));
            self.push(*style, &fitted);
        }
        self.text.push('\n');
    }

    /// Adds a sentence, indented and wrapped.
    pub(super) fn sentence(&mut self, indent: usize, style: Style, sentence: &str) {
        for line in wrap(sentence, COLUMNS - indent, MOST_LINES) {
            self.text.push_str(&" ".repeat(indent));
            self.push(style, &line);
            self.text.push('\n');
        }
    }

    fn push(&mut self, style: Style, text: &str) {
        if self.coloring == Coloring::Ansi && !style.is_plain() && !text.is_empty() {
            let _ = write!(self.text, "{style}{text}{style:#}");
        } else {
            self.text.push_str(text);
        }
    }
}
