//! The page-side code, which makes the payload that this module reads.

use std::fmt::Write as _;

/// The files in the order of `js/injected/order.txt`.
const FILES: [&str; 14] = [
    include_str!("../../../../js/injected/primordials.js"),
    include_str!("../../../../js/injected/strings.js"),
    include_str!("../../../../js/injected/dom.js"),
    include_str!("../../../../js/injected/visibility.js"),
    include_str!("../../../../js/injected/payload.js"),
    include_str!("../../../../js/injected/plan.js"),
    include_str!("../../../../js/injected/walk.js"),
    include_str!("../../../../js/injected/address.js"),
    include_str!("../../../../js/injected/quiet.js"),
    include_str!("../../../../js/injected/learn.js"),
    include_str!("../../../../js/injected/look.js"),
    include_str!("../../../../js/injected/check.js"),
    include_str!("../../../../js/injected/place.js"),
    include_str!("../../../../js/injected/entry.js"),
];

/// What makes a selector engine of them.
const ENGINE: &str = include_str!("../../../../js/injected/engine.js");

/// Returns the declarations of the page-side code, without comments and indentation: they travel
/// to the browser with each call.
#[must_use]
pub fn page_script() -> String {
    FILES.iter().map(|file| stripped(file)).collect()
}

/// Returns the source of a selector engine for Playwright, which fingerprints what a selector finds
/// and tells apart what several selectors find.
#[must_use]
pub fn selector_engine() -> String {
    format!(
        "(() => {{\nconst load = () => {{\n{}return main;\n}};\n{}return selectorEngine(load);\n}})()",
        page_script(),
        stripped(ENGINE)
    )
}

/// Returns a file without comments and indentation.
fn stripped(file: &str) -> String {
    let mut script = String::new();
    for line in file.lines().map(str::trim) {
        let is_comment = ["//", "/*", "*"]
            .iter()
            .any(|start| line.starts_with(start));
        if !line.is_empty() && !is_comment {
            let _ = writeln!(script, "{line}");
        }
    }
    script
}
