//! [`Node`]: a project of Playwright Test, and what is installed for it.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::diagnosis::{Area, Finding};
use super::version;
use crate::scaffold::Project;

/// The oldest Playwright that the Node front runs with: from it on, every call can be stopped.
const LEAST_PLAYWRIGHT: &str = "1.65";
/// The packages that matter here.
const FRONT: &str = "breadcrumb-playwright";
const PLAYWRIGHT: &str = "@playwright/test";

/// A project of Playwright Test.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Node {
    /// The version of our package; `None` where it is not installed.
    pub breadcrumb_playwright: Option<String>,
    /// The version of Playwright Test.
    pub playwright: Option<String>,
    /// Its configuration; `None` where it has none.
    pub config: Option<String>,
    /// Whether that mentions Breadcrumb.
    pub is_config_ours: bool,
    /// Whether the project has tests in Python, too.
    pub is_python_too: bool,
}

impl Node {
    /// Looks at a folder; `None` where it is no such project.
    pub(super) fn find(folder: &Path) -> Option<Self> {
        let folder = if folder.as_os_str().is_empty() {
            PathBuf::from(".")
        } else {
            folder.to_owned()
        };
        let project = Project::look(&folder).ok()?;
        if !project.has_node_playwright {
            return None;
        }
        let config = project.node_config.as_ref();
        Some(Self {
            breadcrumb_playwright: installed(&folder, FRONT),
            playwright: installed(&folder, PLAYWRIGHT),
            is_config_ours: config.is_some_and(|config| config.is_ours),
            config: config.map(|config| config.file.to_owned()),
            is_python_too: project.is_python(),
        })
    }

    /// Says what is to be known about it.
    pub(super) fn findings(&self) -> Vec<Finding> {
        let mut found = Vec::new();
        if self.breadcrumb_playwright.is_none() {
            let message = format!("`{FRONT}` is not installed in this project");
            let fix = format!("npm install --save-dev {FRONT}");
            found.push(Finding::warning(Area::Plugin, message).fix(fix));
        }
        if let Some(config) = self.config.as_ref().filter(|_| !self.is_config_ours) {
            let message = format!("`{config}` does not mention Breadcrumb: its tests do not heal");
            let fix = "export default withBreadcrumb(defineConfig({ … }))";
            found.push(Finding::warning(Area::Config, message).fix(fix));
        }
        if let Some(playwright) = &self.playwright
            && !version::is_at_least(playwright, LEAST_PLAYWRIGHT)
        {
            let message = format!(
                "Playwright {playwright} is too old: {LEAST_PLAYWRIGHT} is the first that works"
            );
            let fix = format!("npm install --save-dev {PLAYWRIGHT}@latest");
            found.push(Finding::error(Area::Playwright, message).fix(fix));
        }
        found
    }
}

/// Returns the version of a package that is installed in a folder.
fn installed(folder: &Path, package: &str) -> Option<String> {
    let path = folder
        .join("node_modules")
        .join(package)
        .join("package.json");
    let text = fs::read_to_string(path).ok()?;
    let read: serde_json::Value = serde_json::from_str(&text).ok()?;
    Some(read.get("version")?.as_str()?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(folder: &Path, name: &str, text: &str) {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn messages(folder: &Path) -> Vec<String> {
        let found = Node::find(folder).unwrap().findings();
        found.into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn a_project_of_playwright_test_is_told_what_it_lacks() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        assert_eq!(Node::find(folder), None);
        let package = "{\"devDependencies\": {\"@playwright/test\": \"1.58.0\"}}";
        write(folder, "package.json", package);
        write(folder, "playwright.config.ts", "export default {};");
        let modules = "node_modules/@playwright/test/package.json";
        write(folder, modules, "{\"version\": \"1.58.0\"}");
        let said = messages(folder);
        assert_eq!(said.len(), 3, "{said:?}");
        assert!(said.iter().any(|text| text.contains("do not heal")));
        assert!(said.iter().any(|text| text.contains("1.58.0 is too old")));

        write(folder, modules, "{\"version\": \"1.65.2\"}");
        let ours = "node_modules/breadcrumb-playwright/package.json";
        write(folder, ours, "{\"version\": \"0.1.0\"}");
        let config = "import { withBreadcrumb } from \"breadcrumb-playwright\";";
        write(folder, "playwright.config.ts", config);
        assert_eq!(messages(folder), Vec::<String>::new());
        assert!(!Node::find(folder).unwrap().is_python_too);
    }
}
