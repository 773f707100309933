"""Reading what a test could use on a page."""

from __future__ import annotations

import json
from typing import Any

from .. import _native

__all__ = ["PageCrawler"]

_SNAPSHOT = f"() => {{\n{_native.PAGE_SCRIPT}return main({{op: 'snapshot', redact: []}});\n}}"


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
        payload: str = page.evaluate(_SNAPSHOT)
        return _elements(_native.crawl_payload(payload))

    def crawl_static(self, html: str) -> list[dict[str, Any]]:
        """Read a page that is what its HTML says."""
        return _elements(_native.crawl_html(html, ""))


def _elements(page: str) -> list[dict[str, Any]]:
    elements: list[dict[str, Any]] = json.loads(page)["elements"]
    return elements
