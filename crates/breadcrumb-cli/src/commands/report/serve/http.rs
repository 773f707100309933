//! As much of HTTP as one page needs: one request a connection, read with limits.

use std::io::{self, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

/// No browser sends more than this before the body.
const MOST_BYTES: usize = 16 * 1024;
/// A decision is some words long.
const MOST_BODY_BYTES: usize = 4 * 1024;
/// How much of a body that is too long is read and forgotten: who is still sending does not hear
/// the answer.
const MOST_FORGOTTEN_BYTES: usize = 64 * 1024;
/// Who says nothing for so long is not waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// Where a request that writes has the token.
const TOKEN_HEADER: &str = "x-breadcrumb-token";

/// What was asked for.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) method: String,
    pub(super) path: String,
    pub(super) host: Option<String>,
    pub(super) if_none_match: Option<String>,
    pub(super) origin: Option<String>,
    pub(super) content_type: Option<String>,
    /// The token once more: no other page can send this header.
    pub(super) token: Option<String>,
    pub(super) content_length: Option<String>,
    pub(super) body: Body,
}

/// What comes after the headers.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) enum Body {
    #[default]
    None,
    Whole(Vec<u8>),
    TooLong,
}

/// What is answered.
pub(super) struct Response {
    pub(super) status: &'static str,
    pub(super) content_type: &'static str,
    pub(super) etag: Option<String>,
    pub(super) policy: String,
    pub(super) body: String,
}

impl Request {
    /// Parses the lines before the body; `None` where they are no request.
    pub(super) fn parse(head: &str) -> Option<Self> {
        let mut lines = head.split("\r\n");
        let mut words = lines.next()?.split(' ');
        let (method, path, version) = (words.next()?, words.next()?, words.next()?);
        if !version.starts_with("HTTP/1.") || words.next().is_some() {
            return None;
        }
        let mut request = Self {
            method: method.to_owned(),
            path: path.to_owned(),
            ..Self::default()
        };
        for line in lines.take_while(|line| !line.is_empty()) {
            let (name, value) = line.split_once(':')?;
            let value = value.trim().to_owned();
            let place = match name.to_ascii_lowercase().as_str() {
                "host" => &mut request.host,
                "if-none-match" => &mut request.if_none_match,
                "origin" => &mut request.origin,
                "content-type" => &mut request.content_type,
                "content-length" => &mut request.content_length,
                TOKEN_HEADER => &mut request.token,
                _ => continue,
            };
            // The same header twice is a trick.
            if place.replace(value).is_some() {
                return None;
            }
        }
        Some(request)
    }

    pub(super) fn wants_body(&self) -> bool {
        self.method != "HEAD"
    }
}

/// Reads a request; its body only where it has one that is read.
pub(super) fn read(mut stream: &TcpStream) -> io::Result<Request> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut bytes = Vec::new();
    let mut chunk = [0; 2048];
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end;
        }
        let count = stream.read(&mut chunk)?;
        if count == 0 || bytes.len() > MOST_BYTES {
            return Err(io::ErrorKind::InvalidData.into());
        }
        bytes.extend_from_slice(chunk.get(..count).unwrap_or_default());
    };
    let body = bytes.split_off(end);
    let head = String::from_utf8(bytes).map_err(|_| io::ErrorKind::InvalidData)?;
    let request = Request::parse(&head);
    let mut request = request.ok_or(io::ErrorKind::InvalidData)?;
    if request.method == "POST" {
        let start = body.get(4..).unwrap_or_default();
        request.body = read_body(stream, start, request.content_length.as_deref())?;
    }
    Ok(request)
}

/// Reads as many bytes as are announced; `start` came with the headers.
fn read_body(stream: &TcpStream, start: &[u8], length: Option<&str>) -> io::Result<Body> {
    let Some(length) = length.and_then(|length| length.parse::<usize>().ok()) else {
        return Ok(Body::None);
    };
    let is_too_long = length > MOST_BODY_BYTES;
    let wanted = length.min(MOST_FORGOTTEN_BYTES);
    let mut body = start.get(..wanted).unwrap_or(start).to_vec();
    let rest = wanted.saturating_sub(body.len());
    let read = stream.take(rest as u64).read_to_end(&mut body)?;
    match (is_too_long, read == rest) {
        (true, _) => Ok(Body::TooLong),
        (false, true) => Ok(Body::Whole(body)),
        (false, false) => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

/// Writes a response, after which the connection is closed.
pub(super) fn write(
    mut stream: &TcpStream,
    response: &Response,
    with_body: bool,
) -> io::Result<()> {
    let etag = response
        .etag
        .as_ref()
        .map_or(String::new(), |etag| format!("ETag: {etag}\r\n"));
    let head = format!(
        "HTTP/1.1 {}\r\n\
         Content-Type: {}; charset=utf-8\r\n\
         Content-Length: {}\r\n\
         {etag}\
         Content-Security-Policy: {}; frame-ancestors 'none'\r\n\
         X-Content-Type-Options: nosniff\r\n\
         X-Frame-Options: DENY\r\n\
         Referrer-Policy: no-referrer\r\n\
         Cross-Origin-Resource-Policy: same-origin\r\n\
         Cross-Origin-Opener-Policy: same-origin\r\n\
         Cache-Control: no-store\r\n\
         Connection: close\r\n\r\n",
        response.status,
        response.content_type,
        response.body.len(),
        response.policy,
    );
    stream.write_all(head.as_bytes())?;
    if with_body {
        stream.write_all(response.body.as_bytes())?;
    }
    stream.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_read_and_what_is_none_is_refused() {
        let head = "GET /a/ HTTP/1.1\r\nHOST: localhost:1\r\nIf-None-Match:  \"x\"\r\nA: b";
        let request = Request::parse(head).unwrap();
        assert_eq!(
            (request.method.as_str(), request.path.as_str()),
            ("GET", "/a/")
        );
        assert_eq!(request.host.as_deref(), Some("localhost:1"));
        assert_eq!(request.if_none_match.as_deref(), Some("\"x\""));
        for other in [
            "",
            "GET /",
            "GET / HTTP/2",
            "GET / x HTTP/1.1",
            "GET / HTTP/1.1\r\nno colon",
            "GET / HTTP/1.1\r\nHost: a\r\nhost: b",
            "POST / HTTP/1.1\r\nContent-Length: 1\r\ncontent-length: 2",
            "POST / HTTP/1.1\r\nOrigin: a\r\nOrigin: b",
        ] {
            assert_eq!(Request::parse(other), None, "{other}");
        }
    }
}
