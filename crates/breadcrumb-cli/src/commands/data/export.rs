//! `breadcrumb export`.

use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;

use breadcrumb::store::{Exported, SqliteStore};
use breadcrumb::write_file_with;

use super::source::plural;
use crate::args_data::ExportArgs;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output;
use crate::settings;

/// The name that stands for standard output.
const STDOUT: &str = "-";

pub(crate) fn export(args: &ExportArgs) -> Result<Exit, CommandError> {
    let path = settings::database(args.db.as_deref())?;
    let store = SqliteStore::open_read_only(&path)?;
    if args.output == Path::new(STDOUT) {
        let mut stdout = BufWriter::new(io::stdout().lock());
        write(&store, &mut stdout)??;
        stdout.flush()?;
        return Ok(Exit::Fine);
    }
    if is_same_file(&args.output, &path) {
        return Err(CommandError::input(
            format!("`{}` is the database itself", args.output.display()),
            "give another path with `--output`, e.g. breadcrumb.jsonl",
        ));
    }
    let mut exported = Exported::default();
    let mut failed = None;
    let written = write_file_with(&args.output, |file| match write(&store, file) {
        Ok(Ok(done)) => {
            exported = done;
            Ok(())
        }
        Ok(Err(error)) => Err(error),
        Err(error) => {
            failed = Some(error);
            Err(io::ErrorKind::Other.into())
        }
    });
    if let Some(error) = failed {
        return Err(error);
    }
    written.map_err(|error| CommandError::write(&args.output, error))?;
    let rows = plural(exported.rows.values().sum(), "row");
    output::print_note(&format!("wrote {rows} to {}", args.output.display()));
    Ok(Exit::Fine)
}

/// Writes all lines; the inner error is that of the writer.
fn write(store: &SqliteStore, out: &mut dyn Write) -> Result<io::Result<Exported>, CommandError> {
    let mut failed = None;
    let exported = store.export(&mut |line| match writeln!(out, "{line}") {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            failed = Some(error);
            ControlFlow::Break(())
        }
    })?;
    Ok(failed.map_or(Ok(exported), Err))
}

fn is_same_file(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    }
}
