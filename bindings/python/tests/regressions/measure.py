"""Prints how many regressions are hidden by heals, and how many renames are refused."""

from __future__ import annotations

import tempfile
import warnings
from pathlib import Path

from cases.browser import launch_options
from playwright.sync_api import Browser, sync_playwright

from .model import Row
from .table import REFUSED, ROWS
from .trial import PATIENT, SHORT, sync_trial


def main() -> None:
    """Run the whole table once."""
    warnings.simplefilter("ignore")
    with sync_playwright() as playwright:
        chromium = playwright.chromium
        browser = chromium.launch(**launch_options(chromium.executable_path))
        broken = [row for row in ROWS if row.broken is not None]
        hidden = [row.name for row in broken if _is_green(browser, row, row.broken, SHORT)]
        renamed = [row for row in ROWS if row.renamed is not None]
        refused = [
            row.name for row in renamed if not _is_green(browser, row, row.renamed, _limit(row))
        ]
    _say("hidden regressions", hidden, len(broken))
    _say("refused renames", refused, len(renamed))


def _is_green(browser: Browser, row: Row, release: str | None, timeout: int) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        return sync_trial(browser, row, release or "", Path(folder), timeout)[0]


def _limit(row: Row) -> int:
    return SHORT if row.name in REFUSED else PATIENT


def _say(title: str, names: list[str], total: int) -> None:
    print(f"{title}: {len(names)} of {total} ({100 * len(names) / total:.1f} %)")
    for name in names:
        print(f"  {name}")


if __name__ == "__main__":
    main()
