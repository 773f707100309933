//! What a site asks visitors like us to leave alone.

use url::Url;

/// The rules of `robots.txt` that are for everybody or for us.
#[derive(Debug, Clone, Default)]
pub(crate) struct Robots {
    rules: Vec<(bool, String)>,
}

impl Robots {
    pub(crate) fn parse(text: &str) -> Self {
        let mut rules = Vec::new();
        let mut is_for_us = false;
        let mut was_agent = false;
        for line in text.lines() {
            let line = line.split('#').next().unwrap_or_default();
            let Some((key, value)) = line.split_once(':') else {
                continue;
            };
            let (key, value) = (key.trim().to_ascii_lowercase(), value.trim());
            if key == "user-agent" {
                let names_us = value == "*" || value.eq_ignore_ascii_case("breadcrumb");
                is_for_us = names_us || (was_agent && is_for_us);
                was_agent = true;
                continue;
            }
            was_agent = false;
            if is_for_us && !value.is_empty() && matches!(key.as_str(), "allow" | "disallow") {
                rules.push((key == "allow", value.to_owned()));
            }
        }
        Self { rules }
    }

    /// Whether a page may be visited: the longest rule that fits decides, and permission wins a tie.
    pub(crate) fn allows(&self, url: &Url) -> bool {
        let mut path = url.path().to_owned();
        if let Some(query) = url.query() {
            path.push('?');
            path.push_str(query);
        }
        let fitting = self.rules.iter().filter(|(_, rule)| fits(rule, &path));
        let longest = fitting.max_by_key(|(is_allowed, rule)| (rule.len(), *is_allowed));
        longest.is_none_or(|(is_allowed, _)| *is_allowed)
    }
}

/// Whether a path begins as a rule says; `*` is anything, `$` the end.
fn fits(rule: &str, path: &str) -> bool {
    let (rule, is_whole) = match rule.strip_suffix('$') {
        Some(rule) => (rule, true),
        None => (rule, false),
    };
    let mut parts = rule.split('*');
    let Some(mut rest) = parts.next().and_then(|first| path.strip_prefix(first)) else {
        return false;
    };
    for part in parts {
        let Some(at) = rest.find(part) else {
            return false;
        };
        rest = rest.get(at + part.len()..).unwrap_or_default();
    }
    !is_whole || rest.is_empty() || rule.ends_with('*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_rule_decides() {
        let robots = Robots::parse(
            "User-agent: other\nDisallow: /\n\nUser-agent: *\nDisallow: /private\nAllow: /private/a\nDisallow: /*.pdf$\n",
        );
        for (path, expected) in [
            ("/", true),
            ("/private/b", false),
            ("/private/a", true),
            ("/x.pdf", false),
            ("/x.pdf?y", true),
        ] {
            let url = Url::parse("http://a.test").unwrap().join(path).unwrap();
            assert_eq!(robots.allows(&url), expected, "{path}");
        }
        assert!(Robots::parse("").allows(&Url::parse("http://a.test/").unwrap()));
    }
}
