"""The Chromium that the cases run in, and a thread of its own for each API.

The sync API keeps an event loop running in its thread, and the async one needs a thread without
any. With a thread each, the order of the tests does not matter.
"""

from __future__ import annotations

import os
import shutil
from typing import Any

FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def launch_options(own_executable: str) -> dict[str, Any]:
    """Returns how to launch: `BREADCRUMB_CHROMIUM`, else Playwright's own, else one on PATH."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    options: dict[str, Any] = {"args": [*FLAGS, *(["--no-sandbox"] if is_root else [])]}
    chosen = os.environ.get("BREADCRUMB_CHROMIUM")
    if not chosen and not os.path.exists(own_executable):
        names = ("chromium", "chromium-browser", "google-chrome")
        chosen = next(filter(None, map(shutil.which, names)), None)
    if chosen:
        options["executable_path"] = chosen
    return options
