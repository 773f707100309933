//! [`Shots`]: pictures of elements, in a folder beside the database.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{fs, io, process};

use breadcrumb_core::hash128_bytes;

/// A picture is a crop of one element; more than this is something else.
pub const MAX_SHOT_BYTES: usize = 256 * 1024;

/// What all pictures of a database may take: those of some thousand elements.
pub const MAX_FOLDER_BYTES: u64 = 64 * 1024 * 1024;

/// The pictures of one database.
///
/// They are named by their content, so that the same picture is there once.
#[derive(Debug, Clone)]
pub struct Shots {
    folder: PathBuf,
    max_bytes: u64,
}

struct Kept {
    path: PathBuf,
    bytes: u64,
    saved_at: SystemTime,
}

impl Shots {
    /// Names the folder beside a database; it is made with the first picture.
    #[must_use]
    pub fn of(database: &Path) -> Self {
        let mut folder = OsString::from(database);
        folder.push(".shots");
        Self {
            folder: folder.into(),
            max_bytes: MAX_FOLDER_BYTES,
        }
    }

    /// Returns whether there may be any picture.
    #[must_use]
    pub fn is_there(&self) -> bool {
        self.folder.is_dir()
    }

    /// Saves a picture and returns its name; `None` where it is no PNG or JPEG, or too large.
    pub fn save(&self, image: &[u8]) -> io::Result<Option<String>> {
        let Some(kind) = kind_of(image).filter(|_| image.len() <= MAX_SHOT_BYTES) else {
            return Ok(None);
        };
        let name = format!("{}.{kind}", hash128_bytes(image));
        let path = self.folder.join(&name);
        if !path.exists() {
            fs::create_dir_all(&self.folder)?;
            // Another worker may save the same one at this moment.
            let beside = self.folder.join(format!("{name}.{}.tmp", process::id()));
            fs::write(&beside, image)?;
            fs::rename(&beside, &path)?;
        }
        Ok(Some(name))
    }

    /// Reads a picture; `None` where it is not there (any more), or the name is not one of ours.
    #[must_use]
    pub fn read(&self, name: &str) -> Option<Vec<u8>> {
        is_name(name)
            .then(|| fs::read(self.folder.join(name)).ok())
            .flatten()
    }

    /// Copies pictures of another database; returns how many were, and how many could not be.
    pub(crate) fn copy_from(&self, other: &Self, names: &[String]) -> (u64, u64) {
        let (mut copied, mut missing) = (0, 0);
        for name in names {
            if self.folder.join(name).exists() {
                continue;
            }
            // A picture is named by its content: what has another name by now is broken.
            match other.read(name).map(|image| self.save(&image)) {
                Some(Ok(Some(saved))) if saved == *name => copied += 1,
                _ => missing += 1,
            }
        }
        (copied, missing)
    }

    /// Counts the pictures that nothing refers to and that are older than a time, and their bytes.
    pub(crate) fn left_behind(&self, referred_to: &[String], older_than: SystemTime) -> (u64, u64) {
        let kept = self.unwanted(referred_to, older_than);
        (kept.len() as u64, kept.iter().map(|kept| kept.bytes).sum())
    }

    /// Removes the pictures that nothing refers to and that are older than a time.
    ///
    /// Returns how many went, and how many bytes those had.
    pub(crate) fn sweep(&self, referred_to: &[String], older_than: SystemTime) -> (u64, u64) {
        let (mut pictures, mut bytes) = (0, 0);
        for old in self.unwanted(referred_to, older_than) {
            // One that cannot be removed is in nobody's way; it is just not counted.
            if fs::remove_file(&old.path).is_ok() {
                pictures += 1;
                bytes += old.bytes;
            }
        }
        (pictures, bytes)
    }

    fn unwanted(&self, referred_to: &[String], older_than: SystemTime) -> Vec<Kept> {
        let wanted: HashSet<&str> = referred_to.iter().map(String::as_str).collect();
        let mut kept = self.kept();
        kept.retain(|kept| {
            let name = kept.path.file_name().and_then(|name| name.to_str());
            // What is not a picture is not ours.
            let is_picture = name.is_some_and(|name| is_name(name) && !wanted.contains(name));
            is_picture && kept.saved_at < older_than
        });
        kept
    }

    /// Returns whether the folder holds more than it may.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.kept().iter().map(|kept| kept.bytes).sum::<u64>() > self.max_bytes
    }

    /// Removes pictures that nothing refers to, the oldest first, until the rest fits.
    pub fn trim(&self, referred_to: &[String]) -> io::Result<()> {
        let wanted: HashSet<&str> = referred_to.iter().map(String::as_str).collect();
        let mut kept = self.kept();
        let mut bytes: u64 = kept.iter().map(|kept| kept.bytes).sum();
        kept.sort_by_key(|kept| kept.saved_at);
        for old in kept {
            if bytes <= self.max_bytes {
                break;
            }
            let name = old.path.file_name().and_then(|name| name.to_str());
            if name.is_some_and(|name| !wanted.contains(name)) {
                fs::remove_file(&old.path)?;
                bytes -= old.bytes;
            }
        }
        Ok(())
    }

    fn kept(&self) -> Vec<Kept> {
        let Ok(entries) = fs::read_dir(&self.folder) else {
            return Vec::new();
        };
        let files = entries.flatten().filter_map(|entry| {
            let data = entry.metadata().ok().filter(fs::Metadata::is_file)?;
            Some(Kept {
                path: entry.path(),
                bytes: data.len(),
                saved_at: data.modified().unwrap_or(SystemTime::UNIX_EPOCH),
            })
        });
        files.collect()
    }
}

/// Returns the media type of a picture by its name.
#[must_use]
pub fn media_type(name: &str) -> &'static str {
    if Path::new(name).extension().is_some_and(|end| end == "png") {
        "image/png"
    } else {
        "image/jpeg"
    }
}

fn kind_of(image: &[u8]) -> Option<&'static str> {
    if image.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some("png")
    } else {
        image.starts_with(b"\xff\xd8\xff").then_some("jpg")
    }
}

/// A name that leads out of the folder is none: the database may come from anywhere.
fn is_name(name: &str) -> bool {
    name.split_once('.').is_some_and(|(hash, end)| {
        hash.len() == 32
            && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
            && matches!(end, "png" | "jpg")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(content: &str) -> Vec<u8> {
        [b"\x89PNG\r\n\x1a\n", content.as_bytes()].concat()
    }

    #[test]
    fn a_picture_is_kept_once_under_the_name_of_its_content() {
        let folder = tempfile::tempdir().unwrap();
        let shots = Shots::of(&folder.path().join("a.db"));
        let name = shots.save(&png("one")).unwrap().unwrap();
        assert_eq!(shots.save(&png("one")).unwrap().unwrap(), name);
        assert_ne!(shots.save(&png("two")).unwrap().unwrap(), name);
        assert_eq!(shots.read(&name).unwrap(), png("one"));
        assert_eq!(shots.kept().len(), 2);
        assert!(folder.path().join("a.db.shots").join(&name).exists());
    }

    #[test]
    fn what_is_no_picture_or_too_large_is_not_kept() {
        let folder = tempfile::tempdir().unwrap();
        let shots = Shots::of(&folder.path().join("a.db"));
        assert_eq!(shots.save(b"<svg>").unwrap(), None);
        assert_eq!(shots.save(&png(&"x".repeat(MAX_SHOT_BYTES))).unwrap(), None);
        assert!(shots.kept().is_empty());
    }

    #[test]
    fn a_name_does_not_lead_out_of_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("secret.png"), "x").unwrap();
        let shots = Shots::of(&folder.path().join("a.db"));
        assert_eq!(shots.read("../secret.png"), None);
        assert_eq!(shots.read("/etc/hostname"), None);
    }

    #[test]
    fn too_many_pictures_make_room_but_those_in_use_stay() {
        let folder = tempfile::tempdir().unwrap();
        let mut shots = Shots::of(&folder.path().join("a.db"));
        let names: Vec<String> = ["a", "b", "c"]
            .iter()
            .map(|content| shots.save(&png(content)).unwrap().unwrap())
            .collect();
        shots.max_bytes = 20;
        assert!(shots.is_full());
        shots.trim(&names[..1]).unwrap();
        assert!(shots.read(&names[0]).is_some());
        assert!(!shots.is_full());
        assert_eq!(shots.kept().len(), 2);
        shots.max_bytes = 0;
        shots.trim(&names).unwrap();
        assert_eq!(shots.kept().len(), 2);
    }
}
