//! [`generate`]: the files for one page.

use crate::model::PageModel;
use crate::names::snake_case;
use crate::plan::Plan;
use crate::{python, typescript};

/// Longer names of pages make lines that have to be broken.
const MAX_NAME_CHARS: usize = 18;

/// The language of tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Language {
    /// Python with pytest.
    #[default]
    Python,
    /// TypeScript with `@playwright/test`.
    TypeScript,
    /// TypeScript whose tests heal: they get `test` from `breadcrumb-playwright/test`.
    HealingTypeScript,
}

/// A page object and its tests.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct GeneratedFiles {
    /// The file name of the page object.
    pub page_object_name: String,
    /// The page object.
    pub page_object: String,
    /// The file name of the tests.
    pub test_file_name: String,
    /// The tests.
    pub test_file: String,
}

/// Writes the files for a page with this name, which may be any text.
#[must_use]
pub fn generate(page: &PageModel, name: &str, language: Language) -> GeneratedFiles {
    let name = page_name([name]);
    let plan = Plan::of(page);
    match language {
        Language::Python => GeneratedFiles {
            page_object_name: format!("{name}_page.py"),
            page_object: python::page_object(&plan, &name),
            test_file_name: format!("test_{name}.py"),
            test_file: python::test_file(&plan, &name),
        },
        Language::TypeScript | Language::HealingTypeScript => {
            let package = match language {
                Language::HealingTypeScript => "breadcrumb-playwright/test",
                _ => "@playwright/test",
            };
            let file = name.replace('_', "-");
            GeneratedFiles {
                page_object_name: format!("{file}.page.ts"),
                page_object: typescript::page_object(&plan, &name),
                test_file_name: format!("{file}.spec.ts"),
                test_file: typescript::test_file(&plan, &name, package),
            }
        }
    }
}

impl PageModel {
    /// Returns a name for the page: the last part of its address, or its title.
    #[must_use]
    pub fn default_name(&self) -> String {
        let path = self.url.split(['?', '#']).next().unwrap_or_default();
        let path = path.split_once("://").map_or(path, |(_, rest)| rest);
        let last = path
            .split('/')
            .skip(1)
            .filter(|part| !part.is_empty())
            .last();
        let stem = last.map(|last| decoded(last.split('.').next().unwrap_or_default()));
        page_name([stem.unwrap_or_default().as_str(), &self.title])
    }
}

/// Reads `%20` as a space; what is no text stays as it is.
fn decoded(part: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = part.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        let digits = tail
            .get(..2)
            .and_then(|digits| std::str::from_utf8(digits).ok());
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        if let Some(byte) = byte.filter(|_| *first == b'%') {
            bytes.push(byte);
            rest = tail.get(2..).unwrap_or_default();
        } else {
            bytes.push(*first);
            rest = tail;
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| part.to_owned())
}

/// Returns the first of these that makes a name; `home` where none does.
fn page_name<'t>(texts: impl IntoIterator<Item = &'t str>) -> String {
    let names = texts.into_iter().map(snake_case);
    let name = names
        .map(|name| name.trim_end_matches("_page").to_owned())
        .find(|name| !name.is_empty() && name != "index")
        .unwrap_or_else(|| "home".to_owned());
    let name = if name.starts_with(|c: char| c.is_ascii_digit()) {
        format!("at_{name}")
    } else {
        name
    };
    let short: String = name.chars().take(MAX_NAME_CHARS).collect();
    short.trim_end_matches('_').to_owned()
}
