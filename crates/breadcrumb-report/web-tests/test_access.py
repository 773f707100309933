"""Keyboard, screen readers, themes: no rule of WCAG A or AA is broken on any view."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from conftest import PHONE, Open

LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RULES = {"runOnly": {"type": "tag", "values": LEVELS}}
QUARANTINED = "tests/account/test_profile.py::test_uploads_a_picture[firefox]"
VIEWS = ["overview", "tests", "test", "heals", "heal", "refusals", "refusal", "missing"]


def fragment(view: str, document: dict[str, Any]) -> str:
    return {
        "overview": "#/",
        "tests": "#/tests?q=cart",
        "test": "#/test/" + quote(QUARANTINED, safe=""),
        "heals": "#/heals?q=gift",
        "heal": f"#/heal/{document['healing_events'][0]['id']}",
        "refusals": "#/refusals",
        "refusal": f"#/refusal/{document['refusals'][0]['id']}",
        "missing": "#/nowhere",
    }[view]


def open_details(page: Page) -> None:
    page.locator("main").wait_for()
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    page.wait_for_function("() => !document.querySelector('.loading')")


def violations(page: Page) -> list[str]:
    found = Axe().run(page, options=RULES).response["violations"]
    return [
        f"{rule['id']}: {node['html'][:160]} {node['failureSummary'][:300]}"
        for rule in found for node in rule["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing(
    opened: Open, shop_report: Path, document: dict[str, Any], view: str, scheme: str
) -> None:
    page = opened(shop_report, fragment(view, document), color_scheme=scheme)
    open_details(page)
    assert violations(page) == []


@pytest.mark.parametrize("view", ["overview", "tests", "heal"])
def test_axe_finds_nothing_on_a_phone(
    opened: Open, shop_report: Path, document: dict[str, Any], view: str
) -> None:
    page = opened(shop_report, fragment(view, document), viewport=PHONE)
    open_details(page)
    assert violations(page) == []


def test_axe_finds_nothing_in_an_empty_report(opened: Open, empty_report: Path) -> None:
    assert violations(opened(empty_report)) == []


def test_the_whole_way_by_keyboard(opened: Open, shop_report: Path) -> None:
    page = opened(shop_report)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Tests", exact=False).and_(page.locator(".tile")).first).to_be_focused()
    page.keyboard.press("Enter")
    # The heading of the new view is where a screen reader goes on.
    expect(page.get_by_role("heading", level=1, name="Tests")).to_be_focused()
    page.get_by_role("searchbox").focus()
    page.keyboard.type("uploads")
    expect(page.get_by_role("status").filter(has_text="2 tests")).to_be_attached()
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('td.c-name a')"):
            break
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("test_uploads_a_picture")
    expect(page.get_by_role("heading", level=1)).to_be_focused()


def test_focus_can_be_seen(opened: Open, shop_report: Path) -> None:
    page = opened(shop_report, "#/tests")
    unseen = []
    for _ in range(25):
        page.keyboard.press("Tab")
        outline = page.evaluate(
            "() => { const e = document.activeElement; const s = getComputedStyle(e);"
            " return [e.outerHTML.slice(0, 80), s.outlineStyle, parseFloat(s.outlineWidth)]; }"
        )
        if outline[1] == "none" or outline[2] < 2:
            unseen.append(outline)
    assert unseen == []


def test_sorting_by_keyboard_keeps_the_focus(opened: Open, shop_report: Path) -> None:
    page = opened(shop_report, "#/tests")
    button = page.get_by_role("columnheader", name="Heals").get_by_role("button")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("columnheader", name="Heals")).to_have_attribute("aria-sort", "descending")
    expect(button).to_be_focused()


def ground(page: Page) -> str:
    return page.evaluate("getComputedStyle(document.body).backgroundColor")


def test_the_theme_follows_the_system_until_one_is_chosen(opened: Open, shop_report: Path) -> None:
    light = ground(opened(shop_report, color_scheme="light"))
    page = opened(shop_report, color_scheme="dark")
    dark = ground(page)
    assert light != dark
    page.get_by_role("combobox", name="Colors").select_option("light")
    assert ground(page) == light
    page.reload()
    page.wait_for_selector("main h1")
    assert ground(page) == light
    page.get_by_role("combobox", name="Colors").select_option("auto")
    assert ground(page) == dark


def test_without_storage_the_theme_still_changes(opened: Open, shop_report: Path) -> None:
    page = opened(shop_report, color_scheme="light")
    light = ground(page)
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('forbidden'); }; }")
    page.get_by_role("combobox", name="Colors").select_option("dark")
    assert ground(page) != light


def test_nothing_moves_for_those_who_asked_for_that(opened: Open, shop_report: Path) -> None:
    page = opened(shop_report, reduced_motion="reduce")
    moving = page.evaluate(
        "Array.from(document.querySelectorAll('*')).filter(e => { const s = getComputedStyle(e);"
        " return s.animationName !== 'none' || parseFloat(s.transitionDuration) > 0; }).length"
    )
    assert moving == 0


def test_printed_it_is_light_and_without_controls(opened: Open, shop_report: Path) -> None:
    page = opened(shop_report, "#/tests", color_scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.get_by_role("searchbox")).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
