"""Measures how much later the calls end with Breadcrumb: `python -m robust.measure [times [word]]`.

With a word only the cases with it in their name.
Prints, for each case, the median of plain Playwright and by how much the median with Breadcrumb,
in the mode `heal` with and without fingerprints, is above it.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import warnings
from pathlib import Path

from cases.browser import launch_options
from playwright.sync_api import sync_playwright

from . import drive
from .blocked import BLOCKED, CRASHED, KILLED
from .moments import MOMENTS
from .server import serve

USES: list[drive.Use] = [None, ("heal", True), ("heal", False)]


def main(times: int, word: str) -> None:
    """Measure all cases."""
    warnings.simplefilter("ignore")
    folder = Path(tempfile.mkdtemp())
    with serve() as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options(playwright.chromium.executable_path))
        known = folder / "known.db"
        drive.learn(browser, base, known)
        for title, cases in (("moments", MOMENTS), ("blocked", [*BLOCKED, *CRASHED, *KILLED])):
            worst: list[float] = []
            for case in (case for case in cases if word in case.name):
                medians: list[float] = []
                for use in USES:
                    ends = (
                        drive.run_sync(browser, case, use, base, known, folder)
                        for _ in range(times)
                    )
                    medians.append(statistics.median(end.seconds for end in ends) * 1000)
                plain, with_known, without = medians
                worst.append(max(with_known, without) - plain)
                more = f"known {with_known - plain:+6.0f}, unknown {without - plain:+6.0f}"
                print(f"{case.name:40} plain {plain:6.0f} ms, {more}", flush=True)
            if not worst:
                continue
            median = statistics.median(worst)
            print(f"{title}: {len(worst)} cases, median {median:+.0f}, worst {max(worst):+.0f} ms")
        browser.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3, "".join(sys.argv[2:]))
