//! Finding and starting a browser.

use std::env;
use std::ffi::OsStr;
use std::fmt;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use crate::error::{Error, ErrorKind};

/// The environment variable that names the program of a browser to use.
pub const BROWSER_VARIABLE: &str = "BREADCRUMB_BROWSER";
/// Programs that speak the protocol, as they are called on the path.
const PROGRAMS: [&str; 6] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
];
/// Where Playwright's own browser is, within a folder of its version.
const PLAYWRIGHT_PROGRAMS: [&str; 7] = [
    "chrome-linux/chrome",
    "chrome-linux64/chrome",
    "chrome-mac/Chromium.app/Contents/MacOS/Chromium",
    "chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
    "chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
    "chrome-win/chrome.exe",
    "chrome-win64/chrome.exe",
];
/// Where Playwright keeps its browsers on Linux, macOS and Windows: in which variable's folder.
const PLAYWRIGHT_FOLDERS: [(&str, &str); 3] = [
    ("HOME", ".cache/ms-playwright"),
    ("HOME", "Library/Caches/ms-playwright"),
    ("LOCALAPPDATA", "ms-playwright"),
];
/// What it says before the address that it listens on.
const LISTENING: &str = "DevTools listening on ";

/// Returns the program of a browser: the one that is named, Playwright's own, or one on the path.
#[must_use]
pub fn find_browser() -> Option<PathBuf> {
    // A variable that is set to nothing is not set: CI files do that.
    let named = env::var_os(BROWSER_VARIABLE).filter(|name| !name.is_empty());
    named
        .map(PathBuf::from)
        .or_else(of_playwright)
        .or_else(on_path)
}

fn of_playwright() -> Option<PathBuf> {
    let given = env::var_os("PLAYWRIGHT_BROWSERS_PATH")
        .map(PathBuf::from)
        .filter(|path| path.is_absolute());
    let of_system = || {
        PLAYWRIGHT_FOLDERS
            .iter()
            .filter_map(|(variable, folder)| {
                Some(PathBuf::from(env::var_os(variable)?).join(folder))
            })
            .find(|folder| folder.is_dir())
    };
    let folder = given.or_else(of_system)?;
    let mut versions: Vec<PathBuf> = std::fs::read_dir(folder)
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            let name = path.file_name().and_then(OsStr::to_str);
            name.is_some_and(|name| name.starts_with("chromium-"))
        })
        .collect();
    versions.sort();
    let programs = |version: PathBuf| PLAYWRIGHT_PROGRAMS.map(|program| version.join(program));
    versions
        .into_iter()
        .rev()
        .flat_map(programs)
        .find(|p| p.is_file())
}

fn on_path() -> Option<PathBuf> {
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    PROGRAMS
        .iter()
        .flat_map(|program| folders.iter().map(move |folder| folder.join(program)))
        .find(|program| program.is_file())
}

/// A running browser with a profile of its own; both are gone when this is.
pub(super) struct Process {
    child: Child,
    address: String,
    _profile: TempDir,
}

impl Process {
    pub(super) fn start(path: Option<&Path>, timeout: Duration) -> Result<Self, Error> {
        let program = path.map(Path::to_path_buf).or_else(find_browser);
        let program = program.ok_or_else(|| trouble("there is no browser on this machine"))?;
        let profile =
            tempfile::tempdir().map_err(|e| trouble(format!("no place for its profile: {e}")))?;
        let mut child = Command::new(&program)
            .args(ARGUMENTS)
            .args(sandbox())
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| trouble(format!("cannot start `{}`: {error}", program.display())))?;
        let address = match listening(&mut child, timeout) {
            Ok(address) => address,
            Err(reason) => {
                stop(&mut child);
                return Err(trouble(format!("`{}` {reason}", program.display())));
            }
        };
        Ok(Self {
            child,
            address,
            _profile: profile,
        })
    }

    /// Returns where it listens.
    pub(super) fn address(&self) -> &str {
        &self.address
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        stop(&mut self.child);
    }
}

const ARGUMENTS: [&str; 11] = [
    "--headless=new",
    "--remote-debugging-port=0",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--window-size=1280,720",
];

/// As root, as in most containers, Chromium starts only without its sandbox.
fn sandbox() -> Option<&'static str> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let user = status.lines().find_map(|line| line.strip_prefix("Uid:"));
    let is_root = user.and_then(|ids| ids.split_whitespace().nth(1)) == Some("0");
    is_root.then_some("--no-sandbox")
}

fn listening(child: &mut Child, timeout: Duration) -> Result<String, String> {
    let stderr = child.stderr.take().ok_or("says nothing")?;
    let (sender, receiver) = mpsc::channel();
    // It goes on reading: a browser that nobody listens to stops when the pipe is full.
    thread::spawn(move || {
        for line in BufReader::new(stderr).lines().map_while(Result::ok) {
            if let Some(address) = line.strip_prefix(LISTENING) {
                let _ = sender.send(address.trim().to_owned());
            }
        }
    });
    receiver.recv_timeout(timeout).map_err(|error| match error {
        mpsc::RecvTimeoutError::Timeout => "did not start in time".to_owned(),
        mpsc::RecvTimeoutError::Disconnected => "ended at once".to_owned(),
    })
}

fn stop(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

fn trouble(message: impl fmt::Display) -> Error {
    Error::new(ErrorKind::Browser, message)
}
