//! Writing a [`Plan`]: all of it, or nothing.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::error::ScaffoldError;
use super::plan::{Plan, Step, StepKind};
use crate::write_file::write_file;

/// What has been done so far, to be undone where the rest fails.
#[derive(Default)]
struct Done {
    folders: Vec<PathBuf>,
    files: Vec<Undo>,
}

enum Undo {
    Remove(PathBuf),
    Restore(PathBuf, Vec<u8>),
}

impl Plan {
    /// Writes what is planned. Where that fails, what was written is taken back.
    pub fn write(&self) -> Result<(), ScaffoldError> {
        let mut done = Done::default();
        let written = done.carry_out(self);
        if written.is_err() {
            done.undo();
        }
        written
    }
}

impl Done {
    fn carry_out(&mut self, plan: &Plan) -> Result<(), ScaffoldError> {
        self.make_folder(&plan.folder)?;
        for step in &plan.steps {
            let path = plan.folder.join(step.path);
            if let Some(folder) = path.parent() {
                self.make_folder(folder)?;
            }
            self.write(step, &path)
                .map_err(|error| ScaffoldError::cannot("write", &path, error))?;
        }
        Ok(())
    }

    /// Makes a folder with all that are missing above it.
    fn make_folder(&mut self, folder: &Path) -> Result<(), ScaffoldError> {
        let missing: Vec<&Path> = folder
            .ancestors()
            .take_while(|path| !path.as_os_str().is_empty() && !path.is_dir())
            .collect();
        for path in missing.into_iter().rev() {
            fs::create_dir(path).map_err(|error| ScaffoldError::cannot("make", path, error))?;
            self.folders.push(path.to_owned());
        }
        Ok(())
    }

    fn write(&mut self, step: &Step, path: &Path) -> io::Result<()> {
        match step.kind {
            StepKind::Create => {
                // Somebody may have made it since the plan was.
                let mut file = fs::File::create_new(path)?;
                self.files.push(Undo::Remove(path.to_owned()));
                file.write_all(step.text.as_bytes())
            }
            StepKind::Replace => {
                let before = fs::read(path)?;
                self.files.push(Undo::Restore(path.to_owned(), before));
                write_file(path, &step.text)
            }
            StepKind::Append => {
                let before = fs::read(path)?;
                let mut file = fs::OpenOptions::new().append(true).open(path)?;
                self.files.push(Undo::Restore(path.to_owned(), before));
                file.write_all(step.text.as_bytes())
            }
        }
    }

    /// Takes back what was done, the last first. What cannot be taken back stays.
    fn undo(self) {
        for file in self.files.into_iter().rev() {
            let _ = match file {
                Undo::Remove(path) => fs::remove_file(path),
                Undo::Restore(path, bytes) => fs::write(path, bytes),
            };
        }
        for folder in self.folders.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}
