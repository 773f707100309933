//! Lists: elements of one kind beside each other, the place of one among them, and what marks it.
//!
//! A locator like `tr:first-child` or `li.active` means whichever item is first, or is marked. So
//! the place and the mark have to be seen on the page, not only the item that had them.

use std::collections::BTreeSet;

use smallvec::SmallVec;

use super::columns::row;
use super::{ElementIndex, PageSnapshot};

/// Tags that are always items of a list.
const ITEM_TAGS: [&str; 8] = ["article", "dd", "dt", "li", "option", "td", "th", "tr"];
/// Roles that are.
const ITEM_ROLES: [&str; 9] = [
    "article", "cell", "gridcell", "listitem", "menuitem", "option", "row", "tab", "treeitem",
];
/// Where no list is around an element, a mark is looked for on so many elements above it.
const MARKED_LEVELS: usize = 3;
/// Items beyond so many on each side are not compared: a longer list says nothing more.
const MAX_ITEMS: usize = 2_000;

impl PageSnapshot {
    /// Returns the place of an element, and of each element around it, in its list: how many items
    /// come before it, and how many there are. The innermost comes first.
    #[must_use]
    pub fn places(&self, index: ElementIndex) -> Vec<(u32, u32)> {
        let place = |item: ElementIndex| {
            let before = self.items_before(item).count();
            let all = before + self.items_after(item).count() + 1;
            (all > 1).then(|| (row(before), row(all)))
        };
        self.ancestors(index).filter_map(place).collect()
    }

    /// Returns the classes that mark an element, or the item it is in, among the items of its list.
    #[must_use]
    pub fn marks(&self, index: ElementIndex) -> Vec<String> {
        let marks = self.bearers(index).flat_map(|item| self.marks_of(item));
        marks.map(str::to_owned).collect()
    }

    /// Returns the elements that may bear a mark which is meant for this one: itself and what is
    /// around it, up to the nearest item of a list.
    pub(crate) fn bearers(&self, index: ElementIndex) -> impl Iterator<Item = ElementIndex> {
        let list = self
            .ancestors(index)
            .position(|around| self.is_among_items(around));
        let levels = list.map_or(MARKED_LEVELS, |level| level + 1);
        self.ancestors(index).take(levels)
    }

    /// Whether this is the one item of its list that is marked.
    pub(crate) fn is_marked(&self, item: ElementIndex) -> bool {
        self.is_among_items(item) && !self.marks_of(item).is_empty()
    }

    /// Returns the classes that no other item of the list has, if the others have none of their own:
    /// a class of its own for each item is a name.
    fn marks_of(&self, item: ElementIndex) -> Vec<&str> {
        let others: Vec<BTreeSet<&str>> = self
            .items_before(item)
            .chain(self.items_after(item))
            .map(|other| self.classes(other).collect())
            .collect();
        let is_own = |class: &&str| others.iter().all(|other| !other.contains(class));
        let own: Vec<&str> = self.classes(item).filter(is_own).collect();
        let all: BTreeSet<&str> = self.classes(item).collect();
        let has_own = |(at, other): (usize, &BTreeSet<&str>)| {
            other.iter().any(|class| {
                let others = others.iter().enumerate().filter(|(i, _)| *i != at);
                !all.contains(class) && others.clone().all(|(_, other)| !other.contains(class))
            })
        };
        let are_named = others.iter().enumerate().any(has_own);
        if others.is_empty() || are_named {
            Vec::new()
        } else {
            own
        }
    }

    fn is_among_items(&self, index: ElementIndex) -> bool {
        self.items_before(index).next().is_some() || self.items_after(index).next().is_some()
    }

    fn items_before(&self, item: ElementIndex) -> impl Iterator<Item = ElementIndex> {
        self.siblings_before(item)
            .take(MAX_ITEMS)
            .filter(move |other| self.are_items(item, *other))
    }

    fn items_after(&self, item: ElementIndex) -> impl Iterator<Item = ElementIndex> {
        self.siblings_after(item)
            .take(MAX_ITEMS)
            .filter(move |other| self.are_items(item, *other))
    }

    /// Whether two siblings are items of one list. Boxes that only share their tag are a layout.
    pub(super) fn are_items(&self, a: ElementIndex, b: ElementIndex) -> bool {
        if self.tag(a) != self.tag(b) {
            return false;
        }
        let is_item = ITEM_TAGS.contains(&self.tag(a)) || ITEM_ROLES.contains(&self.role(a));
        is_item || self.is_alike(a, b)
    }

    fn is_alike(&self, a: ElementIndex, b: ElementIndex) -> bool {
        let has_classes = self.classes(a).next().is_some() || self.classes(b).next().is_some();
        if has_classes {
            return self
                .classes(a)
                .any(|class| self.classes(b).any(|other| other == class));
        }
        self.child_tags(a) == self.child_tags(b)
    }

    fn classes(&self, index: ElementIndex) -> impl Iterator<Item = &str> {
        let class = self.attribute(index, "class").unwrap_or_default();
        class.split_whitespace()
    }

    fn child_tags(&self, index: ElementIndex) -> SmallVec<[&str; 8]> {
        let first = Some(index + 1).filter(|child| self.parent(*child) == Some(index));
        let children = first.into_iter().chain(
            first
                .into_iter()
                .flat_map(|child| self.siblings_after(child)),
        );
        children.map(|child| self.tag(child)).collect()
    }
}
