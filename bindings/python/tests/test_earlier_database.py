"""A database that an earlier build has written heals as it did then."""

from __future__ import annotations

import sqlite3
import warnings
from pathlib import Path

from breadcrumb import crumb
from breadcrumb.core import FingerprintStore
from conftest import Site

FOLDER = Path(__file__).resolve().parents[3] / "fixtures" / "databases"
URL = "http://shop.test/"


def test_a_database_of_an_earlier_build_heals_all_of_its_locators(site: Site, db: Path) -> None:
    with sqlite3.connect(db) as connection:
        connection.executescript((FOLDER / "earlier.sql").read_text())
    columns = {row[1] for row in connection.execute("PRAGMA table_info(fingerprint_pages)")}
    connection.close()
    assert "learned_in" not in columns
    locators = (FOLDER / "locators.txt").read_text().splitlines()
    site.html = (FOLDER / "v2.html").read_text()
    warnings.simplefilter("ignore")
    with crumb(site.page, "test_order.py::test_order", db, heal_after=0) as page:
        page.goto(URL)
        for code in locators:
            eval(code, {"page": page}).hover(timeout=5_000)
        assert len(page.breadcrumb_heals) == len(locators)
    events = FingerprintStore(db).get_healing_events()
    for event in events:
        # What is proposed for an element in a frame leads there.
        assert event.proposed_locator is not None, event.locator
        assert eval(f"page.{event.proposed_locator}", {"page": site.page}).count() == 1
    known = {one.locator for one in FingerprintStore(db).get_all_fingerprints()}
    assert {event.locator for event in events} == known
