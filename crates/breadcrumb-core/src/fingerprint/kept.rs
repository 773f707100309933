//! A fingerprint without its secrets: for those that were stored before anybody hid them.

use std::borrow::Cow;

use super::{ElementFingerprint, FingerprintBuilder};
use crate::secrets::{hide_secrets, kept_attribute};

impl ElementFingerprint {
    /// Returns the element without what must not be kept of it; one that was read from a page has
    /// nothing of the kind, and stays as it is.
    #[must_use]
    pub fn without_secrets(mut self) -> Self {
        let input_type = self.attribute("type").unwrap_or_default().to_owned();
        let tag = self.tag().to_owned();
        let mut is_changed = false;
        self.attributes.retain_mut(|(name, value)| {
            let Some(kept) = kept_attribute(&tag, &input_type, name, value) else {
                is_changed = true;
                return false;
            };
            if kept != *value {
                *value = kept.into_owned();
                is_changed = true;
            }
            true
        });
        for text in self.texts_mut() {
            if let Cow::Owned(kept) = hide_secrets(text) {
                *text = kept;
                is_changed = true;
            }
        }
        if is_changed {
            FingerprintBuilder { fingerprint: self }.build()
        } else {
            self
        }
    }

    /// Returns all that people read in and around the element.
    fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let context = &mut self.context;
        [
            &mut self.text,
            &mut context.name,
            &mut context.label,
            &mut context.heading,
            &mut context.neighbor_text,
            &mut context.nearby_text,
            &mut context.own_text,
            &mut context.text_before,
            &mut context.text_after,
        ]
        .into_iter()
        .chain(&mut context.frames)
    }
}
