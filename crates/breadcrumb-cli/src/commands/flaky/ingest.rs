//! `breadcrumb ingest`.

use std::fmt::Write as _;

use breadcrumb::flaky::{Suite, ingest_files};
use serde_json::json;

use super::database::{Database, folder};
use super::gate;
use crate::args_flaky::IngestArgs;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::{self, BOLD, styled};

pub(crate) fn ingest(args: &IngestArgs) -> Result<Exit, CommandError> {
    let database = Database::open(&args.database)?;
    let environment = |name: &str| std::env::var_os(name);
    let app = database.app.version(args.app_version.as_deref(), None);
    let mut suite = Suite::detect(&folder()?, &args.run_id, &environment).with_app(&app);
    if args.run_id.is_empty() {
        suite = suite.with_content_id(&args.files)?.in_ci_run(&environment);
    }
    suite.variant = args.variant.clone().or(suite.variant);
    let store = database.store.as_ref();
    let ingested = ingest_files(store, &args.files, &suite, &mut |_| {})?;
    suite.record(store)?;
    let update = database.update_quarantine()?;
    let counts = ingested.counts;
    if database.json {
        output::print_json(&json!({
            "schema_version": 1,
            "files": ingested.files.len(),
            "passed": counts.passed,
            "failed": counts.failed,
            "skipped": counts.skipped,
            "changes": update,
        }))?;
    } else {
        let mut text = String::new();
        for (path, format, counts) in &ingested.files {
            let _ = writeln!(
                text,
                "{}: {format}, {} passed, {} failed, {} skipped",
                path.display(),
                counts.passed,
                counts.failed,
                counts.skipped
            );
        }
        let _ = writeln!(
            text,
            "{} {} attempts in {}",
            styled(BOLD, "recorded"),
            counts.total(),
            database.path.display()
        );
        output::print(&(text + &gate::changes(&update)))?;
    }
    Ok(if counts.total() == 0 {
        Exit::NoResults
    } else {
        Exit::Fine
    })
}
