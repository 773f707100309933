//! One client, over standard input and output.

use rmcp::service::serve_server;
use rmcp::transport::io::stdio_pipes;

use crate::error::Error;
use crate::server::Server;

/// Serves until the client closes standard input.
pub(crate) async fn serve(server: Server) -> Result<(), Error> {
    let service = match serve_server(server, stdio_pipes()).await {
        Ok(service) => service,
        // Nobody said anything: a client that has only looked whether the command starts.
        Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(Error::protocol(error)),
    };
    service.waiting().await.map(|_| ()).map_err(Error::protocol)
}
