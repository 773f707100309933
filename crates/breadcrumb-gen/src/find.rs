//! Finding the locator that one element of its document matches, and no other.

use breadcrumb_core::{
    ElementIndex, Locator, PageSnapshot, css_by_id, css_path, lasting_part, normalize_text,
};

use crate::check::PageCheck;

/// Longer names make locators that nobody reads.
const MAX_NAME_CHARS: usize = 80;
/// The attribute that `get_by_test_id` looks at.
pub(crate) const TEST_ID: &str = "data-testid";
/// Roles that say little about an element.
const WEAK_ROLES: [&str; 4] = ["generic", "group", "none", "presentation"];

/// What all elements of a page are called, found out once.
pub(crate) struct Finder<'p> {
    page: &'p PageSnapshot,
    names: Vec<Called>,
}

/// One way to find an element.
type Way<'p> = dyn Fn(&Finder<'p>, ElementIndex) -> Option<Locator>;

/// What one element is called.
struct Called {
    frame: Option<ElementIndex>,
    role: String,
    name: String,
    /// As Playwright compares it unless told to be exact.
    normal_name: String,
    labels: Vec<String>,
    normal_labels: Vec<String>,
}

impl<'p> Finder<'p> {
    pub(crate) fn new(page: &'p PageSnapshot) -> Self {
        let called = |index: ElementIndex| {
            let (name, labels) = (page.display_name(index), labels(page, index));
            Called {
                frame: page.frame_of(index),
                role: page.role(index).to_owned(),
                normal_name: normalize_text(&name),
                name,
                normal_labels: labels.iter().map(|label| normalize_text(label)).collect(),
                labels,
            }
        };
        Self {
            page,
            names: (0..page.len()).map(called).collect(),
        }
    }

    /// Returns the best locator that passes the check; the path where none does.
    pub(crate) fn locate(&self, index: ElementIndex, check: &mut dyn PageCheck) -> Locator {
        let ways: [&Way<'p>; 6] = [
            &Self::by_role,
            &Self::by_label,
            &|finder, index| finder.by_attribute(index, "placeholder", "get_by_placeholder"),
            &|finder, index| finder.by_attribute(index, TEST_ID, "get_by_test_id"),
            &Self::by_text,
            &|finder, index| Some(Locator::css(css_by_id(finder.page, index)?)),
        ];
        let frames = self.frames(index);
        ways.iter()
            .filter_map(|way| way(self, index))
            .map(|locator| locator.inside(&frames))
            .find(|locator| check.is_unique(locator, index))
            .unwrap_or_else(|| {
                let path = check.css_path(index);
                let path = path.unwrap_or_else(|| css_path(self.page, index));
                Locator::css(path).inside(&frames)
            })
    }

    fn by_role(&self, index: ElementIndex) -> Option<Locator> {
        let own = self.names.get(index)?;
        let name = lasting_part(readable(&own.name)?)?;
        let wanted = normalize_text(name);
        // Only some versions of Playwright take a summary for a button.
        let is_doubtful = self.page.tag(index) == "summary";
        if is_doubtful || own.role.is_empty() || WEAK_ROLES.contains(&own.role.as_str()) {
            return None;
        }
        let same_role = |other: &Called| other.role == own.role;
        let has_name = |other: &Called| other.normal_name.contains(&wanted);
        let is_alone = self.is_only(own, |other| same_role(other) && has_name(other));
        let locator = Locator::role(&own.role, name);
        if is_alone {
            return Some(locator);
        }
        let is_exactly = |other: &Called| same_role(other) && other.name == own.name;
        (name == own.name && self.is_only(own, is_exactly)).then(|| locator.exactly())
    }

    fn by_label(&self, index: ElementIndex) -> Option<Locator> {
        let own = self.names.get(index)?;
        let label = lasting_part(readable(own.labels.first()?)?)?;
        let wanted = normalize_text(label);
        let part = |other: &Called| other.normal_labels.iter().any(|l| l.contains(&wanted));
        let locator = Locator::by("get_by_label", label);
        if self.is_only(own, part) {
            return Some(locator);
        }
        self.is_only(own, |other| other.labels.iter().any(|l| l == label))
            .then(|| locator.exactly())
    }

    fn by_attribute(&self, index: ElementIndex, name: &str, method: &str) -> Option<Locator> {
        let value = readable(self.page.attribute(index, name)?)?;
        let frame = self.page.frame_of(index);
        let with = |matches: &dyn Fn(&str) -> bool| {
            let all = 0..self.page.len();
            let found = all.filter(|i| self.page.attribute(*i, name).is_some_and(matches));
            found.filter(|i| self.page.frame_of(*i) == frame).count()
        };
        let locator = Locator::by(method, value);
        if name == TEST_ID {
            return (with(&|other| other == value) == 1).then_some(locator);
        }
        let wanted = normalize_text(value);
        if with(&|other| normalize_text(other).contains(&wanted)) == 1 {
            return Some(locator);
        }
        (with(&|other| other == value) == 1).then(|| locator.exactly())
    }

    /// By text only what nothing around or inside it repeats.
    fn by_text(&self, index: ElementIndex) -> Option<Locator> {
        if matches!(self.page.tag(index), "select" | "textarea") {
            return None;
        }
        let written = self.page.display_text(index);
        let text = readable(&written)?;
        if lasting_part(text) != Some(text.trim()) {
            return None;
        }
        let normal = self.page.text(index);
        let frame = self.page.frame_of(index);
        let mut holding = (0..self.page.len()).filter(|i| self.page.text(*i).contains(normal));
        let is_alone = holding.all(|i| {
            i == index
                || (self.page.is_nested(i, index) && i < index)
                || self.page.frame_of(i) != frame
        });
        is_alone.then(|| Locator::by("get_by_text", text).exactly())
    }

    /// Whether one element of the same document is called so, which is this one.
    fn is_only(&self, own: &Called, is_called: impl Fn(&Called) -> bool) -> bool {
        let mut found = self
            .names
            .iter()
            .filter(|other| other.frame == own.frame && is_called(other));
        found.next().is_some_and(|first| std::ptr::eq(first, own)) && found.next().is_none()
    }

    /// The frames around an element, the outermost first.
    fn frames(&self, index: ElementIndex) -> Locator {
        let frames = std::iter::successors(self.page.frame_of(index), |f| self.page.frame_of(*f));
        frames.fold(Locator::root(), |inner, frame| {
            let selector = css_by_id(self.page, frame);
            let selector = selector.unwrap_or_else(|| css_path(self.page, frame));
            inner.inside(&Locator::by("frame_locator", selector))
        })
    }
}

/// Everything that `get_by_label` would find an element by, the label first.
fn labels(page: &PageSnapshot, index: ElementIndex) -> Vec<String> {
    let label = page
        .label_element(index)
        .map(|label| page.display_text(label));
    let aria = page
        .attribute(index, "aria-label")
        .map(|l| l.trim().to_owned());
    let referenced = page.attribute(index, "aria-labelledby");
    let referenced = referenced.map(|_| page.display_name(index));
    let all = [label, aria, referenced].into_iter().flatten();
    all.filter(|label| !label.is_empty()).collect()
}

fn readable(text: &str) -> Option<&str> {
    let is_readable = !text.trim().is_empty() && text.chars().count() <= MAX_NAME_CHARS;
    is_readable.then_some(text)
}
