//! `breadcrumb_generate_tests`: a page object and starter tests for a page.

use breadcrumb::crawl::{CrawlOptions, PageCrawler, Start, parse_address};
use breadcrumb::generate::{Language, generate};
use rmcp::model::JsonObject;
use serde_json::{Value, json};

use super::{DB, Tool, World};
use crate::arguments::{Arguments, Kind, Parameter};
use crate::context::Context;
use crate::refusal::Refusal;
use crate::roots::{FoundFile, Wanted};
use crate::schema::{count, object, text};

pub(super) const TOOL: Tool = Tool {
    name: "breadcrumb_generate_tests",
    title: "Generate tests for a page",
    description: "Reads a page and writes a page object and starter tests for it, which it \
                  returns as text: no file is written. The page is read without running its \
                  scripts, and no form is sent.",
    parameters: &[
        Parameter::new(
            "url",
            Kind::Text,
            "The page: an http or https address, or the path of an HTML file inside the allowed folders.",
        ),
        Parameter::new(
            "language",
            Kind::Choice {
                words: &["python", "typescript"],
                default: "python",
            },
            "The language of the tests.",
        ),
        Parameter::new(
            "name",
            Kind::OptionalText,
            "What the page is called; else its address or title tells.",
        ),
        DB,
    ],
    world: World::Pages,
    output,
    call,
};

fn output() -> JsonObject {
    object(vec![
        ("url", text("The page that was read.")),
        ("page_object_name", text("A file name for the page object.")),
        ("page_object", text("The page object.")),
        ("test_file_name", text("A file name for the tests.")),
        ("test_file", text("The tests.")),
        ("elements", count("How many elements the page object has.")),
        ("omitted", count("How many more the page has.")),
    ])
}

fn call(context: &Context, arguments: &Arguments<'_>) -> Result<Value, Refusal> {
    let (start, file) = start(context, arguments.text("url").unwrap_or_default())?;
    let crawled = PageCrawler::new(CrawlOptions::default()).crawl(&start, &mut |_| {});
    let pages = crawled.map_err(breadcrumb::Error::from)?;
    if let Some(file) = file {
        file.check_again()?;
    }
    let page = pages.first().ok_or_else(|| {
        Refusal::new(
            "there is nothing on the page",
            "give the address of another page",
        )
    })?;
    let name = arguments
        .text("name")
        .map_or_else(|| page.default_name(), str::to_owned);
    let language = match arguments.text("language") {
        Some("typescript") => Language::TypeScript,
        _ => Language::Python,
    };
    let files = generate(page, &name, language);
    Ok(json!({
        "url": page.url,
        "page_object_name": files.page_object_name,
        "page_object": files.page_object,
        "test_file_name": files.test_file_name,
        "test_file": files.test_file,
        "elements": page.elements.len(),
        "omitted": page.omitted,
    }))
}

/// Whatever is a file inside the roots is meant as one; what has no colon cannot be an address.
fn start(context: &Context, named: &str) -> Result<(Start, Option<FoundFile>), Refusal> {
    match context.roots.find(named, Wanted::Page) {
        Ok(file) => Ok((Start::File(file.path.clone()), Some(file))),
        Err(_) if named.contains(':') && !named.contains('\0') => {
            let address = parse_address(named).map_err(breadcrumb::Error::from)?;
            Ok((Start::Address(address), None))
        }
        Err(refusal) => Err(refusal),
    }
}
