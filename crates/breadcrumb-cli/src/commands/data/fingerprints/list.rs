//! `breadcrumb fingerprints list`.

use std::fmt::Write as _;
use std::ops::ControlFlow;

use breadcrumb::store::{KnownElement, Store as _};
use serde_json::json;

use crate::args_flaky::DatabaseArgs;
use crate::args_test::TestArgs;
use crate::commands::data::source::{look_at, plural, shown, time};
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::{self, BAD, BOLD, DIM, styled};

pub(super) fn list(
    args: &DatabaseArgs,
    tests: &TestArgs,
    limit: Option<u64>,
) -> Result<Exit, CommandError> {
    let store = look_at(args)?;
    let mut listed = Vec::new();
    let mut matching = 0;
    store.for_each_element(&mut |known| {
        if tests.has(&known.test_id) {
            matching += 1;
            if limit.is_none_or(|limit| matching <= limit) {
                listed.push(known);
            }
        }
        ControlFlow::Continue(())
    })?;
    if args.json {
        let report = json!({"schema_version": 1, "total": matching, "fingerprints": listed});
        output::print_json(&report)?;
    } else {
        output::print(&text(&listed, matching))?;
    }
    Ok(Exit::Fine)
}

fn text(listed: &[KnownElement], matching: u64) -> String {
    let mut text = String::new();
    let mut of_test = None;
    for known in listed {
        if of_test != Some(&known.test_id) {
            of_test = Some(&known.test_id);
            let _ = writeln!(text, "{}", styled(BOLD, shown(&known.test_id)));
        }
        let element = match (&known.tag, known.text.as_str()) {
            (None, _) => styled(BAD, "cannot be read"),
            (Some(tag), "") => format!("<{}>", shown(tag)),
            (Some(tag), words) => format!("<{}> \"{}\"", shown(tag), shown(words)),
        };
        let more = format!(
            "{}, {}, {} earlier",
            time(known.updated_at),
            plural(known.pages, "page"),
            known.earlier
        );
        let _ = writeln!(
            text,
            "  {}  {element}  {}",
            shown(&known.locator),
            styled(DIM, more)
        );
    }
    let count = listed.len() as u64;
    if count < matching {
        let _ = writeln!(text, "{count} of {} shown", plural(matching, "fingerprint"));
    } else {
        let _ = writeln!(text, "{}", plural(matching, "fingerprint"));
    }
    text
}
