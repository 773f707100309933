//! One page in a browser of its own context: opening, waiting, reading.

use std::collections::HashSet;
use std::net::ToSocketAddrs;
use std::time::{Duration, Instant};

use breadcrumb_core::{ElementIndex, Locator, PageSnapshot, page_script};
use breadcrumb_gen::{PageCheck, PageModel};
use serde_json::{Value, json};
use url::Url;

use super::protocol::{Connection, Event, Said, Waiting};
use crate::address::{is_private, is_private_host, is_same_origin};
use crate::error::{Error, ErrorKind};

/// A page is taken to be ready when nothing has changed for so long, and nothing is on its way: many
/// pages draw themselves some time after they were loaded.
const QUIET_MS: u64 = 1_000;
/// The same after something was done on a page, which is told by more than its calm.
const QUIET_AFTER_DEED_MS: u64 = 400;
/// A page that never stops changing, or that has nothing to use yet, is read as it is after this long.
const RESTLESS: Duration = Duration::from_secs(8);
/// What a page asks for before it is complete; other things may be on their way forever.
const AWAITED: [&str; 4] = ["Document", "Fetch", "Script", "XHR"];
/// What is done in the page beside the engine's own script.
const SCRIPT: &str = include_str!("page.js");

/// An open page.
pub(super) struct Tab<'c> {
    connection: &'c mut Connection,
    timeout: Duration,
    start: Url,
    is_try: bool,
    may_submit: bool,
    context: String,
    session: String,
    /// Also the name of the page's own frame, as opposed to frames in it.
    target: String,
    /// The request for the page itself.
    page_request: Option<String>,
    world: Option<i64>,
    trouble: Option<Error>,
    is_loaded: bool,
    on_their_way: HashSet<String>,
}

impl<'c> Tab<'c> {
    /// Opens a page and waits until it is quiet. In a `try`, nothing is sent that could change
    /// something, and no other site is visited.
    pub(super) fn open(
        connection: &'c mut Connection,
        timeout: Duration,
        url: &Url,
        is_try: bool,
    ) -> Result<Self, Error> {
        let text = |value: &Value, key: &str| {
            value
                .get(key)
                .and_then(Value::as_str)
                .map(ToOwned::to_owned)
        };
        let created = connection.call("Target.createBrowserContext", &json!({}))?;
        let context = text(&created, "browserContextId").unwrap_or_default();
        let target = json!({"url": "about:blank", "browserContextId": context});
        let created = connection.call("Target.createTarget", &target)?;
        let target = text(&created, "targetId").unwrap_or_default();
        let attached = json!({"targetId": target, "flatten": true});
        let attached = connection.call("Target.attachToTarget", &attached)?;
        let session = text(&attached, "sessionId").unwrap_or_default();
        let mut tab = Self {
            connection,
            timeout,
            start: url.clone(),
            is_try,
            may_submit: false,
            context,
            session,
            target,
            page_request: None,
            world: None,
            trouble: None,
            is_loaded: false,
            on_their_way: HashSet::new(),
        };
        tab.call("Page.enable", &json!({}))?;
        tab.call("Network.enable", &json!({}))?;
        tab.call("Fetch.enable", &json!({"patterns": [{"urlPattern": "*"}]}))?;
        tab.navigate()?;
        Ok(tab)
    }

    /// Lets forms be sent that change something.
    pub(super) fn allow_submit(&mut self) {
        self.may_submit = true;
    }

    fn navigate(&mut self) -> Result<(), Error> {
        let url = self.start.to_string();
        self.connection
            .tell(Some(&self.session), "Page.navigate", &json!({"url": url}));
        let deadline = Instant::now() + self.timeout;
        while !self.is_loaded {
            self.pump()?;
            if let Some(trouble) = self.trouble.take() {
                return Err(trouble);
            }
            if Instant::now() > deadline {
                let message = format!("`{url}` did not load in time");
                return Err(Error::new(ErrorKind::Timeout, message));
            }
        }
        self.settle_for(QUIET_MS, "isDrawn()")
    }

    /// Waits until nothing changes any more after something was done.
    pub(super) fn settle(&mut self) -> Result<(), Error> {
        self.settle_for(QUIET_AFTER_DEED_MS, "true")
    }

    /// Waits until nothing has changed for so long and a condition holds.
    fn settle_for(&mut self, milliseconds: u64, condition: &str) -> Result<(), Error> {
        let restless = Instant::now() + RESTLESS;
        loop {
            let quiet = format!("main({{op: 'quiet', milliseconds: {milliseconds}}})");
            let state = self.evaluate(&quiet).ok();
            let state: Option<Value> = state
                .as_ref()
                .and_then(Value::as_str)
                .and_then(|text| serde_json::from_str(text).ok());
            let is_quiet = state.is_some_and(|state| {
                state.get("ready").and_then(Value::as_str) != Some("loading")
                    && state.get("changes").and_then(Value::as_u64) == Some(0)
            });
            let is_ready = is_quiet
                && self.on_their_way.is_empty()
                && self.evaluate(condition).ok() != Some(Value::Bool(false));
            if is_ready || Instant::now() > restless {
                return Ok(());
            }
            self.pump()?;
        }
    }

    /// Reads the page as it is now.
    pub(super) fn model(&mut self) -> Result<(PageModel, PageSnapshot), Error> {
        let payload = self.evaluate("remember(main({op: 'capture', redact: []}))")?;
        let payload = payload.as_str().unwrap_or_default();
        let page = PageSnapshot::from_payload_as_it_is(payload).map_err(|error| {
            let message = format!("cannot read the page `{}`: {error}", self.start);
            Error::new(ErrorKind::Page, message)
        })?;
        let model = PageModel::of(&page, self);
        Ok((model, page))
    }

    /// Returns how many elements a locator finds, hidden ones included; none where only Playwright
    /// knows.
    pub(super) fn count(&mut self, locator: &Locator) -> Option<u64> {
        // Nobody looks into frames.
        let [step] = locator.steps() else {
            return None;
        };
        let by = match step.method() {
            "get_by_label" => "label",
            "get_by_placeholder" => "placeholder",
            "get_by_test_id" => "data-testid",
            "get_by_text" => "text",
            "locator" => "css",
            _ => return None,
        };
        let question = json!([by, step.text()?, step.is_exact() || by == "data-testid"]);
        let count = self.evaluate(&format!("countOf(...{question})"));
        Some(count.ok().and_then(|count| count.as_u64()).unwrap_or(0))
    }

    /// Returns where the page is now.
    pub(super) fn url(&mut self) -> Option<String> {
        let url = self.evaluate("location.href").ok()?;
        url.as_str().map(ToOwned::to_owned)
    }

    /// Evaluates an expression beside our scripts, in a world that the page has no part in.
    pub(super) fn evaluate(&mut self, expression: &str) -> Result<Value, Error> {
        if self.world.is_none() {
            self.world = Some(self.make_world()?);
        }
        let params = json!({
            "expression": expression, "contextId": self.world,
            "returnByValue": true, "awaitPromise": true,
        });
        let answer = self.call("Runtime.evaluate", &params);
        if answer.is_err() {
            // The document was replaced; the next question finds the new one.
            self.world = None;
        }
        let answer = answer?;
        if let Some(thrown) = answer.pointer("/exceptionDetails/exception/description") {
            let thrown = thrown.as_str().unwrap_or("an error");
            let message = format!("the page `{}` cannot be read: {thrown}", self.start);
            return Err(Error::new(ErrorKind::Page, message));
        }
        Ok(answer.pointer("/result/value").cloned().unwrap_or_default())
    }

    fn make_world(&mut self) -> Result<i64, Error> {
        let tree = self.call("Page.getFrameTree", &json!({}))?;
        let frame = tree
            .pointer("/frameTree/frame/id")
            .cloned()
            .unwrap_or_default();
        let params = json!({"frameId": frame, "worldName": "breadcrumb"});
        let made = self.call("Page.createIsolatedWorld", &params)?;
        let world = made.get("executionContextId").and_then(Value::as_i64);
        let world = world
            .ok_or_else(|| Error::new(ErrorKind::Browser, "the browser has no world for us"))?;
        let scripts = format!("{}\n{SCRIPT}\nvoid 0;", page_script());
        let params = json!({"expression": scripts, "contextId": world});
        self.call("Runtime.evaluate", &params)?;
        Ok(world)
    }

    /// Makes a call; what the page wants meanwhile is answered, or it would wait forever.
    fn call(&mut self, method: &str, params: &Value) -> Result<Value, Error> {
        let id = self.connection.send(Some(&self.session), method, params)?;
        let mut waiting = Waiting::new(method, self.timeout);
        loop {
            match self.connection.next()? {
                Some(Said::Answer(of, answer)) if of == id => return answer,
                Some(Said::Event(event)) => self.answer(&event),
                Some(Said::Answer(..)) => {}
                None => waiting.check()?,
            }
        }
    }

    /// Lets the browser say something, and answers.
    pub(super) fn pump(&mut self) -> Result<(), Error> {
        if let Some(Said::Event(event)) = self.connection.next()? {
            self.answer(&event);
        }
        Ok(())
    }

    fn answer(&mut self, event: &Event) {
        if event.session.as_deref() != Some(&self.session) {
            return;
        }
        let text = |key: &str| {
            let value = event.params.get(key).and_then(Value::as_str);
            value.unwrap_or_default()
        };
        match event.method.as_str() {
            "Fetch.requestPaused" => self.decide(&event.params),
            "Page.javascriptDialogOpening" => {
                let accept = json!({"accept": false});
                self.connection
                    .tell(Some(&self.session), "Page.handleJavaScriptDialog", &accept);
            }
            "Page.loadEventFired" => self.is_loaded = true,
            "Page.frameNavigated" if event.params.pointer("/frame/parentId").is_none() => {
                self.world = None;
            }
            "Network.requestWillBeSent" if AWAITED.contains(&text("type")) => {
                if text("type") == "Document" && text("frameId") == self.target {
                    self.page_request = Some(text("requestId").to_owned());
                }
                self.on_their_way.insert(text("requestId").to_owned());
            }
            "Network.loadingFinished" => {
                self.on_their_way.remove(text("requestId"));
            }
            "Network.loadingFailed" => {
                self.on_their_way.remove(text("requestId"));
                self.note_failure(&event.params);
            }
            "Network.responseReceived" => self.note_response(&event.params),
            _ => {}
        }
    }

    /// Lets a request through or not.
    fn decide(&mut self, params: &Value) {
        let text = |pointer: &str| {
            params
                .pointer(pointer)
                .and_then(Value::as_str)
                .unwrap_or_default()
        };
        let id = text("/requestId").to_owned();
        let is_page = text("/resourceType") == "Document";
        let method = text("/request/method").to_owned();
        let refusal = Url::parse(text("/request/url"))
            .ok()
            .and_then(|url| self.refusal(&url, is_page, &method));
        let (call, params) = match refusal {
            None => ("Fetch.continueRequest", json!({"requestId": id})),
            Some(reason) => {
                if is_page && !self.is_loaded && text("/frameId") == self.target {
                    self.trouble
                        .get_or_insert(Error::new(ErrorKind::Redirect, reason));
                }
                let params = json!({"requestId": id, "errorReason": "BlockedByClient"});
                ("Fetch.failRequest", params)
            }
        };
        self.connection.tell(Some(&self.session), call, &params);
    }

    fn refusal(&self, url: &Url, is_page: bool, method: &str) -> Option<String> {
        let is_safe = matches!(method, "GET" | "HEAD" | "OPTIONS");
        if self.is_try && !is_safe && !self.may_submit {
            return Some(format!("`{method}` could change something"));
        }
        if !is_page || url == &self.start || is_same_origin(url, &self.start) {
            return None;
        }
        let from = &self.start;
        if self.is_try || !matches!(url.scheme(), "http" | "https" | "about") {
            return Some(format!("`{from}` leads to `{url}`, which is not followed"));
        }
        let is_inside = is_private_host(url) || resolves_inside(url);
        is_inside.then(|| format!("`{from}` redirects to the private address `{url}`"))
    }

    fn note_failure(&mut self, params: &Value) {
        let text = |key: &str| params.get(key).and_then(Value::as_str).unwrap_or_default();
        if self.page_request.as_deref() != Some(text("requestId")) || self.is_loaded {
            return;
        }
        let reason = text("errorText").to_owned();
        let kind = if reason.contains("CERT") || reason.contains("SSL") {
            ErrorKind::Tls
        } else if reason.contains("TIMED_OUT") {
            ErrorKind::Timeout
        } else {
            ErrorKind::Connection
        };
        let message = format!("cannot get `{}`: {reason}", self.start);
        self.trouble.get_or_insert(Error::new(kind, message));
    }

    fn note_response(&mut self, params: &Value) {
        let request = params.get("requestId").and_then(Value::as_str);
        if self.page_request.as_deref() != request || self.is_loaded {
            return;
        }
        let status = params
            .pointer("/response/status")
            .and_then(Value::as_u64)
            .unwrap_or(200);
        let kind = params
            .pointer("/response/mimeType")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let url = &self.start;
        if status >= 400 {
            let message = format!("`{url}` answers with status {status}");
            self.trouble
                .get_or_insert(Error::new(ErrorKind::Status, message));
        } else if !matches!(kind, "" | "text/html" | "application/xhtml+xml") {
            let message = format!("`{url}` is `{kind}`, not HTML");
            self.trouble
                .get_or_insert(Error::new(ErrorKind::NotHtml, message));
        }
    }

    /// Closes the page and forgets all it has stored.
    pub(super) fn close(self) {
        drop(self);
    }
}

impl PageCheck for Tab<'_> {
    fn is_unique(&mut self, locator: &Locator, _: ElementIndex) -> bool {
        self.count(locator).is_none_or(|count| count == 1)
    }

    fn css_path(&mut self, element: ElementIndex) -> Option<String> {
        let path = self.evaluate(&format!("pathOf({element})")).ok()?;
        path.as_str().map(ToOwned::to_owned)
    }
}

impl Drop for Tab<'_> {
    fn drop(&mut self) {
        let context = json!({"browserContextId": self.context});
        self.connection
            .tell(None, "Target.disposeBrowserContext", &context);
    }
}

/// Whether a name stands for a private address.
fn resolves_inside(url: &Url) -> bool {
    let port = url.port_or_known_default().unwrap_or(80);
    let found = (url.host_str().unwrap_or_default(), port).to_socket_addrs();
    found.is_ok_and(|mut found| found.any(|address| is_private(address.ip())))
}
