//! `breadcrumb serve`: the page, live.
//!
//! A small server of our own: one page, two kinds of data, and one route that writes, for what
//! people decide about heals. An address is known only to who has read it: it holds a random token.

mod decide;
mod http;
mod live;

use std::io;
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use breadcrumb::Token;
use breadcrumb::report::Readers;
use breadcrumb::store::OpenOptions;

use super::opener;
use super::window::Window;
use crate::args_report::ServeArgs;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::output;
use live::Live;

/// A browser has six connections to a server; more than these are refused.
const MOST_CONNECTIONS: usize = 32;

pub(crate) fn serve(args: &ServeArgs) -> Result<Exit, CommandError> {
    let window = Window::open(&args.window, &OpenOptions::new().read_only())?;
    let listener =
        TcpListener::bind((args.host, args.port)).map_err(|e| cannot_listen(args, &e))?;
    let address = listener.local_addr()?;
    let readers = if args.read_only {
        Readers::OnlyRead
    } else {
        Readers::Decide
    };
    let live = Live::new(window, address.port(), Token::random()?, readers);
    let live = Arc::new(live);
    let url = format!("http://{address}/{}/", live.token());
    output::print(&format!("{url}\n"))?;
    output::print_note("press Ctrl-C to stop");
    if !args.host.is_loopback() {
        output::print_note(match readers {
            Readers::OnlyRead => "other machines can read the report at this address",
            Readers::Decide => {
                "other machines can read the report and review heals at this address"
            }
        });
    }
    if args.open {
        opener::open(&url)?;
    }
    let open_connections = Arc::new(AtomicUsize::new(0));
    for stream in listener.incoming().flatten() {
        if open_connections.fetch_add(1, Ordering::SeqCst) >= MOST_CONNECTIONS {
            open_connections.fetch_sub(1, Ordering::SeqCst);
            continue;
        }
        let (live, open_connections) = (Arc::clone(&live), Arc::clone(&open_connections));
        std::thread::spawn(move || {
            answer(&live, &stream);
            open_connections.fetch_sub(1, Ordering::SeqCst);
        });
    }
    Ok(Exit::Fine)
}

/// Answers one request; a client that went away is nobody's error.
fn answer(live: &Live, stream: &TcpStream) {
    let Ok(request) = http::read(stream) else {
        return;
    };
    let response = live.answer(&request);
    let _ = http::write(stream, &response, request.wants_body());
}

fn cannot_listen(args: &ServeArgs, error: &io::Error) -> CommandError {
    let (host, port) = (args.host, args.port);
    let (message, hint) = match error.kind() {
        io::ErrorKind::AddrInUse => (
            format!("port {port} of {host} is in use"),
            "choose another with --port, or leave it out for one that is free",
        ),
        io::ErrorKind::PermissionDenied => (
            format!("port {port} of {host} may not be used"),
            "ports below 1024 belong to the system; choose a higher one",
        ),
        _ => (
            format!("cannot listen on port {port} of {host}: {error}"),
            "--host takes an address of this machine, e.g. 127.0.0.1",
        ),
    };
    CommandError::input(message, hint)
}
