"""Reading what a test could use on a page."""

from __future__ import annotations

import json
from typing import Any

from .. import _native

__all__ = ["PageCrawler"]

_CAPTURE = f"() => {{\n{_native.PAGE_SCRIPT}return main({{op: 'capture', redact: []}});\n}}"


class PageCrawler:
    """Takes the interactive elements out of a page, each as a dictionary.

    The keys are those of HTML (`tag`, `type`, `id`, `name`, `class`, `text`, `href`, …), and
    `locator`: the best way to find the element, which no other element of the page matches.
    """

    def __init__(self, timeout_ms: int = 5000) -> None:
        """Give a page so many milliseconds."""
        self.timeout_ms = timeout_ms

    def crawl(self, url: str, page: Any | None = None) -> list[dict[str, Any]]:
        """Read a page in a browser: in yours, where a Playwright page is given."""
        if page is None:
            return _elements(_native.crawl_url(url, float(self.timeout_ms), True))
        page.goto(url, timeout=self.timeout_ms)
        capture = page.evaluate_handle(_CAPTURE)
        elements = _elements(_native.crawl_payload(capture.evaluate("capture => capture.payload")))
        _check(elements, page, capture)
        return elements

    def crawl_static(self, html: str) -> list[dict[str, Any]]:
        """Read a page that is what its HTML says."""
        return _elements(_native.crawl_html(html, ""))


def _check(elements: list[dict[str, Any]], page: Any, capture: Any) -> None:
    """Let Playwright itself say what finds one element; the others are found by their paths."""
    from ..playwright._browser_side import ADDRESS_FUNCTION

    located = [e for e in elements if e.get("locator") and not e["locator"]["frames"]]
    unsure = [e for e in located if e["locator"]["by"] == "css" or _count(page, e["locator"]) != 1]
    answer = "return all.map(index => address(capture.elements[index]));"
    paths: list[str | None] = capture.evaluate(
        f"(capture, all) => {{ {ADDRESS_FUNCTION} {answer} }}",
        [element["index"] for element in unsure],
    )
    for element, path in zip(unsure, paths, strict=True):
        if path is not None:
            element["selector"] = path
            element["locator"] |= {"by": "css", "value": path, "name": None, "exact": False}


def _count(page: Any, locator: dict[str, Any]) -> int:
    value, exact = locator["value"], locator["exact"] or None
    if locator["by"] == "role":
        return int(page.get_by_role(value, name=locator["name"], exact=exact).count())
    if locator["by"] == "test_id":
        return int(page.get_by_test_id(value).count())
    return int(getattr(page, f"get_by_{locator['by']}")(value, exact=exact).count())


def _elements(page: str) -> list[dict[str, Any]]:
    elements: list[dict[str, Any]] = json.loads(page)["elements"]
    return elements
