//! The rows of one table from all databases, those that belong together at once.

use std::cmp::Ordering;

use rusqlite::{Rows, Statement};

use super::super::cell::Cell;

/// A row of one of the databases, with the columns of the database that is written to.
#[derive(Debug)]
pub(super) struct Row {
    /// Which database it is from.
    pub(super) source: usize,
    /// Its number there.
    pub(super) id: i64,
    pub(super) cells: Vec<Cell>,
    /// How many rows of its database come before it in its group.
    pub(super) rank: usize,
    /// All that makes it another row than others, but its number.
    pub(super) content: Vec<u8>,
}

/// Reads the databases side by side, each sorted by the columns of the group.
pub(super) struct Stream<'s> {
    found: Vec<Option<Rows<'s>>>,
    heads: Vec<Option<Row>>,
    /// The places of the columns that make a group.
    group: Vec<usize>,
    columns: usize,
}

impl Row {
    /// Makes a row that no database has, with nothing in it.
    pub(super) fn new(columns: usize) -> Self {
        Self {
            source: usize::MAX,
            id: 0,
            cells: vec![Cell::Null; columns],
            rank: 0,
            content: Vec::new(),
        }
    }

    pub(super) fn cell(&self, place: usize) -> &Cell {
        self.cells.get(place).unwrap_or(&Cell::Null)
    }
}

impl<'s> Stream<'s> {
    /// Starts with one statement for each database; `None` where it does not have the table.
    pub(super) fn new(
        statements: &'s mut [Option<Statement<'_>>],
        group: Vec<usize>,
        columns: usize,
    ) -> rusqlite::Result<Self> {
        let mut found = Vec::with_capacity(statements.len());
        for statement in statements {
            found.push(match statement {
                Some(statement) => Some(statement.query([])?),
                None => None,
            });
        }
        let mut stream = Self {
            heads: found.iter().map(|_| None).collect(),
            found,
            group,
            columns,
        };
        for source in 0..stream.heads.len() {
            stream.advance(source)?;
        }
        Ok(stream)
    }

    /// Reads the next group: all rows whose columns of the group are equal.
    pub(super) fn next_group(&mut self) -> rusqlite::Result<Option<Vec<Row>>> {
        let first = self.heads.iter().flatten();
        let Some(first) = first.min_by(|a, b| self.compare(a, b)) else {
            return Ok(None);
        };
        let key: Vec<Cell> = self.key(first).cloned().collect();
        let mut rows = Vec::new();
        for source in 0..self.heads.len() {
            let mut rank = 0;
            while let Some(mut row) = self.take_if(source, &key) {
                row.rank = rank;
                rank += 1;
                rows.push(row);
                self.advance(source)?;
            }
        }
        Ok(Some(rows))
    }

    /// Takes the next row of a database where it belongs to the group.
    fn take_if(&mut self, source: usize, key: &[Cell]) -> Option<Row> {
        let head = self.heads.get(source)?.as_ref()?;
        let is_same = |(a, b): (&Cell, &Cell)| a.compare(b) == Ordering::Equal;
        let belongs = self.key(head).zip(key).all(is_same);
        if belongs {
            self.heads.get_mut(source)?.take()
        } else {
            None
        }
    }

    fn advance(&mut self, source: usize) -> rusqlite::Result<()> {
        let (Some(found), Some(head)) = (self.found.get_mut(source), self.heads.get_mut(source))
        else {
            return Ok(());
        };
        *head = match found.as_mut().map(Rows::next).transpose()?.flatten() {
            Some(row) => {
                let cells = (1..=self.columns).map(|place| row.get_ref(place).map(Cell::from));
                Some(Row {
                    source,
                    id: row.get(0)?,
                    cells: cells.collect::<rusqlite::Result<_>>()?,
                    rank: 0,
                    content: Vec::new(),
                })
            }
            None => None,
        };
        Ok(())
    }

    fn compare(&self, a: &Row, b: &Row) -> Ordering {
        let pairs = self.key(a).zip(self.key(b));
        pairs
            .map(|(a, b)| a.compare(b))
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    }

    fn key<'r>(&self, row: &'r Row) -> impl Iterator<Item = &'r Cell> {
        self.group.iter().map(|&place| row.cell(place))
    }
}
