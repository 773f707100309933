//! Several clients, over HTTP on this machine.
//!
//! A web page in the user's browser can reach this machine too. So every request must name this
//! machine as its host, come from no foreign page, and have the token of this start.

mod guard;

use std::convert::Infallible;
use std::io::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use breadcrumb::Token;
use bytes::Bytes;
use http_body_util::combinators::BoxBody;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioIo, TokioTimer};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use crate::error::Error;
use crate::server::Server;
use guard::Guard;

/// Where the protocol is spoken.
const PATH: &str = "/mcp";
/// How many clients are connected at a time; the others wait.
const MOST_CONNECTIONS: usize = 32;
/// A client that has not said what it wants by then never will.
const HEADER_TIME: Duration = Duration::from_secs(10);
/// Requests are names and short texts.
const MOST_BODY_BYTES: usize = 1 << 20;

type Service = StreamableHttpService<Server, NeverSessionManager>;
type Answer = Response<BoxBody<Bytes, Infallible>>;

/// Serves until it is dropped.
pub(crate) async fn serve(server: Server, address: SocketAddr) -> Result<(), Error> {
    if !address.ip().is_loopback() {
        return Err(Error::not_loopback(address));
    }
    let failed = |error| Error::cannot_listen(address, error);
    let listener = TcpListener::bind(address).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    let token = Token::random().map_err(|error| Error::io("make a token", error))?;
    tell(address, &token);
    let guard = Arc::new(Guard::new(address, token));
    let service = service(server, &guard);
    let room = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let Ok(place) = Arc::clone(&room).acquire_owned().await else {
            return Ok(());
        };
        // A client that goes away before it is answered is nobody's error.
        let Ok((stream, _)) = listener.accept().await else {
            continue;
        };
        let (guard, service) = (Arc::clone(&guard), service.clone());
        tokio::spawn(async move {
            talk(stream, guard, service).await;
            drop(place);
        });
    }
}

/// Without sessions: nothing is kept between requests, and nothing is sent unasked.
fn service(server: Server, guard: &Guard) -> Service {
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_allowed_hosts(guard.hosts().iter().cloned())
        .with_max_request_body_bytes(MOST_BODY_BYTES);
    let make = move || Ok(server.clone());
    StreamableHttpService::new(make, Arc::new(NeverSessionManager::default()), config)
}

async fn talk(stream: TcpStream, guard: Arc<Guard>, service: Service) {
    let answer = service_fn(move |request| {
        let (guard, service) = (Arc::clone(&guard), service.clone());
        async move { Ok::<_, Infallible>(answer(&guard, &service, request).await) }
    });
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIME)
        .serve_connection(TokioIo::new(stream), answer)
        .await;
}

async fn answer(guard: &Guard, service: &Service, request: Request<Incoming>) -> Answer {
    match guard.check(&request) {
        Ok(()) => service.handle(request).await,
        Err(refusal) => refusal.answer(),
    }
}

/// Says once where it listens and what clients must send.
fn tell(address: SocketAddr, token: &Token) {
    let token = token.as_str();
    let _ = writeln!(
        std::io::stderr(),
        "listening on http://{address}{PATH}\n\
         clients send the header `Authorization: Bearer {token}`\n\
         Ctrl-C ends it"
    );
}
