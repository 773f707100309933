//! The page: one file that opens offline.
//!
//! All data is deflated and in base64, so that nothing in it can be markup; the policy in the page
//! lets our one script and our one style run, by hash, and nothing else.

use std::fmt::Write as _;
use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use sha2::{Digest as _, Sha256};

use crate::json::{heals_json, index_json};
use crate::model::Report;

/// How many heals are in one part; a part is opened when one of them is looked at.
pub const HEALS_PER_PART: usize = 500;

/// Level 6 makes the data of 10,000 heals a sixth smaller than level 4 and takes twice as long,
/// which is still a fraction of a second.
const LEVEL: u32 = 6;

const TEMPLATE: &str = include_str!("../assets/report.html");
const STYLE: &str = include_str!(concat!(env!("OUT_DIR"), "/report.css"));
const SCRIPT: &str = include_str!(concat!(env!("OUT_DIR"), "/report.js"));

/// Renders a page with all of its data inside.
#[must_use]
pub fn html(report: &Report) -> String {
    let mut data = String::new();
    push_part(&mut data, "bc-index", &index_json(report));
    for (number, heals) in report.heals.chunks(HEALS_PER_PART).enumerate() {
        push_part(&mut data, &format!("bc-heals-{number}"), &heals_json(heals));
    }
    page(&data, &summary(report), "connect-src 'none'")
}

/// What the readers of a live page can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readers {
    /// They read.
    OnlyRead,
    /// They decide about heals, too.
    Decide,
}

/// Renders a page that asks its server for the data, and again while it changes.
#[must_use]
pub fn live_html(readers: Readers) -> String {
    let live = match readers {
        Readers::OnlyRead => "<meta name=\"bc-live\" content=\"1\">",
        Readers::Decide => {
            "<meta name=\"bc-live\" content=\"1\">\n<meta name=\"bc-decide\" content=\"1\">"
        }
    };
    page(live, "", "connect-src 'self'")
}

/// Returns the policy that lets nothing but the page's own script and style run.
#[must_use]
pub fn content_security_policy(live: bool) -> String {
    policy(if live {
        "connect-src 'self'"
    } else {
        "connect-src 'none'"
    })
}

fn policy(connect: &str) -> String {
    format!(
        "default-src 'none'; script-src {}; style-src {}; img-src data:; {connect}; \
         base-uri 'none'; form-action 'none'",
        source_hash(SCRIPT),
        source_hash(STYLE),
    )
}

fn page(data: &str, summary: &str, connect: &str) -> String {
    let csp = format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">",
        policy(connect)
    );
    let style = format!("<style>{STYLE}</style>");
    let script = format!("<script>{SCRIPT}</script>");
    // Data is put in last and what is put in is not looked at again: no text can be a placeholder.
    let mut page = String::with_capacity(TEMPLATE.len() + STYLE.len() + SCRIPT.len() + data.len());
    let mut rest = TEMPLATE;
    while let Some((before, after)) = rest.split_once("{{") {
        page.push_str(before);
        let Some((name, after)) = after.split_once("}}") else {
            page.push_str("{{");
            rest = after;
            continue;
        };
        page.push_str(match name {
            "csp" => &csp,
            "style" => &style,
            "script" => &script,
            "data" => data,
            "summary" => summary,
            "title" => "Breadcrumb report",
            _ => "",
        });
        rest = after;
    }
    page.push_str(rest);
    page
}

/// Appends a part of the data that is no script and no markup.
fn push_part(data: &mut String, id: &str, json: &str) {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::new(LEVEL));
    // Writing to memory does not fail.
    let packed = encoder
        .write_all(json.as_bytes())
        .and_then(|()| encoder.finish())
        .unwrap_or_default();
    let _ = write!(
        data,
        "<script type=\"application/octet-stream\" id=\"{id}\">"
    );
    STANDARD.encode_string(packed, data);
    data.push_str("</script>\n");
}

/// The summary as a table, for where no script runs: numbers only, so nothing to escape.
fn summary(report: &Report) -> String {
    let summary = &report.summary;
    let rows = [
        ("Tests", summary.total),
        ("Passing", summary.stable),
        ("Healed", summary.healed),
        ("Flaky", summary.flaky),
        ("Failing", summary.failing),
        ("In quarantine", summary.quarantined),
        ("Attempts", summary.attempts),
        ("Heals", summary.heals),
        ("Healed locators that are open", summary.open),
        ("Healed locators that are fixed", summary.fixed),
        ("Refused heals", summary.refusals),
        ("Drift alarms", summary.drifts),
    ];
    let mut table = format!(
        "<table><caption>The last {} days</caption><tbody>",
        report.period_days
    );
    for (name, count) in rows {
        let _ = write!(
            table,
            "<tr><th scope=\"row\">{name}</th><td>{count}</td></tr>"
        );
    }
    table.push_str("</tbody></table>");
    table
}

fn source_hash(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}
