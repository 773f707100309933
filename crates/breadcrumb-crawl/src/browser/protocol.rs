//! The browser's debugging protocol: calls, their answers, and events in between.

use std::collections::VecDeque;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

use crate::error::{Error, ErrorKind};

/// How long to wait for a message before looking at the clock.
const TICK: Duration = Duration::from_millis(50);

/// A connection to a browser.
pub(super) struct Connection {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    last_id: u64,
    events: VecDeque<Event>,
    timeout: Duration,
}

/// What the browser says.
pub(super) enum Said {
    /// An answer to the call with this number.
    Answer(u64, Result<Value, Error>),
    /// Something it says by itself.
    Event(Event),
}

/// How long an answer may take.
pub(super) struct Waiting<'m> {
    method: &'m str,
    deadline: Instant,
}

impl<'m> Waiting<'m> {
    pub(super) fn new(method: &'m str, timeout: Duration) -> Self {
        Self {
            method,
            deadline: Instant::now() + timeout,
        }
    }

    /// An error where it has taken too long.
    pub(super) fn check(&mut self) -> Result<(), Error> {
        if Instant::now() <= self.deadline {
            return Ok(());
        }
        let message = format!("the browser takes too long for `{}`", self.method);
        Err(Error::new(ErrorKind::Timeout, message))
    }
}

/// Something that the browser says by itself.
#[derive(Debug, Clone)]
pub(super) struct Event {
    pub(super) session: Option<String>,
    pub(super) method: String,
    pub(super) params: Value,
}

impl Connection {
    pub(super) fn open(address: &str, timeout: Duration) -> Result<Self, Error> {
        let (socket, _) = tungstenite::connect(address)
            .map_err(|error| trouble(format!("the browser does not answer: {error}")))?;
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream
                .set_read_timeout(Some(TICK))
                .map_err(|error| trouble(error.to_string()))?;
        }
        Ok(Self {
            socket,
            last_id: 0,
            events: VecDeque::new(),
            timeout,
        })
    }

    /// Makes a call and waits for its answer. What the browser says meanwhile is kept for
    /// [`Self::next`].
    pub(super) fn call(&mut self, method: &str, params: &Value) -> Result<Value, Error> {
        let id = self.send(None, method, params)?;
        let mut waiting = Waiting::new(method, self.timeout);
        loop {
            match self.receive()? {
                Some(Said::Answer(of, answer)) if of == id => return answer,
                Some(Said::Event(event)) => self.events.push_back(event),
                Some(Said::Answer(..)) => {}
                None => waiting.check()?,
            }
        }
    }

    /// Makes a call whose answer does not matter.
    pub(super) fn tell(&mut self, session: Option<&str>, method: &str, params: &Value) {
        // A browser that is gone is found out by the next call that needs an answer.
        let _ = self.send(session, method, params);
    }

    /// Returns what the browser says next, or none where it says nothing for a moment.
    pub(super) fn next(&mut self) -> Result<Option<Said>, Error> {
        match self.events.pop_front() {
            Some(event) => Ok(Some(Said::Event(event))),
            None => self.receive(),
        }
    }

    /// Sends a call and returns its number.
    pub(super) fn send(
        &mut self,
        session: Option<&str>,
        method: &str,
        params: &Value,
    ) -> Result<u64, Error> {
        self.last_id += 1;
        let mut message = json!({"id": self.last_id, "method": method, "params": params});
        if let (Some(session), Some(fields)) = (session, message.as_object_mut()) {
            fields.insert("sessionId".to_owned(), session.into());
        }
        self.socket
            .send(Message::text(message.to_string()))
            .map_err(|error| trouble(format!("the browser is gone: {error}")))?;
        Ok(self.last_id)
    }

    fn receive(&mut self) -> Result<Option<Said>, Error> {
        match self.socket.read() {
            Ok(Message::Text(text)) => Ok(serde_json::from_str(&text).ok().and_then(understand)),
            Ok(_) => Ok(None),
            Err(tungstenite::Error::Io(error))
                if matches!(
                    error.kind(),
                    std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut
                ) =>
            {
                Ok(None)
            }
            Err(error) => Err(trouble(format!("the browser is gone: {error}"))),
        }
    }
}

fn understand(mut message: Value) -> Option<Said> {
    let text = |value: Option<&Value>| value.and_then(Value::as_str).map(ToOwned::to_owned);
    if let Some(id) = message.get("id").and_then(Value::as_u64) {
        let refusal = message.pointer("/error/message").and_then(Value::as_str);
        let answer = match refusal {
            Some(refusal) => Err(trouble(format!("the browser refuses: {refusal}"))),
            None => Ok(message
                .get_mut("result")
                .map(Value::take)
                .unwrap_or_default()),
        };
        return Some(Said::Answer(id, answer));
    }
    Some(Said::Event(Event {
        session: text(message.get("sessionId")),
        method: text(message.get("method"))?,
        params: message
            .get_mut("params")
            .map(Value::take)
            .unwrap_or_default(),
    }))
}

fn trouble(message: String) -> Error {
    Error::new(ErrorKind::Browser, message)
}
