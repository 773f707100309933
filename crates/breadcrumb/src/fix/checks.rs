//! Checks that answer at once have keys of their own: `locator("#save").is_visible()`.

use breadcrumb_fix::{Chain, Outcome, Quote};

/// The checks that the fronts make such keys for.
const CHECKS: [&str; 9] = [
    "all",
    "all_inner_texts",
    "all_text_contents",
    "count",
    "element_handles",
    "is_hidden",
    "is_visible",
    "query_selector",
    "query_selector_all",
];

/// The check at the end of a key, if there is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Check(Option<&'static str>);

impl Check {
    /// Splits a key into a locator and a check.
    pub(super) fn split(key: &str) -> (String, Self) {
        let check = CHECKS.into_iter().find_map(|name| {
            let rest = key.strip_suffix("()")?.strip_suffix(name)?;
            Some((rest.strip_suffix('.')?, name))
        });
        match check {
            Some((locator, name)) => (plain(locator), Self(Some(name))),
            None => (key.to_owned(), Self(None)),
        }
    }

    /// Turns the locators that an outcome has found into keys of this check.
    pub(super) fn name_keys(self, outcome: &mut Outcome) {
        let Some(name) = self.0 else {
            return;
        };
        let keys = outcome.new_key.iter_mut().chain(&mut outcome.other_keys);
        for key in keys {
            let call = Chain::parse(key).map(|chain| chain.python(Quote::Double));
            *key = format!("{}.{name}()", call.as_deref().unwrap_or(key));
        }
    }
}

/// Returns the key of a locator that is written as a call.
fn plain(locator: &str) -> String {
    Chain::parse(locator).map_or_else(|| locator.to_owned(), |chain| chain.key())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_is_told_from_its_locator() {
        let split = |key: &str| Check::split(key);
        assert_eq!(
            split("locator(\"#a\").is_visible()"),
            ("#a".to_owned(), Check(Some("is_visible")))
        );
        assert_eq!(split("#a"), ("#a".to_owned(), Check(None)));
        assert_eq!(
            split("get_by_text(\"all()\")"),
            ("get_by_text(\"all()\")".to_owned(), Check(None))
        );
    }
}
