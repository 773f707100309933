//! Wrong inputs: an error that says what to do, and nothing is lost.

use std::fs;
use std::path::{Path, PathBuf};

use breadcrumb_store::{Error, ErrorKind, SqliteStore, import, merge};
use rusqlite::Connection;

use crate::dump::all_rows;
use crate::export::{drafts, exported};
use crate::shards::recorded;

/// Merges a good database and a wrong one; nothing may be there afterwards.
fn refused(folder: &Path, good: &Path, wrong: &Path) -> Error {
    let output = folder.join("out.db");
    let error = merge(&[good.to_owned(), wrong.to_owned()], &output, &mut |_| {}).unwrap_err();
    assert!(!output.exists());
    assert!(
        error.to_string().contains(&wrong.display().to_string()),
        "{error}"
    );
    assert!(error.hint().is_some(), "{error}");
    error
}

#[test]
fn a_wrong_input_is_named_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let (shards, _) = recorded(folder.path(), 1, 1);
    let path = |name: &str| folder.path().join(name);
    let kind = |wrong: &PathBuf| refused(folder.path(), &shards[0], wrong).kind();
    assert_eq!(kind(&path("missing.db")), ErrorKind::NotFound);
    let text = path("text.db");
    fs::write(
        &text,
        "no database, but long enough to look like one. ".repeat(40),
    )
    .unwrap();
    assert_eq!(kind(&text), ErrorKind::NotADatabase);
    fs::create_dir(path("folder.db")).unwrap();
    assert_eq!(kind(&path("folder.db")), ErrorKind::IsADirectory);
    let newer = path("newer.db");
    fs::copy(&shards[0], &newer).unwrap();
    let conn = Connection::open(&newer).unwrap();
    conn.execute("UPDATE schema_meta SET value = '99'", [])
        .unwrap();
    drop(conn);
    assert_eq!(kind(&newer), ErrorKind::NewerSchema);
    let foreign = path("foreign.db");
    Connection::open(&foreign)
        .unwrap()
        .execute_batch("CREATE TABLE t (a)")
        .unwrap();
    assert_eq!(kind(&foreign), ErrorKind::ForeignDatabase);
}

#[test]
fn a_wrong_output_is_an_error_and_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let (shards, _) = recorded(folder.path(), 2, 1);
    let output = folder.path().join("out.db");
    fs::write(&output, "a diary, and long enough at that. ".repeat(40)).unwrap();
    let before = fs::read(&output).unwrap();
    let error = merge(&shards, &output, &mut |_| {}).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotADatabase);
    assert_eq!(fs::read(&output).unwrap(), before);
    let nowhere = folder.path().join("no/such/folder/out.db");
    let error = merge(&shards, &nowhere, &mut |_| {}).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::CannotOpen);
    let protected = folder.path().join("protected.db");
    fs::copy(&shards[0], &protected).unwrap();
    let mut permissions = fs::metadata(&protected).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&protected, permissions).unwrap();
    let error = merge(&shards, &protected, &mut |_| {}).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ReadOnly);
    assert_eq!(fs::read(&protected).unwrap(), fs::read(&shards[0]).unwrap());
}

#[test]
fn a_write_protected_input_is_fine() {
    let folder = tempfile::tempdir().unwrap();
    let (shards, one) = recorded(folder.path(), 1, 2);
    let mut permissions = fs::metadata(&shards[0]).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&shards[0], permissions).unwrap();
    let output = folder.path().join("out.db");
    merge(&shards, &output, &mut |_| {}).unwrap();
    assert_eq!(crate::dump::facts(&output), crate::dump::facts(&one));
}

#[test]
fn a_broken_export_changes_nothing_and_names_the_line() {
    let folder = tempfile::tempdir().unwrap();
    let (shards, _) = recorded(folder.path(), 2, 1);
    let (text, _) = exported(&shards[1]);
    let lines: Vec<&str> = text.lines().collect();
    let before = all_rows(&shards[0]);
    let without_end = lines[..lines.len() - 1].join("\n") + "\n";
    let with = |place: usize, line: &str| {
        let mut lines = lines.clone();
        lines[place] = line;
        lines.join("\n") + "\n"
    };
    let cases = [
        (ErrorKind::InvalidExport, String::new(), "is empty"),
        (
            ErrorKind::InvalidExport,
            "<html>\n".to_owned(),
            "is no export",
        ),
        (
            ErrorKind::InvalidExport,
            "{\"a\": 1}\n".to_owned(),
            "is no export",
        ),
        (ErrorKind::CutShort, without_end, "cut short"),
        (
            ErrorKind::CutShort,
            text[..text.len() / 2].to_owned(),
            "cut short in line",
        ),
        (
            ErrorKind::InvalidExport,
            with(4, "{\"table\": "),
            "line 5 of",
        ),
        (
            ErrorKind::InvalidExport,
            with(4, "{}"),
            "neither a row nor the end",
        ),
        (
            ErrorKind::InvalidExport,
            with(4, "{\"table\": \"t\"}"),
            "no table `t`",
        ),
        (
            ErrorKind::InvalidExport,
            with(4, "{\"table\": \"runs\", \"row\": {\"x\": 1}}"),
            "no column `x`",
        ),
        (
            ErrorKind::InvalidExport,
            with(4, "{\"table\": \"runs\", \"row\": {\"job\": [1]}}"),
            "value of `job`",
        ),
        (ErrorKind::InvalidExport, with(4, lines[3]), "line 5 of"),
        (
            ErrorKind::InvalidExport,
            [text.as_str(), "x\n"].concat(),
            "more after",
        ),
        (ErrorKind::InvalidExport, with(4, "\u{0}"), "line 5 of"),
        (
            ErrorKind::NewerExport,
            with(0, &lines[0].replace("\"version\":1", "\"version\":2")),
            "has version 2",
        ),
        (
            ErrorKind::NewerExport,
            with(
                0,
                &lines[0].replace("\"schema_version\":3", "\"schema_version\":4"),
            ),
            "schema 4",
        ),
    ];
    for (kind, export, message) in cases {
        for path in [shards[0].clone(), folder.path().join("new.db")] {
            let error = import(&path, "x.jsonl", &mut export.as_bytes()).unwrap_err();
            assert_eq!(error.kind(), kind, "{error}");
            assert!(error.to_string().contains(message), "{error}");
            assert!(
                error
                    .hint()
                    .is_some_and(|hint| hint.contains("nothing was imported"))
            );
        }
        assert!(!folder.path().join("new.db").exists());
    }
    let mut missing = lines.clone();
    missing.remove(lines.len() - 2);
    let missing = missing.join("\n") + "\n";
    let error = import(&shards[0], "x.jsonl", &mut missing.as_bytes()).unwrap_err();
    assert!(
        error.to_string().contains("that its last line counts"),
        "{error}"
    );
    assert_eq!(all_rows(&shards[0]), before);
    assert_eq!(drafts(folder.path()), 0);
}

#[test]
fn an_import_into_what_is_no_database_leaves_it_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (shards, _) = recorded(folder.path(), 1, 1);
    let (text, _) = exported(&shards[0]);
    let path = folder.path().join("diary.txt");
    fs::write(&path, "dear diary, ".repeat(100)).unwrap();
    let error = import(&path, "x.jsonl", &mut text.as_bytes()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotADatabase);
    assert!(fs::read_to_string(&path).unwrap().starts_with("dear diary"));
    assert!(SqliteStore::open_read_only(&shards[0]).is_ok());
}
