"""Which Chromium the tests run in: `BREADCRUMB_BROWSER`, else Playwright's own, else one on PATH."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserType

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any], browser_type: BrowserType
) -> dict[str, Any]:
    """Adds a browser only where none was chosen by a flag (`--browser`, `--browser-channel`)."""
    options = dict(browser_type_launch_args)
    if browser_type.name != "chromium" or "channel" in options:
        return options
    chosen = os.environ.get("BREADCRUMB_BROWSER")
    if not chosen and not Path(browser_type.executable_path).exists():
        chosen = next(filter(None, map(shutil.which, NAMES)), None)
    if chosen:
        options["executable_path"] = chosen
    # As root, as in most containers, Chromium starts only without its sandbox.
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options["args"] = [*options.get("args", []), "--no-sandbox"]
    return options
