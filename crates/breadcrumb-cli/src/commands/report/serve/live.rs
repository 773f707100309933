//! [`Live`]: the newest report, and the answers made of it.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use breadcrumb::Token;
use breadcrumb::report::{
    Depth, HEALS_PER_PART, Report, content_security_policy, heals_json, index_json, live_html,
};

use super::super::window::Window;
use super::http::{Request, Response};
use crate::error::CommandError;

/// The window moves on although nobody writes.
const LONGEST: Duration = Duration::from_secs(300);

/// What the server answers from.
pub(super) struct Live {
    window: Window,
    port: u16,
    token: Token,
    newest: Mutex<Option<Made>>,
}

/// A report, and what it was made of.
#[derive(Clone)]
struct Made {
    report: Arc<Report>,
    stamp: u64,
    number: u64,
    at: Instant,
}

impl Live {
    pub(super) fn new(window: Window, port: u16, token: Token) -> Self {
        Self {
            window,
            port,
            token,
            newest: Mutex::new(None),
        }
    }

    pub(super) fn token(&self) -> &str {
        self.token.as_str()
    }

    /// Answers a request; everything but the page and its data is refused alike.
    pub(super) fn answer(&self, request: &Request) -> Response {
        if !is_own_host(request.host.as_deref(), self.port) {
            return refusal("421 Misdirected Request");
        }
        if !matches!(request.method.as_str(), "GET" | "HEAD") {
            return refusal("405 Method Not Allowed");
        }
        let path = request.path.strip_prefix('/').unwrap_or_default();
        let (given, rest) = path.split_once('/').unwrap_or((path, ""));
        if !self.token.is(given) || !path.contains('/') {
            return refusal("404 Not Found");
        }
        if rest.is_empty() {
            return response("200 OK", "text/html", None, live_html());
        }
        self.data(rest, request.if_none_match.as_deref())
    }

    fn data(&self, path: &str, known: Option<&str>) -> Response {
        let part = path
            .strip_prefix("heals/")
            .and_then(|rest| rest.strip_suffix(".json"))
            .and_then(|number| number.parse::<usize>().ok());
        if path != "index.json" && part.is_none() {
            return refusal("404 Not Found");
        }
        let Ok(made) = self.newest() else {
            return refusal("503 Service Unavailable");
        };
        let etag = format!("\"{}-{}\"", made.stamp, made.number);
        if known == Some(etag.as_str()) {
            return response(
                "304 Not Modified",
                "application/json",
                Some(etag),
                String::new(),
            );
        }
        let json = match part {
            None => index_json(&made.report),
            Some(part) => match made.report.heals.chunks(HEALS_PER_PART).nth(part) {
                Some(heals) => heals_json(heals),
                None => return refusal("404 Not Found"),
            },
        };
        response("200 OK", "application/json", Some(etag), json)
    }

    /// Returns the newest report; makes one where somebody has written since.
    fn newest(&self) -> Result<Made, CommandError> {
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        let stamp = self.window.change_stamp()?;
        if let Some(made) = &*newest
            && made.stamp == stamp
            && made.at.elapsed() < LONGEST
        {
            return Ok(made.clone());
        }
        let made = Made {
            report: Arc::new(self.window.collect(Depth::Whole)?),
            stamp,
            number: newest.as_ref().map_or(0, |made| made.number + 1),
            at: Instant::now(),
        };
        *newest = Some(made.clone());
        Ok(made)
    }
}

/// Returns whether a request was meant for this server by its address.
///
/// A page elsewhere can give its own name our address and read what we answer; it cannot do so
/// for a name that is an address already.
fn is_own_host(host: Option<&str>, port: u16) -> bool {
    let Some((name, given)) = host.and_then(|host| host.rsplit_once(':')) else {
        return false;
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    given.parse() == Ok(port) && (name == "localhost" || name.parse::<IpAddr>().is_ok())
}

fn refusal(status: &'static str) -> Response {
    response(status, "text/plain", None, format!("{status}\n"))
}

fn response(
    status: &'static str,
    content_type: &'static str,
    etag: Option<String>,
    body: String,
) -> Response {
    Response {
        status,
        content_type,
        etag,
        policy: content_security_policy(true),
        body,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_anybody_can_own_is_no_host() {
        for host in ["127.0.0.1:80", "localhost:80", "[::1]:80", "192.168.1.2:80"] {
            assert!(is_own_host(Some(host), 80), "{host}");
        }
        for host in [
            "evil.com:80",
            "127.0.0.1:81",
            "127.0.0.1",
            "",
            "127.0.0.1.evil.com:80",
        ] {
            assert!(!is_own_host(Some(host), 80), "{host}");
        }
        assert!(!is_own_host(None, 80));
    }
}
