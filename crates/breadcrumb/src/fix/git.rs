//! A patch on a branch of its own.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use breadcrumb_store::Store;

use super::apply::{Applied, OldKeys, follow_up, write};
use super::{FixPlan, by_id};
use crate::error::{Error, FixError};
use crate::review::Reviewer;

/// How much of git's own words is shown.
const MAX_LINES: usize = 5;

/// What was committed.
#[derive(Debug)]
#[non_exhaustive]
pub struct Committed {
    /// The branch.
    pub branch: String,
    /// The commit.
    pub commit: String,
    /// The files and keys.
    pub applied: Applied,
}

/// Writes the patch and commits it on a new branch, which is then checked out. Never pushes.
///
/// Refuses where something is not committed yet. Where the commit fails, all is as before. `None`
/// where there is nothing to commit; no branch is made then.
///
/// The old keys stay known: the branch that one came from still has them.
pub fn commit_on_branch(
    store: &dyn Store,
    plan: &FixPlan,
    branch: &str,
    reviewer: &Reviewer,
) -> Result<Option<Committed>, Error> {
    let repository = Repository { root: &plan.root };
    repository.check(branch)?;
    if plan.patches.is_empty() {
        return Ok(None);
    }
    let before = repository.head()?;
    repository.git(&["switch", "--quiet", "--create", branch])?;
    let applied = write(plan);
    let committed = if let Some(failed) = applied.failed.first() {
        let message = format!("cannot write `{}`: {}", failed.path, failed.message);
        Err(FixError::new(message, "nothing was changed"))
    } else {
        repository.commit(plan, &applied)
    };
    if let Err(error) = committed {
        undo(&repository, plan, &applied, &before, branch);
        return Err(error.into());
    }
    let commit = repository.git(&["rev-parse", "--short", "HEAD"])?;
    let moved = follow_up(store, plan, &[], OldKeys::Keep, reviewer)?;
    Ok(Some(Committed {
        branch: branch.to_owned(),
        commit,
        applied: Applied { moved, ..applied },
    }))
}

/// A repository, and what is asked of it.
struct Repository<'a> {
    root: &'a Path,
}

impl Repository<'_> {
    fn check(&self, branch: &str) -> Result<(), FixError> {
        if self.git(&["rev-parse", "--is-inside-work-tree"]).is_err() {
            let message = format!("`{}` is not in a git repository", self.root.display());
            return Err(FixError::new(
                message,
                "use `--apply`, which writes the files only",
            ));
        }
        let refuse = |message: String, hint| Err(FixError::new(message, hint));
        if branch.starts_with('-') || self.git(&["check-ref-format", "--branch", branch]).is_err() {
            let message = format!("`{branch}` is no name for a branch");
            return refuse(message, "use a name like `fix/locators`");
        }
        let reference = format!("refs/heads/{branch}");
        if self
            .git(&["rev-parse", "--verify", "--quiet", &reference])
            .is_ok()
        {
            let message = format!("the branch `{branch}` is there already");
            return refuse(message, "choose another name, or delete the branch");
        }
        // Files that git does not know are not touched by a commit of others.
        let changed = self.git(&["status", "--porcelain", "--untracked-files=no"])?;
        if !changed.is_empty() {
            let files = shortened(&changed);
            let message = format!("the working tree has changes that are not committed:\n{files}");
            return refuse(message, "commit or stash them first");
        }
        Ok(())
    }

    /// Returns the branch that is checked out, or the commit where there is none.
    fn head(&self) -> Result<String, FixError> {
        self.git(&["symbolic-ref", "--quiet", "--short", "HEAD"])
            .or_else(|_| self.git(&["rev-parse", "HEAD"]))
    }

    fn commit(&self, plan: &FixPlan, applied: &Applied) -> Result<(), FixError> {
        let mut add = vec!["add", "--"];
        add.extend(applied.written.iter().map(String::as_str));
        self.git(&add)?;
        let message = message(plan, applied);
        self.git(&["commit", "--quiet", "--message", &message])?;
        Ok(())
    }

    fn git(&self, arguments: &[&str]) -> Result<String, FixError> {
        let output = Command::new("git")
            .args(arguments)
            .current_dir(self.root)
            // A commit must not wait for an editor or a password.
            .env("GIT_EDITOR", "true")
            .env("GIT_TERMINAL_PROMPT", "0")
            .env("GIT_LITERAL_PATHSPECS", "1")
            .stdin(Stdio::null())
            .output()
            .map_err(|error| {
                FixError::new(
                    format!("cannot run git: {error}"),
                    "install git, or use `--apply`",
                )
            })?;
        if output.status.success() {
            let text = String::from_utf8_lossy(&output.stdout);
            return Ok(text.trim_end().to_owned());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let doing = arguments.first().copied().unwrap_or_default();
        let message = format!("`git {doing}` failed: {}", shortened(said.trim()));
        Err(FixError::new(message, "all files are as before"))
    }
}

/// Takes back what was written, and the branch.
fn undo(
    repository: &Repository<'_>,
    plan: &FixPlan,
    applied: &Applied,
    before: &str,
    branch: &str,
) {
    for patch in applied.of(plan) {
        let _ = fs::write(plan.root.join(&patch.path), patch.old.as_bytes());
        let _ = repository.git(&["reset", "--quiet", "--", &patch.path]);
    }
    let is_branch = repository
        .git(&[
            "rev-parse",
            "--verify",
            "--quiet",
            &format!("refs/heads/{before}"),
        ])
        .is_ok();
    let back = if is_branch {
        repository.git(&["switch", "--quiet", before])
    } else {
        repository.git(&["switch", "--quiet", "--detach", before])
    };
    if back.is_ok() {
        let _ = repository.git(&["branch", "--delete", "--force", branch]);
    }
}

/// Says what was changed: each heal with its confidence and its reason.
fn message(plan: &FixPlan, applied: &Applied) -> String {
    let fixes = by_id(&plan.fixes);
    let edits = || applied.of(plan).flat_map(|patch| &patch.edits);
    let count = edits().count();
    let locators = if count == 1 { "locator" } else { "locators" };
    let mut message = format!("tests: fix {count} {locators} that Breadcrumb has healed\n");
    for patch in applied.of(plan) {
        for edit in &patch.edits {
            let (old, new) = (one_line(&edit.old_text), one_line(&edit.new_text));
            let _ = write!(
                message,
                "\n{}:{}\n  {old}\n  -> {new}\n",
                patch.path, edit.line
            );
            for fix in edit.heals.iter().filter_map(|id| fixes.get(id)) {
                let (id, confidence) = (fix.heal.id, fix.heal.confidence);
                let test = one_line(&fix.heal.test_id);
                let reason = fix.heal.reasons.first().map(|reason| one_line(reason));
                let reason = reason
                    .map(|reason| format!(": {reason}"))
                    .unwrap_or_default();
                let _ = writeln!(
                    message,
                    "  heal {id}, {test}, confidence {confidence:.2}{reason}"
                );
            }
        }
    }
    message
}

fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace(char::is_control, " ")
}

fn shortened(text: &str) -> String {
    let lines: Vec<&str> = text.lines().take(MAX_LINES).collect();
    lines.join("\n")
}
