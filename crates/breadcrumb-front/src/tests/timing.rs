//! The timing rules, as a table.

use super::row::mistake_of;

/// Each row: what it shows, the call and its timeout, the page and what is known, what the test gets and
/// when, the messages by kind, and what the engine was told. `row.rs` has the words. Times are in
/// milliseconds; an answer takes 2, an action 5.
const TABLE: &str = include_str!("timing.txt");

fn rows() -> impl Iterator<Item = &'static str> {
    TABLE
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

#[test]
fn each_call_ends_as_the_table_says() {
    let mistakes: Vec<String> = rows().filter_map(mistake_of).collect();
    assert!(
        mistakes.is_empty(),
        "it is so instead:\n{}",
        mistakes.concat()
    );
}

#[test]
fn the_table_is_long_enough_and_names_each_row_once() {
    let mut names: Vec<&str> = rows().filter_map(|row| row.split(" | ").next()).collect();
    let count = names.len();
    assert!(count >= 100, "{count} rows");
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}
