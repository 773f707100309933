//! `breadcrumb fix`.

mod text;
mod view;

use std::env;

use breadcrumb::engine::LocatorStyle;
use breadcrumb::fix::{self, Applied, Choice, FixPlan, FixRequest};
use breadcrumb::review::Reviewer;
use breadcrumb::store::SqliteStore;

use crate::args_fix::{FixArgs, StyleName};
use crate::commands::data::source::{change, look_at};
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output;
use crate::settings;

pub(crate) fn fix(args: &FixArgs) -> Result<Exit, CommandError> {
    let store = look_at(&args.database)?;
    let plan = fix::plan(&store, &request(args)?)?;
    if args.apply || args.git_branch.is_some() {
        drop(store);
        return apply(args, &plan, &change(&args.database)?);
    }
    if args.database.json {
        output::print_json(&view::of_plan(&plan))?;
    } else {
        print_diff(&plan)?;
        output::print_note(&text::summary(&plan, &store)?);
    }
    Ok(if args.check && plan.is_waiting() {
        Exit::FoundSomething
    } else {
        Exit::Fine
    })
}

fn request(args: &FixArgs) -> Result<FixRequest, CommandError> {
    let folder = env::current_dir()?;
    let root = args.root.clone();
    let mut request = FixRequest::new(root.unwrap_or_else(|| fix::find_root(&folder)));
    request.style = match args.style {
        Some(StyleName::Best) => LocatorStyle::Best,
        Some(StyleName::Css) => LocatorStyle::Css,
        Some(StyleName::AsBefore) => LocatorStyle::AsBefore,
        None => settings::load()?.locator_style(),
    };
    request.choice = args.all_above.map_or(Choice::Approved, Choice::AllAbove);
    request.ids.clone_from(&args.ids);
    Ok(request)
}

fn apply(args: &FixArgs, plan: &FixPlan, store: &SqliteStore) -> Result<Exit, CommandError> {
    let reviewer = Reviewer {
        name: settings::actor(),
        note: None,
    };
    let committed = match &args.git_branch {
        Some(branch) => fix::commit_on_branch(store, plan, branch, &reviewer)?,
        None => None,
    };
    let (applied, committed) = match committed {
        Some(done) => (done.applied, Some((done.branch, done.commit))),
        None => (fix::apply(store, plan, &reviewer)?, None),
    };
    if args.database.json {
        output::print_json(&view::of_applied(plan, &applied, committed.as_ref()))?;
    } else {
        output::print(&text::applied(plan, &applied, committed.as_ref()))?;
        let left = text::left(plan);
        if !left.is_empty() {
            output::print_note(left.trim_end());
        }
    }
    Ok(exit_of(&applied))
}

fn exit_of(applied: &Applied) -> Exit {
    if applied.failed.is_empty() {
        Exit::Fine
    } else {
        Exit::CannotRun
    }
}

/// Prints the patch: as it is into a file or a pipe, in colors for a person.
fn print_diff(plan: &FixPlan) -> Result<(), CommandError> {
    let diff = plan.diff();
    if output::is_terminal() {
        output::print(&text::colored(&diff))
    } else {
        output::print_data(&diff)
    }
}
