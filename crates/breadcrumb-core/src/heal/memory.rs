//! What else was on the page when a fingerprint was taken.
//!
//! An element that was already there as another element is not ours under a new name. Without
//! this memory a removed button is "healed" onto its neighbor.

use std::collections::{BTreeMap, BTreeSet};

use crate::element_kind::{ElementKind, makes_active};
use crate::fingerprint::{BoundingBox, ElementContext, ElementFingerprint};
use crate::page::{ElementIndex, PageSnapshot};
use crate::scorer::digest_on;
use crate::secrets::{hide_in_address, hide_secrets};

/// Roles that people act on or find their way by.
const REMEMBERED_ROLES: [&str; 18] = [
    "button",
    "checkbox",
    "combobox",
    "heading",
    "img",
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
/// What is remembered of an element's attributes: those that name it.
const REMEMBERED_ATTRIBUTES: [&str; 16] = [
    "alt",
    "aria-label",
    "class",
    "data-cy",
    "data-qa",
    "data-test",
    "data-test-id",
    "data-testid",
    "href",
    "id",
    "name",
    "placeholder",
    "role",
    "src",
    "title",
    "type",
];
/// Longer texts and values are cut: what is alike up to here is the same to a reader.
const MAX_CHARS: usize = 80;
/// More elements are not remembered: a page of that size repeats itself.
const MAX_ELEMENTS: usize = 1_000;
/// Of so many beyond these it is known that they were there, and no more.
const MAX_MORE: usize = 20_000;

/// The interactive elements, headings and pictures of a page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PageMemory {
    elements: Vec<ElementFingerprint>,
    /// For each element the text of the row around it; empty where its name alone tells it apart.
    rows: Vec<String>,
    /// So many elements stand in document order; the rest were seen at other times.
    ordered: usize,
    /// What was in closed menus, tabs and dialogs: there, but not to be seen.
    hidden: BTreeSet<CensusEntry>,
    /// What there was beyond the elements that are remembered one by one, each as a number.
    more: Vec<u32>,
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

impl PageMemory {
    /// Remembers a page.
    #[must_use]
    pub fn of_page(page: &PageSnapshot) -> Self {
        // Fields like that of a date have no role, and are used all the same.
        let is_remembered = |index: &&ElementIndex| {
            let role = page.role(**index);
            let kind = ElementKind::of(page.tag(**index), page.input_type(**index), role);
            let is_made_active = || page.attributes(**index).any(|(name, _)| makes_active(name));
            kind.is_remembered() || REMEMBERED_ROLES.contains(&role) || is_made_active()
        };
        let mut all = page.candidates().iter().filter(is_remembered);
        let seen = all.by_ref().take(MAX_ELEMENTS);
        let seen: Self = seen.map(|i| page.fingerprint_in_card(*i)).collect();
        let more = all.take(MAX_MORE).filter_map(|i| digest_on(page, *i));
        seen.with_more(more.collect())
            .with_hidden(page.hidden().iter().map(CensusEntry::of))
    }

    pub(super) fn with_more(mut self, mut more: Vec<u32>) -> Self {
        more.sort_unstable();
        self.more = more;
        self
    }

    /// Returns the digests of elements of which nothing else is known.
    pub(crate) fn more(&self) -> &[u32] {
        &self.more
    }

    pub(super) fn with_hidden(mut self, hidden: impl Iterator<Item = CensusEntry>) -> Self {
        self.hidden = hidden.filter(|entry| !entry.is_nameless()).collect();
        self
    }

    pub(super) fn hidden(&self) -> &BTreeSet<CensusEntry> {
        &self.hidden
    }

    /// Returns the elements, each with what is remembered of it.
    #[must_use]
    pub fn elements(&self) -> &[ElementFingerprint] {
        &self.elements
    }

    /// Returns the memory without what must not be kept of a page.
    #[must_use]
    pub fn without_secrets(self) -> Self {
        let (hidden, more) = (self.hidden, self.more);
        let elements = self.elements.into_iter();
        let elements = elements.map(ElementFingerprint::without_secrets).collect();
        let rows = self.rows.iter();
        let rows = rows.map(|row| hide_secrets(row).into_owned()).collect();
        let clean = Self::from_parts(elements, rows, self.ordered).with_more(more);
        clean.with_hidden(hidden.into_iter().map(|entry| CensusEntry {
            role: entry.role,
            name: hide_secrets(&entry.name).into_owned(),
            href: hide_in_address(&entry.href).into_owned(),
        }))
    }

    /// Adds what was on the page at another time of the same test and is no longer.
    #[must_use]
    pub fn with_earlier(mut self, earlier: &Self) -> Self {
        let known: BTreeSet<CensusEntry> = self.elements.iter().map(CensusEntry::of).collect();
        let rows = earlier.rows.iter();
        for (element, row) in earlier.elements.iter().zip(rows) {
            if self.elements.len() < MAX_ELEMENTS && !known.contains(&CensusEntry::of(element)) {
                self.elements.push(element.clone());
                self.rows.push(row.clone());
            }
        }
        self.entries.extend(earlier.entries.iter().cloned());
        self.hidden.extend(earlier.hidden.iter().cloned());
        self
    }

    /// Whether an element like this one was on the page, to be seen or not.
    #[must_use]
    pub fn contains(&self, entry: &CensusEntry) -> bool {
        self.entries.contains(entry) || self.hidden.contains(entry)
    }

    /// Whether nothing is remembered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// Returns which of the elements this one is; none if two could be it.
    pub(crate) fn position(&self, stored: &ElementFingerprint) -> Option<usize> {
        let own = remembered(stored);
        let ordered = self.elements.iter().take(self.ordered).enumerate();
        let mut same = ordered.filter(|(_, other)| **other == own);
        let first = same.next().map(|(index, _)| index);
        first.filter(|_| same.next().is_none())
    }

    /// Returns an element with the text of the card it was in, where that was seen only by looking at
    /// the whole page.
    pub(super) fn in_card(&self, stored: &ElementFingerprint) -> Option<ElementFingerprint> {
        let row = self.rows.get(self.position(stored)?)?;
        let is_known = stored.context().neighbor_text.starts_with(row.as_str());
        (!is_known).then(|| stored.clone().with_row(row.clone()))
    }

    /// Returns the elements that stood in document order.
    pub(crate) fn in_order(&self) -> &[ElementFingerprint] {
        self.elements.get(..self.ordered).unwrap_or(&self.elements)
    }

    /// Returns the rows of all elements that have this role and name; one where it is the only one.
    pub(crate) fn rows_of<'m>(&'m self, entry: &'m CensusEntry) -> impl Iterator<Item = &'m str> {
        let all = self.elements.iter().zip(&self.rows);
        let is_called_so = |element: &ElementFingerprint| {
            let other = CensusEntry::of(element);
            other.role == entry.role && other.name == entry.name
        };
        all.filter(move |(element, _)| is_called_so(element))
            .map(|(_, row)| row.as_str())
    }

    pub(super) fn parts(&self) -> (&[ElementFingerprint], &[String], usize) {
        (&self.elements, &self.rows, self.ordered)
    }

    pub(super) fn from_parts(
        elements: Vec<ElementFingerprint>,
        mut rows: Vec<String>,
        ordered: usize,
    ) -> Self {
        rows.resize(elements.len(), String::new());
        let entries = elements.iter().map(CensusEntry::of);
        Self {
            entries: entries.filter(|entry| !entry.is_nameless()).collect(),
            ordered: ordered.min(elements.len()),
            hidden: BTreeSet::new(),
            more: Vec::new(),
            rows,
            elements,
        }
    }

    /// Returns the elements that are not this one, nor could be taken for it.
    pub(crate) fn others(
        &self,
        stored: &ElementFingerprint,
    ) -> impl Iterator<Item = (usize, &ElementFingerprint)> {
        let (own, entry) = (remembered(stored), CensusEntry::of(stored));
        self.elements
            .iter()
            .enumerate()
            .filter(move |(_, other)| **other != own && CensusEntry::of(other) != entry)
    }
}

impl FromIterator<ElementFingerprint> for PageMemory {
    fn from_iter<I: IntoIterator<Item = ElementFingerprint>>(elements: I) -> Self {
        let all: Vec<ElementFingerprint> = elements.into_iter().collect();
        let mut names: BTreeMap<(String, String), usize> = BTreeMap::new();
        let name = |element: &ElementFingerprint| {
            let entry = CensusEntry::of(element);
            (entry.role, entry.name)
        };
        for element in &all {
            *names.entry(name(element)).or_default() += 1;
        }
        // A row is only remembered where it is needed to tell twins apart.
        let row = |element: &ElementFingerprint| {
            let is_twin = names.get(&name(element)).is_some_and(|count| *count > 1);
            let row = &element.context().neighbor_text;
            if is_twin { cut(row) } else { String::new() }
        };
        let rows = all.iter().map(row).collect();
        let ordered = all.len();
        Self::from_parts(all.iter().map(remembered).collect(), rows, ordered)
    }
}

/// A page is laid out a fraction of a pixel differently each time.
fn rounded(bbox: BoundingBox) -> Option<BoundingBox> {
    BoundingBox::new(
        bbox.x.round(),
        bbox.y.round(),
        bbox.width.round(),
        bbox.height.round(),
    )
}

/// Returns as much of a text as is remembered.
pub(super) fn cut(text: &str) -> String {
    crate::capture::cap_text(text, MAX_CHARS)
}

/// Returns what is remembered of an element; of what is remembered already, all.
fn remembered(element: &ElementFingerprint) -> ElementFingerprint {
    let context = element.context();
    let context = ElementContext {
        role: context.role.clone(),
        name: cut(&context.name),
        label: cut(&context.label),
        ..ElementContext::default()
    };
    let start = ElementFingerprint::builder(element.tag())
        .text(&cut(element.text()))
        .bbox(element.bbox().and_then(rounded))
        .context(context);
    let is_kept = |name: &str| {
        let is_button = name == "value" && element.tag() == "input";
        is_button || REMEMBERED_ATTRIBUTES.contains(&name)
    };
    let kept = element
        .attributes()
        .iter()
        .filter(|(name, _)| is_kept(name));
    kept.fold(start, |element, (name, value)| {
        element.attribute(name.as_str(), cut(value))
    })
    .build()
}

impl CensusEntry {
    /// Returns what an element is to a user.
    #[must_use]
    pub fn of(element: &ElementFingerprint) -> Self {
        let context = element.context();
        let role = [context.role.as_str(), element.tag()];
        // Where the source knows no accessible name, what it would most likely be made of.
        let attribute = |name| element.attribute(name).unwrap_or_default();
        let names = [
            context.name.as_str(),
            attribute("aria-label"),
            element.text(),
            context.label.as_str(),
            attribute("alt"),
            attribute("title"),
            attribute("placeholder"),
        ];
        let href = attribute("href").split(['?', '#']).next();
        let first = |texts: &[&str]| {
            let text = texts.iter().find(|text| !text.is_empty());
            cut(text.copied().unwrap_or_default())
        };
        Self {
            role: first(&role),
            name: first(&names),
            href: first(&[href.unwrap_or_default()]),
        }
    }

    /// Without name and link it could be any element of its role.
    fn is_nameless(&self) -> bool {
        self.name.is_empty() && self.href.is_empty()
    }
}
