//! `--test` and `--exact`: which tests a command is about, the same for all that list.

/// Narrows a list to some tests.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct TestArgs {
    /// Only tests whose id contains this text, or matches it if it has a * or ?.
    #[arg(long, value_name = "TEXT")]
    pub(crate) test: Option<String>,
    /// Only the test with exactly this id.
    #[arg(long, requires = "test")]
    pub(crate) exact: bool,
}

impl TestArgs {
    /// Returns whether a test is one that the user means.
    pub(crate) fn has(&self, test_id: &str) -> bool {
        match &self.test {
            None => true,
            Some(wanted) if self.exact => wanted == test_id,
            Some(wanted) => is_meant(wanted, test_id),
        }
    }
}

/// Returns whether an id has a text in it, or matches it as a whole where it has a `*` or `?`.
///
/// The brackets of a parametrized test are part of its id.
fn is_meant(pattern: &str, test_id: &str) -> bool {
    if !pattern.contains(['*', '?']) {
        return test_id.contains(pattern);
    }
    let pattern: Vec<char> = pattern.chars().collect();
    let text: Vec<char> = test_id.chars().collect();
    // Where the last * was seen, and how much of the text it has taken so far.
    let mut star: Option<(usize, usize)> = None;
    let (mut p, mut t) = (0, 0);
    while t < text.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, t));
                p += 1;
            }
            Some(&wanted) if wanted == '?' || text.get(t) == Some(&wanted) => {
                p += 1;
                t += 1;
            }
            _ => match &mut star {
                Some((at, taken)) => {
                    *taken += 1;
                    (p, t) = (*at + 1, *taken);
                }
                None => return false,
            },
        }
    }
    pattern.iter().skip(p).all(|&rest| rest == '*')
}

#[cfg(test)]
mod tests {
    use super::{TestArgs, is_meant};

    #[test]
    fn a_text_is_found_anywhere_and_a_pattern_matches_the_whole_id() {
        for (pattern, is_it) in [
            ("cart", true),
            ("[chromium]", true),
            ("*[chromium]", true),
            ("tests/*::test_a??[*", true),
            ("*", true),
            ("**cart**", true),
            ("cart*", false),
            ("*cart", false),
            ("login", false),
            ("?", false),
        ] {
            let test_id = "tests/cart.py::test_add[chromium]";
            assert_eq!(is_meant(pattern, test_id), is_it, "{pattern}");
        }
        assert!(is_meant("*", ""));
    }

    #[test]
    fn exact_leaves_only_the_test_itself() {
        let tests = |test: &str, exact| TestArgs {
            test: Some(test.to_owned()),
            exact,
        };
        assert!(tests("test_a", false).has("test_ab"));
        assert!(!tests("test_a", true).has("test_ab"));
        assert!(tests("test_a", true).has("test_a"));
        assert!(TestArgs::default().has("any"));
    }
}
