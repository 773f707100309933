//! What a database that is gone has left beside it.
//!
//! Where somebody moves or deletes a database that others have open, its `-wal` and `-shm` stay. A new
//! database of the same name would share them with those who still write to the old one, and that
//! damages it. So they go first; who has them open keeps them without a name.

use std::fs::{self, File};
use std::path::Path;

use super::target::Target;

/// Removes them where there is no database. The way is clear until the answer is dropped: by then
/// the new file must be there, or the next one who comes would remove what belongs to that.
pub(super) fn remove(target: &Target) -> Option<File> {
    let files = ["-wal", "-shm"].map(|suffix| target.beside(suffix));
    if target.file.exists() || !files.iter().any(|file| file.exists()) {
        return None;
    }
    let alone = lock(target.file.parent()?);
    // Somebody else may have been quicker.
    if !target.file.exists() {
        for file in files {
            // What stays is dealt with by SQLite, as well as it can.
            let _ = fs::remove_file(file);
        }
    }
    alone
}

/// Locks a folder for all who do the same; not everywhere is that possible.
fn lock(folder: &Path) -> Option<File> {
    let folder = File::open(folder).ok()?;
    folder.lock().ok()?;
    Some(folder)
}
