//! Did you mean: the known name that is most like a wrong one.

use breadcrumb::engine::similarity::levenshtein_distance;

/// The closest name so far.
pub(in crate::commands) struct Nearest<'a> {
    wanted: &'a str,
    found: Option<(usize, String)>,
}

impl<'a> Nearest<'a> {
    pub(in crate::commands) fn to(wanted: &'a str) -> Self {
        Self {
            wanted,
            found: None,
        }
    }

    /// Looks at a name; of equally close ones the first stays.
    pub(in crate::commands) fn see(&mut self, name: &str) {
        let distance = levenshtein_distance(self.wanted, name);
        let is_closer = |(least, _): &(usize, String)| distance < *least;
        if self.found.as_ref().is_none_or(is_closer) {
            self.found = Some((distance, name.to_owned()));
        }
    }

    /// Returns the closest name, unless it has little in common with the wanted one.
    pub(in crate::commands) fn name(self) -> Option<String> {
        let most = self.wanted.chars().count().max(3) / 2;
        self.found
            .filter(|(distance, name)| {
                *distance <= most || name.contains(self.wanted) || self.wanted.contains(name)
            })
            .map(|(_, name)| name)
    }
}

#[cfg(test)]
mod tests {
    use super::Nearest;

    fn nearest(wanted: &str, names: &[&str]) -> Option<String> {
        let mut nearest = Nearest::to(wanted);
        for name in names {
            nearest.see(name);
        }
        nearest.name()
    }

    #[test]
    fn a_slip_finds_the_name_that_was_meant_and_nonsense_finds_none() {
        let names = ["test_login", "test_logout", "checkout"];
        assert_eq!(nearest("test_lgin", &names).as_deref(), Some("test_login"));
        assert_eq!(nearest("zzzzzz", &names), None);
        assert_eq!(nearest("anything", &[]), None);
    }
}
