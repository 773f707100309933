//! `breadcrumb fingerprints rollback`.

use breadcrumb::store::Store as _;
use serde_json::json;

use super::key;
use crate::args_data::KeyArgs;
use crate::args_flaky::DatabaseArgs;
use crate::commands::data::source::{change, plural, shown};
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output;

pub(super) fn rollback(
    args: &DatabaseArgs,
    key: &KeyArgs,
    to: usize,
    page: Option<&str>,
) -> Result<Exit, CommandError> {
    let store = change(args)?;
    let KeyArgs { test, locator } = key;
    key::find(&store, test, locator)?;
    if let Some(page) = page {
        let pages = store.known_pages(test, locator)?;
        if !pages.iter().any(|known| known.page_key == page) {
            let known: Vec<String> = pages
                .iter()
                .map(|known| format!("`{}`", known.page_key))
                .collect();
            let hint = if known.is_empty() {
                "this fingerprint has no pages; leave out `--page`".to_owned()
            } else {
                format!("it has fingerprints on {}", known.join(", "))
            };
            let message = format!("`{locator}` is not known on the page `{page}`");
            return Err(CommandError::input(message, hint));
        }
    }
    let Some(fingerprint) = store.roll_back_to(test, locator, page, to)? else {
        let kept = store.rollback_choices(test, locator, page)?.len() as u64;
        let message = format!("there is no earlier fingerprint {to} of `{locator}`");
        let kept = plural(kept, "earlier fingerprint");
        let hint = format!("{kept} can be gone back to; `breadcrumb fingerprints show` lists them");
        return Err(CommandError::input(message, hint));
    };
    if args.json {
        output::print_json(&json!({
            "schema_version": 1,
            "test_id": test,
            "locator": locator,
            "fingerprint": fingerprint,
        }))?;
    } else {
        output::print(&format!(
            "the baseline of {} {} is <{}> \"{}\" again\n",
            shown(test),
            shown(locator),
            shown(fingerprint.tag()),
            shown(fingerprint.text())
        ))?;
    }
    Ok(Exit::Fine)
}
