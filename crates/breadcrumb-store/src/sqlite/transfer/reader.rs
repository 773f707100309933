//! Reading the lines of an export, and saying in which one something is wrong.

use std::collections::BTreeMap;
use std::io::{self, BufRead};

use super::export::EXPORT_VERSION;
use super::lines::{FORMAT, Header, Line};
use crate::error::{Error, ErrorKind};
use crate::schema::{SCHEMA_VERSION, TABLES};

/// Why loading ends early.
pub(super) enum Stop {
    Export(Box<Error>),
    Database(rusqlite::Error),
}

impl From<rusqlite::Error> for Stop {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error)
    }
}

/// Reads lines and knows which one it is at.
pub(super) struct Reader<'a> {
    name: &'a str,
    export: &'a mut dyn BufRead,
    number: u64,
    text: Vec<u8>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(name: &'a str, export: &'a mut dyn BufRead) -> Self {
        Self {
            name,
            export,
            number: 0,
            text: Vec::new(),
        }
    }

    pub(super) fn header(&mut self) -> Result<Header, Stop> {
        if !self.advance()? {
            return Err(self.refuse(ErrorKind::InvalidExport, "is empty"));
        }
        let not_ours = "is no export of Breadcrumb";
        let header: Header = serde_json::from_slice(&self.text)
            .map_err(|_| self.refuse(ErrorKind::InvalidExport, not_ours))?;
        if header.format != FORMAT {
            return Err(self.refuse(ErrorKind::InvalidExport, not_ours));
        }
        if EXPORT_VERSION < header.version || SCHEMA_VERSION < header.schema_version {
            let of = format!(
                "has version {} with schema {}; this version of Breadcrumb reads {EXPORT_VERSION} \
                 with schema {SCHEMA_VERSION} and older",
                header.version, header.schema_version
            );
            return Err(self.refuse(ErrorKind::NewerExport, &of));
        }
        Ok(header)
    }

    pub(super) fn line(&mut self) -> Result<Line, Stop> {
        if !self.advance()? {
            let last = self.number;
            let cut = format!("is cut short: it ends after line {last}, without its last line");
            return Err(self.refuse(ErrorKind::CutShort, &cut));
        }
        let is_ended = self.text.last() == Some(&b'\n');
        match serde_json::from_slice::<Line>(&self.text) {
            Ok(line) if line.table.is_some() || line.end => Ok(line),
            Ok(_) => Err(self.broken("it is neither a row nor the end")),
            // Half a line at the end of a file is what a broken copy leaves.
            Err(_) if !is_ended => {
                let cut = format!("is cut short in line {}", self.number);
                Err(self.refuse(ErrorKind::CutShort, &cut))
            }
            // One line is one text for the parser.
            Err(error) => {
                let error = error.to_string();
                Err(self.broken(&error.replace(" at line 1 column", " at column")))
            }
        }
    }

    pub(super) fn check_end(
        &mut self,
        end: &Line,
        counted: &BTreeMap<String, u64>,
    ) -> Result<(), Stop> {
        if end.rows != *counted {
            let table = TABLES
                .iter()
                .find(|table| end.rows.get(**table) != counted.get(**table));
            let table = table.copied().unwrap_or("another table");
            let message = format!("does not have the rows of `{table}` that its last line counts");
            return Err(self.refuse(ErrorKind::InvalidExport, &message));
        }
        while self.advance()? {
            if !self.text.trim_ascii().is_empty() {
                return Err(self.broken("there is more after the last line"));
            }
        }
        Ok(())
    }

    /// Reads the next line; false at the end.
    fn advance(&mut self) -> Result<bool, Stop> {
        self.text.clear();
        match self.export.read_until(b'\n', &mut self.text) {
            Ok(0) => Ok(false),
            Ok(_) => {
                self.number += 1;
                Ok(true)
            }
            Err(error) => Err(self.unreadable(error)),
        }
    }

    fn unreadable(&self, source: io::Error) -> Stop {
        let message = format!("cannot read `{}`: {source}", self.name);
        let error = Error::new(ErrorKind::InvalidExport, self.name, message);
        Stop::Export(Box::new(error.with_source(source)))
    }

    pub(super) fn broken(&self, why: &str) -> Stop {
        let message = format!(
            "line {} of `{}` cannot be imported: {why}",
            self.number, self.name
        );
        Stop::Export(Box::new(Error::new(
            ErrorKind::InvalidExport,
            self.name,
            message,
        )))
    }

    fn refuse(&self, kind: ErrorKind, what: &str) -> Stop {
        let message = format!("`{}` {what}", self.name);
        Stop::Export(Box::new(Error::new(kind, self.name, message)))
    }
}
