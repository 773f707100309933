//! `breadcrumb doctor`.

use std::fmt::Write as _;

use breadcrumb::doctor::{Diagnosis, DoctorRequest, Environment, Finding, Severity, examine};
use breadcrumb::store::Health;
use breadcrumb::{DATABASE_VARIABLE, database_path};

use crate::args_setup::DoctorArgs;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::{self, BAD, BOLD, DIM, GOOD, WARN, styled};
use crate::settings;

pub(crate) fn doctor(args: &DoctorArgs) -> Result<Exit, CommandError> {
    let diagnosis = examine(&request(args));
    if args.json {
        output::print_json(&diagnosis)?;
    } else {
        output::print(&text(&diagnosis))?;
        // Last, so that it is what is read: without its database a project has no results.
        if let Some(failure) = diagnosis.failure() {
            let hint = failure.fix.clone().unwrap_or_default();
            return Err(CommandError::input(&failure.message, hint));
        }
    }
    Ok(if diagnosis.failure().is_some() {
        Exit::CannotRun
    } else if diagnosis.is_sound {
        Exit::Fine
    } else {
        Exit::FoundSomething
    })
}

fn request(args: &DoctorArgs) -> DoctorRequest {
    // Settings that cannot be used are a finding, and no reason not to look.
    let variable = std::env::var_os(DATABASE_VARIABLE).filter(|name| !name.is_empty());
    let is_named = args.db.is_some() || variable.is_some();
    let path = settings::load().map_or_else(
        |_| database_path(args.db.as_deref(), variable),
        |config| config.database(args.db.as_deref()),
    );
    let mut request = if args.db_only {
        DoctorRequest::database_only(path)
    } else {
        DoctorRequest::new(path)
    };
    if !is_named {
        request = request.may_be_missing();
    }
    match &args.python {
        Some(python) => request.python(python),
        None => request,
    }
}

fn text(diagnosis: &Diagnosis) -> String {
    let mut sections = Vec::new();
    sections.extend(diagnosis.health.as_ref().map(database));
    sections.extend(diagnosis.environment.as_ref().map(environment));
    let failure = diagnosis.failure();
    let others = || {
        let findings = diagnosis.findings.iter();
        findings.filter(|finding| Some(*finding) != failure)
    };
    if failure.is_none() || others().next().is_some() {
        let mut text = format!("{}\n", styled(BOLD, "Findings"));
        for finding in others() {
            text.push_str(&line(finding));
        }
        let is_calm = others().all(|finding| finding.severity == Severity::Note);
        if failure.is_none() && is_calm {
            let _ = writeln!(text, "  {} no problems found", styled(GOOD, "ok"));
        }
        sections.push(text);
    }
    sections.join("\n")
}

fn database(health: &Health) -> String {
    let mut text = format!("{} {}\n", styled(BOLD, "Database"), health.location);
    let _ = writeln!(
        text,
        "  schema v{}, journal {}, {}",
        health.schema_version,
        health.journal_mode,
        size(health.size_bytes)
    );
    let _ = writeln!(text, "\n{}", styled(BOLD, "Rows"));
    for table in &health.tables {
        let rows = table
            .rows
            .map_or_else(|| "damaged".to_owned(), |rows| rows.to_string());
        let _ = writeln!(text, "  {:<22} {rows:>9}", table.table);
    }
    text
}

fn environment(environment: &Environment) -> String {
    let mut text = format!("{}\n", styled(BOLD, "Environment"));
    let mut row = |name: &str, value: &str| {
        let _ = writeln!(text, "  {name:<10} {value}");
    };
    row("command", &environment.command_version);
    let installed = |version: &Option<String>| version.clone().unwrap_or("none".into());
    if let Some(node) = &environment.node {
        let package = installed(&node.breadcrumb_playwright);
        row("package", &format!("{package} (npm)"));
        row(
            "playwright",
            &format!("{} (npm)", installed(&node.playwright)),
        );
    }
    if environment
        .node
        .as_ref()
        .is_some_and(|node| !node.is_python_too)
    {
        // Its Python is nobody's business.
    } else if let Some(python) = &environment.python {
        let program = python.program.display();
        let answer = python.answer.as_ref();
        let version = answer.map_or("", |answer| answer.version.as_str());
        row("python", format!("{version} {program}").trim());
        if let Some(answer) = answer {
            row("plugin", &installed(&answer.packages.breadcrumb_playwright));
            row("pytest", &installed(&answer.packages.pytest));
            row("playwright", &installed(&answer.packages.playwright));
        }
    } else {
        row("python", "none");
    }
    let browser = environment.browser.as_ref();
    let browser = browser.map_or("none".to_owned(), |browser| browser.display().to_string());
    row("browser", &browser);
    text
}

fn line(finding: &Finding) -> String {
    let style = match finding.severity {
        Severity::Error => BAD,
        Severity::Warning => WARN,
        _ => BOLD,
    };
    // A message may have several lines: a place in a file, with a mark below it.
    let message = finding.message.replace('\n', "\n    ");
    let severity = styled(style, finding.severity.name());
    let mut text = format!("  {severity} {message}\n");
    if let Some(fix) = &finding.fix {
        let _ = writeln!(text, "    {} {fix}", styled(DIM, "fix:"));
    }
    text
}

/// Writes a size so that a person can read it.
pub(super) fn size(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["B", "KiB", "MiB", "GiB"];
    let mut value = bytes as f64;
    let mut units = UNITS.iter();
    let mut unit = units.next().copied().unwrap_or_default();
    while value >= 1024.0
        && let Some(next) = units.next()
    {
        value /= 1024.0;
        unit = next;
    }
    if unit == "B" {
        format!("{bytes} B")
    } else {
        format!("{value:.1} {unit}")
    }
}
