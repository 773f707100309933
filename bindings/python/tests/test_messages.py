"""Messages to Playwright's driver: none of ours where nothing is new, few for a heal."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from breadcrumb import crumb
from conftest import LOGIN_V2, URL, Site
from playwright.sync_api import Page, expect

#: What a heal sends at most beside the test's own call: a count, the code that stays in the page,
#: a look, a check of all locators; and where the call was under way, the word that it is to stop.
AT_ONCE, STOPPED = 4, 5
CALLS: dict[str, Callable[[Page], object]] = {
    "click": lambda page: page.locator("#login").click(),
    "press": lambda page: page.locator("#login").press("Enter"),
    "evaluate": lambda page: page.locator("#login").evaluate("e => e.id"),
    "fill": lambda page: page.get_by_label("Mail").fill("x"),
    "text_content": lambda page: page.get_by_role("button", name="Log in").text_content(),
    "is_visible": lambda page: page.locator("#login").is_visible(),
    "count": lambda page: page.locator("#login").count(),
    "expect": lambda page: expect(page.locator("#login")).to_have_text("Log in"),
    "page.click": lambda page: page.click("#login"),
}


@contextmanager
def counted(page: Page) -> Iterator[list[str]]:
    """Note each message to the driver."""
    connection: Any = page._impl_obj._connection
    sent: list[str] = []
    send = connection.onmessage

    def note(message: dict[str, Any]) -> None:
        sent.append(message["method"])
        send(message)

    connection.onmessage = note
    yield sent
    connection.onmessage = send


@pytest.fixture(autouse=True)
def _only_with_messages(site: Site) -> None:
    if not hasattr(site.page._impl_obj._connection, "onmessage"):
        pytest.skip("the connection of this version of Playwright has no such place")


@pytest.mark.parametrize("name", CALLS)
def test_a_healthy_call_sends_what_plain_playwright_sends(site: Site, db: Path, name: str) -> None:
    call = CALLS[name]
    site.page.goto(URL)
    with counted(site.page) as plain:
        call(site.page)
    with crumb(site.page, "t", db) as page:
        page.goto(URL)
        call(page)
    with crumb(site.page, "t", db) as page:
        page.goto(URL)
        with counted(site.page) as first:
            call(page)
        with counted(site.page) as again:
            call(page)
    assert first == again == plain


@pytest.mark.parametrize(("heal_after", "most"), [(0, AT_ONCE), (0.2, STOPPED)])
@pytest.mark.parametrize("name", [name for name in CALLS if name not in ("text_content", "count")])
def test_a_heal_sends_few_messages(
    site: Site, db: Path, name: str, heal_after: float, most: int
) -> None:
    call = CALLS[name]
    site.page.goto(URL)
    with counted(site.page) as plain:
        call(site.page)
    with crumb(site.page, "t", db) as page:
        page.goto(URL)
        call(page)
    site.html = LOGIN_V2.replace("Mail <input", "Address <input")
    warnings.simplefilter("ignore")
    with crumb(site.page, "t", db, heal_after=heal_after) as page:
        page.goto(URL)
        with counted(site.page) as sent:
            call(page)
        assert page.breadcrumb_heals
    # A call that takes several messages was stopped in its first one.
    tried = [method for method in sent if method == plain[0]][:-1] if heal_after else []
    assert len(sent) - len(plain) - len(tried) <= most, sent
