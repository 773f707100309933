//! Any text is a fingerprint or an error; a fingerprint survives a round trip and can be scored.

#![no_main]

use breadcrumb_core::{ElementFingerprint, compute_similarity};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|json: &str| {
    let Ok(fingerprint) = ElementFingerprint::from_json(json) else { return };
    let written = fingerprint.to_json();
    let again = ElementFingerprint::from_json(&written).expect("what was written can be read");
    assert_eq!(again, fingerprint);
    assert_eq!(again.to_json(), written);
    let total = compute_similarity(&fingerprint, &again).total();
    assert!((0.0..=1.0).contains(&total));
});
