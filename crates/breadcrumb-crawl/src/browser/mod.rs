//! Pages in a real browser, by its debugging protocol.

mod launch;
mod page;
mod protocol;
mod tries;

use std::path::Path;
use std::time::Duration;

use breadcrumb_core::PageSnapshot;
use breadcrumb_gen::PageModel;
use url::Url;

use crate::error::Error;
use launch::Process;
pub use launch::{BROWSER_VARIABLE, find_browser};
use page::Tab;
use protocol::Connection;

/// A browser of our own, which ends with this value.
pub(crate) struct Browser {
    connection: Connection,
    timeout: Duration,
    // After the connection: the program ends when nobody talks to it any more.
    _process: Process,
}

impl Browser {
    /// Starts a browser.
    pub(crate) fn launch(path: Option<&Path>, timeout: Duration) -> Result<Self, Error> {
        let process = Process::start(path, timeout)?;
        let connection = Connection::open(process.address(), timeout)?;
        Ok(Self {
            connection,
            timeout,
            _process: process,
        })
    }

    /// Reads a page, and tries what can be done on it.
    pub(crate) fn read(
        &mut self,
        url: &Url,
        may_submit: bool,
    ) -> Result<(PageModel, PageSnapshot), Error> {
        let mut tab = Tab::open(&mut self.connection, self.timeout, url, false)?;
        let (mut model, page) = tab.model()?;
        tab.close();
        model.observations =
            tries::observe(&mut self.connection, self.timeout, url, &model, may_submit);
        Ok((model, page))
    }
}
