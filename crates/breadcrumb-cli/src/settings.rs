//! The user's settings, for all commands.

use std::path::{Path, PathBuf};

use breadcrumb::config::Config;

use crate::error::CommandError;

/// Reads the settings of the working directory.
pub(crate) fn load() -> Result<Config, CommandError> {
    let folder = std::env::current_dir()?;
    Ok(Config::load(&folder, &|name| std::env::var_os(name))?)
}

/// Returns the database: the one that a flag names, else the one that is set.
///
/// What a flag names is found even where the settings are broken.
pub(crate) fn database(named: Option<&Path>) -> Result<PathBuf, CommandError> {
    match named {
        Some(path) => Ok(path.to_path_buf()),
        None => Ok(load()?.database(None)),
    }
}

/// Returns who is at the keyboard, or has started the CI job, as far as that is known.
pub(crate) fn actor() -> Option<String> {
    let names = [
        "GITHUB_ACTOR",
        "GITLAB_USER_LOGIN",
        "USER",
        "USERNAME",
        "LOGNAME",
    ];
    let mut values = names.iter().filter_map(|name| std::env::var(name).ok());
    values.find(|name| !name.trim().is_empty())
}
