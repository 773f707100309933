//! From a page snapshot to the elements that a test could use.

use std::collections::HashMap;

use breadcrumb_core::{ElementIndex, PageSnapshot, Step, css_by_id, css_path};

use crate::check::PageCheck;
use crate::element::{Around, Choice, Limits, PageElement};
use crate::find::{Finder, TEST_ID};
use crate::words::{COOKIES, LANGUAGE, MAX_CHARS, PAGES, says};

/// Roles of elements that a test uses.
const ROLES: [&str; 16] = [
    "button",
    "checkbox",
    "combobox",
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
/// Tags that are rows of something, where a row tells one "Edit" from the other.
const ROW_TAGS: [&str; 2] = ["tr", "li"];

/// What a page has, up to a limit.
pub(crate) struct Extracted {
    pub(crate) elements: Vec<PageElement>,
    pub(crate) omitted: usize,
}

/// Takes out what a test could use; where that is too much, fields and buttons before links.
pub(crate) fn extract(page: &PageSnapshot, check: &mut dyn PageCheck, limit: usize) -> Extracted {
    let forms = forms(page);
    let is_used = |index: &ElementIndex| is_used(page, *index) || forms.contains_key(index);
    let used: Vec<ElementIndex> = page.candidates().iter().copied().filter(is_used).collect();
    let repeated = repeated(page, &used);
    // One of those that are there once for each row stands for all.
    let stands = |index: &ElementIndex| {
        let first = repeated
            .get(&name_of(page, *index))
            .map(|(first, _)| *first);
        first.is_none_or(|first| first == *index)
    };
    let mut kept: Vec<ElementIndex> = used.into_iter().filter(stands).collect();
    let omitted = kept.len().saturating_sub(limit);
    kept.sort_by_key(|index| importance(page, *index));
    kept.truncate(limit);
    kept.sort_unstable();
    let finder = Finder::new(page);
    let finish = |index: ElementIndex| {
        let mut element = describe(page, index, &forms);
        if let Some((_, row)) = repeated.get(&name_of(page, index)) {
            let is_table = row_of(page, index).is_some_and(|row| page.tag(row) == "tr");
            element.row_role = some(if is_table { "row" } else { "listitem" });
            element.row = Some(row.clone());
        } else if element.tag != "form" {
            let locator = finder.locate(index, check);
            let css = locator.steps().last().and_then(Step::as_css);
            if let Some(css) = css {
                css.clone_into(&mut element.selector);
            }
            element.locator = Some(locator);
        }
        element
    };
    Extracted {
        elements: kept.into_iter().map(finish).collect(),
        omitted,
    }
}

/// Links are many, and most alike.
fn importance(page: &PageSnapshot, index: ElementIndex) -> u8 {
    match page.role(index) {
        "link" => 2,
        "button" | "menuitem" | "tab" => 1,
        _ => 0,
    }
}

fn is_used(page: &PageSnapshot, index: ElementIndex) -> bool {
    let tag = page.tag(index);
    match tag {
        "input" => !page.input_type(index).eq_ignore_ascii_case("hidden"),
        "a" => page.attribute(index, "href").is_some(),
        "button" | "select" | "textarea" | "summary" => true,
        "option" => false,
        _ => ROLES.contains(&page.role(index)),
    }
}

/// The number of each form on the page.
fn forms(page: &PageSnapshot) -> HashMap<ElementIndex, usize> {
    let forms = (0..page.len()).filter(|index| page.tag(*index) == "form");
    forms.zip(0..).collect()
}

type Name = (Option<String>, Option<String>);

fn name_of(page: &PageSnapshot, index: ElementIndex) -> Name {
    (some(page.role(index)), some(&page.display_name(index)))
}

/// What is there once in each of several rows: the first of its kind, and what its row says.
fn repeated(page: &PageSnapshot, used: &[ElementIndex]) -> HashMap<Name, (ElementIndex, String)> {
    let mut groups: HashMap<Name, Vec<ElementIndex>> = HashMap::new();
    for &index in used {
        if matches!(page.role(index), "button" | "link") && page.frame_of(index).is_none() {
            groups.entry(name_of(page, index)).or_default().push(index);
        }
    }
    let in_rows = |(name, group): (Name, Vec<ElementIndex>)| {
        let rows: Vec<ElementIndex> = group.iter().filter_map(|i| row_of(page, *i)).collect();
        let mut distinct = rows.clone();
        distinct.dedup();
        let is_in_rows = name.1.is_some() && group.len() > 1 && distinct.len() == group.len();
        let key = is_in_rows.then(|| row_key(page, &rows)).flatten()?;
        Some((name, (*group.first()?, key)))
    };
    groups.into_iter().filter_map(in_rows).collect()
}

/// The row around an element; none where rows are inside rows.
fn row_of(page: &PageSnapshot, index: ElementIndex) -> Option<ElementIndex> {
    let mut rows = page
        .ancestors(index)
        .skip(1)
        .filter(|i| ROW_TAGS.contains(&page.tag(*i)));
    let row = rows.next()?;
    rows.next().is_none().then_some(row)
}

/// A text in the first row that no other row has.
fn row_key(page: &PageSnapshot, rows: &[ElementIndex]) -> Option<String> {
    let first = *rows.first()?;
    let tag = page.tag(first);
    let all_rows = || (0..page.len()).filter(|i| page.tag(*i) == tag && *i != first);
    let inside = (first + 1..page.len()).take_while(|i| page.is_nested(first, *i));
    let mut texts = inside
        .filter(|i| !is_used(page, *i))
        .map(|i| (page.display_text(i), page.text(i)));
    let is_key = |(shown, text): &(String, &str)| {
        let is_short = !text.is_empty() && shown.chars().count() <= 60;
        is_short && all_rows().all(|row| !page.text(row).contains(*text))
    };
    texts.find(is_key).map(|(shown, _)| shown)
}

fn describe(
    page: &PageSnapshot,
    index: ElementIndex,
    forms: &HashMap<ElementIndex, usize>,
) -> PageElement {
    let attribute = |name: &str| page.attribute(index, name).and_then(some);
    let has = |name: &str| page.attribute(index, name).is_some();
    let number = |name: &str| attribute(name).and_then(|value| value.trim().parse().ok());
    let form = page.ancestors(index).find_map(|i| forms.get(&i).copied());
    let tag = page.tag(index);
    let input_type = (tag == "input").then(|| page.input_type(index).to_owned());
    PageElement {
        tag: tag.to_owned(),
        input_type: attribute("type").or(input_type),
        id: attribute("id"),
        name: attribute("name"),
        class: attribute("class"),
        text: some(&page.display_text(index)).filter(|_| !matches!(tag, "select" | "textarea")),
        href: attribute("href"),
        placeholder: attribute("placeholder"),
        aria_label: attribute("aria-label"),
        data_testid: attribute(TEST_ID),
        value: attribute("value"),
        role: attribute("role"),
        selector: css_by_id(page, index).unwrap_or_else(|| css_path(page, index)),
        aria_role: some(page.role(index)),
        accessible_name: some(&page.display_name(index)),
        label: page
            .label_element(index)
            .and_then(|label| some(&page.display_text(label))),
        title: attribute("title"),
        autocomplete: attribute("autocomplete"),
        limits: Limits {
            pattern: attribute("pattern"),
            min: attribute("min"),
            max: attribute("max"),
            step: attribute("step").filter(|step| step != "any"),
            min_length: number("minlength"),
            max_length: number("maxlength"),
        },
        options: choices(page, index),
        is_disabled: page.is_disabled(index),
        is_read_only: has("readonly"),
        is_multiple: has("multiple"),
        is_checked: has("checked"),
        method: attribute("method").map(|method| method.to_ascii_lowercase()),
        index: Some(index),
        form,
        row: None,
        row_role: None,
        around: around(page, index),
        locator: None,
    }
}

fn choices(page: &PageSnapshot, index: ElementIndex) -> Vec<Choice> {
    if page.tag(index) != "select" {
        return Vec::new();
    }
    let inside = (index + 1..page.len()).take_while(|i| page.is_nested(index, *i));
    let is_open = |i: &ElementIndex| page.tag(*i) == "option" && !page.is_disabled(*i);
    let choice = |i: ElementIndex| {
        let label = page.display_text(i);
        let value = page
            .attribute(i, "value")
            .map_or_else(|| label.clone(), ToOwned::to_owned);
        Choice { value, label }
    };
    inside.filter(is_open).map(choice).collect()
}

/// What an element is part of, by the roles and names around it.
fn around(page: &PageSnapshot, index: ElementIndex) -> Around {
    for ancestor in page.ancestors(index) {
        let names = ["aria-label", "id", "class"];
        let names = || {
            names
                .iter()
                .filter_map(|name| page.attribute(ancestor, name))
        };
        let says_one = |words: &[&'static str]| names().any(|name| says(name, words).is_some());
        if says_one(COOKIES) {
            return Around::CookieBanner;
        }
        if says_one(PAGES) {
            return Around::Pagination;
        }
        if says_one(LANGUAGE) {
            return Around::LanguageSwitch;
        }
        match page.role(ancestor) {
            "dialog" | "alertdialog" => return Around::Dialog,
            "navigation" => return Around::Navigation,
            _ => {}
        }
    }
    Around::Page
}

fn some(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.chars().take(MAX_CHARS).collect())
}
