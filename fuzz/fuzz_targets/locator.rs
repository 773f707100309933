//! Any text is a key and a selector, to the letter; what is read as code is written so that it is read again.

#![no_main]

use breadcrumb_core::{Locator, LocatorTerms, Syntax};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    assert_eq!(Locator::from_key(text).key(), text);
    assert_eq!(Locator::from_selector(text).selector("data-testid").as_deref(), Some(text));
    let _ = (Locator::parse(text).kind(), LocatorTerms::of(text));
    for syntax in [Syntax::Python, Syntax::JavaScript] {
        let Some(locator) = Locator::from_code(text, syntax) else { continue };
        let _ = locator.selector("data-testid");
        let code = locator.python();
        assert_eq!(Locator::from_code(&code, Syntax::Python), Some(locator), "{code}");
    }
});
