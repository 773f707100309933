//! [`Guard`]: which requests are answered.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};

use breadcrumb::Token;
use bytes::Bytes;
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, Full};
use hyper::header::{
    AUTHORIZATION, CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN, WWW_AUTHENTICATE,
};
use hyper::{Request, Response, StatusCode};

use super::PATH;

/// What a request must have.
pub(super) struct Guard {
    /// This machine, as clients may call it, with the port.
    hosts: Vec<String>,
    token: Token,
}

/// Why a request is not answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refused {
    Host,
    Origin,
    Token,
    Path,
}

impl Guard {
    pub(super) fn new(address: SocketAddr, token: Token) -> Self {
        let name = match address.ip() {
            IpAddr::V4(ip) => ip.to_string(),
            IpAddr::V6(ip) => format!("[{ip}]"),
        };
        let port = address.port();
        let hosts = [name, "localhost".to_owned()];
        Self {
            hosts: hosts.map(|name| format!("{name}:{port}")).into(),
            token,
        }
    }

    pub(super) fn hosts(&self) -> &[String] {
        &self.hosts
    }

    pub(super) fn check<B>(&self, request: &Request<B>) -> Result<(), Refused> {
        let headers = request.headers();
        // By another name it comes from a page that has bent its own name to this machine.
        let host = only(headers, &HOST).ok_or(Refused::Host)?;
        if !self.is_host(host) {
            return Err(Refused::Host);
        }
        if headers.contains_key(ORIGIN) {
            let origin = only(headers, &ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
            if !origin.is_some_and(|host| self.is_host(host)) {
                return Err(Refused::Origin);
            }
        }
        let token = only(headers, &AUTHORIZATION).and_then(bearer);
        if !token.is_some_and(|given| self.token.is(given)) {
            return Err(Refused::Token);
        }
        if request.uri().path() != PATH {
            return Err(Refused::Path);
        }
        Ok(())
    }

    fn is_host(&self, given: &str) -> bool {
        self.hosts
            .iter()
            .any(|host| host.eq_ignore_ascii_case(given))
    }
}

impl Refused {
    pub(super) fn answer(self) -> Response<BoxBody<Bytes, Infallible>> {
        let (status, text) = match self {
            Self::Host => (
                StatusCode::FORBIDDEN,
                "the host of the request is not this server",
            ),
            Self::Origin => (
                StatusCode::FORBIDDEN,
                "requests of web pages are not answered",
            ),
            Self::Token => (
                StatusCode::UNAUTHORIZED,
                "send the token that `breadcrumb mcp` printed as `Authorization: Bearer TOKEN`",
            ),
            Self::Path => (StatusCode::NOT_FOUND, "the protocol is spoken at /mcp"),
        };
        let body = Full::new(Bytes::from_static(text.as_bytes())).boxed();
        let mut answer = Response::new(body);
        *answer.status_mut() = status;
        let headers = answer.headers_mut();
        headers.insert(
            CONTENT_TYPE,
            HeaderValue::from_static("text/plain; charset=utf-8"),
        );
        if self == Self::Token {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        answer
    }
}

/// Returns the value of a header that is there once: two of a kind are somebody's trick.
fn only<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

fn bearer(value: &str) -> Option<&str> {
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(headers: &[(&str, &str)], path: &str) -> Result<(), Refused> {
        let token = Token::random().unwrap();
        let mut request = Request::builder().uri(path);
        for (name, value) in headers {
            let value = value.replace("TOKEN", token.as_str());
            request = request.header(*name, value);
        }
        let guard = Guard::new("127.0.0.1:8322".parse().unwrap(), token);
        guard.check(&request.body(()).unwrap())
    }

    #[test]
    fn only_who_is_here_and_has_the_token_is_answered() {
        let host = ("host", "127.0.0.1:8322");
        let token = ("authorization", "Bearer TOKEN");
        assert_eq!(check(&[host, token], "/mcp"), Ok(()));
        assert_eq!(check(&[("host", "LOCALHOST:8322"), token], "/mcp"), Ok(()));
        let own = ("origin", "http://localhost:8322");
        assert_eq!(check(&[host, token, own], "/mcp"), Ok(()));
        assert_eq!(check(&[host, token], "/"), Err(Refused::Path));
        for bad in [
            "evil.example",
            "127.0.0.1",
            "127.0.0.1:1",
            "127.0.0.1:8322.evil.example",
        ] {
            assert_eq!(
                check(&[("host", bad), token], "/mcp"),
                Err(Refused::Host),
                "{bad}"
            );
        }
        assert_eq!(check(&[token], "/mcp"), Err(Refused::Host));
        assert_eq!(
            check(&[host, ("host", "x"), token], "/mcp"),
            Err(Refused::Host)
        );
        for bad in [
            "null",
            "https://evil.example",
            "http://localhost",
            "https://localhost:8322",
            "",
        ] {
            let origin = ("origin", bad);
            assert_eq!(
                check(&[host, token, origin], "/mcp"),
                Err(Refused::Origin),
                "{bad}"
            );
        }
        for bad in [
            "Bearer x",
            "Bearer ",
            "TOKEN",
            "Basic TOKEN",
            "Bearer TOKENx",
        ] {
            let token = ("authorization", bad);
            assert_eq!(check(&[host, token], "/mcp"), Err(Refused::Token), "{bad}");
        }
        assert_eq!(check(&[host], "/mcp"), Err(Refused::Token));
    }
}
