"""Fingerprints that come late, pages that are too large, and errors that say what was done."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from breadcrumb import crumb
from breadcrumb.core import FingerprintStore
from breadcrumb.errors import BreadcrumbWarning
from breadcrumb.playwright._page_side import PageSide
from conftest import LOGIN_V1, URL, Site
from playwright.sync_api import Error, Page, expect

LEAVING = """<!doctype html><h1 onclick="location = '/next'">Old</h1>"""
NEXT = "<!doctype html><h1>New</h1>"
FADING = """<!doctype html><h2 id="title" style="visibility: hidden"></h2><script>
setTimeout(() => { title.style.visibility = 'visible'; title.textContent = 'Confirm'; }, 300)
</script>"""


def texts(db: Path) -> dict[str, str]:
    """Return the texts of what was learned by locator."""
    return {one.locator: one.text for one in FingerprintStore(db).get_all_fingerprints()}


def answer_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask for fingerprints when the test has gone on."""
    text = PageSide._text

    async def late(*args: Any) -> Any:
        await asyncio.sleep(0.3)
        return await text(*args)

    monkeypatch.setattr(PageSide, "_text", late)


def test_the_next_page_is_not_learned_for_this_one(
    site: Site, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.page.route("**/next", lambda route: route.fulfill(body=NEXT, content_type="text/html"))
    site.html = LEAVING
    answer_late(monkeypatch)
    with crumb(site.page, "t", db) as page:
        page.goto(URL)
        page.locator("h1").click()
        page.wait_for_url("**/next")
        page.wait_for_timeout(500)
    assert texts(db).get("h1", "old") == "old"


def test_a_page_that_is_loaded_again_is_another_one(
    site: Site, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.html = LEAVING.replace("'/next'", "location.href")
    answer_late(monkeypatch)
    with crumb(site.page, "t", db) as page:
        page.goto(URL)
        site.html = NEXT
        page.locator("h1").click()
        page.wait_for_timeout(600)
    assert texts(db).get("h1", "old") == "old"


@pytest.mark.parametrize("is_waited_for", [True, False])
def test_a_heading_that_fades_in_is_learned_when_it_is_shown(
    site: Site, db: Path, is_waited_for: bool
) -> None:
    site.html = FADING
    with crumb(site.page, "t", db) as page:
        page.goto(URL)
        if is_waited_for:
            page.locator("#title").wait_for(state="attached")
        expect(page.locator("#title")).to_be_visible()
    assert texts(db) == {"#title": "confirm"}


def test_a_baseline_outlives_a_page_that_fades_in(site: Site, db: Path) -> None:
    for html in (FADING.replace("hidden", "visible"), FADING):
        site.html = html
        with crumb(site.page, "t", db) as page:
            page.goto(URL)
            if html == FADING:
                page.locator("#title").wait_for(state="attached")
            else:
                expect(page.locator("#title")).to_have_text("Confirm")
    assert texts(db) == {"#title": "confirm"}


def learn_login(page: Page, db: Path) -> None:
    with crumb(page, "t", db) as healing:
        healing.goto(URL)
        healing.locator("#login").click()


def failing(page: Any, timeout: float = 700) -> str:
    with pytest.raises(Error) as caught:
        page.locator("#login").click(timeout=timeout)
    return "\n".join([str(caught.value), *getattr(caught.value, "__notes__", [])])


def test_a_removed_element_is_explained(site: Site, db: Path) -> None:
    learn_login(site.page, db)
    site.html = "<!doctype html><p>Nothing here</p>"
    page = crumb(site.page, "t", db)
    page.goto(URL)
    assert "`#login` was not healed" in failing(page)


def test_a_page_that_does_not_answer_is_named(site: Site, db: Path) -> None:
    learn_login(site.page, db)
    site.html = "<!doctype html><p>Nothing here</p>"
    page = crumb(site.page, "t", db)
    page.goto(URL)
    page.evaluate("setTimeout(() => { const end = Date.now() + 2000; while (Date.now() < end); })")
    with pytest.warns(BreadcrumbWarning, match="the page did not answer within"):
        assert "not healed: the page did not answer within" in failing(page)


def test_a_page_that_is_too_large_is_named_and_not_looked_at_twice(site: Site, db: Path) -> None:
    learn_login(site.page, db)
    site.html = LOGIN_V1.replace('id="login"', "") + ("<p>" + "lorem ipsum " * 80) * 10_000
    page = crumb(site.page, "t", db, heal_after=0.1)
    page.goto(URL)
    started = time.monotonic()
    # Long enough for a busy machine to look at the page before the test's own time is up.
    assert "not healed: the page is too large to be looked at" in failing(page, 3000)
    assert time.monotonic() - started < 6
