//! `breadcrumb report` and `breadcrumb serve`.

mod gate;
pub(super) mod opener;
mod serve;
mod window;

use std::io::{self, Write};
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};

use breadcrumb::report::{
    Coloring, Depth, Report, console, github, html, junit, markdown, write_json_pretty,
};
use breadcrumb::store::OpenOptions;

use crate::args_report::{ReportArgs, ReportFormat};
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output;
pub(crate) use serve::serve;
use window::Window;

/// Where a page goes that nobody has named a place for.
const DEFAULT_PAGE: &str = "breadcrumb-report.html";

pub(crate) fn report(args: &ReportArgs) -> Result<Exit, CommandError> {
    // One look at the whole file, and the process ends.
    let window = Window::open(&args.window, &OpenOptions::new().read_only().mapped())?;
    // Never given back piece by piece: the end of the process does that at once.
    let report = ManuallyDrop::new(window.collect(depth(args.format))?);
    match destination(args) {
        Some(path) => {
            breadcrumb::write_file_with(&path, |file| write(&report, args.format, file))
                .map_err(|error| CommandError::write(&path, error))?;
            output::print_note(&format!("wrote {}", path.display()));
            if args.open {
                opener::open(&path.display().to_string())?;
            }
        }
        None if args.format == ReportFormat::Console => {
            output::print(&console(&report, Coloring::Ansi))?;
        }
        None => output::print_data_with(|out| write(&report, args.format, out))?,
    }
    let found = gate::found(&report, &args.fail_on);
    if found.is_empty() {
        return Ok(Exit::Fine);
    }
    for sentence in &found {
        output::print_note(sentence);
    }
    Ok(Exit::FoundSomething)
}

fn write(report: &Report, format: ReportFormat, out: &mut dyn Write) -> io::Result<()> {
    let text = match format {
        ReportFormat::Json => return write_json_pretty(report, out),
        ReportFormat::Console => console(report, Coloring::Plain),
        ReportFormat::Html => html(report),
        ReportFormat::Markdown => markdown(report),
        ReportFormat::Github => github(report),
        ReportFormat::Junit => junit(report),
    };
    out.write_all(text.as_bytes())
}

/// Formats for machines have every heal whole.
fn depth(format: ReportFormat) -> Depth {
    match format {
        ReportFormat::Console | ReportFormat::Markdown => Depth::Glance,
        _ => Depth::Whole,
    }
}

fn destination(args: &ReportArgs) -> Option<PathBuf> {
    // A page on a terminal helps nobody; one into a pipe is somebody's wish.
    let is_page = args.format == ReportFormat::Html && (args.open || output::is_terminal());
    let page = is_page.then(|| Path::new(DEFAULT_PAGE).to_owned());
    args.output.clone().or(page)
}
