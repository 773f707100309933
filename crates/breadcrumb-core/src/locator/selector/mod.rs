//! Playwright's selector strings: what a browser is asked with, made and escaped as Playwright does.

mod escape;
mod read;

use super::{Locator, Step, Value};
use escape::{attribute_text, json, shown, text};

/// Enters the frame that the selector before it finds.
const ENTER_FRAME: &str = "internal:control=enter-frame";
/// What stands between two selectors.
const AND_THEN: &str = " >> ";
/// Options of roles in the order of Playwright's selector, with their names there.
const ROLE_OPTIONS: [(&str, &str); 9] = [
    ("checked", "checked"),
    ("disabled", "disabled"),
    ("selected", "selected"),
    ("expanded", "expanded"),
    ("include_hidden", "include-hidden"),
    ("level", "level"),
    ("name", "name"),
    ("description", "description"),
    ("pressed", "pressed"),
];
/// What a locator must contain, or must not, with its engine: as options and as calls of `filter`.
const FILTERS: [(&str, &str); 5] = [
    ("has_text", "internal:has-text"),
    ("has_not_text", "internal:has-not-text"),
    ("has", "internal:has"),
    ("has_not", "internal:has-not"),
    ("visible", "visible"),
];
/// Calls that look at one attribute.
const ATTRIBUTES: [(&str, &str); 3] = [
    ("get_by_alt_text", "alt"),
    ("get_by_placeholder", "placeholder"),
    ("get_by_title", "title"),
];

impl Locator {
    /// Returns the selector that Playwright makes of the calls, where `get_by_test_id` looks at this
    /// attribute. A locator that ends in a frame leads into it, so that more can follow.
    ///
    /// There is none for calls and options that this release does not know.
    #[must_use]
    pub fn selector(&self, test_id_attribute: &str) -> Option<String> {
        let mut path = Path {
            selector: String::new(),
            is_frame: false,
            test_id_attribute,
        };
        for step in &self.steps {
            path.follow(step)?;
        }
        path.enter_frame();
        Some(path.selector)
    }
}

/// The selector of the calls so far.
struct Path<'a> {
    selector: String,
    /// Whether the next call looks inside of a frame.
    is_frame: bool,
    test_id_attribute: &'a str,
}

impl Path<'_> {
    fn follow(&mut self, step: &Step) -> Option<()> {
        let is_bare = step.arguments.is_empty();
        match step.method() {
            "first" if is_bare => self.push("nth=0"),
            "last" if is_bare => self.push("nth=-1"),
            "nth" => match step.arguments() {
                [(name, Value::Number(index))] if name.is_empty() => {
                    self.push(&format!("nth={index}"));
                }
                _ => return None,
            },
            "content_frame" if is_bare && !self.is_frame => self.is_frame = true,
            "owner" if is_bare && self.is_frame => self.is_frame = false,
            "frame_locator" => {
                let selector = step.text().filter(|_| step.arguments.len() == 1)?;
                self.enter_frame();
                self.push(selector);
                self.is_frame = true;
            }
            "locator" => {
                self.locator(step.argument("")?)?;
                self.filter(step, &FILTERS[..4], 1)?;
            }
            method if method.starts_with("get_by_") => {
                let part = part(step, self.test_id_attribute)?;
                self.enter_frame();
                self.push(&part);
            }
            // Frames have none of the other ones.
            _ if self.is_frame => return None,
            "visible" if is_bare => self.push("visible=true"),
            "filter" => self.filter(step, &FILTERS, 0)?,
            "and_" => self.push_inner("internal:and", only(step, "")?)?,
            "or_" => self.push_inner("internal:or", only(step, "")?)?,
            "describe" => {
                let description = only(step, "description")?.as_text()?;
                self.push(&format!("internal:describe={}", json(description)));
            }
            "within" => {
                let inner = std::mem::take(&mut self.selector);
                let Value::Locator(outer) = only(step, "")? else {
                    return None;
                };
                self.selector = outer.selector(self.test_id_attribute)?;
                self.push(&format!("internal:chain={}", json(&inner)));
            }
            _ => return None,
        }
        Some(())
    }

    fn locator(&mut self, found: &Value) -> Option<()> {
        match found {
            Value::Text(selector) => {
                self.enter_frame();
                self.push(selector);
            }
            Value::Locator(inner) if self.is_frame || self.selector.is_empty() => {
                let inner = inner.selector(self.test_id_attribute)?;
                self.enter_frame();
                self.push(&inner);
            }
            inner => self.push_inner("internal:chain", inner)?,
        }
        Some(())
    }

    /// Adds what must be inside or must not; all but `skipped` arguments have to be of that kind.
    fn filter(&mut self, step: &Step, filters: &[(&str, &str)], skipped: usize) -> Option<()> {
        let mut known = skipped;
        for (name, engine) in filters {
            let Some(value) = step.argument(name) else {
                continue;
            };
            known += 1;
            match (*name, value) {
                ("visible", Value::Bool(flag)) => self.push(&format!("{engine}={flag}")),
                ("has" | "has_not", inner) => self.push_inner(engine, inner)?,
                // An empty text is in every element, and Playwright leaves it out.
                ("has_text" | "has_not_text", Value::Text(text)) if text.is_empty() => {}
                ("has_text" | "has_not_text", value) => {
                    self.push(&format!("{engine}={}", text(value, false)?));
                }
                _ => return None,
            }
        }
        (known == step.arguments.len()).then_some(())
    }

    fn push_inner(&mut self, engine: &str, value: &Value) -> Option<()> {
        let Value::Locator(inner) = value else {
            return None;
        };
        let inner = inner.selector(self.test_id_attribute)?;
        self.push(&format!("{engine}={}", json(&inner)));
        Some(())
    }

    fn enter_frame(&mut self) {
        if self.is_frame {
            self.push(ENTER_FRAME);
            self.is_frame = false;
        }
    }

    fn push(&mut self, part: &str) {
        if !self.selector.is_empty() {
            self.selector.push_str(AND_THEN);
        }
        self.selector.push_str(part);
    }
}

/// Returns the selector of one call that finds elements by what they are.
fn part(step: &Step, test_id_attribute: &str) -> Option<String> {
    let found = step.argument("")?;
    if step.method == "get_by_role" {
        return role(step, found.as_text()?);
    }
    let is_known = |(name, _): &(String, Value)| matches!(name.as_str(), "" | "exact");
    if !step.arguments.iter().all(is_known) {
        return None;
    }
    let is_exact = step.is_exact();
    if let Some((_, name)) = ATTRIBUTES.iter().find(|(method, _)| *method == step.method) {
        let value = attribute_text(found, is_exact)?;
        return Some(format!("internal:attr=[{name}={value}]"));
    }
    match step.method() {
        "get_by_label" => Some(format!("internal:label={}", text(found, is_exact)?)),
        "get_by_text" => Some(format!("internal:text={}", text(found, is_exact)?)),
        "get_by_test_id" => {
            let value = attribute_text(found, true)?;
            let name = if test_id_attribute.contains(',') {
                json(test_id_attribute)
            } else {
                test_id_attribute.to_owned()
            };
            Some(format!("internal:testid=[{name}={value}]"))
        }
        _ => None,
    }
}

fn role(step: &Step, role: &str) -> Option<String> {
    // A role is a word; anything else could become another selector.
    let is_word = role.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    let mut part = is_word.then(|| format!("internal:role={role}"))?;
    let mut known = 1 + usize::from(step.argument("exact").is_some());
    for (name, shown_name) in ROLE_OPTIONS {
        let Some(value) = step.argument(name) else {
            continue;
        };
        known += 1;
        let value = if matches!(name, "name" | "description") {
            attribute_text(value, step.is_exact())?
        } else {
            shown(value)?
        };
        part.extend(["[", shown_name, "=", &value, "]"]);
    }
    (known == step.arguments.len()).then_some(part)
}

fn only<'s>(step: &'s Step, name: &str) -> Option<&'s Value> {
    step.argument(name).filter(|_| step.arguments.len() == 1)
}
