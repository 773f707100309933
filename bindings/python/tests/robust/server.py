"""A site on this machine whose bytes come when they are told to."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

#: How long a slow answer stops in the middle, in seconds.
PAUSE = 0.3
#: How long an answer that never comes in time takes, in seconds.
NEVER = 5.0

TARGET = '<h1>Shop</h1><button id="target">Buy</button>'
GOOD = f"<!doctype html><title>Shop</title>{TARGET}"
#: What is learned before: on the pages below `#gone` is gone.
BEFORE = f'{GOOD}<a id="gone" href="#g">Terms of delivery</a><input id="field">'
#: And here it has another name.
MOVED = f'{GOOD}<a id="moved" href="#g">Terms of delivery</a><input id="field">'
_PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d49444154789c626001000000050001a5f645400000000049454e44ae426082"
)
_PDF = b"%PDF-1.1\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj"
_HTML = "text/html; charset=utf-8"
_SYNC = "const x = new XMLHttpRequest(); x.open('GET', '/never', false); x.send();"

#: By path: the type, and the parts with a pause between them.
_PAGES: dict[str, tuple[str, tuple[bytes | str, ...]]] = {
    "/good": (_HTML, (GOOD,)),
    "/before": (_HTML, (BEFORE,)),
    "/moved": (_HTML, (MOVED,)),
    "/late-root": (_HTML, ("<!doctype html>", TARGET)),
    "/late-body": (_HTML, ("<!doctype html><html><head><title>S</title>", f"</head>{TARGET}")),
    "/late-rest": (_HTML, ("<!doctype html><body><p>Wait</p>", TARGET)),
    "/late-text": ("text/plain", ("first", "second")),
    "/xml": (
        "application/xml",
        ("<?xml version='1.0'?><s><item id='target'>Buy</item></s>",),
    ),
    "/svg": ("image/svg+xml", ("<svg xmlns='http://www.w3.org/2000/svg'><text>Buy</text></svg>",)),
    "/text": ("text/plain", ("just text",)),
    "/image": ("image/png", (_PIXEL,)),
    "/pdf": ("application/pdf", (_PDF,)),
    "/download": ("application/octet-stream", (b"bytes",)),
    "/frame": (_HTML, (f"{GOOD}<iframe src='/good'></iframe>",)),
    "/sandbox": (_HTML, (GOOD,)),
    "/sync": (_HTML, (f"{GOOD}<script>setTimeout(() => {{ {_SYNC} }}, 50)</script>",)),
    "/error": (_HTML, (GOOD,)),
}


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        path = self.path.split("?")[0]
        if path == "/never":
            time.sleep(NEVER)
        if path == "/refused":
            self.close_connection = True
            return
        kind, parts = _PAGES.get(path, (_HTML, (GOOD,)))
        self.send_response(500 if path == "/error" else 200)
        self.send_header("Content-Type", kind)
        if path == "/sandbox":
            self.send_header("Content-Security-Policy", "sandbox")
        self.end_headers()
        with suppress(OSError):
            for index, part in enumerate(parts):
                if index:
                    time.sleep(PAUSE)
                self.wfile.write(part.encode() if isinstance(part, str) else part)
                self.wfile.flush()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False


@contextmanager
def serve() -> Iterator[str]:
    """Serve the site, and return its address."""
    server = _Server(("127.0.0.1", 0), _Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
