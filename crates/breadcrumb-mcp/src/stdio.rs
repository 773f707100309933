//! One client, over standard input and output.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use rmcp::service::{ServerInitializeError, serve_server};
use rmcp::transport::io::{StdioReader, stdio_pipes};
use tokio::io::{AsyncRead, ReadBuf};
use tokio::sync::Notify;

use crate::error::Error;
use crate::server::Server;

/// How long calls may still answer after the end of standard input: a script that pipes its
/// questions in reads the answers, a client that was killed does not.
const LAST_ANSWERS: Duration = Duration::from_secs(2);

/// Serves until the client closes standard input.
pub(crate) async fn serve(server: Server) -> Result<(), Error> {
    let (reader, writer) = stdio_pipes();
    let end = Arc::new(Notify::new());
    let watched = Watched {
        reader,
        end: Arc::clone(&end),
    };
    let service = match serve_server(server, (watched, writer)).await {
        Ok(service) => service,
        // Nobody said anything: a client that has only looked whether the command starts.
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(Error::protocol(error)),
    };
    tokio::select! {
        quit = service.waiting() => quit.map(|_| ()).map_err(Error::protocol),
        () = after(&end) => Ok(()),
    }
}

async fn after(end: &Notify) {
    end.notified().await;
    tokio::time::sleep(LAST_ANSWERS).await;
}

/// A reader that tells of its end.
struct Watched {
    reader: StdioReader,
    end: Arc<Notify>,
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.reader).poll_read(context, buffer);
        let has_ended = match &read {
            Poll::Ready(Ok(())) => buffer.filled().len() == before,
            Poll::Ready(Err(_)) => true,
            Poll::Pending => false,
        };
        if has_ended {
            self.end.notify_one();
        }
        read
    }
}
