//! `breadcrumb fingerprints show`.

use std::fmt::Write as _;

use breadcrumb::store::{Cause, KnownElement, KnownPage, PastFingerprint, Store};
use serde_json::{Value, json};

use super::key;
use crate::args_data::KeyArgs;
use crate::args_flaky::DatabaseArgs;
use crate::commands::data::source::{look_at, shown, time};
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::{self, BAD, BOLD, DIM, styled};

pub(super) fn show(args: &DatabaseArgs, key: &KeyArgs) -> Result<Exit, CommandError> {
    let store = look_at(args)?;
    let known = key::find(&store, &key.test, &key.locator)?;
    let fingerprint = store.load_fingerprint(&key.test, &key.locator)?;
    let pages = store.known_pages(&key.test, &key.locator)?;
    let choices = store.rollback_choices(&key.test, &key.locator, None)?;
    if args.json {
        output::print_json(&json!({
            "schema_version": 1,
            "test_id": known.test_id,
            "locator": known.locator,
            "updated_at": known.updated_at,
            "fingerprint": fingerprint,
            "pages": pages.iter().map(page_json).collect::<Vec<_>>(),
            "history": history_json(&store, &known)?,
        }))?;
        return Ok(Exit::Fine);
    }
    let mut text = format!(
        "{} {}\n  last learned {}\n",
        styled(BOLD, shown(&known.test_id)),
        shown(&known.locator),
        time(known.updated_at)
    );
    if let Some(fingerprint) = fingerprint {
        let json = serde_json::to_string_pretty(&fingerprint).unwrap_or_default();
        for line in json.lines() {
            let _ = writeln!(text, "  {}", shown(line));
        }
    } else {
        let broken = styled(BAD, "it cannot be read; `breadcrumb doctor` says why");
        let _ = writeln!(text, "  {broken}");
    }
    text.push_str(&shown_pages(&pages));
    text.push_str(&shown_choices(&choices));
    output::print(&text)?;
    Ok(Exit::Fine)
}

fn page_json(page: &KnownPage) -> Value {
    json!({
        "page": page.page_key,
        "updated_at": page.updated_at,
        "screenshot": page.screenshot,
        "has_memory": page.has_memory,
        "is_newest": page.is_newest,
    })
}

/// All that is kept; `to` is what `rollback --to` takes, where it can be reached without a page.
fn history_json(store: &dyn Store, known: &KnownElement) -> Result<Vec<Value>, CommandError> {
    let choices = store.rollback_choices(&known.test_id, &known.locator, None)?;
    let history = store.fingerprint_history(&known.test_id, &known.locator, None)?;
    let as_json = |past: &PastFingerprint| {
        let to = choices.iter().position(|choice| choice == past);
        json!({
            "to": to.map(|place| place + 1),
            "page": past.page_key,
            "saved_at": past.saved_at,
            "replaced_at": past.replaced_at,
            "cause": cause(past.cause),
            "fingerprint": past.fingerprint,
        })
    };
    Ok(history.iter().map(as_json).collect())
}

fn shown_pages(pages: &[KnownPage]) -> String {
    let mut text = String::new();
    if !pages.is_empty() {
        let _ = writeln!(text, "{}", styled(BOLD, "Pages"));
    }
    for page in pages {
        let mark = if page.is_newest { ", saved last" } else { "" };
        let when = styled(DIM, format!("{}{mark}", time(page.updated_at)));
        let _ = writeln!(text, "  {}  {when}", shown(&page.page_key));
    }
    text
}

fn shown_choices(choices: &[PastFingerprint]) -> String {
    if choices.is_empty() {
        return "No earlier fingerprint is kept.\n".to_owned();
    }
    let mut text = format!("{}\n", styled(BOLD, "Earlier (rollback --to N)"));
    for (place, past) in choices.iter().enumerate() {
        let fingerprint = &past.fingerprint;
        let words = match fingerprint.text() {
            "" => String::new(),
            words => format!(" \"{}\"", shown(words)),
        };
        let why = format!(
            "until {}: {}",
            time(Some(past.replaced_at)),
            cause(past.cause)
        );
        let _ = writeln!(
            text,
            "  {} <{}>{words}  {}",
            place + 1,
            shown(fingerprint.tag()),
            styled(DIM, why)
        );
    }
    text
}

fn cause(cause: Cause) -> &'static str {
    match cause {
        Cause::Passed => "the element had changed when the test passed",
        Cause::Healed => "a heal replaced it",
        _ => "another one was saved",
    }
}
