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


def address(text: str) -> str:
    return "#/test/" + quote(text, safe="")


@pytest.mark.parametrize("text", hostile.PAYLOADS)
def test_the_page_of_a_test(opened: Open, hostile_report: Path, text: str) -> None:
    page = opened(hostile_report, address(text))
    heading = " ".join(page.get_by_role("heading", level=1).inner_text().split())
    assert heading == " ".join(text.split()) or text in page.get_by_role("heading", level=1).inner_text()
    unharmed(page)


@pytest.mark.parametrize("number", range(len(TEXTS)))
def test_the_page_of_a_heal_and_of_a_refusal(opened: Open, hostile_report: Path, number: int) -> None:
    page = opened(hostile_report, f"#/heal/{number + 1}", viewport=PHONE if number % 2 else None)
    page.wait_for_selector("text=Before and after")
    assert shown(TEXTS[number])[:60] in " ".join(page.get_by_role("heading", level=1).inner_text().split())
    unharmed(page)
    page.evaluate("view => { location.hash = view; }", f"#/refusal/{number + 1}")
    expect(page.get_by_role("heading", name="Suggestions")).to_be_visible()
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
