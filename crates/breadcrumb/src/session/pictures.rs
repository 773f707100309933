//! Pictures of the elements of a test: which ones are worth keeping.
//!
//! A picture that cannot be kept is none: it must not cost a test its heals.

use breadcrumb_core::{ElementFingerprint, page_key};
use breadcrumb_store::LearnBatch;

use super::Session;
use super::state::{self, State};

impl Session {
    /// Takes over a picture (PNG or JPEG) of an element that a locator has found.
    ///
    /// It is kept if the test passes and the element is new, looks otherwise than before, or has no
    /// picture yet.
    pub fn add_picture(&self, locator: &str, url: &str, image: Vec<u8>) {
        if self.options.shots.is_some() {
            let key = state::key(locator, &page_key(url));
            self.state().images.insert(key, image);
        }
    }

    /// Names the picture of an element as it was before this test.
    pub(super) fn picture_before(&self, locator: &str, page_key: &str) -> Option<String> {
        self.options.shots.as_ref()?;
        let test_id = &self.options.test_id;
        let stored = self.store.load_screenshot(test_id, locator, page_key);
        stored.ok().flatten()
    }

    /// Saves a picture, unless there are too many already.
    pub(super) fn save(&self, image: &[u8]) -> Option<String> {
        let shots = self.options.shots.as_ref()?;
        if shots.is_full() {
            return None;
        }
        shots.save(image).ok().flatten()
    }

    /// Names the pictures of what a test has learned.
    pub(super) fn add_pictures(&self, batch: &mut LearnBatch, state: &State) {
        for ((locator, page_key), image) in &state.images {
            let staged = state.staged(locator, page_key);
            if staged.is_none_or(|staged| self.is_pictured(locator, page_key, &staged)) {
                continue;
            }
            if let Some(name) = self.save(image) {
                batch.add_screenshot(locator, page_key, &name);
            }
        }
    }

    /// Makes room where a test has left pictures behind.
    pub(super) fn trim_pictures(&self, state: &State) {
        let Some(shots) = self.options.shots.as_ref() else {
            return;
        };
        if state.images.is_empty() || !shots.is_full() {
            return;
        }
        if let Ok(Some(referred_to)) = self.store.screenshots() {
            // A file that cannot be removed now is tried again after the next test.
            let _ = shots.trim(&referred_to);
        }
    }

    /// Returns whether the element has a picture and looks the same as when that was taken.
    fn is_pictured(&self, locator: &str, page_key: &str, now: &ElementFingerprint) -> bool {
        let test_id = &self.options.test_id;
        let before = self
            .store
            .load_fingerprint_on_page(test_id, locator, page_key)
            .ok()
            .flatten();
        self.picture_before(locator, page_key).is_some()
            && before.is_some_and(|before| before.differs_only_in_place(now))
    }
}
