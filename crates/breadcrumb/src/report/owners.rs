//! [`Owners`]: who looks after which files, as a `CODEOWNERS` file says.

use std::path::Path;

/// Where code hosts look for the file, in their order.
const PLACES: [&str; 3] = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"];
/// A longer file is no list of owners.
const MOST_BYTES: u64 = 3 << 20;

/// The rules of a `CODEOWNERS` file; the last one that matches a file counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Owners {
    rules: Vec<(Pattern, String)>,
}

/// Which files a rule is about.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Pattern {
    segments: Vec<String>,
    /// Whether it starts at the root of the project, or anywhere.
    is_anchored: bool,
    /// Whether it is about what a folder holds only.
    is_folder: bool,
}

impl Owners {
    /// Reads the file of a project; one that is not there or cannot be read has no rules.
    #[must_use]
    pub fn load(project: &Path) -> Self {
        let readable = PLACES.iter().find_map(|place| {
            let path = project.join(place);
            let length = std::fs::metadata(&path).ok()?.len();
            (length <= MOST_BYTES).then(|| std::fs::read(&path).ok())?
        });
        readable.map_or_else(Self::default, |bytes| {
            Self::parse(&String::from_utf8_lossy(&bytes))
        })
    }

    /// Reads rules; a line that is odd is left out.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        Self {
            rules: text.lines().filter_map(rule).collect(),
        }
    }

    /// Returns the owners of a file, as they are written.
    #[must_use]
    pub fn of(&self, file: &str) -> Option<&str> {
        let file = file.replace('\\', "/");
        let path: Vec<&str> = file
            .split('/')
            .filter(|segment| !segment.is_empty() && *segment != ".")
            .collect();
        let rule = self
            .rules
            .iter()
            .rev()
            .find(|(rule, _)| rule.matches(&path));
        // A rule without owners takes them away.
        rule.map(|(_, owners)| owners.as_str())
            .filter(|owners| !owners.is_empty())
    }
}

fn rule(line: &str) -> Option<(Pattern, String)> {
    let line = line.split(" #").next().unwrap_or_default().trim();
    // GitLab has sections in brackets; negation is in no host's rules.
    if line.is_empty() || line.starts_with(['#', '[', '!', '^']) {
        return None;
    }
    let mut words = line.split_whitespace();
    let pattern = Pattern::parse(words.next()?)?;
    let owners: Vec<&str> = words.filter(|word| word.contains('@')).collect();
    Some((pattern, owners.join(" ")))
}

impl Pattern {
    fn parse(text: &str) -> Option<Self> {
        let is_folder = text.ends_with('/');
        let inner = text.trim_matches('/');
        if inner.is_empty() {
            return (text == "/").then(|| Self {
                segments: vec!["**".to_owned()],
                is_anchored: true,
                is_folder: false,
            });
        }
        Some(Self {
            // One name without a slash before its end may be anywhere.
            is_anchored: text.starts_with('/') || inner.contains('/'),
            segments: inner.split('/').map(str::to_owned).collect(),
            is_folder,
        })
    }

    fn matches(&self, path: &[&str]) -> bool {
        let starts = if self.is_anchored { 1 } else { path.len() };
        (0..starts).any(|start| {
            let rest = path.get(start..).unwrap_or_default();
            matches_from(&self.segments, rest, self.is_folder)
        })
    }
}

/// Matches segment by segment; what is left of the path is inside of a folder that matched.
fn matches_from(segments: &[String], path: &[&str], is_folder: bool) -> bool {
    match (segments.split_first(), path.split_first()) {
        (None, None) => !is_folder,
        (None, Some(_)) => true,
        (Some((first, rest)), _) if first == "**" => {
            (rest.is_empty() && !path.is_empty())
                || (0..=path.len()).any(|skipped| {
                    let left = path.get(skipped..).unwrap_or_default();
                    !rest.is_empty() && matches_from(rest, left, is_folder)
                })
        }
        (Some(_), None) => false,
        (Some((first, rest)), Some((name, left))) => {
            // `docs/*` is about files of that folder, not of folders in it.
            let ends_here = first == "*" && rest.is_empty() && !left.is_empty();
            !ends_here && is_like(first.as_bytes(), name.as_bytes()) && {
                matches_from(rest, left, is_folder)
            }
        }
    }
}

/// Matches one name with `*` and `?`; never slower than the two lengths multiplied.
fn is_like(pattern: &[u8], name: &[u8]) -> bool {
    let (mut p, mut n) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some(b'*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(b'?') => {
                p += 1;
                n += 1;
            }
            Some(byte) if name.get(n) == Some(byte) => {
                p += 1;
                n += 1;
            }
            _ => match star {
                Some((at, seen)) => {
                    star = Some((at, seen + 1));
                    p = at + 1;
                    n = seen + 1;
                }
                None => return false,
            },
        }
    }
    pattern
        .get(p..)
        .unwrap_or_default()
        .iter()
        .all(|byte| *byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_rule_that_matches_counts() {
        let owners = Owners::parse(
            "# a comment\n\
             *             @all\n\
             /tests/       @qa  # those who test\n\
             tests/shop/*.py @shop a@b.c\n\
             docs/*        @docs\n\
             **/legacy     @old\n\
             tests/none.py\n\
             [section]\n!odd @x\n   \n@@\n",
        );
        for (file, owner) in [
            ("readme.md", Some("@all")),
            ("tests/test_a.py", Some("@qa")),
            ("./tests/deep/er/test_a.py", Some("@qa")),
            ("tests\\shop\\test_cart.py", Some("@shop a@b.c")),
            ("tests/shop/deep/test_cart.py", Some("@qa")),
            ("other/tests/test_a.py", Some("@all")),
            ("docs/a.md", Some("@docs")),
            ("docs/deep/a.md", Some("@all")),
            ("a/legacy/b/c.py", Some("@old")),
            ("tests/none.py", None),
        ] {
            assert_eq!(owners.of(file), owner, "{file}");
        }
    }

    #[test]
    fn a_pattern_of_stars_takes_no_time() {
        let owners = Owners::parse(&format!("{}b @x\n", "a*".repeat(1_000)));
        assert_eq!(owners.of(&"a".repeat(10_000)), None);
    }

    #[test]
    fn a_file_that_is_not_there_has_no_rules() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Owners::load(folder.path()), Owners::default());
        std::fs::create_dir(folder.path().join("CODEOWNERS")).unwrap();
        assert_eq!(Owners::load(folder.path()).of("a"), None);
        std::fs::create_dir(folder.path().join("docs")).unwrap();
        std::fs::write(folder.path().join("docs/CODEOWNERS"), b"* @a\xff\n").unwrap();
        assert!(Owners::load(folder.path()).of("a").is_some());
    }
}
