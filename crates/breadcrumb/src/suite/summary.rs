//! [`RunSummary`]: what is said of locators when all tests have run.

use std::collections::BTreeMap;

use super::finding::Finding;

/// What to do about heals and refusals.
const NEXT: &str = "next: run `breadcrumb review`, then `breadcrumb fix`";

/// Collects what all workers have found.
#[derive(Debug, Clone, Default)]
pub struct RunSummary {
    found: BTreeMap<Finding, BTreeMap<String, Vec<String>>>,
}

impl RunSummary {
    /// Takes in a property of a test's report; `has_passed` says whether it is that of a call that passed.
    ///
    /// A heal is worth a line only where the test has passed because of it. Properties of others are left out.
    pub fn add(&mut self, test_id: &str, property: &str, text: &str, has_passed: bool) {
        let Some(finding) = Finding::from_property(property) else {
            return;
        };
        if finding == Finding::Heal && !has_passed {
            return;
        }
        let tests = self.found.entry(finding).or_default();
        let found = tests.entry(test_id.to_owned()).or_default();
        if !found.iter().any(|known| known == text) {
            found.push(text.to_owned());
        }
    }

    /// Returns the lines of the summary; none where nothing was found.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (finding, tests) in &self.found {
            lines.push(format!("{}:", finding.title()));
            for (test_id, texts) in tests {
                lines.push(format!("  {test_id}"));
                let indented = |text: &String| format!("    {}", text.replace('\n', "\n    "));
                lines.extend(texts.iter().map(indented));
            }
        }
        if self.found.keys().any(|finding| finding.is_to_decide()) {
            lines.push(NEXT.to_owned());
        }
        lines
    }
}
