//! `breadcrumb quarantine`.

use std::fmt::Write as _;

use breadcrumb::flaky::{AutoUpdate, EntryKind, QuarantineEntry};
use serde_json::json;

use super::database::{DAY, Database, days_from};
use super::gate;
use super::show::unknown_test;
use crate::args_flaky::{QuarantineArgs, QuarantineCommand};
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::{self, BAD, BOLD, DIM, styled};
use crate::settings;

pub(crate) fn quarantine(args: &QuarantineArgs) -> Result<Exit, CommandError> {
    let reads = matches!(
        args.command,
        QuarantineCommand::List | QuarantineCommand::Explain { .. }
    );
    // Only a new entry may need a new database.
    let database = if matches!(args.command, QuarantineCommand::Add { .. }) {
        Database::open(&args.database)?
    } else {
        let found = Database::look_at(&args.database)?;
        if reads {
            found
        } else {
            Database::open(&args.database)?
        }
    };
    match &args.command {
        QuarantineCommand::List => list(&database),
        QuarantineCommand::Add {
            test,
            reason,
            ticket,
        } => add(&database, test, reason, ticket.clone()),
        QuarantineCommand::Release { test, reason } => {
            let manager = database.manager();
            if manager.release(test, settings::actor(), reason.clone(), database.now)? {
                output::print(&format!("released {test}\n"))?;
                return Ok(Exit::Fine);
            }
            Err(CommandError::input(
                format!("`{test}` is not in quarantine"),
                "`breadcrumb quarantine list` lists the entries",
            ))
        }
        QuarantineCommand::Explain { test } => explain(&database, test),
        QuarantineCommand::Update => {
            let update = database.manager().auto_update(database.now)?;
            if database.json {
                output::print_json(&update)?;
            } else if update == AutoUpdate::default() {
                output::print("no changes\n")?;
            } else {
                output::print(&gate::changes(&update))?;
            }
            Ok(Exit::Fine)
        }
    }
}

fn list(database: &Database) -> Result<Exit, CommandError> {
    let entries = database.manager().entries()?;
    if database.json {
        output::print_json(&json!({"schema_version": 1, "entries": entries}))?;
        return Ok(Exit::Fine);
    }
    let mut text = String::new();
    for entry in &entries {
        text.push_str(&line(entry, database.now));
    }
    let _ = writeln!(text, "{} in quarantine", entries.len());
    output::print(&text)?;
    Ok(Exit::Fine)
}

fn line(entry: &QuarantineEntry, now: f64) -> String {
    let kind = if entry.kind == EntryKind::Manual {
        "by hand"
    } else {
        "by the rule"
    };
    let mut text = format!("{}\n  {}\n", styled(BOLD, &entry.test_id), entry.reason);
    let age = (now - entry.quarantined_at) / DAY;
    let expiry = match entry.expires_at {
        Some(end) if entry.is_expired(now) => {
            styled(BAD, format!("expired {}", days_from(now, end)))
        }
        Some(end) => format!("expires {}", days_from(now, end)),
        None => "never expires".to_owned(),
    };
    let _ = writeln!(
        text,
        "  {}",
        styled(DIM, format!("{kind}, {age:.0} days old, {expiry}"))
    );
    if entry.suspended_at.is_some() {
        let _ = writeln!(
            text,
            "  {}",
            styled(BAD, "suspended: it looks broken, so its failures count")
        );
    }
    text
}

fn add(
    database: &Database,
    test: &str,
    reason: &str,
    ticket: Option<String>,
) -> Result<Exit, CommandError> {
    let mut entry = QuarantineEntry::new(test, reason, EntryKind::Manual, database.now);
    entry.ticket = ticket;
    entry.created_by = settings::actor();
    match database.manager().quarantine(entry, database.now)? {
        Some(entry) => {
            output::print(&line(&entry, database.now))?;
            Ok(Exit::Fine)
        }
        None => Err(CommandError::input(
            format!("`{test}` has been renewed before"),
            "fix the test, or release it: it is quarantined again if it is still flaky",
        )),
    }
}

fn explain(database: &Database, test_id: &str) -> Result<Exit, CommandError> {
    let examination = database.examination()?;
    let tests = examination.examine(test_id);
    let entry = examination.entry(test_id);
    if tests.is_empty() && entry.is_none() {
        return Err(unknown_test(test_id, examination.test_ids()));
    }
    let events = database.store.quarantine_events(Some(test_id))?;
    if database.json {
        let variants: Vec<_> = tests
            .iter()
            .map(|test| {
                json!({
                    "variant": test.variant,
                    "state": test.assessment.state,
                    "why": test.sentence,
                    "decision": test.decision(),
                })
            })
            .collect();
        output::print_json(&json!({
            "schema_version": 1,
            "test": test_id,
            "variants": variants,
            "quarantine": entry,
            "events": events,
        }))?;
        return Ok(Exit::Fine);
    }
    let mut out = String::new();
    for test in &tests {
        let variant = if test.variant.is_empty() {
            String::new()
        } else {
            format!(" [{}]", test.variant)
        };
        let _ = writeln!(out, "{}{variant}: {}", test.test_id, test.sentence);
        let _ = writeln!(out, "  {}", test.decision());
    }
    if let Some(entry) = entry {
        out.push_str(&line(entry, database.now));
    }
    for event in events {
        let _ = writeln!(
            out,
            "  {} {} by {}: {}",
            days_from(database.now, event.timestamp),
            event.action.name(),
            event.actor.as_deref().unwrap_or("an unknown user"),
            event.reason.as_deref().unwrap_or("no reason given")
        );
    }
    output::print(&out)?;
    Ok(Exit::Fine)
}
