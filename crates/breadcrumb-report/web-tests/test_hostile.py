"""Whatever is in the data is shown as text: it runs nothing, leads nowhere and breaks no layout."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

import hostile
from conftest import PHONE, Open

TEXTS = [*hostile.PAYLOADS, hostile.LONG, hostile.LONG_WORDS]
# What a person reads of it: white space is one space, and a very long text is cut.
SHOWN = 150


def shown(text: str) -> str:
    return " ".join(text[:SHOWN].split())


def unharmed(page: Page) -> None:
    assert page.evaluate("typeof window.hacked") == "undefined"
    assert page.evaluate("({}).polluted === undefined")
    assert page.evaluate("document.querySelectorAll('main script, main style, main img, main iframe').length") == 0
    links = page.evaluate("Array.from(document.querySelectorAll('a'), a => a.getAttribute('href'))")
    assert [link for link in links if not link.startswith("#")] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]


@pytest.mark.parametrize("viewport", [None, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("view", ["#/", "#/tests", "#/heals", "#/refusals"])
def test_lists(opened: Open, hostile_report: Path, view: str, viewport: object) -> None:
    page = opened(hostile_report, view, viewport=viewport)
    unharmed(page)
    if view == "#/tests":
        text = " ".join(page.get_by_role("main").inner_text().split())
        for payload in TEXTS:
            assert shown(payload)[:60] in text
        assert page.locator("main tbody tr").count() == len(TEXTS)


def go(page: Page, fragment: str) -> None:
    page.evaluate("view => { location.hash = view; }", fragment)


def heading(page: Page) -> str:
    return " ".join(page.get_by_role("heading", level=1).inner_text().split())


def test_the_page_of_each_test(opened: Open, hostile_report: Path) -> None:
    page = opened(hostile_report)
    for text in hostile.PAYLOADS:
        go(page, "#/test/" + quote(text, safe=""))
        expect(page.get_by_role("heading", name="Last runs")).to_be_visible()
        assert heading(page) == " ".join(text.split())
        unharmed(page)


@pytest.mark.parametrize("viewport", [None, PHONE], ids=["desktop", "phone"])
def test_the_page_of_each_heal_and_of_each_refusal(
    opened: Open, hostile_report: Path, viewport: object
) -> None:
    page = opened(hostile_report, viewport=viewport)
    for number, text in enumerate(TEXTS, 1):
        go(page, f"#/heal/{number}")
        expect(page.get_by_role("heading", name="Before and after")).to_be_visible()
        assert shown(text)[:60] in heading(page)
        unharmed(page)
        go(page, f"#/refusal/{number}")
        expect(page.get_by_role("heading", name="Suggestions")).to_be_visible()
        # As the element, its locator, a reason for it and one against it.
        suggestion = " ".join(page.locator(".suggestions").inner_text().split())
        assert suggestion.count(shown(text)[:60]) >= 4
        unharmed(page)


def test_a_very_long_id_has_an_address(opened: Open, hostile_report: Path) -> None:
    page = opened(hostile_report, "#/tests?q=xxxx")
    page.locator("td.c-name a").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("(1,000,000 characters)")
    unharmed(page)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_contain_text("(1,000,000 characters)")


def test_marks_for_writing_direction_stay_inside_their_text(opened: Open, hostile_report: Path) -> None:
    page = opened(hostile_report, "#/tests?q=gnp.exe")
    assert page.evaluate("getComputedStyle(document.querySelector('td.c-name bdi')).unicodeBidi").startswith("isolate")


def test_a_search_for_markup_is_a_search(opened: Open, hostile_report: Path) -> None:
    page = opened(hostile_report, "#/tests")
    page.get_by_role("searchbox").fill("<script>window.hacked")
    expect(page.locator(".count")).to_contain_text("2 tests")
    unharmed(page)
