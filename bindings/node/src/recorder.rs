//! A database that no test waits for.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use breadcrumb::config::working_database;
use breadcrumb::recorder::{self, Recorder as EngineRecorder};
use napi_derive::napi;

use crate::error::failure;
use crate::settings::Settings;

/// One database, as tests use it.
#[napi]
pub struct Recorder {
    pub(crate) engine: Arc<EngineRecorder>,
}

#[napi]
impl Recorder {
    /// Starts to open the database of the settings and returns at once.
    #[napi(constructor)]
    pub fn new(settings: &Settings) -> napi::Result<Self> {
        let path = database(settings.engine.db.as_deref())?;
        let engine = Arc::new(EngineRecorder::at(&path).map_err(failure)?);
        Ok(Self { engine })
    }

    /// Waits until the database is open; not for one that is locked.
    #[napi]
    pub fn wait_until_open(&self) {
        self.engine.wait_until_open(recorder::OPENING_PATIENCE);
    }

    /// Waits until all is written, unless the database is locked; returns whether it is.
    #[napi]
    #[must_use]
    pub fn settle(&self) -> bool {
        self.engine.settle(recorder::TEST_PATIENCE)
    }

    /// Waits a little for a locked database too, then keeps the rest in a file beside it.
    #[napi]
    #[must_use]
    pub fn flush(&self) -> bool {
        self.engine.flush(recorder::RUN_PATIENCE)
    }

    /// Lets go of the file.
    #[napi]
    pub fn close(&self) {
        self.engine.close(Duration::ZERO);
    }

    /// Returns what the user should know about the database, once.
    #[napi]
    #[must_use]
    pub fn take_notice(&self) -> Option<String> {
        self.engine.take_notice()
    }
}

/// Returns the database that somebody has named, else that of the working directory.
pub(crate) fn database(named: Option<&Path>) -> napi::Result<PathBuf> {
    named.map_or_else(
        || working_database(None).map_err(failure),
        |path| Ok(path.to_owned()),
    )
}
