//! The page-side code, which makes the payload that this module reads.

use std::fmt::Write as _;

/// The files in the order of `js/injected/order.txt`.
const FILES: [&str; 9] = [
    include_str!("../../../../js/injected/primordials.js"),
    include_str!("../../../../js/injected/strings.js"),
    include_str!("../../../../js/injected/dom.js"),
    include_str!("../../../../js/injected/visibility.js"),
    include_str!("../../../../js/injected/payload.js"),
    include_str!("../../../../js/injected/plan.js"),
    include_str!("../../../../js/injected/walk.js"),
    include_str!("../../../../js/injected/quiet.js"),
    include_str!("../../../../js/injected/entry.js"),
];

/// Returns the declarations of the page-side code, without comments and indentation: they travel
/// to the browser with each call.
#[must_use]
pub fn page_script() -> String {
    let mut script = String::new();
    for line in FILES.iter().flat_map(|file| file.lines()).map(str::trim) {
        let is_comment = ["//", "/*", "*"]
            .iter()
            .any(|start| line.starts_with(start));
        if !line.is_empty() && !is_comment {
            let _ = writeln!(script, "{line}");
        }
    }
    script
}
