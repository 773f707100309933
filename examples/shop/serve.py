"""Serves one version of the shop at a time, on one address.

A redesign does not move a shop to another address: both versions are served at the same one, so
that what was learned about a page is found again.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

SHOP = Path(__file__).resolve().parent


class Shop:
    """A running shop; `version` can be changed at any time."""

    def __init__(self, server: ThreadingHTTPServer, version: str) -> None:
        self.version = version
        self.url = f"http://127.0.0.1:{server.server_port}"


class _Handler(SimpleHTTPRequestHandler):
    shop: Shop

    def translate_path(self, path: str) -> str:
        self.directory = str(SHOP / self.shop.version)
        return super().translate_path(path)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing: the output belongs to the demo."""


@contextmanager
def open_shop(version: str = "v1") -> Iterator[Shop]:
    """Opens the shop on a free port of this machine."""
    handler = type("Handler", (_Handler,), {})
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler))
    handler.shop = shop = Shop(server, version)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield shop
    finally:
        server.shutdown()
        server.server_close()
