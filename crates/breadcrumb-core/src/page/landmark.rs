//! The part of the page that an element stands in.
//!
//! The same link in the trail at the top and in the bar at the side are two elements to a test that
//! checks the trail.

use super::{ElementIndex, PageSnapshot};

/// Roles of parts that people find their way by.
const LANDMARK_ROLES: [&str; 13] = [
    "alertdialog",
    "banner",
    "complementary",
    "contentinfo",
    "dialog",
    "form",
    "main",
    "menu",
    "menubar",
    "navigation",
    "search",
    "tablist",
    "toolbar",
];
/// Words in a name that say more than the role, and what they stand for.
const TELLING_WORDS: [(&str, &str); 12] = [
    ("breadcrumb", "trail"),
    ("breadcrumbs", "trail"),
    ("crumbs", "trail"),
    ("dialog", "dialog"),
    ("drawer", "dialog"),
    ("footer", "contentinfo"),
    ("modal", "dialog"),
    ("pager", "pagination"),
    ("pagination", "pagination"),
    ("popup", "dialog"),
    ("sidebar", "complementary"),
    ("sidenav", "complementary"),
];

impl PageSnapshot {
    /// Returns the nearest part of the page around an element; empty where there is none.
    #[must_use]
    pub fn landmark(&self, index: ElementIndex) -> &str {
        let around = self.ancestors(index).skip(1);
        around
            .map(|ancestor| self.landmark_here(ancestor))
            .find(|landmark| !landmark.is_empty())
            .unwrap_or_default()
    }

    fn landmark_here(&self, index: ElementIndex) -> &str {
        for attribute in ["aria-label", "class", "id"] {
            let value = self.attribute(index, attribute).unwrap_or_default();
            if let Some(landmark) = value.split(is_border).find_map(telling) {
                return landmark;
            }
        }
        let role = self.role(index);
        if LANDMARK_ROLES.contains(&role) {
            role
        } else {
            ""
        }
    }
}

fn is_border(c: char) -> bool {
    !c.is_alphanumeric()
}

fn telling(word: &str) -> Option<&'static str> {
    let found = TELLING_WORDS
        .iter()
        .find(|(telling, _)| word.eq_ignore_ascii_case(telling));
    found.map(|(_, landmark)| *landmark)
}
