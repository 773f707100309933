"""Telling a page at rest from one that is still at work."""

import json

import pytest
from asset import ASSET
from playwright.sync_api import Page

HOST = "<x-host></x-host><iframe srcdoc='<p>in</p>'></iframe><p>x</p>"
PLACES = {
    "document": "document.querySelector('p')",
    "shadow root": "document.querySelector('x-host').shadowRoot.firstChild",
    "frame": "frames[0].document.querySelector('p')",
}


def test_page_at_rest(page: Page) -> None:
    page.set_content("<p>x</p>")
    answer = json.loads(page.evaluate(ASSET, {"op": "quiet", "milliseconds": 30}))
    assert answer == {"ready": "complete", "changes": 0}


@pytest.mark.parametrize("place", PLACES)
def test_changes_are_counted(page: Page, place: str) -> None:
    page.set_content(HOST)
    page.evaluate(
        """place => {
          document.querySelector('x-host').attachShadow({mode: 'open'}).innerHTML = '<b>s</b>';
          const node = (0, eval)(place);
          let n = 0;
          setInterval(() => { node.title = n++ }, 1);
        }""",
        PLACES[place],
    )
    answer = json.loads(page.evaluate(ASSET, {"op": "quiet"}))
    assert answer["changes"] > 0


def test_an_installed_clock_does_not_stop_it(page: Page) -> None:
    page.clock.install()
    page.set_content("<p>x</p>")
    page.clock.pause_at("2100-01-01")
    assert json.loads(page.evaluate(ASSET, {"op": "quiet"}))["changes"] == 0
