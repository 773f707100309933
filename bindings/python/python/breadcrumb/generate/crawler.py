"""Reading what a test could use on a page."""

from typing import Any

from .. import _native

_KEEP = f"() => {{\n{_native.PAGE_SCRIPT}return main({{op: 'keep'}});\n}}"
_LOOK = "main => main({op: 'look'})"
_ADDRESSES = """(main, [capture, all]) =>
    all.map(index => main({op: 'check', capture, index}).address)"""


class PageCrawler:
    """Takes the interactive elements out of a page, each as a dictionary.

    The keys are those of HTML (`tag`, `type`, `id`, `name`, `class`, `text`, `href`, …), and
    `locator`: the best way to find the element, which no other element of the page matches; calls
    in Python, or a CSS selector.
    """

    def __init__(self, timeout_ms: int = 5000) -> None:
        """Give each page this many milliseconds."""
        self.timeout_ms = timeout_ms

    def crawl(self, url: str, page: Any | None = None) -> list[dict[str, Any]]:
        """Read a page in a browser: in yours, where a Playwright page is given."""
        if page is None:
            return _native.crawl_url(url, self.timeout_ms)
        page.goto(url, timeout=self.timeout_ms)
        main = page.evaluate_handle(_KEEP)
        seen = main.evaluate(_LOOK)
        elements = _native.crawl_payload(seen["payload"])
        _check(elements, page, main, seen["capture"])
        return elements

    def crawl_static(self, html: str) -> list[dict[str, Any]]:
        """Read a page that is what its HTML says."""
        return _native.crawl_html(html)


def _check(elements: list[dict[str, Any]], page: Any, main: Any, capture: int) -> None:
    """Let Playwright itself say what finds one element; the others are found by their paths."""
    located = [e for e in elements if e.get("locator") and not e["locator"].startswith("frame_")]
    unsure = [
        e for e in located if e["locator"] == e["selector"] or _count(page, e["locator"]) != 1
    ]
    asked = [capture, [element["index"] for element in unsure]]
    paths: list[str | None] = main.evaluate(_ADDRESSES, asked)
    for element, path in zip(unsure, paths, strict=True):
        if path is not None:
            element["selector"] = element["locator"] = path


def _count(page: Any, key: str) -> int:
    from ..playwright._inside import test_id_attribute_name

    selector = _native.Locator.from_key(key).selector(test_id_attribute_name())
    return int(page.locator(selector).count())
