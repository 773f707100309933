//! [`Merger`]: one table after the other, with what has become of the rows before.

use std::collections::{BTreeMap, HashMap};

use rusqlite::{Connection, params_from_iter};

use super::super::super::connect::Database;
use super::super::cell::Cell;
use super::super::layout::{Layout, quoted};
use super::baseline::{self, Replaced};
use super::rules::{Kind, REFERENCES, Rule, is_referred_to};
use super::stream::{Row, Stream};
use super::{MergeProgress, MergedTable, history, keyed, log, quarantine, renames};

/// After how many rows it is said how far it is.
const TELL_EVERY: u64 = 1_000;

/// The database that is written to, those that are read, and what rows are called in it.
pub(super) struct Merger<'a> {
    pub(super) conn: &'a Connection,
    /// What is read; the first is the database that is written to, where it was there before.
    pub(super) sources: Vec<&'a Database>,
    has_present: bool,
    /// Of each table that is referred to: the numbers of its rows, by database and number there.
    numbers: HashMap<&'static str, HashMap<(usize, i64), i64>>,
    /// Fingerprints that newer ones have replaced, by key and page.
    replaced: BTreeMap<Vec<u8>, Vec<Replaced>>,
    merged: Vec<MergedTable>,
    progress: &'a mut dyn FnMut(MergeProgress),
    told: MergeProgress,
}

/// One table while it is merged.
pub(super) struct Desk {
    pub(super) layout: Layout,
    pub(super) counts: MergedTable,
    insert: String,
    update: String,
    /// The columns that hold the number of another row, and of which table.
    references: Vec<(usize, &'static str)>,
    /// The columns by name, without the row's own number.
    by_name: Vec<usize>,
    is_referred_to: bool,
}

impl<'a> Merger<'a> {
    pub(super) fn new(
        conn: &'a Connection,
        present: Option<&'a Database>,
        sources: &'a [Database],
        progress: &'a mut dyn FnMut(MergeProgress),
    ) -> rusqlite::Result<Self> {
        let mut merger = Self {
            conn,
            has_present: present.is_some(),
            sources: present.into_iter().chain(sources).collect(),
            numbers: HashMap::new(),
            replaced: BTreeMap::new(),
            merged: Vec::new(),
            progress,
            told: MergeProgress::default(),
        };
        for source in &merger.sources {
            for table in super::super::layout::tables(&source.conn)? {
                let sql = format!("SELECT COUNT(*) FROM {table}");
                let rows: i64 = source.conn.query_row(&sql, [], |row| row.get(0))?;
                merger.told.total += rows.unsigned_abs();
            }
        }
        Ok(merger)
    }

    /// Returns what was done to each table.
    pub(super) fn finish(mut self) -> Vec<MergedTable> {
        (self.progress)(self.told);
        std::mem::take(&mut self.merged)
    }

    pub(super) fn merge_table(&mut self, rule: &Rule) -> rusqlite::Result<()> {
        let mut desk = Desk::new(self.conn, rule.table)?;
        let mut statements = Vec::with_capacity(self.sources.len());
        for source in &self.sources {
            let theirs = Layout::read(&source.conn, rule.table)?;
            let is_there = !theirs.columns.is_empty();
            statements.push(if is_there {
                Some(
                    source
                        .conn
                        .prepare(&desk.layout.select(&theirs, rule.group))?,
                )
            } else {
                None
            });
        }
        let group = rule.group.iter().filter_map(|name| desk.layout.place(name));
        let group = group.collect();
        let mut stream = Stream::new(&mut statements, group, desk.layout.columns.len())?;
        while let Some(mut rows) = stream.next_group()? {
            self.tell(rows.len() as u64);
            for row in &mut rows {
                self.translate(&desk, row);
                desk.fill_content(row);
            }
            match rule.kind {
                Kind::Log => log::merge(self, &mut desk, rows)?,
                Kind::Newest(time) => keyed::keep_newest(self, &mut desk, &rows, time)?,
                Kind::Oldest(time) => keyed::keep_oldest(self, &mut desk, &rows, time)?,
                Kind::Together(greatest) => keyed::put_together(self, &mut desk, &rows, greatest)?,
                Kind::Baseline => baseline::merge(self, &mut desk, &rows)?,
                Kind::History => history::merge(self, &mut desk, rows)?,
                Kind::Renames => renames::merge(self, &mut desk, &rows)?,
                Kind::Quarantine => quarantine::merge(self, &mut desk, &rows)?,
            }
        }
        if matches!(rule.kind, Kind::History) {
            history::start_new(self, &mut desk)?;
        }
        self.merged.push(desk.counts);
        Ok(())
    }

    /// Returns whether a row is there already, in the database that is written to.
    pub(super) fn is_present(&self, row: &Row) -> bool {
        self.has_present && row.source == 0
    }

    /// Notes the number that a row has now.
    pub(super) fn note_number(&mut self, desk: &Desk, row: &Row, number: i64) {
        if desk.is_referred_to {
            let numbers = self.numbers.entry(desk.layout.table).or_default();
            numbers.insert((row.source, row.id), number);
        }
    }

    /// Notes a fingerprint for the history, which is merged later.
    pub(super) fn note_replaced(&mut self, replaced: Replaced) {
        let key = history::key(&replaced.test_id, &replaced.locator, &replaced.page_key);
        self.replaced.entry(key).or_default().push(replaced);
    }

    /// Takes what was noted for one history.
    pub(super) fn take_replaced(&mut self, key: &[u8]) -> Vec<Replaced> {
        self.replaced.remove(key).unwrap_or_default()
    }

    /// Takes all that is left, history by history.
    pub(super) fn take_all_replaced(&mut self) -> impl Iterator<Item = Vec<Replaced>> + use<> {
        std::mem::take(&mut self.replaced).into_values()
    }

    /// Appends a row and returns its number; `None` where one with its `uid` is there.
    pub(super) fn insert(&self, desk: &mut Desk, row: &Row) -> rusqlite::Result<Option<i64>> {
        let mut statement = self.conn.prepare_cached(&desk.insert)?;
        let cells = desk.without_id(&row.cells);
        if statement.execute(params_from_iter(cells))? == 0 {
            return Ok(None);
        }
        desk.counts.added += 1;
        Ok(Some(self.conn.last_insert_rowid()))
    }

    /// Puts values into a row that is there.
    pub(super) fn update(
        &self,
        desk: &mut Desk,
        number: i64,
        cells: &[Cell],
    ) -> rusqlite::Result<()> {
        let mut statement = self.conn.prepare_cached(&desk.update)?;
        let number = Cell::Integer(number);
        let values = desk.without_id(cells).chain([&number]);
        statement.execute(params_from_iter(values))?;
        desk.counts.changed += 1;
        Ok(())
    }

    pub(super) fn delete(&self, desk: &mut Desk, number: i64) -> rusqlite::Result<()> {
        let sql = format!("DELETE FROM {} WHERE rowid = ?1", desk.layout.table);
        self.conn.prepare_cached(&sql)?.execute([number])?;
        desk.counts.removed += 1;
        Ok(())
    }

    /// Replaces numbers of other rows by those they have here; what refers to nothing is dropped.
    ///
    /// Rows that are here already too: two that refer to nothing are the same.
    fn translate(&self, desk: &Desk, row: &mut Row) {
        for (place, table) in &desk.references {
            let Some(cell) = row.cells.get_mut(*place) else {
                continue;
            };
            let number = match cell {
                Cell::Integer(number) => self
                    .numbers
                    .get(table)
                    .and_then(|numbers| numbers.get(&(row.source, *number))),
                _ => None,
            };
            *cell = number.map_or(Cell::Null, |number| Cell::Integer(*number));
        }
    }

    fn tell(&mut self, rows: u64) {
        let before = self.told.rows / TELL_EVERY;
        self.told.rows += rows;
        if self.told.rows / TELL_EVERY != before {
            (self.progress)(self.told);
        }
    }
}

impl Desk {
    fn new(conn: &Connection, table: &'static str) -> rusqlite::Result<Self> {
        let layout = Layout::read(conn, table)?;
        let is_own = |(place, _): &(usize, &String)| Some(*place) != layout.id;
        let columns = layout.columns.iter().enumerate().filter(is_own);
        let names: Vec<String> = columns.clone().map(|(_, name)| quoted(name)).collect();
        let mut by_name: Vec<usize> = columns.map(|(place, _)| place).collect();
        by_name.sort_by_key(|place| layout.columns.get(*place));
        let marks = vec!["?"; names.len()].join(", ");
        let sets: Vec<String> = names.iter().map(|name| format!("{name} = ?")).collect();
        // A row with the same `uid` is the same row.
        let conflict = if layout.place("uid").is_some() {
            " ON CONFLICT (uid) WHERE uid IS NOT NULL DO NOTHING"
        } else {
            ""
        };
        let references = REFERENCES.iter();
        let references = references.filter_map(|(column, to)| Some((layout.place(column)?, *to)));
        Ok(Self {
            insert: format!(
                "INSERT INTO {table} ({}) VALUES ({marks}){conflict}",
                names.join(", ")
            ),
            update: format!("UPDATE {table} SET {} WHERE rowid = ?", sets.join(", ")),
            references: references.collect(),
            by_name,
            is_referred_to: is_referred_to(table),
            counts: MergedTable {
                table,
                ..MergedTable::default()
            },
            layout,
        })
    }

    pub(super) fn place(&self, column: &str) -> usize {
        // A place that no row has: its cells are nothing.
        self.layout.place(column).unwrap_or(usize::MAX)
    }

    fn without_id<'c>(&self, cells: &'c [Cell]) -> impl Iterator<Item = &'c Cell> {
        let id = self.layout.id;
        let cells = cells.iter().enumerate();
        cells
            .filter(move |(place, _)| Some(*place) != id)
            .map(|(_, cell)| cell)
    }

    /// Writes down all that makes a row another one, but its number.
    ///
    /// By the names of the columns: those that a database lacks are as good as empty ones.
    pub(super) fn fill_content(&self, row: &mut Row) {
        for (order, &place) in self.by_name.iter().enumerate() {
            if let Some(cell) = row.cells.get(place).filter(|cell| !cell.is_null()) {
                row.content.extend((order as u64).to_be_bytes());
                cell.encode(&mut row.content);
            }
        }
    }
}
