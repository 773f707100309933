//! Whole databases with their pictures: [`merge`] and [`prune`].
//!
//! The rows are the store's business; pictures are files beside a database, which only the facade
//! knows of.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use breadcrumb_store::{MergeProgress, Merged, PruneRequest, Pruned, SqliteStore, Store as _};
use serde::Serialize;

use crate::error::Error;
use crate::shots::Shots;

/// How old a picture must be before it counts as left behind: a test that still runs has taken
/// pictures that nothing refers to yet.
const PICTURE_AGE: Duration = Duration::from_secs(24 * 60 * 60);

/// What a merge has done.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct MergedDatabases {
    /// The rows.
    pub merged: Merged,
    /// The pictures that were copied.
    pub pictures: u64,
    /// The pictures that could not be copied, e.g. because they were not there any more.
    pub missing_pictures: u64,
}

/// What was removed, or would be.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PrunedDatabase {
    /// The rows.
    pub pruned: Pruned,
    /// The pictures that nothing referred to any longer.
    pub pictures: u64,
    /// How many bytes those had.
    pub picture_bytes: u64,
}

/// Merges databases into the one at `output`, with the pictures that they refer to.
///
/// What is at `output` already stays and is merged with. Pictures come after the rows: a merge that
/// is ended in between is completed by doing it again.
pub fn merge(
    inputs: &[PathBuf],
    output: &Path,
    progress: &mut dyn FnMut(MergeProgress),
) -> Result<MergedDatabases, Error> {
    let mut done = MergedDatabases {
        merged: breadcrumb_store::merge(inputs, output, progress)?,
        ..MergedDatabases::default()
    };
    let here = Shots::of(output);
    for input in inputs {
        let names = SqliteStore::open_read_only(input)?.screenshots()?;
        let (copied, missing) = here.copy_from(&Shots::of(input), &names);
        done.pictures += copied;
        done.missing_pictures += missing;
    }
    Ok(done)
}

/// Removes what is too old from a store, and the pictures that nothing refers to then.
pub fn prune(store: &SqliteStore, request: &PruneRequest) -> Result<PrunedDatabase, Error> {
    let pruned = store.prune(request)?;
    let shots = Shots::of(store.path());
    let oldest = SystemTime::now()
        .checked_sub(PICTURE_AGE)
        .unwrap_or(SystemTime::UNIX_EPOCH);
    let (pictures, picture_bytes) = if request.is_dry_run() {
        shots.left_behind(&pruned.kept_pictures, oldest)
    } else {
        shots.sweep(&pruned.kept_pictures, oldest)
    };
    Ok(PrunedDatabase {
        pruned,
        pictures,
        picture_bytes,
    })
}

#[cfg(test)]
mod tests {
    use breadcrumb_core::{ElementFingerprint, HealingEvent};

    use super::*;

    fn with_picture(path: &Path, test_id: &str) -> String {
        let image = [b"\x89PNG\r\n\x1a\n", test_id.as_bytes()].concat();
        let name = Shots::of(path).save(&image).unwrap().unwrap();
        let element = ElementFingerprint::builder("p").key(test_id, "#x").build();
        let mut event = HealingEvent::new(element.clone(), element, 0.9, 1.0);
        event.details.screenshot_before = Some(name.clone());
        let store = SqliteStore::open(path).unwrap();
        store.record_healing(&event).unwrap();
        name
    }

    #[test]
    fn pictures_come_along_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let inputs = [path("a.db"), path("b.db"), path("c.db")];
        let names: Vec<String> = inputs
            .iter()
            .map(|input| with_picture(input, &input.display().to_string()))
            .collect();
        let lost = path("c.db.shots").join(&names[2]);
        std::fs::remove_file(lost).unwrap();
        let output = path("out.db");
        let done = merge(&inputs, &output, &mut |_| {}).unwrap();
        assert_eq!((done.pictures, done.missing_pictures), (2, 1));
        for name in &names[..2] {
            assert!(Shots::of(&output).read(name).is_some());
        }
        let again = merge(&inputs, &output, &mut |_| {}).unwrap();
        assert_eq!((again.pictures, again.missing_pictures), (0, 1));
    }

    #[test]
    fn pictures_that_nothing_refers_to_go_but_not_fresh_ones() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        let name = with_picture(&path, "test");
        let file = folder.path().join("a.db.shots").join(&name);
        let store = SqliteStore::open(&path).unwrap();
        let request = PruneRequest::new(1e9);
        let fresh = prune(&store, &request).unwrap();
        assert_eq!((fresh.pruned.heals, fresh.pictures), (1, 0));
        let old = SystemTime::now() - 2 * PICTURE_AGE;
        let opened = std::fs::File::options().write(true).open(&file).unwrap();
        opened.set_modified(old).unwrap();
        let dry = prune(&store, &request.clone().dry_run()).unwrap();
        assert_eq!(dry.pictures, 1);
        assert!(file.exists());
        assert_eq!(prune(&store, &request).unwrap().picture_bytes, 12);
        assert!(!file.exists());
    }
}
