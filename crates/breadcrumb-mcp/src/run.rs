//! [`run`]: a server from its start to its end.

use std::io;

use tokio::runtime;

use crate::context::Context;
use crate::error::Error;
use crate::options::Options;
use crate::server::Server;
use crate::{http, stdio};

/// Serves until the client goes away or somebody ends it with Ctrl-C.
pub fn run(options: &Options) -> Result<(), Error> {
    let server = Server::new(Context::of_process(options)?);
    let runtime = runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Error::io("start", error))?;
    let end = runtime.block_on(async {
        let end = tokio::select! {
            end = serve(server.clone(), options) => end,
            ended = ended() => ended.map_err(|error| Error::io("wait for Ctrl-C", error)),
        };
        server.finish().await;
        end
    });
    // A thread that waits for standard input cannot be asked to stop.
    runtime.shutdown_background();
    end
}

async fn serve(server: Server, options: &Options) -> Result<(), Error> {
    match options.http {
        Some(address) => http::serve(server, address).await,
        None => stdio::serve(server).await,
    }
}

/// Waits for somebody to end the server.
async fn ended() -> io::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminated = signal(SignalKind::terminate())?;
        tokio::select! {
            ended = tokio::signal::ctrl_c() => ended,
            _ = terminated.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}
