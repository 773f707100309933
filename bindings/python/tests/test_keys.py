"""Keys of locators: existing databases are read by them, so they stay what they are."""

from __future__ import annotations

import json
import re
from pathlib import Path

from breadcrumb import crumb
from playwright.sync_api import Browser

_GOLDEN = Path(__file__).resolve().parents[3] / "fixtures/locators/keys.jsonl"


def test_every_locator_has_the_key_that_it_always_had(browser: Browser, tmp_path: Path) -> None:
    rows = [json.loads(line) for line in _GOLDEN.read_text(encoding="utf-8").splitlines()]
    assert len(rows) >= 300
    page = crumb(browser.new_page(), test_id="keys", db_path=tmp_path / "keys.db")
    for row in rows:
        face = eval(row["code"], {"page": page, "re": re})._impl_obj
        assert (face._bc_locator.key, face._selector) == (row["key"], row["selector"]), row["code"]
    page.close()
