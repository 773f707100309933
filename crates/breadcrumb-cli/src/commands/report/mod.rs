//! `breadcrumb report` and `breadcrumb serve`.

mod gate;
pub(super) mod opener;
mod serve;
mod window;

use std::io::{self, Write};
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};

use breadcrumb::Error;
use breadcrumb::report::{
    Coloring, Depth, Report, console, github, html, json_lines, junit, markdown,
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
    if args.format == ReportFormat::Json {
        let report = put(args, |out| window.write_json(out))?;
        return Ok(judge(&report, args));
    }
    // Never given back piece by piece: the end of the process does that at once.
    let report = ManuallyDrop::new(window.collect(depth(args.format))?);
    if args.format == ReportFormat::Console && args.output.is_none() {
        output::print(&console(&report, Coloring::Ansi))?;
    } else {
        put(args, |out| write(&report, args.format, out))?;
    }
    Ok(judge(&report, args))
}

/// Puts a report where it is wanted; returns what `write` does.
fn put<T>(
    args: &ReportArgs,
    write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
) -> Result<T, CommandError> {
    let mut done = None;
    let mut store_error = None;
    let write = |out: &mut dyn Write| match write(out).map_err(io::Error::downcast::<Error>) {
        Ok(written) => {
            done = Some(written);
            Ok(())
        }
        Err(Ok(error)) => {
            store_error = Some(error);
            Err(io::ErrorKind::Other.into())
        }
        Err(Err(error)) => Err(error),
    };
    let path = destination(args);
    let written = match &path {
        Some(path) => breadcrumb::write_file_with(path, write)
            .map_err(|error| CommandError::write(path, error)),
        None => output::print_data_with(write),
    };
    if let Some(error) = store_error {
        return Err(error.into());
    }
    written?;
    if let Some(path) = path {
        output::print_note(&format!("wrote {}", path.display()));
        if args.open {
            opener::open(&path.display().to_string())?;
        }
    }
    done.ok_or_else(|| io::Error::from(io::ErrorKind::WriteZero).into())
}

/// Says what a gate does not let through.
fn judge(report: &Report, args: &ReportArgs) -> Exit {
    let found = gate::found(report, &args.fail_on);
    for sentence in &found {
        output::print_note(sentence);
    }
    if found.is_empty() {
        Exit::Fine
    } else {
        Exit::FoundSomething
    }
}

fn write(report: &Report, format: ReportFormat, out: &mut dyn Write) -> io::Result<()> {
    let text = match format {
        ReportFormat::Console => console(report, Coloring::Plain),
        ReportFormat::Json => json_lines(report),
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
