"""Learning: the whole page where it is not known yet, the element alone where it is."""

import json
from typing import Any

import pytest
from asset import ASSET
from playwright.sync_api import Page

ROWS = "".join(f"<li>{n}</li>" for n in range(60))
HTML = f"<!doctype html><main><button id=b>Save</button><ul>{ROWS}</ul></main>"


def learned(page: Page, nodes: int) -> dict[str, Any]:
    request = {"op": "learn", "nodes": nodes}
    payload: dict[str, Any] = json.loads(page.locator("#b").evaluate(ASSET, request))
    return payload


def test_an_unknown_page_comes_whole_with_its_target(page: Page) -> None:
    page.set_content(HTML)
    payload = learned(page, 0)
    assert payload["nodes"] == page.evaluate("document.querySelectorAll('*').length")
    assert "part" not in payload
    tag = payload["tag"][payload["target"]]
    assert payload["strings"][tag] == "button"
    assert "59" in payload["strings"]


@pytest.mark.parametrize(("difference", "is_part"), [(0, True), (5, True), (-5, True), (20, False)])
def test_a_page_of_about_the_same_size_is_known(page: Page, difference: int, is_part: bool) -> None:
    page.set_content(HTML)
    nodes: int = page.evaluate("document.querySelectorAll('*').length")
    payload = learned(page, nodes + difference)
    assert ("part" in payload) == is_part


def test_a_page_cannot_fake_its_size(page: Page) -> None:
    page.set_content(HTML)
    nodes: int = page.evaluate("document.querySelectorAll('*').length")
    page.evaluate("document.getElementsByTagName = () => ({length: 1})")
    assert "part" in learned(page, nodes)
    assert learned(page, 0)["nodes"] == nodes
