"""Measures the Python package pytest-breadcrumb 0.1.0a2; called by breadcrumb-bench.

    PACKAGE_VENV/bin/python pytest_breadcrumb.py JOB.json

Prints JSON: {"seconds": {name: median}, "scaled": [names measured on a part of the data]}.
"""

import json
import pathlib
import statistics
import subprocess
import sys
import time

from breadcrumb.core.fingerprint import ElementFingerprint
from breadcrumb.core.healer import Healer
from breadcrumb.core.similarity import compute_similarity
from breadcrumb.core.storage import FingerprintStore

MAX_CELLS = 25_000_000
"""Edit distances of more table cells than this take minutes in Python: a part is measured."""


class NoStore:
    """Stands in for the database where the decision alone is measured."""

    def __init__(self, stored):
        self.stored = stored

    def load_fingerprint(self, test_id, locator):
        return self.stored

    def record_healing(self, event):
        pass

    def save_fingerprint(self, fingerprint):
        pass


def timed(call, rounds, calls=1, clock=time.thread_time):
    """Median seconds of processor time: another process on the same core does not count."""
    times = []
    for _ in range(rounds):
        start = clock()
        for _ in range(calls):
            call()
        times.append((clock() - start) / calls)
    return statistics.median(times)


def load(data):
    return ElementFingerprint.from_dict(data)


def decision(stored, candidates):
    """Returns a call that decides, without a database."""
    healer = Healer(store=NoStore(stored))

    def heal():
        assert healer.heal("test_checkout", "#pay", candidates).healed

    return heal


def measure_heals(job, seconds, scaled):
    for case in job["cases"]:
        stored = load(case["stored"])
        candidates = [load(candidate) for candidate in case["candidates"]]
        cells = len(stored.text) ** 2 * len(candidates)
        part = len(candidates)
        if not job["full"] and cells > MAX_CELLS:
            part = max(50, part * MAX_CELLS // cells)
            scaled.append(case["name"])
        middle = len(candidates) // 2
        some = candidates[max(0, middle - part // 2) : middle + part // 2] if part < len(candidates) else candidates
        taken = timed(decision(stored, some), 1 if cells > MAX_CELLS // 5 else 5)
        seconds[case["name"]] = taken * len(candidates) / len(some)


def measure_store(job, seconds):
    path = pathlib.Path(job["folder"]) / "theirs.db"
    store = FingerprintStore(path)
    all_candidates = [load(c) for c in next(c for c in job["cases"] if len(c["candidates"]) == 10_000)["candidates"]]
    rows = [
        ElementFingerprint.from_dict(
            {**all_candidates[i].to_dict(), "test_id": f"tests/test_{i % 50}.py::test_it", "locator": f"#e{i}"}
        )
        for i in range(job["rows"])
    ]
    times = []
    for row in rows[: job["inserts"]]:
        start = time.perf_counter()
        store.save_fingerprint(row)
        times.append(time.perf_counter() - start)
    seconds["insert"] = statistics.median(times)
    # One transaction for the rest: it is not what is measured.
    conn = store._get_conn()
    conn.executemany(
        "INSERT INTO fingerprints VALUES (?, ?, ?, ?)",
        [(r.test_id, r.locator, json.dumps(r.to_dict()), 0.0) for r in rows[job["inserts"] :]],
    )
    conn.commit()
    keys = iter(rows * 3)

    def select():
        row = next(keys)
        assert store.load_fingerprint(row.test_id, row.locator) is not None

    seconds["select by key"] = timed(select, 9, 1_000)
    seconds[f"all fingerprints of {job['rows']}"] = timed(store.get_all_fingerprints, 5)

    case = next(c for c in job["cases"] if len(c["candidates"]) == 1_000)
    stored, candidates = load(case["stored"]), [load(c) for c in case["candidates"]]
    healer = Healer(store=store)

    def heal():
        assert healer.heal(stored.test_id, stored.locator, candidates).healed

    times = []
    for _ in range(7):
        store.save_fingerprint(stored)
        start = time.perf_counter()
        heal()
        times.append(time.perf_counter() - start)
    seconds["heal with store, 1000 candidates, short texts"] = statistics.median(times)
    store.close()


def main():
    job = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    seconds, scaled = {}, []
    print("measuring the package", file=sys.stderr)
    first = job["cases"][0]
    stored, candidate = load(first["stored"]), load(first["candidates"][0])
    seconds["single pair"] = timed(lambda: compute_similarity(stored, candidate), 9, 500)
    measure_heals(job, seconds, scaled)
    measure_store(job, seconds)
    command = pathlib.Path(sys.executable).with_name("breadcrumb")
    start = lambda: subprocess.run([command, "--help"], stdout=subprocess.DEVNULL, check=True)
    seconds["command start"] = timed(start, job["starts"], clock=time.perf_counter)
    json.dump({"seconds": seconds, "scaled": scaled}, sys.stdout)


if __name__ == "__main__":
    main()
