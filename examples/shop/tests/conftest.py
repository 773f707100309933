"""The browser and the shop for the demo's tests."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, BrowserType

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from serve import open_shop

#: In milliseconds. The shop is on this machine: what is not there by then is not coming.
TIMEOUT = 6_000

FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def base_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """The shop's address: `--base-url`, or a shop of its own (`SHOP_VERSION`, else v1)."""
    if given := request.config.getoption("base_url", None):
        yield given
        return
    with open_shop(os.environ.get("SHOP_VERSION", "v1")) as shop:
        yield shop.url


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any], browser_type: BrowserType
) -> dict[str, Any]:
    """Chromium from `BREADCRUMB_CHROMIUM`, else Playwright's own, else one on PATH."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    args = [*FLAGS, *(["--no-sandbox"] if is_root else [])]
    options = {**browser_type_launch_args, "args": args}
    chosen = os.environ.get("BREADCRUMB_CHROMIUM")
    if not chosen and not Path(browser_type.executable_path).exists():
        names = ("chromium", "chromium-browser", "google-chrome")
        chosen = next(filter(None, map(shutil.which, names)), None)
    return {**options, "executable_path": chosen} if chosen else options


@pytest.fixture
def context(context: BrowserContext) -> BrowserContext:
    """A context that does not wait long for what is gone."""
    context.set_default_timeout(TIMEOUT)
    return context
