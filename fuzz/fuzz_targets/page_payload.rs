//! Any text is a page or an error; a page can be fingerprinted, scored and healed.

#![no_main]

use breadcrumb_core::{Census, HealRequest, Healer, PageSnapshot};
use libfuzzer_sys::fuzz_target;

/// Enough elements to meet every rule, few enough to keep a run short.
const MAX_FINGERPRINTS: usize = 20;

fuzz_target!(|payload: &str| {
    let Ok(page) = PageSnapshot::from_payload(payload) else { return };
    let census = Census::of_page(&page);
    for index in page.candidates().iter().take(MAX_FINGERPRINTS) {
        let fingerprint = page.fingerprint(*index);
        let request = HealRequest::new(&fingerprint, &page).with_census(&census);
        let verdict = Healer::default().heal(&request);
        for suggestion in &verdict.suggestions {
            assert!((0.0..=1.0).contains(&suggestion.scoring.total()));
        }
    }
});
