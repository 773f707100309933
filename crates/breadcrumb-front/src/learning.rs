//! Learning: the fingerprints of what a test touches, at next to no cost for the test.
//!
//! The question goes out just before the call that touches the element, and the page answers in
//! order: an element that removes itself is learned all the same. After a read, which removes nothing,
//! it goes out when the read is under way. A test that has an end does not wait for the answer; it is
//! kept when it comes.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::json;

use crate::act::{Acted, How};
use crate::call::Call;
use crate::engine::Engine;
use crate::patience::{ANSWER, BEFORE_CALL, ELEMENT};
use crate::step::{Answer, Beside, Hold, Outcome, Question, Step};
use crate::test::{Event, Test};
use crate::turn::{Turn, rest_of};
use crate::want::Want;

/// What an answer starts with that comes from a document which is younger than the question.
const YOUNGER: char = '!';
/// What Playwright says where a locator that should find one element finds several.
pub(crate) const TOO_MANY: &str = "strict mode violation";
const URL_MEMBER: &str = "\"url\":";

/// What a selector finds at this moment.
#[derive(Debug, Default)]
pub(crate) struct Sighting {
    pub(crate) count: u64,
    pub(crate) payload: Option<String>,
}

impl<E: Engine> Turn<E> {
    /// Makes a call with the test's own locator, and learns the element that it is made on.
    pub(crate) async fn act_and_learn(
        &mut self,
        timeout: Duration,
        stop_after: Option<Duration>,
        payload: Option<String>,
    ) -> Acted {
        let documents = self.documents();
        let selector = self.want.selector.clone();
        let mut how = How {
            timeout,
            stop_after,
            ..How::default()
        };
        if !self.is_due() {
            let acted = self.act(&selector, how).await;
            if matches!(acted, Acted::Done { .. }) && self.documents() == documents {
                // An answer that has come meanwhile may be of before the element was shown.
                self.learn().await;
            }
            return acted;
        }
        let before = self.used();
        let image = self.picture(&selector).await;
        how.timeout = rest_of(timeout, self.used().saturating_sub(before));
        let awaited = Awaited::default();
        if let Some(payload) = payload {
            awaited.came(payload);
        } else {
            how.beside = Some(self.question_beside(&awaited));
        }
        let acted = self.act(&selector, how).await;
        let Acted::Done { url, .. } = &acted else {
            return acted;
        };
        // The page is well: from here on the test's own time is no measure.
        let before = self.within(ANSWER);
        self.keep_picture(image, url).await;
        if let Some(payload) = awaited.want() {
            keep(&self.test, &self.want, &payload);
        }
        if *url == self.want.url && self.documents() == documents {
            // It was not there yet when the question came, or was not shown.
            self.learn().await;
        }
        self.until(before);
        acted
    }

    /// Learns the element that a call was made on, after it, where a fingerprint is due.
    pub(crate) async fn learn(&mut self) {
        if !self.is_due() {
            return;
        }
        let before = self.within(ANSWER);
        self.keep_picture(None, &self.want.url).await;
        self.until(before);
        let call = background(&self.test, &self.want, Way::Engine, Awaited::wanted());
        let wait = self.test.settings.waits_for_answers;
        self.step(Step::Start { call, wait }).await;
    }

    /// Asks for the fingerprint of an element along with a call that may remove it.
    ///
    /// A call that takes several steps may start when the question has gone out, if one message is all
    /// that it takes. A read leaves the element where it is: the question goes out right after it. Any
    /// other call waits a little for the answer, no longer: a page that is busy answers both in turn.
    fn question_beside(&self, awaited: &Awaited) -> Beside {
        let kind = self.want.kind;
        let has_engine = self.test.state().engines.get(&self.want.frame) == Some(&true);
        let (way, hold) = if kind.is_read {
            (Way::Engine, Hold::Nothing)
        } else if kind.is_slow && has_engine {
            (Way::Engine, Hold::Sent)
        } else {
            (Way::Sight, Hold::Answered(BEFORE_CALL))
        };
        Beside {
            call: background(&self.test, &self.want, way, awaited.clone()),
            hold,
            wait: self.test.settings.waits_for_answers,
        }
    }

    /// Looks whether the locator finds something at this moment, and takes its fingerprint.
    pub(crate) async fn sight(&self) -> Option<Sighting> {
        let asked_in = self.documents();
        let mut request = self.learning_request();
        if let Some(request) = request.as_object_mut() {
            request.insert("op".to_owned(), json!("sight"));
            request.insert("strict".to_owned(), json!(self.want.is_strict));
        }
        match self
            .all(self.want.selector.clone(), request.to_string())
            .await?
        {
            Answer::Text(Some(text)) => Some(Sighting {
                count: 1,
                payload: self.own_answer(text, asked_in),
            }),
            Answer::Value { json, .. } => Some(Sighting {
                count: json.parse().unwrap_or(1),
                payload: None,
            }),
            _ => None,
        }
    }

    /// Takes a fingerprint of what the locator finds, or will find soon.
    async fn fingerprint(&self, way: Way) -> Option<String> {
        let frame = self.want.frame;
        let may_have_engine = self.test.state().engines.get(&frame) != Some(&false);
        if way == Way::Sight || !may_have_engine {
            return self.sight().await?.payload;
        }
        let asked_in = self.documents();
        let timeout = if self.want.timeout.is_zero() {
            ELEMENT
        } else {
            self.want.timeout.min(ELEMENT)
        };
        let question = Question::Text {
            selector: self.selector_of_fingerprint(),
            is_strict: self.want.is_strict,
            timeout,
        };
        match self.answer_of(question, timeout).await {
            Answer::Text(text) => {
                self.test.state().engines.insert(frame, true);
                return self.own_answer(text?, asked_in);
            }
            Answer::Error { message, timed_out } => {
                if timed_out || message.contains(TOO_MANY) {
                    return None;
                }
            }
            _ => return None,
        }
        // The document was there before the engine.
        let payload = self.sight().await?.payload;
        self.test.state().engines.insert(frame, false);
        payload
    }

    fn selector_of_fingerprint(&self) -> String {
        let first = if self.want.is_strict { "" } else { " >> nth=0" };
        let request = engine_request(&self.learning_request());
        format!("{}{first} >> {request}", self.want.selector)
    }

    /// Asks for the element, and for the whole page around it where that is not known yet.
    fn learning_request(&self) -> serde_json::Value {
        let purpose = self.want.purpose();
        let place = self.want.place();
        let nodes = self
            .test
            .ask(|engine| Ok(engine.known_nodes(place, &purpose)))
            .unwrap_or(0);
        let redact = &self.test.settings.redact;
        json!({"op": "learn", "redact": redact, "nodes": nodes, "asked": self.time_of_day()})
    }

    /// Returns an answer without its mark; none if it comes from another document. The test may have
    /// gone on to the next page meanwhile, which has a heading as well.
    fn own_answer(&self, text: String, asked_in: u64) -> Option<String> {
        let (is_younger, text) = match text.strip_prefix(YOUNGER) {
            Some(rest) => (true, rest.to_owned()),
            None => (false, text),
        };
        let is_other = || is_younger || url_of(&text).as_deref() != Some(self.want.url.as_str());
        let is_ours = !text.is_empty() && (self.documents() == asked_in || !is_other());
        is_ours.then_some(text)
    }
}

/// How a fingerprint is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// By our selector engine, which waits for the element; else as a sighting.
    Engine,
    /// As a sighting: what is there at this moment.
    Sight,
}

/// A fingerprint that is asked for along with a call of the test. It is kept if that succeeds, whichever of
/// the two comes first.
#[derive(Debug, Clone, Default)]
struct Awaited(Arc<Mutex<Fate>>);

#[derive(Debug, Default)]
enum Fate {
    #[default]
    Open,
    Wanted,
    Came(String),
}

impl Awaited {
    /// One that is kept when it comes.
    fn wanted() -> Self {
        Self(Arc::new(Mutex::new(Fate::Wanted)))
    }

    /// The call has succeeded: returns what has come so far, and lets the rest be kept.
    fn want(&self) -> Option<String> {
        match std::mem::replace(&mut *self.fate(), Fate::Wanted) {
            Fate::Came(payload) => Some(payload),
            Fate::Open | Fate::Wanted => None,
        }
    }

    /// It has come: returns it where it can be kept at once.
    fn came(&self, payload: String) -> Option<String> {
        let mut fate = self.fate();
        if matches!(*fate, Fate::Wanted) {
            return Some(payload);
        }
        *fate = Fate::Came(payload);
        None
    }

    fn fate(&self) -> MutexGuard<'_, Fate> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns a call that takes a fingerprint and keeps it, whenever its answer comes.
fn background<E: Engine>(
    test: &Arc<Test<E>>,
    want: &Arc<Want>,
    way: Way,
    awaited: Awaited,
) -> Call {
    let asking = Asking::new(test, want);
    Call::new(|port| async move {
        // As long as an answer of a well page may take: the test's call may be over by then.
        let mut turn = Turn::new(Arc::clone(&asking.test), Arc::clone(&asking.want), port);
        turn.within(asking.want.timeout.max(ANSWER));
        let payload = turn.fingerprint(way).await;
        if let Some(payload) = payload.and_then(|payload| awaited.came(payload)) {
            keep(&asking.test, &asking.want, &payload);
        }
        Outcome::Return(0)
    })
}

/// Keeps the fingerprint of an element that the test has used.
fn keep<E: Engine>(test: &Test<E>, want: &Want, payload: &str) {
    let learned = test.ask(|engine| engine.learn(&want.key, payload));
    if let Some(Some(text)) = learned {
        let used = want.used.clone();
        test.state().events.push(Event::Drifted { text, used });
    }
}

/// A fingerprint that is on its way: until it has come, or is given up, nobody else asks for it.
struct Asking<E: Engine> {
    test: Arc<Test<E>>,
    want: Arc<Want>,
}

impl<E: Engine> Asking<E> {
    fn new(test: &Arc<Test<E>>, want: &Arc<Want>) -> Self {
        let asked = (want.key.clone(), want.url.clone());
        test.state().asked.insert(asked);
        Self {
            test: Arc::clone(test),
            want: Arc::clone(want),
        }
    }
}

impl<E: Engine> Drop for Asking<E> {
    fn drop(&mut self) {
        let asked = (self.want.key.clone(), self.want.url.clone());
        self.test.state().asked.remove(&asked);
    }
}

/// Returns a part of a selector that hands a request to our selector engine.
pub(crate) fn engine_request(request: &serde_json::Value) -> String {
    let mut part = String::from("_breadcrumb=");
    for byte in request.to_string().bytes() {
        if byte.is_ascii_alphanumeric() {
            part.push(char::from(byte));
        } else {
            let _ = write!(part, "%{byte:02X}");
        }
    }
    part
}

/// Returns the address of the page that a payload is from; it is among the first members.
fn url_of(payload: &str) -> Option<String> {
    let start = payload.find(URL_MEMBER)? + URL_MEMBER.len();
    let rest = payload.get(start..)?;
    let mut texts = serde_json::Deserializer::from_str(rest).into_iter::<String>();
    texts.next()?.ok()
}
