//! [`Live`]: the newest report, the answers made of it, and the decisions that change it.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use breadcrumb::Token;
use breadcrumb::report::{
    Depth, HEALS_PER_PART, Readers, Report, content_security_policy, heals_json, index_json,
    live_html,
};
use serde_json::json;

use super::super::window::Window;
use super::decide::{self, Refused};
use super::http::{Request, Response};
use crate::error::CommandError;

const JSON: &str = "application/json";

/// The window moves on although nobody writes.
const LONGEST: Duration = Duration::from_secs(300);

/// Where the page sends decisions, beside itself.
const DECISIONS: &str = "decisions";

/// What the server answers from.
pub(super) struct Live {
    port: u16,
    token: Token,
    readers: Readers,
    state: Mutex<State>,
}

/// The database, and the newest report of it.
struct State {
    window: Window,
    newest: Option<Made>,
}

/// A report, and what it was made of.
#[derive(Clone)]
struct Made {
    report: Arc<Report>,
    stamp: u64,
    number: u64,
    at: Instant,
    is_outdated: bool,
}

impl Live {
    pub(super) fn new(window: Window, port: u16, token: Token, readers: Readers) -> Self {
        Self {
            port,
            token,
            readers,
            state: Mutex::new(State {
                window,
                newest: None,
            }),
        }
    }

    pub(super) fn token(&self) -> &str {
        self.token.as_str()
    }

    /// Answers a request; everything but the page, its data and its decisions is refused alike.
    pub(super) fn answer(&self, request: &Request) -> Response {
        if !is_own_host(request.host.as_deref(), self.port) {
            return refusal("421 Misdirected Request");
        }
        let path = request.path.strip_prefix('/').unwrap_or_default();
        let (given, rest) = path.split_once('/').unwrap_or((path, ""));
        let is_decision = rest == DECISIONS && path.contains('/');
        match request.method.as_str() {
            "GET" | "HEAD" if !is_decision => {}
            "POST" if is_decision => {}
            _ => return refusal("405 Method Not Allowed"),
        }
        if !self.token.is(given) || !path.contains('/') {
            return refusal("404 Not Found");
        }
        if is_decision {
            return match self.decide(request) {
                Ok(answer) => answer,
                Err(refused) => not_decided(&refused),
            };
        }
        if rest.is_empty() {
            return response("200 OK", "text/html", None, live_html(self.readers));
        }
        self.data(rest, request.if_none_match.as_deref())
    }

    /// Takes a decision, and has the next report made anew.
    fn decide(&self, request: &Request) -> Result<Response, Refused> {
        let wish = decide::check(request, &self.token)?;
        if self.readers == Readers::OnlyRead {
            let message = "this server was started with --read-only";
            return Err(Refused::new("403 Forbidden", message));
        }
        let location = self.state().window.location();
        // Without the lock: it may wait for another process, and the page is read meanwhile.
        let done = decide::carry_out(&location, &wish)?;
        let mut state = self.state();
        // Where it fails, the old connection still reads; the next decision tries again.
        let _ = state.window.reopen();
        if let Some(made) = &mut state.newest {
            made.is_outdated = true;
        }
        Ok(response("200 OK", JSON, None, json!(done).to_string()))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn data(&self, path: &str, known: Option<&str>) -> Response {
        let part = path
            .strip_prefix("heals/")
            .and_then(|rest| rest.strip_suffix(".json"))
            .and_then(|number| number.parse::<usize>().ok());
        if path != "index.json" && part.is_none() {
            return refusal("404 Not Found");
        }
        let Ok(made) = self.state().newest() else {
            return refusal("503 Service Unavailable");
        };
        let etag = format!("\"{}-{}\"", made.stamp, made.number);
        if known == Some(etag.as_str()) {
            return response("304 Not Modified", JSON, Some(etag), String::new());
        }
        let json = match part {
            None => index_json(&made.report),
            Some(part) => match made.report.heals.chunks(HEALS_PER_PART).nth(part) {
                Some(heals) => heals_json(heals),
                None => return refusal("404 Not Found"),
            },
        };
        response("200 OK", JSON, Some(etag), json)
    }
}

impl State {
    /// Returns the newest report; makes one where somebody has written since.
    fn newest(&mut self) -> Result<Made, CommandError> {
        let stamp = self.window.change_stamp()?;
        if let Some(made) = &self.newest
            && made.stamp == stamp
            && !made.is_outdated
            && made.at.elapsed() < LONGEST
        {
            return Ok(made.clone());
        }
        let made = Made {
            report: Arc::new(self.window.collect(Depth::Whole)?),
            stamp,
            number: self.newest.as_ref().map_or(0, |made| made.number + 1),
            at: Instant::now(),
            is_outdated: false,
        };
        self.newest = Some(made.clone());
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

/// Says to the page why a decision was not taken.
fn not_decided(refused: &Refused) -> Response {
    let told = json!({ "error": refused.message, "hint": refused.hint });
    response(refused.status, JSON, None, told.to_string())
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
