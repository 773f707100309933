//! The files of a project: inside of its folder only.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use breadcrumb_fix::{Files, Language, Unreadable};

use crate::error::FixError;

/// Longer files are not written by hand.
const MAX_BYTES: u64 = 4 << 20;
/// Folders with the code of others, or of nobody.
const FOREIGN_FOLDERS: [&str; 12] = [
    ".git",
    ".hg",
    ".mypy_cache",
    ".nox",
    ".tox",
    ".venv",
    "__pycache__",
    "dist",
    "node_modules",
    "site-packages",
    "target",
    "venv",
];

/// A folder whose files may be read and changed.
#[derive(Debug)]
pub(super) struct Project {
    root: PathBuf,
}

/// Returns the folder of the project that a folder belongs to: the nearest with a repository, else
/// the folder itself.
#[must_use]
pub fn find_root(folder: &Path) -> PathBuf {
    let root = folder
        .ancestors()
        .find(|folder| folder.join(".git").exists());
    root.unwrap_or(folder).to_path_buf()
}

impl Project {
    pub(super) fn open(root: &Path) -> Result<Self, FixError> {
        let canonical = fs::canonicalize(root).ok().filter(|root| root.is_dir());
        let root = canonical.ok_or_else(|| {
            FixError::new(
                format!("`{}` is not a folder", root.display()),
                "name the folder of the tests with `--root`",
            )
        })?;
        Ok(Self { root })
    }

    pub(super) fn into_root(self) -> PathBuf {
        self.root
    }

    /// Returns the path of a file of the project with all links followed.
    fn inside(&self, path: &str) -> Result<PathBuf, Unreadable> {
        let file = fs::canonicalize(self.root.join(path)).map_err(|_| Unreadable::Missing)?;
        if !file.starts_with(&self.root) || is_foreign(&file, &self.root) {
            return Err(Unreadable::Outside);
        }
        Ok(file)
    }

    fn relative(&self, path: &Path) -> Option<String> {
        let path = fs::canonicalize(path).ok()?;
        let inside = path.strip_prefix(&self.root).ok()?;
        (path.is_file() && !is_foreign(&path, &self.root)).then(|| slashed(inside))
    }

    fn add_files(&self, folder: &Path, found: &mut Vec<String>) {
        let Ok(entries) = fs::read_dir(folder) else {
            return;
        };
        for entry in entries.flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            // A link may lead out of the project, or around in a circle.
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && !is_foreign_name(&name.to_string_lossy()) => {
                    self.add_files(&path, found);
                }
                Ok(kind)
                    if kind.is_file() && Language::of_path(&name.to_string_lossy()).is_some() =>
                {
                    found.extend(path.strip_prefix(&self.root).ok().map(slashed));
                }
                _ => {}
            }
        }
    }
}

impl Files for Project {
    fn read(&mut self, path: &str) -> Result<Arc<str>, Unreadable> {
        let file = self.inside(path)?;
        let size = fs::metadata(&file).map_err(|_| Unreadable::Missing)?.len();
        if size > MAX_BYTES {
            return Err(Unreadable::TooLarge);
        }
        let bytes = fs::read(&file).map_err(|error| Unreadable::Other(error.to_string()))?;
        let text = String::from_utf8(bytes).map_err(|_| Unreadable::NotUtf8)?;
        Ok(text.into())
    }

    fn resolve(&mut self, recorded: &str) -> Option<String> {
        let recorded = recorded.replace('\\', "/");
        if let Some(path) = self.relative(&self.root.join(&recorded)) {
            return Some(path);
        }
        let parts: Vec<&str> = recorded
            .split('/')
            .filter(|part| !part.is_empty())
            .collect();
        (0..parts.len()).find_map(|skipped| {
            let suffix = parts.get(skipped..)?.join("/");
            let is_plain = Path::new(&suffix)
                .components()
                .all(|part| matches!(part, Component::Normal(_)));
            is_plain
                .then(|| self.relative(&self.root.join(suffix)))
                .flatten()
        })
    }

    fn list(&mut self) -> Vec<String> {
        let mut found = Vec::new();
        self.add_files(&self.root, &mut found);
        found.sort();
        found
    }
}

fn is_foreign(path: &Path, root: &Path) -> bool {
    let inside = path.strip_prefix(root).unwrap_or(path);
    let mut folders = inside.parent().into_iter().flat_map(Path::components);
    folders.any(|part| is_foreign_name(&part.as_os_str().to_string_lossy()))
}

fn is_foreign_name(name: &str) -> bool {
    FOREIGN_FOLDERS.contains(&name)
}

fn slashed(path: &Path) -> String {
    let parts = path
        .components()
        .map(|part| part.as_os_str().to_string_lossy());
    parts.collect::<Vec<_>>().join("/")
}
