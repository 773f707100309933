//! [`Plan`]: what is going to be written, and what is left alone.

use std::path::PathBuf;

use serde::Serialize;

use super::project::Project;

pub(super) const EXAMPLE: &str = "tests/test_example.py";
const SETTINGS: &str = "breadcrumb.toml";
const PAGE: &str = "tests/example.html";
const CONFTEST: &str = "tests/conftest.py";
const PYTEST_INI: &str = "pytest.ini";
const REQUIREMENTS: &str = "requirements.txt";
const GITIGNORE: &str = ".gitignore";

/// All files that a plan can have, in the order they are written in.
pub(super) const FILES: [&str; 7] = [
    SETTINGS,
    PYTEST_INI,
    CONFTEST,
    PAGE,
    EXAMPLE,
    REQUIREMENTS,
    GITIGNORE,
];

/// What git has no business with: results of this machine, with their pictures, and reports.
const IGNORED: [&str; 2] = [".breadcrumb.db*", "breadcrumb-report.html"];

/// Whether files that Breadcrumb writes may take the place of others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Force {
    /// Nothing is overwritten.
    No,
    /// The settings and the example are; what is the user's own never is.
    Yes,
}

/// What is going to be written, and what is left alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Plan {
    /// The folder.
    pub folder: PathBuf,
    /// What is going to be written.
    pub steps: Vec<Step>,
    /// What is left alone.
    pub kept: Vec<Kept>,
    /// What else is good to know.
    pub notes: Vec<String>,
    /// The commands that come next.
    pub next: Vec<String>,
}

/// One file to write.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Step {
    /// The file, from the folder.
    pub path: &'static str,
    /// How it is written.
    pub kind: StepKind,
    /// The text.
    pub text: String,
}

/// How a file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum StepKind {
    /// It is new.
    Create,
    /// It takes the place of another.
    Replace,
    /// It gets lines at its end.
    Append,
}

/// One file that is left alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Kept {
    /// The file, from the folder.
    pub path: String,
    /// Why, or what to add to it.
    pub why: String,
}

impl Plan {
    /// Decides what a project needs. The same project has the same plan.
    #[must_use]
    pub fn of(project: &Project, force: Force) -> Self {
        let mut plan = Self {
            folder: project.folder.clone(),
            steps: Vec::new(),
            kept: Vec::new(),
            notes: Vec::new(),
            next: Vec::new(),
        };
        plan.settings(project, force);
        let is_node_only = project.has_node_playwright && !project.is_python();
        if !is_node_only {
            plan.python(project, force);
        }
        plan.gitignore(project);
        if project.has_node_playwright {
            plan.node(project);
        }
        if let Some(ci) = project.ci {
            plan.notes.push(format!(
                "in {ci}, after the tests: `breadcrumb gate`, then `breadcrumb report --format markdown`"
            ));
        }
        plan
    }

    fn settings(&mut self, project: &Project, force: Force) {
        if project.has_settings {
            self.keep(
                "pyproject.toml",
                "it has the settings, under [tool.breadcrumb]",
            );
        } else {
            let text = include_str!("assets/breadcrumb.toml");
            self.own(project, force, SETTINGS, text);
        }
    }

    fn python(&mut self, project: &Project, force: Force) {
        let mut is_on = project.pytest.as_ref().is_some_and(|config| config.is_ours);
        if let Some(test) = &project.test {
            self.keep(test, "the project has tests, so it needs no example");
        } else {
            if project.pytest.is_none() {
                is_on = true;
                self.create(PYTEST_INI, include_str!("assets/pytest.ini"));
            }
            if project.conftest.is_none() {
                self.create(CONFTEST, include_str!("assets/conftest.py"));
            }
            self.own(project, force, PAGE, include_str!("assets/example.html"));
            self.own(
                project,
                force,
                EXAMPLE,
                include_str!("assets/test_example.py"),
            );
        }
        if let Some(config) = &project.pytest {
            let why = if config.is_ours {
                "it mentions Breadcrumb already".to_owned()
            } else {
                "to do without the flag `--breadcrumb`, add: breadcrumb = true".to_owned()
            };
            self.keep(config.file, why);
        }
        if let Some(conftest) = &project.conftest {
            self.keep(
                conftest,
                "it needs no line: the pytest plugin is found by itself",
            );
        }
        self.requirements(project);
        self.next.push("playwright install chromium".to_owned());
        self.next.push(
            if is_on {
                "pytest"
            } else {
                "pytest --breadcrumb"
            }
            .to_owned(),
        );
    }

    fn requirements(&mut self, project: &Project) {
        let wanted = include_str!("assets/requirements.txt");
        let Some(file) = project.requirements else {
            self.create(REQUIREMENTS, wanted);
            self.next.push(format!("pip install -r {REQUIREMENTS}"));
            return;
        };
        let missing = &project.missing_packages;
        if missing.is_empty() {
            self.keep(file, "it has all packages that are needed");
        } else {
            self.keep(file, format!("add what is needed: {}", missing.join(", ")));
            let quoted: Vec<String> = missing
                .iter()
                .map(|package| format!("'{package}'"))
                .collect();
            self.next.push(format!("pip install {}", quoted.join(" ")));
        }
    }

    fn gitignore(&mut self, project: &Project) {
        let there = project.gitignore.as_deref().unwrap_or_default();
        let is_missing = |line: &&str| !there.lines().any(|other| other.trim() == *line);
        let missing: Vec<&str> = IGNORED.into_iter().filter(is_missing).collect();
        if missing.is_empty() {
            self.keep(GITIGNORE, "it has all lines that are needed");
            return;
        }
        let end = if there.contains("\r\n") { "\r\n" } else { "\n" };
        let mut text = String::new();
        // Text and lines of somebody else are not run together.
        if !there.is_empty() && !there.ends_with('\n') {
            text.push_str(end);
        }
        for line in missing {
            text.push_str(line);
            text.push_str(end);
        }
        let kind = match project.gitignore {
            Some(_) => StepKind::Append,
            None => StepKind::Create,
        };
        self.steps.push(Step {
            path: GITIGNORE,
            kind,
            text,
        });
    }

    fn node(&mut self, project: &Project) {
        if let Some(config) = &project.node_config {
            let why = if config.is_ours {
                "it has Breadcrumb already"
            } else {
                "put it around what it exports: export default withBreadcrumb(defineConfig({ … })), \
                 with withBreadcrumb from \"breadcrumb-playwright\""
            };
            self.keep(config.file, why);
        }
        if !project.has_node_package {
            let install = "npm install --save-dev breadcrumb-playwright";
            self.next.push(install.to_owned());
        }
        self.next.push("npx playwright test".to_owned());
    }

    /// Writes a file that is Breadcrumb's own, unless one of that name is there.
    fn own(&mut self, project: &Project, force: Force, path: &'static str, text: &str) {
        let is_there = project.present.contains(&path);
        if is_there && force == Force::No {
            self.keep(path, "it is there already; --force replaces it");
            return;
        }
        let kind = if is_there {
            StepKind::Replace
        } else {
            StepKind::Create
        };
        self.steps.push(Step {
            path,
            kind,
            text: text.to_owned(),
        });
    }

    fn create(&mut self, path: &'static str, text: &str) {
        self.steps.push(Step {
            path,
            kind: StepKind::Create,
            text: text.to_owned(),
        });
    }

    fn keep(&mut self, path: &str, why: impl Into<String>) {
        self.kept.push(Kept {
            path: path.to_owned(),
            why: why.into(),
        });
    }
}
