//! Fetching a page over HTTP, within limits.

use std::fmt;
use std::io::Read;
use std::time::Duration;

use encoding_rs::{Encoding, UTF_8};
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use url::Url;

use crate::address::{is_private, is_private_host, is_same_origin, redirected};
use crate::error::{Error, ErrorKind};

/// A page with more than this is no page that a person looks at; an endless one ends here.
pub const MAX_BYTES: u64 = 10 * 1024 * 1024;
/// Longer chains of redirects are circles.
const MAX_REDIRECTS: usize = 10;
/// Where a document says in itself how it is encoded, it does so within its first bytes.
const PRESCAN_BYTES: usize = 1024;
const AGENT: &str = concat!("breadcrumb/", env!("CARGO_PKG_VERSION"));

/// A fetched document.
#[derive(Debug, Clone)]
pub(crate) struct Document {
    /// Where it was in the end.
    pub(crate) url: Url,
    pub(crate) html: String,
}

/// Fetches an HTML document that the user has named.
pub(crate) fn fetch(url: &Url, timeout: Duration) -> Result<Document, Error> {
    let mut here = url.clone();
    for _ in 0..=MAX_REDIRECTS {
        let is_named = is_same_origin(url, &here);
        if !is_named && is_private_host(&here) {
            return Err(private(url, &here));
        }
        let mut response = agent(timeout, is_named)
            .get(here.as_str())
            .header("accept", "text/html,application/xhtml+xml")
            .call()
            .map_err(|error| failed(&here, &error))?;
        let status = response.status();
        let header = |name: &str| {
            let value = response.headers().get(name)?.to_str().ok()?;
            Some(value.to_owned())
        };
        if status.is_redirection()
            && let Some(location) = header("location")
        {
            here = redirected(&here, &location)?;
            continue;
        }
        if !status.is_success() {
            let message = format!("`{here}` answers with status {}", status.as_u16());
            return Err(Error::new(ErrorKind::Status, message));
        }
        let kind = header("content-type").unwrap_or_default();
        check_html(&here, &kind)?;
        let bytes = read(
            &here,
            response.body_mut().with_config().limit(u64::MAX).reader(),
        )?;
        let html = decode(&bytes, &kind);
        return Ok(Document { url: here, html });
    }
    let message = format!("`{url}` redirects more than {MAX_REDIRECTS} times");
    Err(Error::new(ErrorKind::Redirect, message))
}

/// Fetches a small text file beside a page; empty where there is none.
pub(crate) fn fetch_text(url: &Url, timeout: Duration) -> String {
    let answer = agent(timeout, true).get(url.as_str()).call();
    let Some(mut response) = answer.ok().filter(|answer| answer.status().is_success()) else {
        return String::new();
    };
    let text = response
        .body_mut()
        .with_config()
        .limit(500_000)
        .read_to_string();
    text.unwrap_or_default()
}

fn agent(timeout: Duration, may_be_private: bool) -> ureq::Agent {
    let config = ureq::Agent::config_builder()
        .timeout_global(Some(timeout))
        .max_redirects(0)
        .http_status_as_error(false)
        // Somebody in between would resolve the names, and could not be told which are not allowed.
        .proxy(None)
        .user_agent(AGENT)
        .build();
    let resolver = GuardedResolver { may_be_private };
    ureq::Agent::with_parts(config, DefaultConnector::default(), resolver)
}

/// Resolves names, and gives out no private address unless it may.
///
/// The connection goes to the very addresses that were checked: a name that means something else
/// the next moment does not matter.
struct GuardedResolver {
    may_be_private: bool,
}

impl fmt::Debug for GuardedResolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GuardedResolver")
    }
}

impl Resolver for GuardedResolver {
    fn resolve(
        &self,
        uri: &ureq::http::Uri,
        config: &ureq::config::Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = DefaultResolver::default().resolve(uri, config, timeout)?;
        if !self.may_be_private && found.iter().any(|address| is_private(address.ip())) {
            return Err(ureq::Error::HostNotFound);
        }
        Ok(found)
    }
}

fn private(from: &Url, to: &Url) -> Error {
    let message = format!("`{from}` redirects to the private address `{to}`");
    Error::new(ErrorKind::Redirect, message)
}

fn check_html(url: &Url, content_type: &str) -> Result<(), Error> {
    let kind = content_type.split(';').next().unwrap_or_default().trim();
    let is_html = kind.is_empty()
        || ["text/html", "application/xhtml+xml"]
            .iter()
            .any(|html| kind.eq_ignore_ascii_case(html));
    if is_html {
        return Ok(());
    }
    let message = format!("`{url}` is `{kind}`, not HTML");
    Err(Error::new(ErrorKind::NotHtml, message))
}

fn read(url: &Url, body: impl Read) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    body.take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| {
            let kind = if error.to_string().contains("timeout") {
                ErrorKind::Timeout
            } else {
                ErrorKind::Connection
            };
            Error::new(kind, format!("`{url}` broke off: {error}"))
        })?;
    if bytes.len() as u64 > MAX_BYTES {
        let message = format!("`{url}` has more than {} MB", MAX_BYTES / 1024 / 1024);
        return Err(Error::new(ErrorKind::TooLarge, message));
    }
    Ok(bytes)
}

/// Reads a document in the encoding that it or its server names; else as UTF-8.
pub(crate) fn decode(bytes: &[u8], content_type: &str) -> String {
    let named = content_type
        .split(';')
        .find_map(|part| part.trim().strip_prefix("charset="));
    let start = bytes.get(..PRESCAN_BYTES.min(bytes.len())).unwrap_or(bytes);
    let start = String::from_utf8_lossy(start).to_ascii_lowercase();
    let declared = start.split_once("charset=").map(|(_, rest)| {
        let rest = rest.trim_start_matches(['"', '\'', ' ']);
        rest.split(['"', '\'', ' ', '>', '/', ';'])
            .next()
            .unwrap_or_default()
    });
    let label = named
        .map(|name| name.trim_matches(['"', '\'']))
        .or(declared);
    let encoding = label
        .and_then(|label| Encoding::for_label(label.as_bytes()))
        .unwrap_or(UTF_8);
    encoding.decode(bytes).0.into_owned()
}

fn failed(url: &Url, error: &ureq::Error) -> Error {
    let kind = match error {
        ureq::Error::Timeout(_) => ErrorKind::Timeout,
        ureq::Error::Tls(_) | ureq::Error::Rustls(_) => ErrorKind::Tls,
        ureq::Error::Io(error) if error.to_string().contains("certificate") => ErrorKind::Tls,
        _ => ErrorKind::Connection,
    };
    Error::new(kind, format!("cannot get `{url}`: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_read_in_their_own_encoding() {
        let (sjis, _, _) = encoding_rs::SHIFT_JIS.encode("<meta charset=shift_jis>ログイン");
        assert!(decode(&sjis, "text/html").ends_with("ログイン"));
        assert_eq!(
            decode(b"Gr\xfc\xdfe", "text/html; charset=iso-8859-1"),
            "Grüße"
        );
        assert_eq!(decode("Grüße".as_bytes(), "text/html"), "Grüße");
        assert_eq!(decode(b"\xff\xff", ""), "\u{fffd}\u{fffd}");
    }
}
