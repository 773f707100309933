//! The policy of a folder.

use std::path::Path;

use breadcrumb_flaky::Policy;

use crate::config::Config;
use crate::error::Error;

/// Reads the policy of a folder out of its settings; without a file it is the default.
///
/// A setting that is unknown or wrong is an error: a typo must not silently hide failures.
pub fn load_policy(folder: &Path) -> Result<Policy, Error> {
    Ok(Config::load(folder, &|name| std::env::var_os(name))?
        .policy()
        .clone())
}
