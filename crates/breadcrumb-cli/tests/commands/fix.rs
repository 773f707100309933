//! `breadcrumb fix` on small projects.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command as Process, Output, Stdio};

use breadcrumb::engine::{
    ElementFingerprint, HealState, HealingEvent, SourceSite, VerifiedLocator,
};
use breadcrumb::review::{self, Reviewer};
use breadcrumb::store::{SqliteStore, Store as _};

/// A project with tests, and a database with heals of them.
struct Project {
    folder: tempfile::TempDir,
}

impl Project {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn store(&self) -> SqliteStore {
        SqliteStore::open(self.path(".breadcrumb.db")).unwrap()
    }

    /// Records an approved heal of `#old` to the button Sign in, used in this line.
    fn heal(&self, store: &SqliteStore, file: &str, line: u32) -> i64 {
        let test_id = format!("{file}::test_it");
        let element = |id: &str| {
            let button = ElementFingerprint::builder("button").text("Sign in");
            button.attribute("id", id).key(&test_id, "#old").build()
        };
        store
            .save_fingerprint_on_page(&element("new"), "/login")
            .unwrap();
        let mut event = HealingEvent::new(element("old"), element("new"), 0.97, 1000.0);
        event.details.page_key = Some("/login".to_owned());
        event.details.reasons = vec!["same text \"sign in\"".to_owned()];
        event.details.sites = vec![SourceSite {
            file: self.path(file).display().to_string(),
            line,
        }];
        let verified = |code: &str| VerifiedLocator {
            code: code.to_owned(),
            within_parent: false,
        };
        event.details.proposals = vec![
            verified("get_by_role(\"button\", name=\"Sign in\")"),
            verified("locator(\"#new\")"),
        ];
        let id = store.record_healing(&event).unwrap();
        review::decide(store, id, HealState::Approved, &Reviewer::default()).unwrap();
        id
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Process::new(env!("CARGO_BIN_EXE_breadcrumb"));
        command.current_dir(self.folder.path()).arg("fix");
        command.args(arguments).output().unwrap()
    }

    fn start(&self, arguments: &[&str]) -> Child {
        let mut command = Process::new(env!("CARGO_BIN_EXE_breadcrumb"));
        command.current_dir(self.folder.path()).arg("fix");
        let command = command.args(arguments).stdout(Stdio::null());
        command.stderr(Stdio::null()).spawn().unwrap()
    }

    fn git(&self, arguments: &[&str]) -> String {
        let output = Process::new("git")
            .args(["-c", "user.name=Ann", "-c", "user.email=ann@shop.test"])
            .args(arguments)
            .current_dir(self.folder.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }
}

const TEST: &str = "def test_it(page):\n    page.locator(\"#old\").click()\n";
const FIXED: &str =
    "def test_it(page):\n    page.get_by_role(\"button\", name=\"Sign in\").click()\n";

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn notes(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn the_patch_goes_to_standard_output_and_all_else_does_not() {
    let project = Project::new();
    project.write("tests/test_a.py", TEST);
    let dynamic = "def test_it(page, kind):\n    page.locator(f\"#{kind}\").click()\n";
    project.write("tests/test_b.py", dynamic);
    let store = project.store();
    project.heal(&store, "tests/test_a.py", 2);
    project.heal(&store, "tests/test_b.py", 2);
    drop(store);
    let shown = project.run(&[]);
    assert_eq!(shown.status.code(), Some(0));
    insta::assert_snapshot!("patch", out(&shown));
    insta::assert_snapshot!("patch_notes", notes(&shown));
    assert_eq!(project.read("tests/test_a.py"), TEST);
    assert_eq!(project.run(&["--check"]).status.code(), Some(1));
    let css = out(&project.run(&["--style", "css"]));
    assert!(css.contains("+    page.locator(\"#new\").click()"), "{css}");
}

#[test]
fn what_is_applied_moves_the_history_and_is_done() {
    let project = Project::new();
    project.write("test_a.py", TEST);
    let store = project.store();
    project.heal(&store, "test_a.py", 2);
    drop(store);
    let applied = project.run(&["--apply"]);
    assert_eq!(applied.status.code(), Some(0), "{applied:?}");
    insta::assert_snapshot!("applied", out(&applied));
    assert_eq!(project.read("test_a.py"), FIXED);
    let key = "get_by_role(\"button\", name=\"Sign in\")";
    let known = |locator: &str| {
        let store = project.store();
        store
            .load_fingerprint("test_a.py::test_it", locator)
            .unwrap()
    };
    assert_eq!(known("#old"), None);
    assert_eq!(known(key).unwrap().locator(), key);
    assert_eq!(project.run(&["--check"]).status.code(), Some(0));
    assert_eq!(out(&project.run(&["--apply"])), "nothing to fix\n");
    assert_eq!(project.read("test_a.py"), FIXED);
}

#[test]
fn without_a_decision_nothing_is_fixed() {
    let project = Project::new();
    project.write("test_a.py", TEST);
    let store = project.store();
    let id = project.heal(&store, "test_a.py", 2);
    let decide = |state| review::decide(&store, id, state, &Reviewer::default()).unwrap();
    decide(HealState::Pending);
    let pending = project.run(&[]);
    assert_eq!(out(&pending), "");
    assert!(
        notes(&pending).contains("1 heal waits for `breadcrumb review`"),
        "{pending:?}"
    );
    assert!(out(&project.run(&["--all-above", "0.9"])).contains("+    page.get_by_role"));
    assert_eq!(out(&project.run(&["--all-above", "0.98"])), "");
    let number = id.to_string();
    let named = project.run(&[&number]);
    assert_eq!(named.status.code(), Some(2));
    assert!(notes(&named).contains("is pending"), "{named:?}");
    assert_eq!(project.run(&["99"]).status.code(), Some(2));
    decide(HealState::Rejected);
    assert_eq!(out(&project.run(&["--all-above", "0"])), "");
}

#[test]
fn wrong_use_names_the_way_out() {
    let project = Project::new();
    let missing = project.run(&[]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(!project.path(".breadcrumb.db").exists());
    assert_eq!(project.run(&["--all-above", "2"]).status.code(), Some(2));
    assert_eq!(project.run(&["--check", "--apply"]).status.code(), Some(2));
    drop(project.store());
    let root = project.run(&["--root", "nowhere"]);
    assert_eq!(root.status.code(), Some(2));
    assert!(
        notes(&root).contains("`nowhere` is not a folder"),
        "{root:?}"
    );
}

#[test]
fn a_file_outside_of_the_project_is_left_alone() {
    let outside = Project::new();
    outside.write("test_a.py", TEST);
    let project = Project::new();
    project.write("inside/x.py", "");
    let store = outside.store();
    outside.heal(&store, "test_a.py", 2);
    drop(store);
    let root = project.path("inside").display().to_string();
    let output = outside.run(&["--root", &root, "--apply"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert_eq!(outside.read("test_a.py"), TEST);
}

#[test]
fn a_branch_gets_the_patch_and_the_reasons() {
    let project = Project::new();
    project.write("test_a.py", TEST);
    project.git(&["init", "--quiet", "--initial-branch", "main"]);
    project.git(&["config", "user.name", "Ann"]);
    project.git(&["config", "user.email", "ann@shop.test"]);
    project.git(&["add", "test_a.py"]);
    project.git(&["commit", "--quiet", "--message", "tests"]);
    let store = project.store();
    let id = project.heal(&store, "test_a.py", 2);
    drop(store);

    project.write("test_a.py", "changed\n");
    let dirty = project.run(&["--git-branch", "fix/a"]);
    assert_eq!(dirty.status.code(), Some(2));
    assert!(notes(&dirty).contains("not committed"), "{dirty:?}");
    project.git(&["checkout", "--quiet", "test_a.py"]);
    assert_eq!(
        project.run(&["--git-branch", "main"]).status.code(),
        Some(2)
    );
    assert_eq!(
        project.run(&["--git-branch", "no good"]).status.code(),
        Some(2)
    );

    let done = project.run(&["--git-branch", "fix/a"]);
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    assert_eq!(project.git(&["branch", "--show-current"]), "fix/a\n");
    let message = project.git(&["log", "-1", "--format=%B"]);
    assert!(message.contains(&format!("heal {id}")), "{message}");
    insta::assert_snapshot!(
        "commit_message",
        message.replace(&format!("heal {id}"), "heal N")
    );
    assert_eq!(
        project.git(&["show", "--format=", "--name-only"]),
        "test_a.py\n"
    );
    assert_eq!(project.read("test_a.py"), FIXED);
    // The branch that one came from still has the old locator.
    let store = project.store();
    assert!(
        store
            .load_fingerprint("test_a.py::test_it", "#old")
            .unwrap()
            .is_some()
    );
}

#[cfg(unix)]
#[test]
fn a_commit_that_fails_leaves_everything_as_it_was() {
    use std::os::unix::fs::PermissionsExt as _;

    let project = Project::new();
    project.write("test_a.py", TEST);
    project.git(&["init", "--quiet", "--initial-branch", "main"]);
    project.git(&["add", "test_a.py"]);
    project.git(&["commit", "--quiet", "--message", "tests"]);
    project.write(".git/hooks/pre-commit", "#!/bin/sh\necho no; exit 1\n");
    let hook = project.path(".git/hooks/pre-commit");
    fs::set_permissions(hook, fs::Permissions::from_mode(0o755)).unwrap();
    let store = project.store();
    project.heal(&store, "test_a.py", 2);
    drop(store);
    let failed = project.run(&["--git-branch", "fix/a"]);
    assert_eq!(failed.status.code(), Some(2), "{failed:?}");
    assert_eq!(project.read("test_a.py"), TEST);
    assert_eq!(
        project.git(&["branch", "--format", "%(refname:short)"]),
        "main\n"
    );
    let changed = project.git(&["status", "--porcelain", "--untracked-files=no"]);
    assert_eq!(changed, "");
}

/// Files of the loop below, and how often it is interrupted.
const FILES: usize = 100;
const ROUNDS: usize = 20;

#[test]
fn a_killed_process_leaves_old_files_or_new_ones() {
    let project = Project::new();
    let name = |n: usize| format!("tests/test_{n:03}.py");
    let old = |n: usize| format!("{TEST}# {}\n", "x".repeat(n * 100));
    let new = |n: usize| format!("{FIXED}# {}\n", "x".repeat(n * 100));
    let store = project.store();
    for n in 0..FILES {
        project.write(&name(n), &old(n));
        project.heal(&store, &name(n), 2);
    }
    drop(store);
    let mut cut_short = 0;
    for round in 0..ROUNDS {
        for n in 0..FILES {
            project.write(&name(n), &old(n));
        }
        // Files are written in order: when this one is new, others are still to come.
        let seen = round * FILES / ROUNDS;
        let mut child = project.start(&["--apply"]);
        while child.try_wait().unwrap().is_none() && project.read(&name(seen)) == old(seen) {}
        let _ = child.kill();
        child.wait().unwrap();
        let is_new = |n: &usize| {
            let text = project.read(&name(*n));
            assert!(text == old(*n) || text == new(*n), "{text}");
            text == new(*n)
        };
        let count = (0..FILES).filter(is_new).count();
        cut_short += usize::from(count > 0 && count < FILES);
    }
    assert!(
        cut_short > ROUNDS / 2,
        "{cut_short} were killed in the middle of their work"
    );
    let done = project.run(&["--apply"]);
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    assert!((0..FILES).all(|n| project.read(&name(n)) == new(n)));
    assert_eq!(left_over(&project.path("tests")), Vec::<String>::new());
    let store = project.store();
    for n in 0..FILES {
        let test_id = format!("{}::test_it", name(n));
        let known = |locator: &str| store.load_fingerprint(&test_id, locator).unwrap();
        assert!(known("get_by_role(\"button\", name=\"Sign in\")").is_some());
    }
}

fn left_over(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.starts_with('.')).collect()
}

#[test]
fn a_constant_with_other_uses_stays() {
    let project = Project::new();
    let text = "OLD = \"#old\"\n\n\ndef test_it(page):\n    page.locator(OLD).click()\n\n\ndef test_part(page):\n    page.locator(f\"{OLD} > span\").click()\n";
    project.write("test_a.py", text);
    project.heal(&project.store(), "test_a.py", 5);
    let output = project.run(&["--apply"]);
    assert!(output.status.success(), "{output:?}");
    let role = "page.get_by_role(\"button\", name=\"Sign in\")";
    assert_eq!(
        project.read("test_a.py"),
        text.replace("page.locator(OLD)", role)
    );
}
