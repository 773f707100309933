//! Reports of other tools, into a store.

use std::fs::File;
use std::io::{BufRead, BufReader, Read as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use breadcrumb_core::TestRun;
use breadcrumb_core::hash128;
use breadcrumb_ingest::{Context, Counts, Format, read};
use breadcrumb_store::Store;

use super::suite::Suite;
use crate::error::{Error, ReportError};

/// How much is read at once.
const BUFFER: usize = 64 * 1024;

/// What was taken from reports.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ingested {
    /// Each file with its format and its attempts.
    pub files: Vec<(PathBuf, &'static str, Counts)>,
    /// All attempts.
    pub counts: Counts,
}

/// Stores the attempts of all these reports, or of none where one of them is broken.
///
/// `see` looks at each attempt on its way.
pub fn ingest_files(
    store: &dyn Store,
    files: &[PathBuf],
    suite: &Suite,
    see: &mut dyn FnMut(&TestRun),
) -> Result<Ingested, Error> {
    let mut ingested = Ingested::default();
    let mut broken = None;
    let written = store.record_stream(&suite.info, &mut |sink| {
        for file in files {
            let mut take = |run: TestRun| {
                see(&run);
                sink(run)
            };
            match ingest(file, suite, &mut take) {
                Ok((format, counts)) => {
                    ingested.counts.add(counts);
                    ingested.files.push((file.clone(), format.name(), counts));
                }
                Err(error) => {
                    broken = Some(error);
                    return false;
                }
            }
        }
        true
    });
    match broken {
        // Where the store has refused an attempt, its own error says why.
        Some(error) if written.is_ok() => Err(error.into()),
        _ => {
            written?;
            Ok(ingested)
        }
    }
}

fn ingest(
    path: &Path,
    suite: &Suite,
    sink: &mut dyn FnMut(TestRun) -> ControlFlow<()>,
) -> Result<(Format, Counts), ReportError> {
    let fail = |error| ReportError::new(path, error);
    let io = |error: std::io::Error| fail(breadcrumb_ingest::Error::io(&error));
    let file = File::open(path).map_err(io)?;
    let modified = file
        .metadata()
        .and_then(|data| data.modified())
        .map_err(io)?;
    let time = modified
        .duration_since(UNIX_EPOCH)
        .map_or(0.0, |since| since.as_secs_f64());
    let mut input = BufReader::with_capacity(BUFFER, file);
    let start = input.fill_buf().map_err(io)?;
    let format = Format::detect(start).map_err(fail)?;
    // The same file in the same run is the same report; two shards have other names.
    let uid = hash128(&[&suite.info.run_uid, &path.display().to_string()]);
    let mut context = Context::new(uid, time);
    context.variant.clone_from(&suite.variant);
    context
        .revision
        .clone_from(&suite.revision.as_ref().map(|r| r.revision.clone()));
    context.commit_sha.clone_from(&suite.info.commit_sha);
    let counts = read(format, input, &context, sink).map_err(fail)?;
    Ok((format, counts))
}

/// Returns a run's id made of the reports' content, for where nobody gives one.
pub(crate) fn content_id(files: &[PathBuf]) -> Result<String, Error> {
    let mut parts = Vec::new();
    for path in files {
        let fail =
            |error: std::io::Error| ReportError::new(path, breadcrumb_ingest::Error::io(&error));
        let mut file = File::open(path).map_err(fail)?;
        let data = file.metadata().map_err(fail)?;
        let modified = data
            .modified()
            .ok()
            .and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let length = data.len();
        // Some tools write no times: two runs of theirs may differ in the file's own time only.
        parts.push(format!("{:?}", modified.unwrap_or_default()));
        let mut start = Vec::new();
        file.by_ref()
            .take(BUFFER as u64)
            .read_to_end(&mut start)
            .map_err(fail)?;
        parts.push(format!("{length}"));
        parts.push(String::from_utf8_lossy(&start).into_owned());
    }
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    Ok(hash128(&parts))
}
