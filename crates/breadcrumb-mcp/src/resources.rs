//! The resources: the newest report, for machines and for people.

use breadcrumb::report::{DEFAULT_DAYS, Depth, collect, markdown};
use rmcp::model::{Resource, ResourceContents};

use crate::context::Context;
use crate::refusal::Refusal;
use crate::tools::report::{Cut, document};

const JSON: &str = "breadcrumb://report/latest";
const MARKDOWN: &str = "breadcrumb://report/latest.md";
/// How many entries each list of the report has.
const ENTRIES: usize = 20;

/// Returns the resources as clients are told of them.
pub(crate) fn described() -> Vec<Resource> {
    vec![
        Resource::new(JSON, "report")
            .with_title("Report of the last 30 days")
            .with_description(
                "Summary, tests, heals and flaky tests as JSON; long lists are cut, and \
                 `breadcrumb_report` has the rest.",
            )
            .with_mime_type("application/json"),
        Resource::new(MARKDOWN, "report.md")
            .with_title("Report of the last 30 days, to read")
            .with_description("The same for people, as Markdown.")
            .with_mime_type("text/markdown"),
    ]
}

/// Reads a resource; none where there is none with this address.
pub(crate) fn read(context: &Context, uri: &str) -> Result<Option<ResourceContents>, Refusal> {
    let (text, mime_type) = match uri {
        JSON => {
            let cut = Cut {
                at: None,
                limit: ENTRIES,
            };
            let document = document(context, &context.open_default()?, DEFAULT_DAYS, &cut)?;
            (document.to_string(), "application/json")
        }
        MARKDOWN => {
            let request = context.request(DEFAULT_DAYS)?.depth(Depth::Glance);
            let report = collect(&context.open_default()?, &request)?;
            (markdown(&report), "text/markdown")
        }
        _ => return Ok(None),
    };
    Ok(Some(
        ResourceContents::text(text, uri).with_mime_type(mime_type),
    ))
}
