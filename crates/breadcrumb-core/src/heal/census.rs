//! What else was on the page when a fingerprint was taken.
//!
//! An element that was already there as another element is not ours under a new name. Without
//! this memory a removed button is "healed" onto its neighbor.

use std::collections::BTreeSet;

use crate::fingerprint::ElementFingerprint;
use crate::page::{ElementIndex, PageSnapshot};

/// Roles that people act on or find their way by.
const COUNTED_ROLES: [&str; 17] = [
    "button",
    "checkbox",
    "combobox",
    "heading",
    "link",
    "listbox",
    "menuitem",
    "menuitemcheckbox",
    "menuitemradio",
    "option",
    "radio",
    "searchbox",
    "slider",
    "spinbutton",
    "switch",
    "tab",
    "textbox",
];

/// The interactive elements and headings of a page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Census {
    entries: BTreeSet<CensusEntry>,
}

/// What one element is to a user: role, name and where it leads.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct CensusEntry {
    /// ARIA role, or the tag where there is none.
    pub role: String,
    /// Accessible name, or the text where there is none.
    pub name: String,
    /// Where a link leads, without query and fragment; empty for all else.
    pub href: String,
}

impl Census {
    /// Counts a page.
    #[must_use]
    pub fn of_page(page: &PageSnapshot) -> Self {
        let is_counted = |index: &&ElementIndex| COUNTED_ROLES.contains(&page.role(**index));
        page.candidates()
            .iter()
            .filter(is_counted)
            .map(|i| page.fingerprint(*i))
            .collect()
    }

    /// Whether an element like this one was on the page.
    #[must_use]
    pub fn contains(&self, entry: &CensusEntry) -> bool {
        self.entries.contains(entry)
    }

    /// Returns how many different elements were counted.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing was counted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

impl FromIterator<ElementFingerprint> for Census {
    fn from_iter<I: IntoIterator<Item = ElementFingerprint>>(elements: I) -> Self {
        let entries = elements
            .into_iter()
            .map(|element| CensusEntry::of(&element));
        Self {
            entries: entries.filter(|entry| !entry.is_nameless()).collect(),
        }
    }
}

impl CensusEntry {
    /// Returns what an element is to a user.
    #[must_use]
    pub fn of(element: &ElementFingerprint) -> Self {
        let context = element.context();
        let or = |value: &str, other: &str| if value.is_empty() { other } else { value }.to_owned();
        let href = element.attribute("href").unwrap_or_default();
        Self {
            role: or(&context.role, element.tag()),
            name: or(&context.name, element.text()),
            href: href.split(['?', '#']).next().unwrap_or_default().to_owned(),
        }
    }

    /// Without name and link it could be any element of its role.
    fn is_nameless(&self) -> bool {
        self.name.is_empty() && self.href.is_empty()
    }
}
