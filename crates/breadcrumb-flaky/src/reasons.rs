//! [`ListedReasons`]: the reasons that an entry of the quarantine lists.

use std::collections::{BTreeMap, BTreeSet};

use breadcrumb_core::FailureReason;

/// Collects reasons by the code they were seen on.
///
/// Values of a comparison belong to its reason: `503` instead of `200` is no `500`. Where one
/// comparison has shown several values on the same code, the values say nothing, and the
/// comparison is listed without them.
#[derive(Debug, Clone, Default)]
pub struct ListedReasons {
    found: BTreeSet<String>,
    varied: BTreeSet<String>,
}

impl ListedReasons {
    /// Adds the reasons that were seen on one state of the code.
    pub fn add_code<'a>(&mut self, fingerprints: impl IntoIterator<Item = &'a str>) {
        let mut values: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for fingerprint in fingerprints {
            self.found.insert(fingerprint.to_owned());
            let plain = FailureReason::without_values(fingerprint);
            values.entry(plain).or_default().insert(fingerprint);
        }
        let varied = values.into_iter().filter(|(_, values)| values.len() > 1);
        self.varied
            .extend(varied.map(|(plain, _)| plain.to_owned()));
    }

    /// Returns a list with those comparisons added without their values that have varied; `None`
    /// where that changes nothing. What was listed stays: `narrow` finds it again.
    #[must_use]
    pub fn widen(&self, listed: &[String]) -> Option<Vec<String>> {
        let plain = listed.iter().map(|one| FailureReason::without_values(one));
        let varied = plain.filter(|plain| self.varied.contains(*plain));
        let mut wide: BTreeSet<String> = listed.iter().cloned().collect();
        let before = wide.len();
        wide.extend(varied.map(str::to_owned));
        (wide.len() > before).then(|| wide.into_iter().collect())
    }

    /// Returns what to list, in order, each once.
    #[must_use]
    pub fn finish(self) -> Vec<String> {
        let Self { found, mut varied } = self;
        let is_left =
            |fingerprint: &String| !varied.contains(FailureReason::without_values(fingerprint));
        let left: Vec<String> = found.into_iter().filter(is_left).collect();
        varied.extend(left);
        varied.into_iter().collect()
    }
}

/// Returns a list without the comparisons that [`ListedReasons::widen`] has added to it.
pub(crate) fn narrow(listed: &[String]) -> Vec<String> {
    let is_added = |plain: &String| {
        let mut others = listed.iter().filter(|other| *other != plain);
        others.any(|other| FailureReason::without_values(other) == plain)
    };
    listed
        .iter()
        .filter(|one| !is_added(one))
        .cloned()
        .collect()
}

/// Returns whether a listed reason covers the one of a failure: the same, or the same comparison
/// where it is listed without values, as all are by versions that did not keep them.
pub(crate) fn covers(listed: &str, seen: &str) -> bool {
    listed == seen || listed == FailureReason::without_values(seen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_vary_on_one_code_are_not_listed() {
        for (codes, expected) in [
            (vec![vec!["a/1"], vec!["a/1", "b"]], vec!["a/1", "b"]),
            (vec![vec!["a/1"], vec!["a/2"]], vec!["a/1", "a/2"]),
            (
                vec![vec!["a/1", "a/2"], vec!["a/3", "b/1"]],
                vec!["a", "b/1"],
            ),
            (vec![vec!["a/1", "a/1"]], vec!["a/1"]),
            (vec![], vec![]),
        ] {
            let mut listed = ListedReasons::default();
            for code in &codes {
                listed.add_code(code.iter().copied());
            }
            assert_eq!(listed.finish(), expected, "{codes:?}");
        }
    }

    #[test]
    fn a_list_is_widened_by_what_has_varied_and_by_nothing_else() {
        let mut seen = ListedReasons::default();
        seen.add_code(["a/1", "a/2", "b/1"]);
        seen.add_code(["b/2", "c"]);
        let widen = |listed: &[&str]| {
            let listed: Vec<String> = listed.iter().map(ToString::to_string).collect();
            seen.widen(&listed)
        };
        let wide: Vec<String> = ["a", "a/1", "b/1"].map(str::to_owned).to_vec();
        assert_eq!(widen(&["a/1", "b/1"]), Some(wide.clone()));
        assert_eq!(narrow(&wide), ["a/1", "b/1"]);
        assert_eq!(widen(&["a", "b/1"]), None);
        assert_eq!(narrow(&["a".to_owned()]), ["a"]);
        assert_eq!(widen(&["d/1"]), None);
    }

    #[test]
    fn a_comparison_without_values_covers_all_of_them() {
        for (listed, seen, expected) in [
            ("a/1", "a/1", true),
            ("a/1", "a/2", false),
            ("a", "a/2", true),
            ("a/1", "a", false),
            ("a", "b", false),
        ] {
            assert_eq!(covers(listed, seen), expected, "{listed} {seen}");
        }
    }
}
