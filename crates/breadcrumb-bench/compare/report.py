"""Measures the reports of the Python package pytest-breadcrumb 0.1.0a2; called by breadcrumb-bench.

    PACKAGE_VENV/bin/python report.py DATABASE ROUNDS

Prints JSON: the median seconds of each format, from an open store to the text.
"""

import json
import statistics
import sys
import time

from breadcrumb.core.storage import FingerprintStore
from breadcrumb.report import ReportConsole, ReportHTML, ReportJSON


def timed(call, rounds):
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main():
    path, rounds = sys.argv[1], int(sys.argv[2])
    store = FingerprintStore(path)
    formats = {
        "console": lambda: ReportConsole().render(store),
        "json": lambda: json.dumps(ReportJSON().render(store)),
        "json_file": lambda: ReportJSON().export(store, path + ".json"),
        "html": lambda: ReportHTML().render(store),
    }
    json.dump({name: timed(call, rounds) for name, call in formats.items()}, sys.stdout)


if __name__ == "__main__":
    main()
