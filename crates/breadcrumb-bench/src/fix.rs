//! How long a patch takes: many files, some of them to fix.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use breadcrumb::engine::{
    ElementFingerprint, HealState, HealingEvent, SourceSite, VerifiedLocator,
};
use breadcrumb::store::{DecisionStore as _, NewDecision, SqliteStore, Store as _};

/// How many times each is measured; the median counts.
const ROUNDS: usize = 5;
/// How many tests a file has.
const TESTS: usize = 12;

#[derive(Debug, clap::Args)]
pub(crate) struct FixArgs {
    /// The `breadcrumb` command to start.
    #[arg(long, value_name = "PATH", default_value = "target/release/breadcrumb")]
    command: std::path::PathBuf,
    /// How many files the project has.
    #[arg(long, value_name = "COUNT", default_value_t = 1000)]
    files: usize,
    /// How many of them have a locator to fix.
    #[arg(long, value_name = "COUNT", default_value_t = 200)]
    fixes: usize,
}

pub(crate) fn run(args: &FixArgs) -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir_in("target")?;
    println!("{} files, {} fixes", args.files, args.fixes);
    for (name, has_places) in [("places known", true), ("places searched for", false)] {
        let root = folder.path().join(name.replace(' ', "-"));
        write_project(&root, args.files)?;
        write_heals(&root, args.fixes, has_places)?;
        let command = fs::canonicalize(&args.command)?;
        let shown = (0..ROUNDS).map(|_| time(&command, &root, &[]));
        let shown = median(shown.collect::<Result<_, _>>()?);
        let applied = time(&command, &root, &["--apply"])?;
        println!("{name}: shown in {shown:.2?} (median of {ROUNDS}), applied in {applied:.2?}");
        let fixed = fs::read_to_string(root.join("tests/test_0.py"))?;
        if !fixed.contains("get_by_role") {
            return Err("the patch was not applied".into());
        }
    }
    Ok(())
}

fn write_project(root: &Path, files: usize) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(root.join("tests"))?;
    // The search for the project's root ends here.
    fs::create_dir_all(root.join(".git"))?;
    for file in 0..files {
        let mut text = String::from("from playwright.sync_api import expect\n");
        for test in 0..TESTS {
            let _ = write!(
                text,
                "\n\ndef test_{test}(page):\n    \"\"\"Buys number {test}.\"\"\"\n    \
                 page.goto(\"/shop/{file}\")\n    \
                 page.get_by_label(\"Amount\").fill(\"{test}\")\n    \
                 page.locator(\"#buy-{file}-{test}\").click()  # \"#buy\" is the button\n    \
                 expect(page.get_by_text(\"Thank you {test}\")).to_be_visible()\n"
            );
        }
        fs::write(root.join(format!("tests/test_{file}.py")), text)?;
    }
    Ok(())
}

fn write_heals(root: &Path, fixes: usize, has_places: bool) -> Result<(), Box<dyn Error>> {
    let store = SqliteStore::open(root.join(".breadcrumb.db"))?;
    for file in 0..fixes {
        let (test_id, locator) = (
            format!("tests/test_{file}.py::test_3"),
            format!("#buy-{file}-3"),
        );
        let element = |id: &str| {
            let button = ElementFingerprint::builder("button").text("Buy");
            button.attribute("id", id).key(&test_id, &locator).build()
        };
        store.save_fingerprint(&element("new"))?;
        let mut event = HealingEvent::new(element("old"), element("new"), 0.95, 1.0);
        event.details.proposals = vec![VerifiedLocator {
            code: format!("get_by_role(\"button\", name=\"Buy {file}\")"),
            within_parent: false,
        }];
        if has_places {
            event.details.sites = vec![SourceSite {
                file: format!("/ci/shop/tests/test_{file}.py"),
                line: 32,
            }];
        }
        let heal = store.record_healing(&event)?;
        store.decide(&NewDecision {
            heal,
            state: HealState::Approved,
            note: None,
            decided_by: None,
            decided_at: 2.0,
        })?;
    }
    Ok(())
}

fn time(command: &Path, root: &Path, arguments: &[&str]) -> Result<Duration, Box<dyn Error>> {
    let start = Instant::now();
    let mut fix = Command::new(command);
    let output = fix.arg("fix").args(arguments).current_dir(root).output()?;
    let taken = start.elapsed();
    if output.status.success() {
        return Ok(taken);
    }
    Err(String::from_utf8_lossy(&output.stderr).into_owned().into())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
