//! Runs the command in a folder of its own.

use std::path::{Path, PathBuf};

use assert_cmd::Command;

/// A temporary folder to run the command in.
pub(crate) struct Cli {
    folder: tempfile::TempDir,
}

/// What a run left behind.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Cli {
    pub(crate) fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// Runs the command; an argument that is a path in the repository is made absolute.
    pub(crate) fn run(&self, args: &[&str]) -> Run {
        self.run_with(args, &[])
    }

    /// Runs the command with these variables in its environment; an empty one is not set.
    pub(crate) fn run_with(&self, args: &[&str], variables: &[(&str, &str)]) -> Run {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let args = args.iter().map(|arg| {
            if arg.starts_with("../") {
                here.join(arg).display().to_string()
            } else {
                (*arg).to_owned()
            }
        });
        let mut command = Command::cargo_bin("breadcrumb").unwrap();
        command
            .current_dir(self.folder.path())
            .env_remove("BREADCRUMB_DB")
            .env_remove("BREADCRUMB_VARIANT")
            .env_remove("BREADCRUMB_RUN_ID")
            .env_remove("GITHUB_ACTIONS")
            .env_remove("GITLAB_CI")
            .args(args);
        for (name, value) in variables {
            if value.is_empty() {
                command.env_remove(name);
            } else {
                command.env(name, value);
            }
        }
        let output = command.output().unwrap();
        let text = |bytes: Vec<u8>| {
            String::from_utf8(bytes)
                .unwrap()
                .replace(&format!("{}/", here.display()), "")
        };
        Run {
            code: output.status.code().unwrap(),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }

    /// Runs the command and reads its output as JSON.
    pub(crate) fn json(&self, args: &[&str]) -> serde_json::Value {
        serde_json::from_str(&self.run(args).stdout).unwrap()
    }
}

/// Returns what a command that went well has said.
pub(crate) fn ok(run: Run) -> String {
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    run.stdout
}

/// Returns what a command that could not run has complained of.
pub(crate) fn error(run: Run) -> String {
    assert_eq!(run.code, 2, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.is_empty(), "{}", run.stdout);
    run.stderr
}
