//! [`Project`]: what is in a folder already.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::error::ScaffoldError;

/// The files that pytest reads its settings from, in its own order, and what shows that it does.
const PYTEST_CONFIGS: [(&str, &str); 7] = [
    ("pytest.toml", ""),
    (".pytest.toml", ""),
    ("pytest.ini", ""),
    (".pytest.ini", ""),
    ("pyproject.toml", "[tool.pytest"),
    ("tox.ini", "[pytest]"),
    ("setup.cfg", "[tool:pytest]"),
];
/// Files that say what a Python project needs.
const REQUIREMENTS: [&str; 6] = [
    "requirements.txt",
    "requirements-dev.txt",
    "dev-requirements.txt",
    "pyproject.toml",
    "Pipfile",
    "setup.cfg",
];
/// Our package, and as it is installed.
const OWN_PACKAGE: &str = "breadcrumb-playwright";
const OWN_WITH_EXTRA: &str = "breadcrumb-playwright[pytest]";
/// The configuration of Playwright Test.
const NODE_CONFIGS: [&str; 5] = [
    "playwright.config.ts",
    "playwright.config.js",
    "playwright.config.mts",
    "playwright.config.mjs",
    "playwright.config.cjs",
];
/// Folders that tests are in.
const TEST_FOLDERS: [&str; 3] = ["tests", "test", "e2e"];
/// Folders and files that CI services read.
const CI: [(&str, &str); 3] = [
    (".github/workflows", "GitHub Actions"),
    (".gitlab-ci.yml", "GitLab CI"),
    (".circleci", "CircleCI"),
];

/// What is in a folder already.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Project {
    /// The folder.
    pub folder: PathBuf,
    /// The files that are there of those that could be written, from the folder.
    pub present: Vec<&'static str>,
    /// Where pytest has its settings.
    pub pytest: Option<RunnerConfig>,
    /// A `conftest.py`, from the folder.
    pub conftest: Option<String>,
    /// A test in Python, from the folder.
    pub test: Option<String>,
    /// The file that says what the project needs, where it is a Python project.
    pub requirements: Option<&'static str>,
    /// The packages that tests need and that no such file mentions.
    pub missing_packages: Vec<&'static str>,
    /// Whether `package.json` mentions `@playwright/test`.
    pub has_node_playwright: bool,
    /// Whether it mentions our package.
    pub has_node_package: bool,
    /// The configuration of Playwright Test.
    pub node_config: Option<RunnerConfig>,
    /// Whether `pyproject.toml` has our settings.
    pub has_settings: bool,
    /// What is in `.gitignore`; `None` where there is none.
    pub gitignore: Option<String>,
    /// The CI service.
    pub ci: Option<&'static str>,
}

/// Where a test runner has its settings.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RunnerConfig {
    /// The file.
    pub file: &'static str,
    /// Whether Breadcrumb is in them.
    pub is_ours: bool,
}

impl Project {
    /// Looks at a folder, which need not be there.
    pub fn look(folder: &Path) -> Result<Self, ScaffoldError> {
        check_way(folder)?;
        let tests = folder.join("tests");
        if tests.symlink_metadata().is_ok() && !tests.is_dir() {
            return Err(ScaffoldError::in_the_way(&tests, "folder"));
        }
        let mut project = Self {
            folder: folder.to_owned(),
            ..Self::default()
        };
        for file in super::plan::FILES {
            let path = folder.join(file);
            if path.is_dir() {
                return Err(ScaffoldError::in_the_way(&path, "file"));
            }
            // A link to nowhere is there as well.
            if path.symlink_metadata().is_ok() {
                project.present.push(file);
            }
        }
        project.read(folder);
        Ok(project)
    }

    /// Whether it has something of a Python project.
    #[must_use]
    pub fn is_python(&self) -> bool {
        self.requirements.is_some() || self.pytest.is_some() || self.test.is_some()
    }

    fn read(&mut self, folder: &Path) {
        let text = |name: &str| read(&folder.join(name));
        self.pytest = PYTEST_CONFIGS.iter().find_map(|(file, mark)| {
            let text = text(file)?;
            text.contains(mark).then(|| RunnerConfig {
                file,
                is_ours: text.contains("breadcrumb"),
            })
        });
        let requirements: Vec<(&'static str, String)> = REQUIREMENTS
            .iter()
            .filter_map(|file| Some((*file, text(file)?)))
            .collect();
        self.requirements = requirements.first().map(|(file, _)| *file);
        let all: String = requirements.iter().map(|(_, text)| text.as_str()).collect();
        // Our own name has Playwright's in it.
        let others = all.replace(OWN_PACKAGE, "");
        self.missing_packages = [
            (OWN_WITH_EXTRA, all.contains(OWN_PACKAGE)),
            ("pytest-playwright", others.contains("playwright")),
        ]
        .into_iter()
        .filter_map(|(package, is_there)| (!is_there).then_some(package))
        .collect();
        self.has_settings = text("pyproject.toml").is_some_and(|t| t.contains("[tool.breadcrumb"));
        let package = text("package.json").unwrap_or_default();
        self.has_node_playwright = package.contains("\"@playwright/test\"");
        self.has_node_package = package.contains(OWN_PACKAGE);
        self.node_config = NODE_CONFIGS.into_iter().find_map(|file| {
            let is_ours = text(file)?.contains(OWN_PACKAGE);
            Some(RunnerConfig { file, is_ours })
        });
        self.gitignore = text(".gitignore");
        self.ci = CI
            .iter()
            .find(|(path, _)| folder.join(path).exists())
            .map(|(_, name)| *name);
        let folders = TEST_FOLDERS.map(|name| (folder.join(name), format!("{name}/")));
        let here = (folder.to_owned(), String::new());
        for (path, prefix) in [here].into_iter().chain(folders) {
            if path.join("conftest.py").is_file() && self.conftest.is_none() {
                self.conftest = Some(format!("{prefix}conftest.py"));
            }
            let is_own = |name: &str| format!("{prefix}{name}") == super::plan::EXAMPLE;
            let found = test_in(&path, &is_own).map(|name| format!("{prefix}{name}"));
            self.test = self.test.take().or(found);
        }
    }
}

/// Refuses a folder whose path goes through a file.
fn check_way(folder: &Path) -> Result<(), ScaffoldError> {
    let nearest = folder
        .ancestors()
        .find(|path| path.symlink_metadata().is_ok());
    match nearest {
        Some(path) if !path.is_dir() => Err(ScaffoldError::in_the_way(path, "folder")),
        _ => Ok(()),
    }
}

/// Returns the name of a test file in a folder that is not the example.
fn test_in(folder: &Path, is_example: &dyn Fn(&str) -> bool) -> Option<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .ok()?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    names.sort();
    names.into_iter().find(|name| {
        let is_python = Path::new(name).extension().is_some_and(|end| end == "py");
        let is_test = name.starts_with("test_") || name.ends_with("_test.py");
        is_python && is_test && !is_example(name)
    })
}

fn read(path: &Path) -> Option<String> {
    let bytes = fs::read(path).or_else(|error| match error.kind() {
        // What is there and cannot be read is not taken as missing.
        io::ErrorKind::PermissionDenied => Ok(Vec::new()),
        _ => Err(error),
    });
    Some(String::from_utf8_lossy(&bytes.ok()?).into_owned())
}
