//! The policy as a file.

use std::path::Path;

use breadcrumb_flaky::Policy;

use crate::error::{Error, PolicyError};

/// The file that has it, in the working directory.
pub const POLICY_FILE: &str = "breadcrumb.toml";

/// Reads the policy of a folder; without a file it is the default.
///
/// A setting that is unknown or wrong is an error: a typo must not silently hide failures.
pub fn load_policy(folder: &Path) -> Result<Policy, Error> {
    let path = folder.join(POLICY_FILE);
    let fail = |message: String| Error::from(PolicyError::new(&path, message));
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Policy::default()),
        Err(error) => return Err(fail(error.to_string())),
    };
    toml::from_str(&text).map_err(|error| fail(error.to_string()))
}
