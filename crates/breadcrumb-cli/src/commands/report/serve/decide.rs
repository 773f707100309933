//! Decisions that come in from the page.
//!
//! A page elsewhere in the same browser can send requests here, too. It does not get through: it
//! does not know the token, may not send our header, and its browser names it as the origin.

use std::path::Path;
use std::time::Duration;

use breadcrumb::engine::HealState;
use breadcrumb::review::{self, Reviewer};
use breadcrumb::store::OpenOptions;
use breadcrumb::{Error, Token};
use serde::{Deserialize, Serialize};

use super::http::{Body, Request};
use crate::settings;

/// How long a decision waits for another process: somebody looks at the page meanwhile.
const PATIENCE: Duration = Duration::from_secs(3);

/// What somebody has decided.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// Something about a heal.
    Decide { heal: i64, state: HealState },
    /// A suggestion of a refused heal, counted from 1.
    Accept { refusal: i64, suggestion: usize },
}

/// What was done, for the page.
#[derive(Debug, Serialize)]
pub(super) struct Done {
    /// The heal that was decided about; of an accepted suggestion, the one that it has become.
    heal: i64,
    decision: HealState,
}

/// Why a decision is not taken.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Refused {
    pub(super) status: &'static str,
    pub(super) message: String,
    pub(super) hint: Option<String>,
}

/// The body of a request, as the page writes it.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Decide(WrittenDecision),
    Accept(WrittenAcceptance),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenDecision {
    heal: i64,
    decision: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenAcceptance {
    refusal: i64,
    suggestion: usize,
}

/// Checks that a request comes from our own page, and reads what it wishes.
pub(super) fn check(request: &Request, token: &Token) -> Result<Wish, Refused> {
    const FORBIDDEN: &str = "403 Forbidden";
    let given = request.token.as_deref();
    if !given.is_some_and(|given| token.is(given)) {
        return Err(Refused::new(FORBIDDEN, "the token is missing or wrong"));
    }
    if !is_own_origin(request) {
        return Err(Refused::new(FORBIDDEN, "other pages do not decide"));
    }
    if !is_json(request.content_type.as_deref()) {
        let status = "415 Unsupported Media Type";
        return Err(Refused::new(status, "a decision is JSON"));
    }
    let body = match &request.body {
        Body::Whole(body) => body.as_slice(),
        Body::None => &[],
        Body::TooLong => {
            let status = "413 Content Too Large";
            return Err(Refused::new(status, "the decision is too long"));
        }
    };
    let wish = serde_json::from_slice::<Written>(body).ok();
    let wish = wish.and_then(|written| match written {
        Written::Decide(WrittenDecision { heal, decision }) => {
            // Only a changed source makes a heal fixed.
            let state = HealState::from_name(&decision)?;
            (state != HealState::Fixed).then_some(Wish::Decide { heal, state })
        }
        Written::Accept(WrittenAcceptance {
            refusal,
            suggestion,
        }) => Some(Wish::Accept {
            refusal,
            suggestion,
        }),
    });
    wish.ok_or_else(|| Refused::new("400 Bad Request", "the decision cannot be read"))
}

/// Writes a decision to a database that is there.
pub(super) fn carry_out(database: &str, wish: &Wish) -> Result<Done, Refused> {
    if !Path::new(database).exists() {
        let message = format!("the database `{database}` is gone");
        return Err(Refused::new("503 Service Unavailable", message));
    }
    let options = OpenOptions::new().busy_timeout(PATIENCE);
    let decided = options.open(database).map_err(Error::from);
    let reviewer = Reviewer {
        name: settings::actor(),
        note: None,
    };
    let done = decided.and_then(|store| match wish {
        Wish::Decide { heal, state } => {
            review::decide(&store, *heal, *state, &reviewer)?;
            Ok(Done {
                heal: *heal,
                decision: *state,
            })
        }
        Wish::Accept {
            refusal,
            suggestion,
        } => {
            let accepted = review::accept(&store, *refusal, *suggestion, &reviewer)?;
            Ok(Done {
                heal: accepted.id,
                decision: accepted.state,
            })
        }
    });
    done.map_err(|error: Error| Refused {
        status: match error {
            Error::Review(_) => "404 Not Found",
            _ => "503 Service Unavailable",
        },
        message: error.to_string(),
        hint: error.hint().map(str::to_owned),
    })
}

impl Refused {
    pub(super) fn new(status: &'static str, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
            hint: None,
        }
    }
}

/// Returns whether the page that asks is ours, as far as its browser says. Programs name none.
fn is_own_origin(request: &Request) -> bool {
    let Some(origin) = request.origin.as_deref() else {
        return true;
    };
    let host = origin.strip_prefix("http://");
    host.is_some() && host == request.host.as_deref()
}

fn is_json(content_type: Option<&str>) -> bool {
    let media_type = content_type.and_then(|value| value.split(';').next());
    media_type.is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &str = r#"{"heal": 7, "decision": "rejected"}"#;

    fn request(token: &Token) -> Request {
        Request {
            method: "POST".to_owned(),
            host: Some("127.0.0.1:80".to_owned()),
            origin: Some("http://127.0.0.1:80".to_owned()),
            content_type: Some("application/json; charset=utf-8".to_owned()),
            token: Some(token.as_str().to_owned()),
            body: Body::Whole(BODY.into()),
            ..Request::default()
        }
    }

    /// Returns the status that a changed request is refused with.
    fn refused(change: impl FnOnce(&mut Request)) -> &'static str {
        let token = Token::random().unwrap();
        let mut request = request(&token);
        change(&mut request);
        check(&request, &token).unwrap_err().status
    }

    #[test]
    fn our_own_page_and_programs_with_the_token_decide() {
        let token = Token::random().unwrap();
        let mut request = request(&token);
        let wish = Wish::Decide {
            heal: 7,
            state: HealState::Rejected,
        };
        assert_eq!(check(&request, &token), Ok(wish));
        request.origin = None;
        assert!(check(&request, &token).is_ok());
    }

    #[test]
    fn a_suggestion_is_accepted_by_its_number() {
        let token = Token::random().unwrap();
        let mut request = request(&token);
        request.body = Body::Whole(br#"{"refusal": 7, "suggestion": 2}"#.into());
        let wish = Wish::Accept {
            refusal: 7,
            suggestion: 2,
        };
        assert_eq!(check(&request, &token), Ok(wish));
    }

    #[test]
    fn other_pages_do_not_decide() {
        for origin in [
            "null",
            "",
            "http://evil.example",
            "https://127.0.0.1:80",
            "http://127.0.0.1:81",
            "http://localhost:80",
            "http://127.0.0.1:80.evil.example",
        ] {
            let status = refused(|request| request.origin = Some(origin.to_owned()));
            assert_eq!(status, "403 Forbidden", "{origin}");
        }
        for token in [None, Some(String::new()), Some("0".repeat(32))] {
            assert_eq!(refused(|request| request.token = token), "403 Forbidden");
        }
        // What a form can send.
        for kind in ["text/plain", "application/x-www-form-urlencoded", ""] {
            let status = refused(|request| request.content_type = Some(kind.to_owned()));
            assert_eq!(status, "415 Unsupported Media Type", "{kind}");
        }
        let status = refused(|request| request.content_type = None);
        assert_eq!(status, "415 Unsupported Media Type");
    }

    #[test]
    fn what_is_no_decision_is_refused() {
        for body in [
            "",
            "{",
            "[]",
            "7",
            r#"{"heal": 7}"#,
            r#"{"heal": "7", "decision": "rejected"}"#,
            r#"{"heal": 7, "decision": "Rejected"}"#,
            r#"{"heal": 7.5, "decision": "rejected"}"#,
            r#"{"heal": 99999999999999999999, "decision": "rejected"}"#,
            r#"{"heal": 7, "decision": "rejected", "more": 1}"#,
            // Only a changed source makes a heal fixed.
            r#"{"heal": 7, "decision": "fixed"}"#,
            r#"{"refusal": 7}"#,
            r#"{"suggestion": 1}"#,
            r#"{"refusal": 7, "suggestion": -1}"#,
            r#"{"refusal": 7, "suggestion": 1.5}"#,
            r#"{"refusal": "7", "suggestion": 1}"#,
            r#"{"refusal": 7, "suggestion": 1, "more": 1}"#,
            // One or the other.
            r#"{"heal": 7, "decision": "rejected", "refusal": 7, "suggestion": 1}"#,
            r#"{"heal": 7, "suggestion": 1}"#,
            r#"{"refusal": 7, "decision": "approved"}"#,
            "\u{0}",
        ] {
            let status = refused(|request| request.body = Body::Whole(body.into()));
            assert_eq!(status, "400 Bad Request", "{body}");
        }
        let status = refused(|request| request.body = Body::Whole(vec![0xff]));
        assert_eq!(status, "400 Bad Request");
        assert_eq!(refused(|r| r.body = Body::None), "400 Bad Request");
        assert_eq!(refused(|r| r.body = Body::TooLong), "413 Content Too Large");
    }

    #[test]
    fn a_database_that_is_gone_is_not_made_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        let wish = Wish::Decide {
            heal: 1,
            state: HealState::Approved,
        };
        let refused = carry_out(&path.display().to_string(), &wish).unwrap_err();
        assert!(refused.message.ends_with("is gone"), "{refused:?}");
        assert!(!path.exists());
    }
}
