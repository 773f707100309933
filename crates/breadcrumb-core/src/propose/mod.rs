//! Proposing a locator for an element: what a careful person would write.
//!
//! Best first, in the order of Playwright's own generator: test id, role with name, placeholder,
//! label, alternative text, text, title, then CSS. Only what matches one element of the snapshot is
//! proposed; the front checks it on the live page once more.

mod assumed;
mod css;
mod frames;
mod lasting;
mod remembered;
mod render;
mod style;

use crate::locator::Locator;
use crate::page::{ElementIndex, PageSnapshot};
use crate::scorer::is_made_up_word;
use crate::secrets::has_hidden;
use lasting::is_lasting;

pub use assumed::assumes_what_is_checked;
pub use frames::propose_frames;
pub use lasting::lasting_part;
pub use remembered::propose_remembered;
pub use render::css_string;
pub use style::LocatorStyle;

/// Attributes that are there for tests.
const TEST_ID: &str = "data-testid";
/// Longer names and texts make locators that nobody reads.
const MAX_NAME_CHARS: usize = 80;
/// Roles that are worth a locator; the others say little about an element.
const ROLES: [&str; 26] = [
    "button",
    "cell",
    "checkbox",
    "columnheader",
    "combobox",
    "dialog",
    "form",
    "heading",
    "img",
    "link",
    "listbox",
    "menuitem",
    "menuitemcheckbox",
    "menuitemradio",
    "navigation",
    "option",
    "radio",
    "row",
    "searchbox",
    "slider",
    "spinbutton",
    "switch",
    "tab",
    "table",
    "textbox",
    "treeitem",
];

/// Returns locators for an element, the best first; the last one always is a CSS path.
///
/// Those that are calls come before those that are strings.
#[must_use]
pub fn propose(page: &PageSnapshot, element: ElementIndex) -> Vec<Locator> {
    let proposer = Proposer { page, element };
    let attribute =
        |name: &str, method: &str| Some(Locator::by(method, proposer.unique_attribute(name)?));
    let calls = [
        attribute(TEST_ID, "get_by_test_id"),
        proposer.role(),
        attribute("placeholder", "get_by_placeholder"),
        proposer.label(),
        attribute("alt", "get_by_alt_text"),
        proposer.text(),
        attribute("title", "get_by_title"),
    ];
    let mut locators: Vec<Locator> = calls.into_iter().flatten().collect();
    let as_strings: Vec<Locator> = locators.iter().filter_map(render::as_selector).collect();
    locators.extend(as_strings);
    locators.extend(proposer.id());
    let short = css::short_selectors(page, element).into_iter();
    let path = css_path(page, element);
    locators.extend(short.chain([path]).map(Locator::css));
    let mut known = std::collections::HashSet::new();
    locators.retain(|locator| known.insert(locator.clone()));
    locators
}

/// Returns locators that say what an element is, whether or not others are the same: for who looks
/// inside a part of the page, and checks that there is one there.
#[must_use]
pub fn propose_within(page: &PageSnapshot, element: ElementIndex) -> Vec<Locator> {
    let attribute = |name: &str, method: &str| {
        let value = readable(page.attribute(element, name)?.to_owned())?;
        let lasts = is_lasting(&value) || is_hint(name, &value);
        lasts.then(|| Locator::by(method, value))
    };
    let role = page.role(element);
    let name = readable(page.display_name(element)).filter(|_| ROLES.contains(&role));
    let name = name.and_then(|name| lasting_part(&name).map(str::to_owned));
    let calls = [
        attribute(TEST_ID, "get_by_test_id"),
        name.map(|name| Locator::role(role, name)),
        attribute("placeholder", "get_by_placeholder"),
        attribute("alt", "get_by_alt_text"),
        attribute("title", "get_by_title"),
    ];
    let classes = css::class_selectors(page, element).map(Locator::css);
    calls.into_iter().flatten().chain(classes).collect()
}

struct Proposer<'p> {
    page: &'p PageSnapshot,
    element: ElementIndex,
}

impl Proposer<'_> {
    fn role(&self) -> Option<Locator> {
        let role = self.page.role(self.element);
        let whole = readable(self.page.display_name(self.element))?;
        let name = self.lasting(&whole)?.to_owned();
        if !ROLES.contains(&role) {
            return None;
        }
        // Playwright takes a name as a part of the whole, in any case.
        let wanted = crate::normalize_text(&name);
        let same_role = || self.all().filter(|i| self.page.role(*i) == role);
        let is_alone =
            self.is_only(same_role().filter(|i| self.page.accessible_name(*i).contains(&wanted)));
        let is_exactly = |i: &ElementIndex| self.page.display_name(*i) == name;
        let is_alone_exactly = || name == whole && self.is_only(same_role().filter(is_exactly));
        if is_alone {
            return Some(Locator::role(role, name));
        }
        is_alone_exactly().then(|| Locator::role(role, &name).exactly())
    }

    fn label(&self) -> Option<Locator> {
        let label = self.page.label_element(self.element)?;
        let text = readable(self.page.display_text(label))?;
        let text = lasting_part(&text)?;
        let wanted = crate::normalize_text(text);
        let has_label = |i: &ElementIndex| self.page.label(*i).is_some_and(|l| l.contains(&wanted));
        self.is_only(self.all().filter(has_label))
            .then(|| Locator::by("get_by_label", text))
    }

    /// By text only where the text is the element's own: a box around it has the same text.
    fn text(&self) -> Option<Locator> {
        let text = readable(self.page.display_text(self.element))?;
        let text = self.lasting(&text)?;
        let wanted = crate::normalize_text(text);
        let is_leaf = |i: &ElementIndex| {
            let child = Some(*i + 1).filter(|child| self.page.is_nested(*i, *child));
            child.is_none_or(|child| self.page.text(child) != self.page.text(*i))
        };
        let holds = |i: &ElementIndex| self.page.text(*i).contains(&wanted) && is_leaf(i);
        let mut holding = self
            .all()
            .filter(holds)
            .filter(|i| !self.page.ancestors(self.element).skip(1).any(|a| a == *i));
        (holding.next() == Some(self.element) && holding.next().is_none())
            .then(|| Locator::by("get_by_text", text))
    }

    fn id(&self) -> Option<Locator> {
        css_by_id(self.page, self.element).map(Locator::css)
    }

    /// Returns the part of a name that lasts. A number that the element leads to, or that is its value,
    /// is what it is about: "20 items" leads to a list of 20.
    fn lasting<'t>(&self, text: &'t str) -> Option<&'t str> {
        let numbers = || {
            text.split(|c: char| !c.is_ascii_digit())
                .filter(|n| !n.is_empty())
        };
        let mut values = ["href", "value"].into_iter();
        let is_about = values.any(|attribute| {
            let value = self.page.attribute(self.element, attribute);
            let value = value.unwrap_or_default();
            let mut told = value.split(|c: char| !c.is_ascii_digit());
            told.any(|number| numbers().eq([number]))
        });
        if is_about && text.contains(char::is_alphabetic) {
            return Some(text);
        }
        lasting_part(text)
    }

    fn unique_attribute(&self, name: &str) -> Option<String> {
        let value = readable(self.page.attribute(self.element, name)?.to_owned())?;
        // Only a test id is chosen by a person and read by a machine.
        let is_lasting = if name == TEST_ID {
            !value
                .split(|c: char| !c.is_alphanumeric())
                .any(is_made_up_word)
        } else {
            is_lasting(&value) || is_hint(name, &value)
        };
        is_lasting.then_some(())?;
        self.has_one(name, &value).then_some(value)
    }

    fn has_one(&self, name: &str, value: &str) -> bool {
        self.is_only(
            self.all()
                .filter(|i| self.page.attribute(*i, name) == Some(value)),
        )
    }

    fn is_only(&self, mut found: impl Iterator<Item = ElementIndex>) -> bool {
        found.next() == Some(self.element) && found.next().is_none()
    }

    /// All elements of the same document: a locator does not look into frames by itself.
    fn all(&self) -> impl Iterator<Item = ElementIndex> {
        in_document_of(self.page, self.element)
    }
}

/// Returns the CSS selector of an element by its id; none where it has no id of its own that stays.
#[must_use]
pub fn css_by_id(page: &PageSnapshot, element: ElementIndex) -> Option<String> {
    let id = page.attribute(element, "id")?;
    let has_same = |i: &ElementIndex| page.attribute(*i, "id") == Some(id);
    let is_readable = !id.is_empty() && id.chars().count() <= MAX_NAME_CHARS && !is_volatile(id);
    let is_unique = || in_document_of(page, element).filter(has_same).count() == 1;
    (is_readable && is_unique()).then(|| render::css_id(id))
}

/// Returns a CSS selector that leads to an element step by step, from the nearest one with an id or
/// from the root of its document.
#[must_use]
pub fn css_path(page: &PageSnapshot, element: ElementIndex) -> String {
    let mut path = String::new();
    for ancestor in page.ancestors(element) {
        let id = css_by_id(page, ancestor).filter(|_| ancestor != element);
        let (tag, nth) = (page.tag(ancestor), page.nth(ancestor) + 1);
        let is_alone = matches!(tag, "html" | "body");
        let step = match &id {
            Some(id) => id.clone(),
            None if is_alone => tag.to_owned(),
            None => format!("{tag}:nth-of-type({nth})"),
        };
        path = if path.is_empty() {
            step
        } else {
            format!("{step}{path}")
        };
        if id.is_some() || page.is_frame_root(ancestor) {
            break;
        }
        if page.parent(ancestor).is_some() {
            // A shadow root is no parent in CSS; Playwright looks into it for a descendant.
            let step = if page.is_shadow_child(ancestor) {
                " "
            } else {
                " > "
            };
            path.insert_str(0, step);
        }
    }
    path
}

fn in_document_of(
    page: &PageSnapshot,
    element: ElementIndex,
) -> impl Iterator<Item = ElementIndex> {
    // Most pages have no frames, and then there is nothing to climb for.
    let has_frames = (0..page.len()).any(|i| page.is_frame_root(i));
    let frame = page.frame_of(element);
    (0..page.len()).filter(move |other| !has_frames || page.frame_of(*other) == frame)
}

/// Returns a text unless it is empty or too long to be read in a locator.
fn readable(text: String) -> Option<String> {
    let is_readable = !text.is_empty() && text.chars().count() <= MAX_NAME_CHARS;
    // A mark that stands for a secret is not what the page says.
    (is_readable && !has_hidden(&text)).then_some(text)
}

/// Whether an attribute's value is a hint in a field: the address in it is nobody's.
fn is_hint(attribute: &str, value: &str) -> bool {
    attribute == "placeholder" && !value.contains(|c: char| c.is_numeric())
}

/// Whether an id looks made by a machine: the next build has another one.
pub(crate) fn is_volatile(id: &str) -> bool {
    let digits = id.chars().filter(char::is_ascii_digit).count();
    id.contains(':') || digits >= 3 || id.chars().any(|c| c.is_whitespace() || c.is_control())
}

#[cfg(test)]
mod tests;
