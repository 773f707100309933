//! What a person sees around an element, and what assistive technology is told.
//!
//! These rules are here once for all fronts; the page-side code only sends the tree.

use super::columns::{kind, row};
use super::{ElementIndex, PageSnapshot};
use crate::capture::{MAX_TEXT_CHARS, cap_text};
use crate::fingerprint::ElementContext;
use crate::text::cap_chars;

/// How long a text beside an element is kept: enough to tell rows apart.
const MAX_NEIGHBOR_CHARS: usize = 200;

/// Elements that group what belongs together; the nearest one gives the neighbor text.
const GROUP_TAGS: [&str; 8] = [
    "article", "dd", "dt", "fieldset", "figure", "li", "section", "tr",
];
const GROUP_ROLES: [&str; 6] = ["article", "group", "listitem", "option", "row", "treeitem"];
/// Tags of controls that a label can belong to.
const LABELABLE_TAGS: [&str; 6] = ["button", "input", "meter", "progress", "select", "textarea"];
/// Roles that are named by what is inside them.
const NAMED_BY_CONTENT: [&str; 17] = [
    "button",
    "cell",
    "checkbox",
    "columnheader",
    "gridcell",
    "heading",
    "link",
    "menuitem",
    "menuitemcheckbox",
    "menuitemradio",
    "option",
    "radio",
    "row",
    "rowheader",
    "switch",
    "tab",
    "treeitem",
];

impl PageSnapshot {
    /// Returns everything that is known of an element beyond the classic signals.
    #[must_use]
    pub fn context(&self, index: ElementIndex) -> ElementContext {
        let (text_before, text_after) = self.texts_around(index);
        ElementContext {
            role: self.role(index).to_owned(),
            name: cap_text(&self.accessible_name(index), MAX_TEXT_CHARS),
            label: cap_text(self.label(index).unwrap_or_default(), MAX_TEXT_CHARS),
            heading: cap_text(self.heading(index), MAX_NEIGHBOR_CHARS),
            neighbor_text: self.row_text(index),
            nearby_text: String::new(),
            own_text: cap_text(&self.text.own(index), MAX_TEXT_CHARS),
            input_type: self.input_type(index).to_owned(),
            autocomplete: self
                .attribute(index, "autocomplete")
                .unwrap_or_default()
                .to_owned(),
            form: self.form(index),
            visible: Some(self.has_kind(index, kind::VISIBLE)),
            frames: self.frames(index),
            shadow_hosts: self.shadow_hosts(index),
            nth: Some(self.nth(index)),
            text_before: text_before.to_owned(),
            text_after: text_after.to_owned(),
            landmark: self.landmark(index).to_owned(),
            // These take a look at whole lists: `fingerprint_in_lists`.
            places: None,
            marks: Vec::new(),
        }
    }

    /// Returns an element's ARIA role, explicit or implied; empty where there is none.
    #[must_use]
    pub fn role(&self, index: ElementIndex) -> &str {
        let explicit = self
            .attribute(index, "role")
            .and_then(|role| role.split_whitespace().next());
        explicit.unwrap_or_else(|| self.implied_role(index))
    }

    /// Returns the name that assistive technology gives an element, normalized.
    #[must_use]
    pub fn accessible_name(&self, index: ElementIndex) -> String {
        crate::normalize_text(&self.display_name(index))
    }

    /// Returns the name that assistive technology gives an element, as it is written.
    #[must_use]
    pub fn display_name(&self, index: ElementIndex) -> String {
        let attribute = |name| {
            self.attribute(index, name)
                .unwrap_or_default()
                .trim()
                .to_owned()
        };
        let sources: [&dyn Fn() -> String; 6] = [
            &|| self.referenced_text(index),
            &|| attribute("aria-label"),
            &|| self.native_name(index),
            &|| self.name_from_content(index),
            &|| attribute("title"),
            &|| attribute("placeholder"),
        ];
        sources
            .iter()
            .map(|source| source())
            .find(|name| !name.is_empty())
            .unwrap_or_default()
    }

    /// Returns an element's text as it is written, cut.
    #[must_use]
    pub fn display_text(&self, index: ElementIndex) -> String {
        cap_text(
            &self.text.display(index, &self.columns.strings),
            MAX_TEXT_CHARS,
        )
    }

    /// Returns the text of the label that belongs to a form control.
    #[must_use]
    pub fn label(&self, index: ElementIndex) -> Option<&str> {
        self.label_element(index)
            .map(|label| self.text(label))
            .filter(|text| !text.is_empty())
    }

    /// Returns the label that belongs to a form control.
    #[must_use]
    pub fn label_element(&self, index: ElementIndex) -> Option<ElementIndex> {
        if !LABELABLE_TAGS.contains(&self.tag(index)) {
            return None;
        }
        let by_id = self
            .attribute(index, "id")
            .and_then(|id| self.label_for(id));
        let around = || {
            self.ancestors(index)
                .find(|ancestor| self.tag(*ancestor) == "label")
        };
        by_id.or_else(around)
    }

    /// Returns the text of the nearest heading before an element.
    #[must_use]
    pub fn heading(&self, index: ElementIndex) -> &str {
        self.heading_before(index)
            .map_or("", |heading| self.text(heading))
    }

    /// Returns the pieces of text before and after an element that has text itself, in the order of
    /// reading.
    #[must_use]
    pub fn texts_around(&self, index: ElementIndex) -> (&str, &str) {
        let cut = |text| cap_chars(text, MAX_NEIGHBOR_CHARS).trim_end_matches(' ');
        (cut(self.text.before(index)), cut(self.text.after(index)))
    }

    /// Returns the text of the row, list item or group around an element, without its own.
    #[must_use]
    pub fn neighbor_text(&self, index: ElementIndex) -> String {
        let is_group = |ancestor: &ElementIndex| {
            GROUP_TAGS.contains(&self.tag(*ancestor))
                || self
                    .attribute(*ancestor, "role")
                    .is_some_and(|role| GROUP_ROLES.contains(&role))
        };
        let group = self.ancestors(index).skip(1).find(is_group);
        group
            .map(|group| self.text.around(group, index))
            .unwrap_or_default()
    }

    /// Returns as much of the neighbor text as is kept.
    pub(crate) fn row_text(&self, index: ElementIndex) -> String {
        cap_text(&self.neighbor_text(index), MAX_NEIGHBOR_CHARS)
    }

    /// Returns the type of a form control as the browser takes it; empty for other elements.
    #[must_use]
    pub fn input_type(&self, index: ElementIndex) -> &str {
        match (self.tag(index), self.attribute(index, "type")) {
            ("input" | "button", Some(written)) if !written.is_empty() => written,
            ("input", _) => "text",
            ("button", _) => "submit",
            _ => "",
        }
    }

    /// Returns the position among the siblings of the same tag, counted from 0.
    #[must_use]
    pub fn nth(&self, index: ElementIndex) -> u32 {
        let before = self.siblings_before(index);
        row(before
            .filter(|sibling| self.tag(*sibling) == self.tag(index))
            .count())
    }

    fn implied_role(&self, index: ElementIndex) -> &'static str {
        match self.tag(index) {
            "a" | "area" if self.attribute(index, "href").is_some() => "link",
            "article" => "article",
            "aside" => "complementary",
            "button" | "summary" => "button",
            "dialog" => "dialog",
            "fieldset" | "details" => "group",
            "footer" => "contentinfo",
            "form" => "form",
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => "heading",
            "header" => "banner",
            "hr" => "separator",
            "img" => "img",
            "input" => self.input_role(index),
            "li" => "listitem",
            "main" => "main",
            "meter" => "meter",
            "nav" => "navigation",
            "ol" | "ul" | "menu" => "list",
            "option" => "option",
            "output" => "status",
            "p" => "paragraph",
            "progress" => "progressbar",
            "select" if self.attribute(index, "multiple").is_some() => "listbox",
            "select" => "combobox",
            "table" => "table",
            "td" => "cell",
            "textarea" => "textbox",
            "th" => "columnheader",
            "tr" => "row",
            _ => "",
        }
    }

    fn input_role(&self, index: ElementIndex) -> &'static str {
        match self.input_type(index) {
            "button" | "image" | "reset" | "submit" => "button",
            "checkbox" => "checkbox",
            "radio" => "radio",
            "range" => "slider",
            "number" => "spinbutton",
            "color" | "date" | "datetime-local" | "file" | "hidden" | "month" | "time" | "week" => {
                ""
            }
            _ if self.attribute(index, "list").is_some() => "combobox",
            "search" => "searchbox",
            _ => "textbox",
        }
    }

    /// Returns the text of the elements that `aria-labelledby` names.
    fn referenced_text(&self, index: ElementIndex) -> String {
        let ids = self.attribute(index, "aria-labelledby").unwrap_or_default();
        let elements = ids
            .split_whitespace()
            .filter_map(|id| self.element_by_id(id));
        elements
            .map(|element| self.display_text(element))
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// Returns the name that HTML itself gives: a label, a button's value, an image's alternative.
    fn native_name(&self, index: ElementIndex) -> String {
        if let Some(label) = self.label_element(index) {
            // What is chosen in a list is no part of what the list is called.
            let strings = &self.columns.strings;
            let name = self.text.display_around(label, index, strings);
            return cap_text(&name, MAX_TEXT_CHARS);
        }
        let attribute = |name| self.attribute(index, name).unwrap_or_default().to_owned();
        match (self.tag(index), self.input_type(index)) {
            ("input", "submit" | "button" | "reset") => attribute("value"),
            ("input", "image") | ("img" | "area", _) => attribute("alt"),
            ("fieldset" | "table" | "figure" | "details", _) => self.caption(index),
            _ => String::new(),
        }
    }

    /// Returns the text of the child that titles a group.
    fn caption(&self, index: ElementIndex) -> String {
        let child = Some(index + 1).filter(|child| self.parent(*child) == Some(index));
        let is_title = |child: &usize| {
            matches!(
                self.tag(*child),
                "legend" | "caption" | "figcaption" | "summary"
            )
        };
        child
            .filter(is_title)
            .map(|child| self.display_text(child))
            .unwrap_or_default()
    }

    fn name_from_content(&self, index: ElementIndex) -> String {
        let is_named_so = NAMED_BY_CONTENT.contains(&self.role(index));
        if is_named_so {
            self.display_text(index)
        } else {
            String::new()
        }
    }

    fn form(&self, index: ElementIndex) -> String {
        let form = self
            .ancestors(index)
            .skip(1)
            .find(|ancestor| self.tag(*ancestor) == "form");
        let name = form.and_then(|form| {
            ["name", "id", "aria-label"]
                .iter()
                .find_map(|name| self.attribute(form, name))
        });
        name.unwrap_or_default().to_owned()
    }

    fn frames(&self, index: ElementIndex) -> Vec<String> {
        self.borders(index, kind::FRAME_ROOT, |page, frame| {
            let name = ["name", "id", "title", "src"]
                .iter()
                .find_map(|n| page.attribute(frame, n));
            name.unwrap_or_else(|| page.tag(frame)).to_owned()
        })
    }

    fn shadow_hosts(&self, index: ElementIndex) -> Vec<String> {
        self.borders(index, kind::SHADOW_CHILD, |page, host| {
            page.tag(host).to_owned()
        })
    }

    /// Names the element above each border of one kind, outermost first.
    fn borders(
        &self,
        index: ElementIndex,
        bits: u32,
        name: impl Fn(&Self, ElementIndex) -> String,
    ) -> Vec<String> {
        let borders = self
            .ancestors(index)
            .filter(|ancestor| self.has_kind(*ancestor, bits));
        let mut names: Vec<String> = borders
            .filter_map(|border| self.parent(border))
            .map(|above| name(self, above))
            .collect();
        names.reverse();
        names
    }
}
