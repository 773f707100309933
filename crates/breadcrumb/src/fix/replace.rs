//! Replacing a file by a new text, all at once.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process;

/// What the names of our unfinished files end with.
const UNFINISHED: &str = ".breadcrumb-tmp";

/// Replaces a file that still has its old text; a process that is killed leaves the old or the new
/// one. Permissions stay, and a link still leads to the file.
pub(super) fn replace(path: &Path, old: &str, new: &str) -> io::Result<()> {
    let path = fs::canonicalize(path)?;
    if fs::read(&path)? != old.as_bytes() {
        return Err(io::Error::other("the file was changed meanwhile"));
    }
    let permissions = fs::metadata(&path)?.permissions();
    if permissions.readonly() {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let beside = beside(&path)?;
    let written = write(&beside, new, permissions).and_then(|()| fs::rename(&beside, &path));
    if written.is_err() {
        // What is left of a failed attempt helps nobody.
        let _ = fs::remove_file(&beside);
    }
    written
}

/// Removes what killed processes have left beside a file.
pub(super) fn clean_up(path: &Path) {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
        return;
    };
    let start = format!(".{}.", name.to_string_lossy());
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let owner = name
            .strip_prefix(&start)
            .and_then(|rest| rest.strip_suffix(UNFINISHED));
        if owner.is_some_and(is_gone) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn write(path: &Path, text: &str, permissions: fs::Permissions) -> io::Result<()> {
    let mut file = fs::File::create(path)?;
    file.write_all(text.as_bytes())?;
    file.set_permissions(permissions)?;
    file.sync_all()
}

fn beside(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or(io::ErrorKind::IsADirectory)?;
    let name = format!(".{}.{}{UNFINISHED}", name.to_string_lossy(), process::id());
    Ok(path.with_file_name(name))
}

/// Whether the process with this number has ended; where nobody can tell, it has not.
fn is_gone(process: &str) -> bool {
    let processes = Path::new("/proc");
    process.parse::<u32>().is_ok()
        && processes.join("self").exists()
        && !processes.join(process).exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_changed_meanwhile_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.py");
        fs::write(&path, "newer").unwrap();
        assert!(replace(&path, "old", "new").is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "newer");
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};

        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a.py"), folder.path().join("link.py"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o750)).unwrap();
        symlink(&path, &link).unwrap();
        replace(&link, "old", "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o750);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn what_a_killed_process_has_left_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.py");
        fs::write(&path, "x").unwrap();
        let dead = folder.path().join(".a.py.4294967294.breadcrumb-tmp");
        let own = folder
            .path()
            .join(format!(".a.py.{}.breadcrumb-tmp", process::id()));
        for left in [&dead, &own] {
            fs::write(left, "half").unwrap();
        }
        clean_up(&path);
        assert!(own.exists());
        assert_eq!(dead.exists(), !Path::new("/proc/self").exists());
    }
}
