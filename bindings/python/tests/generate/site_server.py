"""A server with the pages of `fixtures/generate`."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import hostile
import pytest

PAGES = Path(__file__).resolve().parents[4] / "fixtures" / "generate"


def large_page(elements: int) -> str:
    rows = "".join(
        f"<tr><td>Order {n}</td><td>{n * 7} EUR</td><td><button>Open</button></td></tr>"
        for n in range(elements // 5)
    )
    return f"<!doctype html><title>Orders</title><h1>Orders</h1><table>{rows}</table>"


class Handler(http.server.SimpleHTTPRequestHandler):
    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        if path == "/away":
            self.send_response(302)
            self.send_header("Location", self.path.partition("?")[2])
            self.end_headers()
        elif path == "/endless":
            self._send("text/html", b"<p>more" * 100_000, times=100_000)
        elif path == "/broken-frames":
            frames = b"<iframe src=/missing></iframe><iframe src=http://127.0.0.1:1/></iframe>"
            self._send("text/html", frames + b"<iframe src=/data.json></iframe><button>Go</button>")
        elif path == "/data.json":
            self._send("application/json", b"{}")
        elif path == "/large":
            self._send("text/html; charset=utf-8", large_page(5_000).encode())
        elif (PAGES / path.lstrip("/")).is_file() or path == "/missing":
            super().do_GET()
        else:
            self._send("text/html; charset=utf-8", hostile.page().encode())

    def _send(self, kind: str, body: bytes, times: int = 1) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()
        try:
            for _ in range(times):
                self.wfile.write(body)
        except OSError:
            pass  # whoever asked has heard enough

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """Serve the pages as long as the tests run."""
    handler = functools.partial(Handler, directory=str(PAGES))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as httpd:
        threading.Thread(target=httpd.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{httpd.server_address[1]}"
        httpd.shutdown()
