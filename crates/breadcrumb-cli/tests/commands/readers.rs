//! Commands that only read: they create nothing, change nothing, and need no right to write.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::cli::{Cli, error};

/// Commands that read, each with all they need but the database.
const READERS: [&[&str]; 20] = [
    &["events"],
    &["export", "--output", "-"],
    &["fingerprints", "list"],
    &[
        "fingerprints",
        "show",
        "tests/test_login.py::test_ok",
        "#login-btn",
    ],
    &["fingerprints", "delete", "--test", "a", "--dry-run"],
    &["fix"],
    &["fix", "--check"],
    &["flaky", "list"],
    &["flaky", "list", "--all", "--json"],
    &["flaky", "show", "tests/test_login.py::test_ok"],
    &["gate"],
    &["gate", "--json"],
    &["quarantine", "list"],
    &["quarantine", "explain", "tests/test_login.py::test_ok"],
    &["report"],
    &["report", "--format", "json"],
    &["review", "--list"],
    &["review", "--drifts"],
    &["stats"],
    &["stats", "--json"],
];

/// Returns the files below a folder with their bytes.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().to_string_lossy().into_owned();
        found.insert(name, fs::read(entry.path()).unwrap());
    }
    found
}

fn set_read_only(path: &Path, is_read_only: bool) {
    let mut permissions = fs::metadata(path).unwrap().permissions();
    permissions.set_readonly(is_read_only);
    fs::set_permissions(path, permissions).unwrap();
}

/// Copies a database into a folder of its own, with a spool that waits beside it.
fn with_database(name: &str) -> Cli {
    let cli = Cli::new();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/databases");
    fs::create_dir(cli.path("data")).unwrap();
    fs::copy(fixtures.join(name), cli.path("data/a.db")).unwrap();
    fs::write(cli.path("data/a.db.spool-1"), "").unwrap();
    cli
}

#[test]
fn a_missing_database_is_named_and_not_created() {
    for reader in READERS {
        let cli = Cli::new();
        let args = [reader, &["--db", "typo.db"]].concat();
        let said = error(cli.run(&args));
        assert!(
            said.contains("there is no database at `typo.db`"),
            "{reader:?}: {said}"
        );
        assert!(
            said.contains("hint: run the tests once"),
            "{reader:?}: {said}"
        );
        assert!(files(&cli.path("")).is_empty(), "{reader:?}");
    }
}

#[test]
fn a_read_only_database_in_a_read_only_folder_is_read() {
    for name in ["v1.db", "v2.db"] {
        for reader in READERS {
            let cli = with_database(name);
            let folder = cli.path("data");
            let before = files(&folder);
            let args = [reader, &["--db", "data/a.db"]].concat();
            let open = cli.run(&args);
            assert_eq!(files(&folder), before, "{name} {reader:?}");
            set_read_only(&cli.path("data/a.db"), true);
            set_read_only(&folder, true);
            let protected = cli.run(&args);
            set_read_only(&folder, false);
            assert_eq!(files(&folder), before, "{name} {reader:?}");
            assert_eq!(open.stderr, protected.stderr, "{name} {reader:?}");
            assert_eq!(open.code, protected.code, "{name} {reader:?}");
            let is_told = |said: &str| said.contains("read-only") || said.contains("cannot");
            assert!(
                !is_told(&protected.stderr),
                "{reader:?}: {}",
                protected.stderr
            );
        }
    }
}
