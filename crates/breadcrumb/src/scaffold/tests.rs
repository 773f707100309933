//! Plans for projects of all kinds, and that writing is all or nothing.

use std::fs;
use std::path::Path;

use super::plan::{Force, Plan, StepKind};
use super::project::Project;

/// Makes a folder with these files and returns it.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn plan(path: &Path, force: Force) -> Plan {
    Plan::of(&Project::look(path).unwrap(), force)
}

fn paths(plan: &Plan) -> Vec<&str> {
    plan.steps.iter().map(|step| step.path).collect()
}

fn why<'a>(plan: &'a Plan, path: &str) -> &'a str {
    let kept = plan.kept.iter().find(|kept| kept.path == path);
    kept.map_or("", |kept| kept.why.as_str())
}

#[test]
fn an_empty_folder_gets_all_files_and_the_second_time_none() {
    let folder = folder(&[]);
    let first = plan(folder.path(), Force::No);
    assert_eq!(paths(&first), super::plan::FILES);
    assert_eq!(first.next.last().map(String::as_str), Some("pytest"));
    first.write().unwrap();
    let second = plan(folder.path(), Force::No);
    assert_eq!(paths(&second), [""; 0]);
    assert_eq!(second.next.last().map(String::as_str), Some("pytest"));
    second.write().unwrap();
    // By force, only what is Breadcrumb's own.
    let forced = plan(folder.path(), Force::Yes);
    let own = [
        "breadcrumb.toml",
        "tests/example.html",
        "tests/test_example.py",
    ];
    assert_eq!(paths(&forced), own);
    fs::write(folder.path().join("tests/test_example.py"), "mine").unwrap();
    forced.write().unwrap();
    let text = fs::read_to_string(folder.path().join("tests/test_example.py")).unwrap();
    assert!(text.contains("def test_"));
}

#[test]
fn the_settings_are_valid_and_change_nothing() {
    let folder = folder(&[]);
    plan(folder.path(), Force::No).write().unwrap();
    let policy = crate::flaky::load_policy(folder.path()).unwrap();
    assert_eq!(policy, crate::flaky::Policy::default());
}

#[test]
fn a_project_with_tests_gets_no_example() {
    let folder = folder(&[
        (
            "pyproject.toml",
            "[project]\nname = 'a'\n[tool.pytest.ini_options]\n",
        ),
        ("tests/test_shop.py", ""),
        ("tests/conftest.py", "# mine\n"),
        (".gitignore", "*.pyc"),
        (".github/workflows/ci.yml", ""),
    ]);
    let plan = plan(folder.path(), Force::Yes);
    assert_eq!(paths(&plan), ["breadcrumb.toml", ".gitignore"]);
    assert!(why(&plan, "pyproject.toml").contains("breadcrumb"));
    assert!(why(&plan, "tests/conftest.py").contains("no line"));
    assert!(
        plan.next.contains(
            &"pip install 'breadcrumb-playwright[pytest]' 'pytest-playwright'".to_owned()
        )
    );
    assert_eq!(
        plan.next.last().map(String::as_str),
        Some("pytest --breadcrumb")
    );
    assert!(
        plan.notes
            .iter()
            .any(|note| note.contains("GitHub Actions"))
    );
    plan.write().unwrap();
    let ignored = fs::read_to_string(folder.path().join(".gitignore")).unwrap();
    assert_eq!(ignored, "*.pyc\n.breadcrumb.db*\nbreadcrumb-report.html\n");
    let conftest = fs::read_to_string(folder.path().join("tests/conftest.py")).unwrap();
    assert_eq!(conftest, "# mine\n");
}

#[test]
fn each_file_with_settings_of_pytest_is_known() {
    for (file, text) in [
        ("pytest.ini", "[pytest]\n"),
        ("tox.ini", "[tox]\n[pytest]\n"),
        ("setup.cfg", "[tool:pytest]\n"),
        ("pyproject.toml", "[tool.pytest.ini_options]\n"),
    ] {
        let folder = folder(&[(file, text)]);
        let plan = plan(folder.path(), Force::No);
        assert!(!paths(&plan).contains(&"pytest.ini"), "{file}");
        assert!(
            why(&plan, file).contains("breadcrumb"),
            "{file}: {:?}",
            plan.kept
        );
    }
}

#[test]
fn a_node_project_is_told_which_line_it_needs() {
    let package = "{\"devDependencies\": {\"@playwright/test\": \"1.65.0\"}}";
    let config = "playwright.config.ts";
    let node = folder(&[("package.json", package), (config, "")]);
    let fresh = plan(node.path(), Force::No);
    assert_eq!(paths(&fresh), ["breadcrumb.toml", ".gitignore"]);
    assert!(why(&fresh, config).contains("withBreadcrumb(defineConfig("));
    let commands = [
        "npm install --save-dev breadcrumb-playwright",
        "npx playwright test",
    ];
    assert_eq!(fresh.next, commands);
    let ours = "import { withBreadcrumb } from \"breadcrumb-playwright\";";
    let node = folder(&[("package.json", package), (config, ours)]);
    assert!(why(&plan(node.path(), Force::No), config).contains("already"));
}

#[test]
fn missing_folders_are_made_and_a_file_in_the_way_is_an_error() {
    let folder = folder(&[("file", "mine")]);
    let deep = folder.path().join("a/b/c");
    plan(&deep, Force::No).write().unwrap();
    assert!(deep.join("tests/conftest.py").is_file());
    for inner in ["file", "file/b"] {
        let error = Project::look(&folder.path().join(inner)).unwrap_err();
        assert!(error.to_string().contains("is in the way"), "{error}");
    }
    let tests = self::folder(&[("tests", "mine")]);
    assert!(Project::look(tests.path()).is_err());
    let page = self::folder(&[("tests/example.html/x", "mine")]);
    assert!(Project::look(page.path()).is_err());
}

#[test]
fn what_fails_in_the_middle_leaves_nothing_behind() {
    let folder = folder(&[(".gitignore", "mine")]);
    let path = folder.path().join("new");
    let mut broken = plan(folder.path(), Force::No);
    broken.folder = path.clone();
    // The last step appends to a file that is not there.
    assert_eq!(
        broken.steps.last().map(|step| step.kind),
        Some(StepKind::Append)
    );
    let error = broken.write().unwrap_err();
    assert!(error.hint().contains("nothing was written"));
    assert!(!path.exists());
    // And where the folder was there before, so is what was in it.
    let mut broken = plan(folder.path(), Force::No);
    broken.steps.push(broken.steps.first().unwrap().clone());
    broken.write().unwrap_err();
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1);
    assert_eq!(
        fs::read_to_string(folder.path().join(".gitignore")).unwrap(),
        "mine"
    );
}
