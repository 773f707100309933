"""10,000 tests and 100,000 heals stay smooth. The limits leave room for a slow machine."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from conftest import Open, make_database
from database import Database

TESTS = 10_000
HEALS = 100_000
FIRST_RENDER_MS = 5000
KEYSTROKE_MS = 300
"""From a key to the changed page. More than 100 are felt as a delay; on a quiet machine it takes 60 to 80."""


def fill(database: Database) -> None:
    now = time.time()
    run_ref = database.suite_run("r1", now - 7200)
    ids = [f"tests/area_{n % 97}/test_file_{n % 1009}.py::test_number_{n}[chromium]" for n in range(TESTS)]
    for number, test_id in enumerate(ids):
        status = "failed" if number % 50 == 0 else "passed"
        database.attempt(test_id, status, now - 7000 + number / 10, run_uid="r1", run_ref=run_ref,
                         duration_ms=float(number), owner=f"team-{number % 12}")
    element = {"tag": "button", "text": "save", "attributes": [["id", "save"]], "dom_path": ["html", "body", "button"],
               "siblings": [], "bbox": None, "locator": "#save", "test_id": ""}
    text = json.dumps(element)
    rows = (
        (ids[n % TESTS], f"#save-{n % 300}", 0.9 + (n % 90) / 1000, text, text, now - n / 40,
         f'get_by_role("button", name="Save {n % 300}")', "[]")
        for n in range(HEALS)
    )
    database._connection.executemany(
        "INSERT INTO healing_events (test_id, locator, confidence, original_json, healed_json, timestamp,"
        " proposed_locator, reasons_json) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows,
    )


@pytest.fixture(scope="module")
def large_report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_database(tmp_path_factory.mktemp("large"), fill).html()


def keystroke(page: Page, key: str) -> float:
    """Milliseconds from a key to the frame after the change."""
    page.evaluate(
        "() => { const field = document.querySelector('input[type=search]'); window.took = null;"
        " field.addEventListener('keydown', () => { const start = performance.now();"
        " requestAnimationFrame(() => setTimeout(() => { window.took = performance.now() - start; })); },"
        " { once: true }); field.focus(); }"
    )
    page.keyboard.press(key)
    page.wait_for_function("() => window.took !== null")
    return float(page.evaluate("window.took"))


def quickest(page: Page, key: str) -> int:
    """The same key several times: what other work on the machine adds is not ours."""
    times = []
    for _ in range(5):
        times.append(keystroke(page, key))
        page.keyboard.press("Backspace")
    return round(min(times))


def test_a_large_report_is_smooth(opened: Open, large_report: Path) -> None:
    started = time.perf_counter()
    page = opened(large_report)
    first = (time.perf_counter() - started) * 1000
    figures = {"bytes": large_report.stat().st_size, "first render ms": round(first)}
    page.get_by_role("link", name="Tests", exact=True).click()
    expect(page.locator(".count")).to_contain_text("of 10,000 tests")
    keystroke(page, "n")
    figures["a key in 10,000 tests ms"] = quickest(page, "u")
    page.keyboard.type("mber_99")
    expect(page.locator(".count")).to_contain_text("(of 10,000)")
    page.get_by_role("link", name="Heals", exact=True).click()
    expect(page.locator(".count")).to_contain_text("of 100,000 heals")
    # The first key also puts the searched texts together.
    figures["first key in 100,000 heals ms"] = round(keystroke(page, "s"))
    figures["a key in 100,000 heals ms"] = quickest(page, "a")
    opened_at = time.perf_counter()
    page.locator("td.c-when a").first.click()
    expect(page.get_by_role("heading", name="Before and after")).to_be_visible()
    figures["a heal opened ms"] = round((time.perf_counter() - opened_at) * 1000)
    print(figures)
    assert first < FIRST_RENDER_MS
    assert figures["a key in 10,000 tests ms"] < KEYSTROKE_MS
    assert figures["a key in 100,000 heals ms"] < KEYSTROKE_MS


def test_the_heals_are_opened_only_when_one_is_looked_at(opened: Open, large_report: Path) -> None:
    page = opened(large_report, "#/heals")
    assert page.evaluate("openParts.size") == 0
    page.locator("td.c-when a").first.click()
    expect(page.get_by_role("heading", name="Before and after")).to_be_visible()
    assert page.evaluate("openParts.size") == 1
