//! [`Job`]: something to be written, as a value and as a line of text.

use breadcrumb_core::RunInfo;
use breadcrumb_store::{Error, LearnBatch, RevisionInfo, Store};
use serde_json::{Value, json};

/// Something that waits to be written to the store.
#[derive(Debug, Clone)]
pub(super) enum Job {
    /// What a test leaves behind.
    Learn(Box<LearnBatch>),
    /// What is known of the run of the suite.
    Suite(Box<RunInfo>),
    /// What is known of the code.
    Revision(Box<RevisionInfo>),
}

/// A job, and when it was made, in seconds since 1970.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) job: Job,
    pub(super) made_at: f64,
}

impl Job {
    /// Writes it.
    pub(super) fn apply(&self, store: &dyn Store) -> Result<(), Error> {
        match self {
            Self::Learn(batch) => store.learn(batch),
            Self::Suite(info) => store.record_runs(info, &[]),
            Self::Revision(revision) => store.record_revision(revision),
        }
    }
}

impl Entry {
    /// Returns the entry as a line, without its end; `None` where it cannot be written as text.
    pub(super) fn to_line(&self) -> Option<String> {
        let (kind, value) = match &self.job {
            Job::Learn(batch) => {
                let mut batch = batch.clone();
                batch.add_ids();
                let batch = serde_json::from_str(&batch.to_json().ok()?).ok()?;
                ("learn", batch)
            }
            Job::Suite(info) => ("suite", serde_json::to_value(info).ok()?),
            Job::Revision(revision) => (
                "revision",
                json!({
                    "revision": revision.revision,
                    "commit_sha": revision.commit_sha,
                    "tree_hash": revision.tree_hash,
                    "diff_hash": revision.diff_hash,
                    "author": revision.author,
                    "committed_at": revision.committed_at,
                }),
            ),
        };
        Some(json!({"made_at": self.made_at, kind: value}).to_string())
    }

    /// Reads a line; `None` where it is none of ours, e.g. because it was cut short.
    pub(super) fn from_line(line: &str) -> Option<Self> {
        let mut value: Value = serde_json::from_str(line).ok()?;
        let made_at = value.get("made_at")?.as_f64()?;
        let mut take = |kind: &str| value.get_mut(kind).map(Value::take);
        let job = if let Some(batch) = take("learn") {
            let batch = LearnBatch::from_json(&batch.to_string()).ok()?;
            Job::Learn(Box::new(batch.learned_at(made_at)))
        } else if let Some(info) = take("suite") {
            Job::Suite(Box::new(serde_json::from_value(info).ok()?))
        } else {
            Job::Revision(Box::new(revision(&take("revision")?)?))
        };
        Some(Self { job, made_at })
    }
}

fn revision(value: &Value) -> Option<RevisionInfo> {
    let text = |name: &str| value.get(name)?.as_str().map(str::to_owned);
    let mut revision = RevisionInfo::new(text("revision")?);
    revision.commit_sha = text("commit_sha");
    revision.tree_hash = text("tree_hash");
    revision.diff_hash = text("diff_hash");
    revision.author = text("author");
    revision.committed_at = value.get("committed_at").and_then(Value::as_f64);
    Some(revision)
}
