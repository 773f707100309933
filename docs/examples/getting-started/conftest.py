"""The browser: `BREADCRUMB_CHROMIUM`, else Playwright's own, else one on the path."""

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, BrowserType


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any], browser_type: BrowserType
) -> dict[str, Any]:
    chosen = os.environ.get("BREADCRUMB_CHROMIUM")
    if not chosen and not Path(browser_type.executable_path).exists():
        chosen = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)
    # Chromium has no sandbox for root.
    args = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    options = {**browser_type_launch_args, "args": ["--disable-gpu", *args]}
    return {**options, "executable_path": chosen} if chosen else options


@pytest.fixture
def context(context: BrowserContext) -> BrowserContext:
    """A context that does not wait long for what is gone."""
    context.set_default_timeout(5_000)
    return context
