//! From an element on a page to its fingerprint.

use super::{ElementIndex, PageSnapshot};
use crate::capture::CaptureRules;
use crate::fingerprint::{ElementFingerprint, FingerprintBuilder};

impl PageSnapshot {
    /// Returns the fingerprint of an element; one without tag where there is no such element.
    #[must_use]
    pub fn fingerprint(&self, index: ElementIndex) -> ElementFingerprint {
        self.fingerprint_with(index, &CaptureRules::default())
    }

    /// Returns the fingerprint of an element that is going to be the baseline: with its place in the
    /// lists around it, and with what marks it there.
    #[must_use]
    pub fn fingerprint_in_lists(
        &self,
        index: ElementIndex,
        rules: &CaptureRules,
    ) -> ElementFingerprint {
        let fingerprint = self.fingerprint_with(index, rules);
        // A part of a page has not all items of a list.
        if self.info().is_part {
            return fingerprint;
        }
        fingerprint.with_lists(self.places(index), self.marks(index))
    }

    /// Returns the fingerprint of an element without what the rules leave out.
    #[must_use]
    pub fn fingerprint_with(
        &self,
        index: ElementIndex,
        rules: &CaptureRules,
    ) -> ElementFingerprint {
        let (tag, input_type) = (self.tag(index), self.input_type(index));
        let mut path: Vec<&str> = self.path_to_root(index).collect();
        path.reverse();
        let builder = ElementFingerprint::builder(tag)
            .text(self.text(index))
            .dom_path(path)
            .siblings(self.siblings(index))
            .bbox(self.bbox(index))
            .context(self.context(index));
        let keep = |builder: FingerprintBuilder, (name, value): (&str, &str)| match rules
            .kept_value(tag, input_type, name, value)
        {
            Some(value) => builder.attribute(name, value),
            None => builder,
        };
        self.attributes(index).fold(builder, keep).build()
    }
}
