//! Every way out of the roots, tried.

use super::*;

/// A folder with a root in it, and something beside the root.
struct Place {
    folder: tempfile::TempDir,
    roots: Roots,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("root");
        fs::create_dir_all(root.join("ci")).unwrap();
        fs::write(root.join("a.db"), "a").unwrap();
        fs::write(root.join("ci/b.db"), "b").unwrap();
        fs::write(folder.path().join("secret.db"), "s").unwrap();
        let roots = Roots::new(&[root]).unwrap();
        Self { folder, roots }
    }

    fn root(&self) -> PathBuf {
        self.folder.path().join("root")
    }

    fn find(&self, named: &str) -> Result<PathBuf, String> {
        let found = self.roots.find(named, Wanted::Database);
        found.map(|file| file.path).map_err(|refusal| {
            assert!(refusal.hint.is_some(), "{named}: no way out");
            refusal.message
        })
    }

    fn refuses(&self, named: &str, part: &str) {
        let message = self.find(named).unwrap_err();
        assert!(message.contains(part), "{named}: {message}");
    }
}

#[test]
fn files_inside_are_found_however_they_are_named() {
    let place = Place::new();
    let absolute = fs::canonicalize(place.root().join("a.db")).unwrap();
    for named in ["a.db", "./a.db", "ci/../a.db"] {
        assert_eq!(place.find(named), Ok(absolute.clone()), "{named}");
    }
    let named = absolute.to_str().unwrap();
    assert_eq!(place.find(named), Ok(absolute.clone()));
    assert!(place.find("ci/b.db").unwrap().ends_with("ci/b.db"));
}

#[test]
fn what_is_outside_has_one_answer_whether_it_is_there_or_not() {
    let place = Place::new();
    let beside = place.folder.path().join("secret.db");
    for named in [
        "../secret.db",
        "../nothing.db",
        "../../x",
        "ci/../../secret.db",
        "nothing/../../secret.db",
        "/etc/passwd",
        "/nothing/at/all.db",
        beside.to_str().unwrap(),
    ] {
        place.refuses(named, "is outside the allowed folders");
    }
    // A folder whose name only begins like the root.
    fs::create_dir(place.folder.path().join("root2")).unwrap();
    fs::write(place.folder.path().join("root2/c.db"), "c").unwrap();
    place.refuses("../root2/c.db", "is outside the allowed folders");
}

#[test]
fn what_is_no_path_is_refused() {
    let place = Place::new();
    place.refuses("", "is empty");
    place.refuses("  ", "is empty");
    place.refuses("a.db\0.html", "contains a NUL");
    place.refuses("https://example.com/a.db", "is an address");
    place.refuses("file:///etc/passwd", "is an address");
    place.refuses("nothing.db", "there is no database");
    place.refuses("ci", "is a folder");
    place.refuses(".", "is a folder");
    place.refuses(":memory:", "there is no database");
    place.refuses("file:a.db?mode=rwc", "there is no database");
    assert_eq!(
        fs::read_dir(place.root()).unwrap().count(),
        2,
        "something was made"
    );
}

#[cfg(unix)]
#[test]
fn links_lead_only_to_what_is_inside() {
    use std::os::unix::fs::symlink;
    let place = Place::new();
    let link = |to: &Path, name: &str| symlink(to, place.root().join(name)).unwrap();
    link(&place.folder.path().join("secret.db"), "out.db");
    link(&place.folder.path().join("nothing.db"), "dangling.db");
    link(place.folder.path(), "up");
    link(&place.root().join("a.db"), "in.db");
    place.refuses("out.db", "is outside the allowed folders");
    place.refuses("dangling.db", "is outside the allowed folders");
    place.refuses("up/secret.db", "is outside the allowed folders");
    place.refuses("up/nothing.db", "is outside the allowed folders");
    assert!(place.find("in.db").unwrap().ends_with("root/a.db"));
    place.refuses("a.db/x", "cannot read");
}

#[cfg(unix)]
#[test]
fn devices_pipes_and_sockets_are_no_databases() {
    let place = Place::new();
    let socket = place.root().join("socket");
    let _listening = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    place.refuses("socket", "is not a regular file");
    let pipe = place.root().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()));
    place.refuses("pipe", "is not a regular file");
    place.refuses("/dev/null", "is outside the allowed folders");
    let devices = Roots::new(&[PathBuf::from("/dev")]).unwrap();
    let refused = devices.find("null", Wanted::Database).unwrap_err();
    assert!(
        refused.message.contains("is not a regular file"),
        "{refused:?}"
    );
}

#[cfg(unix)]
#[test]
fn a_file_that_is_replaced_is_noticed() {
    let place = Place::new();
    let found = place.roots.find("a.db", Wanted::Database).unwrap();
    found.check_again().unwrap();
    let kept = place.root().join("kept.db");
    fs::rename(place.root().join("a.db"), kept).unwrap();
    assert!(found.check_again().is_err());
    let secret = place.folder.path().join("secret.db");
    std::os::unix::fs::symlink(secret, place.root().join("a.db")).unwrap();
    assert!(found.check_again().is_err());
    fs::remove_file(place.root().join("a.db")).unwrap();
    fs::write(place.root().join("a.db"), "another").unwrap();
    assert!(found.check_again().is_err());
}

#[test]
fn a_root_is_a_folder_that_is_there() {
    let place = Place::new();
    let file = place.root().join("a.db");
    assert!(Roots::new(&[file]).unwrap_err().hint().is_some());
    let missing = place.root().join("missing");
    assert!(Roots::new(&[missing]).unwrap_err().hint().is_some());
    assert!(Roots::new(&[]).is_ok());
}
