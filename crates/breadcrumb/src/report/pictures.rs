//! The pictures of heals, inside the report.

use std::collections::HashMap;
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use breadcrumb_report::{Heal, Report};
use breadcrumb_store::Store;

use super::request::ReportRequest;
use crate::error::Error;
use crate::shots::{Shots, media_type};

/// What the pictures of one report may take: a page that is sent by mail has no room for more.
const MAX_BYTES: usize = 3 * 1024 * 1024;

/// Collects what happened in the last days, with the pictures of the newest heals.
///
/// The store is read in a handful of passes, whatever the number of tests. At a glance, `tests` has
/// only those that need somebody, `heals` the newest, and `days` nothing.
pub fn collect(store: &dyn Store, request: &ReportRequest) -> Result<Report, Error> {
    let mut report = super::collect::collect(store, request)?;
    embed(&mut report.heals, &shots_of(store));
    Ok(report)
}

/// Returns where a store's pictures are.
pub(super) fn shots_of(store: &dyn Store) -> Shots {
    Shots::of(Path::new(&store.location()))
}

/// Puts the pictures in place of their names, those of the newest heals first.
///
/// A picture that is gone, or for which there is no room, is none.
pub(super) fn embed(heals: &mut [Heal], shots: &Shots) {
    let mut left = MAX_BYTES;
    let mut known = HashMap::new();
    for heal in heals {
        for image in [&mut heal.before_image, &mut heal.after_image] {
            let Some(name) = image.take() else { continue };
            let uri = known
                .entry(name)
                .or_insert_with_key(|name| data_uri(shots, name))
                .clone();
            let fitting = uri.filter(|uri| uri.len() <= left);
            left -= fitting.as_ref().map_or(0, String::len);
            *image = fitting;
        }
    }
}

fn data_uri(shots: &Shots, name: &str) -> Option<String> {
    let image = shots.read(name)?;
    let encoded = STANDARD.encode(image);
    Some(format!("data:{};base64,{encoded}", media_type(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_takes_the_place_of_its_name_and_a_missing_one_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let shots = Shots::of(&folder.path().join("a.db"));
        let name = shots.save(b"\x89PNG\r\n\x1a\nx").unwrap();
        let mut heal = Heal::default();
        heal.before_image = Some("javascript:alert(1)".into());
        heal.after_image = name;
        let mut heals = [heal];
        embed(&mut heals, &shots);
        assert_eq!(heals[0].before_image, None);
        let after = heals[0].after_image.as_deref();
        assert_eq!(after, Some("data:image/png;base64,iVBORw0KGgp4"));
    }
}
