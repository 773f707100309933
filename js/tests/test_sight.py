"""What a selector finds at this moment; and what a page says of itself."""

import payload
import pytest
from asset import ASSET
from playwright.sync_api import Page

HTML = (
    "<!doctype html><meta name=version content=1.2><meta name=Version content=no>"
    "<meta name=empty><meta property=other content=x><p id=a title=t>one</p><p id=b>two</p>"
)


@pytest.mark.parametrize(
    ("selector", "strict", "expected"),
    [("p", True, 2), ("i", True, 0), ("i", False, 0), ("p", False, "a"), ("#b", True, "b")],
)
def test_what_is_found_is_counted_or_learned(
    page: Page, selector: str, strict: bool, expected: int | str
) -> None:
    page.set_content(HTML)
    answer = page.eval_on_selector_all(selector, ASSET, {"op": "sight", "strict": strict})
    if isinstance(expected, int):
        assert answer == expected
    else:
        read = payload.read(answer)
        assert read.target.attrs["id"] == expected
        assert "part" not in read.raw


def test_it_learns_as_learn_does(page: Page) -> None:
    page.set_content(HTML)
    request = {"nodes": page.locator("*").count(), "redact": ["title"]}
    answer = page.eval_on_selector_all("#a", ASSET, request | {"op": "sight", "strict": True})
    assert answer == page.locator("#a").evaluate(ASSET, request | {"op": "learn"})
    assert payload.read(answer).target.attrs == {"id": "a"}


@pytest.mark.parametrize(("after", "mark"), [(-1000, "!"), (1000, "")])
def test_a_document_that_is_younger_than_the_question(page: Page, after: int, mark: str) -> None:
    page.set_content(HTML)
    asked = page.evaluate("performance.timeOrigin") + after
    answer = page.eval_on_selector_all("#a", ASSET, {"op": "sight", "asked": asked})
    assert answer.startswith(mark + "{")


def test_an_element_that_cannot_be_taken_is_an_empty_text(page: Page) -> None:
    page.set_content(HTML)
    nodes = page.locator("*").count()
    request = f"{{op: 'sight', nodes: {nodes}, asked}}"
    ask = f"(asked) => ({ASSET})([document.createElement('p')], {request})"
    assert page.evaluate(ask, 1) == "!"
    assert page.evaluate(ask, 1e15) == ""


def test_an_age_that_is_not_known_may_be_younger(page: Page) -> None:
    page.clock.install()
    page.set_content(HTML)
    answer = page.eval_on_selector_all("#a", ASSET, {"op": "sight", "asked": 1e15})
    assert payload.read(answer.removeprefix("!")).target.attrs["id"] == "a"


@pytest.mark.parametrize(
    ("name", "content"), [("version", "1.2"), ("empty", ""), ("other", None), ("*", None)]
)
def test_meta_tags(page: Page, name: str, content: str | None) -> None:
    page.set_content(HTML)
    assert page.evaluate(ASSET, {"op": "meta", "name": name}) == content
