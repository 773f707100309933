//! `breadcrumb fingerprint`.

use crate::args::FingerprintArgs;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::{input, output};

pub(crate) fn fingerprint(args: &FingerprintArgs) -> Result<Exit, CommandError> {
    let page = input::read_html(&args.page)?;
    let found = page.find(&args.locator)?;
    let [element] = *found.as_slice() else {
        return Err(not_one(args, found.len()));
    };
    let fingerprint = page
        .snapshot()
        .fingerprint(element)
        .with_key(&args.test_id, &args.locator);
    output::print_json(&fingerprint)?;
    Ok(Exit::Fine)
}

fn not_one(args: &FingerprintArgs, count: usize) -> CommandError {
    let (locator, page) = (&args.locator, args.page.display());
    let hint = if count == 0 {
        "look at the page's source; elements that markup hides are left out"
    } else {
        "make the selector more exact, e.g. with a parent or `:nth-child(1)`"
    };
    CommandError::input(
        format!("`{locator}` matches {count} visible elements of `{page}`"),
        hint,
    )
}
