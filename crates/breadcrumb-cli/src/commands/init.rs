//! `breadcrumb init`.

use std::fmt::Write as _;
use std::path::Path;

use breadcrumb::scaffold::{Force, Plan, Project, StepKind};
use serde::Serialize;

use crate::args_setup::InitArgs;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output::{self, BOLD, DIM, GOOD, styled};

pub(crate) fn init(args: &InitArgs) -> Result<Exit, CommandError> {
    let project = Project::look(&args.folder).map_err(breadcrumb::Error::from)?;
    let force = if args.force { Force::Yes } else { Force::No };
    let plan = Plan::of(&project, force);
    if !args.dry_run {
        plan.write().map_err(breadcrumb::Error::from)?;
    }
    if args.json {
        output::print_json(&Answer {
            schema_version: 1,
            is_written: !args.dry_run,
            plan: &plan,
        })?;
    } else {
        output::print(&text(&plan, args))?;
    }
    Ok(Exit::Fine)
}

#[derive(Serialize)]
struct Answer<'p> {
    schema_version: u32,
    is_written: bool,
    plan: &'p Plan,
}

fn text(plan: &Plan, args: &InitArgs) -> String {
    let mut text = String::new();
    let title = match (plan.steps.is_empty(), args.dry_run) {
        (true, _) => "Nothing to write",
        (false, true) => "Would write",
        (false, false) => "Wrote",
    };
    let _ = writeln!(text, "{}", styled(BOLD, title));
    for step in &plan.steps {
        let (style, word) = match step.kind {
            StepKind::Create => (GOOD, "new"),
            StepKind::Replace => (BOLD, "replaced"),
            _ => (GOOD, "added to"),
        };
        let path = shown(&plan.folder, step.path);
        let _ = writeln!(text, "  {} {path}", styled(style, format!("{word:<8}")));
        if args.dry_run {
            for line in step.text.lines() {
                let line = format!("           {line}");
                let _ = writeln!(text, "{}", styled(DIM, line.trim_end()));
            }
        }
    }
    if !plan.kept.is_empty() {
        let _ = writeln!(text, "\n{}", styled(BOLD, "Left alone"));
    }
    for kept in &plan.kept {
        let path = shown(&plan.folder, &kept.path);
        let _ = writeln!(text, "  {path}: {}", kept.why);
    }
    if !plan.notes.is_empty() {
        let _ = writeln!(text, "\n{}", styled(BOLD, "Good to know"));
    }
    for note in &plan.notes {
        let _ = writeln!(text, "  {note}");
    }
    let _ = writeln!(text, "\n{}", styled(BOLD, "Next"));
    if !is_here(&plan.folder) {
        let _ = writeln!(text, "  cd {}", plan.folder.display());
    }
    for command in &plan.next {
        let _ = writeln!(text, "  {command}");
    }
    text
}

/// Returns a path as it is seen from the working directory.
fn shown(folder: &Path, path: &str) -> String {
    if is_here(folder) {
        path.to_owned()
    } else {
        folder.join(path).display().to_string()
    }
}

fn is_here(folder: &Path) -> bool {
    folder == Path::new(".")
}
