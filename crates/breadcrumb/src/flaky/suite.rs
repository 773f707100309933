//! [`Suite`]: what is known of a run of the suite: the code, the branch, the CI service.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use breadcrumb_core::RunInfo;
use breadcrumb_core::hash128;
use breadcrumb_flaky::AppVersion;
use breadcrumb_store::{RevisionInfo, Store};

use super::ci::CiRun;
use super::leg::leg;
use crate::error::Error;

/// Branches that everybody builds on, where a CI service does not say.
const PROTECTED: [&str; 3] = ["main", "master", "trunk"];

/// Tells a runner that `flaky confirm` or `verify` runs one test again: it records, and masks nothing.
pub const RERUN_VARIABLE: &str = "BREADCRUMB_RERUN";

/// Reads a variable of the environment.
pub type SuiteEnvironment<'a> = &'a dyn Fn(&str) -> Option<OsString>;

/// One run of the suite, and the state of the code it is on.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Suite {
    /// The run.
    pub info: RunInfo,
    /// The code; `None` where there is no version control.
    pub revision: Option<RevisionInfo>,
    /// Which of several ways the tests run in: the leg of the CI job; `None` outside of CI.
    pub variant: Option<String>,
}

impl Suite {
    /// Finds out about a run of the suite in this folder.
    #[must_use]
    pub fn detect(folder: &Path, run_uid: &str, environment: SuiteEnvironment<'_>) -> Self {
        let variable = |name: &str| {
            let value = environment(name)?.into_string().ok()?;
            Some(value).filter(|value| !value.is_empty())
        };
        let mut suite = Self {
            info: RunInfo::new(run_uid),
            revision: None,
            variant: leg(environment, None),
        };
        suite.read_git(folder);
        suite.read_ci(&variable);
        suite
    }

    /// Makes the id of a run out of its reports' content and the code, where nobody has given one:
    /// the same report is another run on other code.
    pub fn with_content_id(mut self, files: &[PathBuf]) -> Result<Self, Error> {
        if self.info.run_uid.is_empty() {
            let code = self.revision.as_ref().map(|code| code.revision.as_str());
            let content = super::ingest::content_id(files)?;
            self.info.run_uid = hash128(&[code.unwrap_or_default(), &content]);
        }
        Ok(self)
    }

    /// Lets the run belong to the CI job that it runs in, if there is one. A rerun of a single test is not what a gate judges.
    #[must_use]
    pub fn in_ci_run(mut self, environment: SuiteEnvironment<'_>) -> Self {
        if let Some(ci) = CiRun::detect(environment)
            && environment(RERUN_VARIABLE).is_none()
        {
            self.info.run_uid = ci.run_uid(&self.info.run_uid);
        }
        self
    }

    /// Says which version of the application the tests run against, where it is not in their repository.
    #[must_use]
    pub fn with_app(mut self, app: &AppVersion) -> Self {
        let code = self.revision.as_ref().map(|code| code.revision.as_str());
        if let Some(id) = app.revision(code) {
            self.revision
                .get_or_insert_with(RevisionInfo::default)
                .revision = id;
        }
        self
    }

    /// Says what runs the tests, e.g. `python3.12`; a matrix has it often.
    #[must_use]
    pub fn with_runtime(mut self, runtime: &str, environment: SuiteEnvironment<'_>) -> Self {
        self.variant = leg(environment, Some(runtime));
        self
    }

    /// Stores what is known of the run and of the code.
    pub fn record(&self, store: &dyn Store) -> Result<(), Error> {
        store.record_runs(&self.info, &[])?;
        if let Some(revision) = &self.revision {
            store.record_revision(revision)?;
        }
        Ok(())
    }

    fn read_git(&mut self, folder: &Path) {
        let head = git(folder, &["log", "-1", "--format=%H%n%T%n%an%n%ct"]);
        let Some(head) = head else { return };
        let mut lines = head.lines();
        let (Some(commit), Some(tree)) = (lines.next(), lines.next()) else {
            return;
        };
        let mut revision = RevisionInfo::new(tree);
        revision.commit_sha = Some(commit.to_owned());
        revision.tree_hash = Some(tree.to_owned());
        revision.author = lines.next().map(str::to_owned);
        revision.committed_at = lines.next().and_then(|time| time.parse().ok());
        let difference = git(folder, &["diff", "HEAD", "--no-ext-diff"]).unwrap_or_default();
        let is_dirty = !difference.is_empty();
        if is_dirty {
            let hash = hash128(&[&difference]);
            revision.revision = format!("{commit}+{hash}");
            revision.diff_hash = Some(hash);
        }
        self.info.commit_sha = Some(commit.to_owned());
        self.info.tree_hash = Some(tree.to_owned());
        self.info.dirty = Some(is_dirty);
        self.info.branch = git(folder, &["rev-parse", "--abbrev-ref", "HEAD"])
            .map(|branch| branch.trim().to_owned());
        self.info.branch_kind = Some("local".to_owned());
        self.revision = Some(revision);
    }

    fn read_ci(&mut self, variable: &dyn Fn(&str) -> Option<String>) {
        let info = &mut self.info;
        let mut is_ci = variable("CI").is_some();
        if variable("GITHUB_ACTIONS").is_some() {
            is_ci = true;
            info.ci_provider = Some("github".to_owned());
            info.job = variable("GITHUB_JOB");
            info.branch = variable("GITHUB_HEAD_REF").or_else(|| variable("GITHUB_REF_NAME"));
            let reference = variable("GITHUB_REF").unwrap_or_default();
            info.pr = reference
                .strip_prefix("refs/pull/")
                .and_then(|rest| rest.split('/').next())
                .map(str::to_owned);
            if variable("GITHUB_EVENT_NAME").as_deref() == Some("merge_group") {
                info.branch_kind = Some("merge_queue".to_owned());
            }
        } else if variable("GITLAB_CI").is_some() {
            is_ci = true;
            info.ci_provider = Some("gitlab".to_owned());
            info.job = variable("CI_JOB_NAME");
            info.build_url = variable("CI_JOB_URL");
            info.branch = variable("CI_COMMIT_REF_NAME");
            info.pr = variable("CI_MERGE_REQUEST_IID");
        }
        let is_protected = ["GITHUB_REF_PROTECTED", "CI_COMMIT_REF_PROTECTED"]
            .iter()
            .any(|name| variable(name).as_deref() == Some("true"))
            || info
                .branch
                .as_deref()
                .is_some_and(|branch| PROTECTED.contains(&branch));
        let is_queue = info.branch_kind.as_deref() == Some("merge_queue");
        if is_ci && !is_queue {
            let kind = match (&info.pr, is_protected) {
                (Some(_), _) => "pr",
                (None, true) => "protected",
                (None, false) => "local",
            };
            info.branch_kind = Some(kind.to_owned());
        }
        // The last word is the user's.
        info.branch_kind = variable("BREADCRUMB_BRANCH_KIND").or(info.branch_kind.take());
        info.os = Some(std::env::consts::OS.to_owned());
    }
}

fn git(folder: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git")
        .current_dir(folder)
        .args(arguments)
        .output()
        .ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}
