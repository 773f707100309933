//! From a heal to what has to change for it.
//!
//! - `library.rs`: the files that were read, each parsed once.
//! - `resolve.rs`: what a name stands for, perhaps in another file.
//! - `uses.rs`: whether a name is used for more than locators.
//! - `fit.rs`: whether a locator of a file is the one that was healed.
//! - `choose.rs`: which verified locator a place gets.
//! - `change.rs`: what changes there.
//! - `locate.rs`: the places of a heal. `search.rs`: those of a heal that has no site.

mod change;
mod choose;
mod fit;
mod library;
mod locate;
mod resolve;
mod search;
mod uses;

pub(crate) use choose::Wanted;
pub(crate) use library::Library;
pub(crate) use locate::{Change, Located, locate};
