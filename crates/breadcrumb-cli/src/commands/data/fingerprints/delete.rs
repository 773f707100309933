//! `breadcrumb fingerprints delete`.

use std::fmt::Write as _;

use breadcrumb::store::{KnownElement, Store};
use serde_json::json;

use super::key;
use crate::args_data::DeleteArgs;
use crate::args_flaky::DatabaseArgs;
use crate::commands::data::source::{change, look_at, plural, shown};
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output;

pub(super) fn delete(args: &DatabaseArgs, delete: &DeleteArgs) -> Result<Exit, CommandError> {
    let deleted = if delete.dry_run {
        meant(&look_at(args)?, delete)?
    } else {
        let store = change(args)?;
        let meant = meant(&store, delete)?;
        let keys: Vec<_> = meant
            .iter()
            .map(|known| (known.test_id.clone(), known.locator.clone()))
            .collect();
        store.delete_fingerprints(&keys)?;
        meant
    };
    if args.json {
        output::print_json(&json!({
            "schema_version": 1,
            "dry_run": delete.dry_run,
            "deleted": deleted,
        }))?;
    } else {
        output::print(&text(&deleted, delete.dry_run))?;
    }
    Ok(Exit::Fine)
}

fn meant(store: &dyn Store, delete: &DeleteArgs) -> Result<Vec<KnownElement>, CommandError> {
    match (&delete.all_of, &delete.test, &delete.locator) {
        (Some(test_id), ..) => key::of_test(store, test_id),
        (None, Some(test_id), Some(locator)) => Ok(vec![key::find(store, test_id, locator)?]),
        // The arguments do not let it come to this.
        _ => Ok(Vec::new()),
    }
}

fn text(deleted: &[KnownElement], is_dry: bool) -> String {
    let did = if is_dry { "would delete" } else { "deleted" };
    let mut text = String::new();
    for known in deleted {
        let _ = writeln!(
            text,
            "{did} {} {} ({}, {} earlier)",
            shown(&known.test_id),
            shown(&known.locator),
            plural(known.pages, "page"),
            known.earlier
        );
    }
    text
}
