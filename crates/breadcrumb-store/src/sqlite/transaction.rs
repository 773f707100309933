//! Write transactions.

use rusqlite::Connection;

/// Does `work` in one transaction that has the write lock from its start.
///
/// A transaction that first reads and then wants to write fails at once where another process has
/// written in between, and no busy timeout helps; `IMMEDIATE` waits at the start instead.
pub(super) fn immediate<T>(
    conn: &Connection,
    work: impl FnOnce() -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    conn.prepare_cached("BEGIN IMMEDIATE")?.execute([])?;
    let _rollback = RollbackOnDrop(conn);
    let value = work()?;
    conn.prepare_cached("COMMIT")?.execute([])?;
    Ok(value)
}

/// Ends a transaction that was not committed, even where `work` panics.
struct RollbackOnDrop<'a>(&'a Connection);

impl Drop for RollbackOnDrop<'_> {
    fn drop(&mut self) {
        if !self.0.is_autocommit() {
            // SQLite rolls back by itself at the latest when the connection closes.
            let _ = self.0.execute_batch("ROLLBACK");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_work_leaves_nothing_behind() {
        let conn = Connection::open_in_memory().unwrap();
        conn.execute_batch("CREATE TABLE t (a)").unwrap();
        let failed = immediate(&conn, || {
            conn.execute("INSERT INTO t VALUES (1)", [])?;
            conn.execute("INSERT INTO nowhere VALUES (1)", [])
        });
        assert!(failed.is_err());
        assert!(conn.is_autocommit());
        let rows: i64 = conn
            .query_row("SELECT COUNT(*) FROM t", [], |r| r.get(0))
            .unwrap();
        assert_eq!(rows, 0);
    }
}
