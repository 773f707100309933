"""Large, deep and odd pages."""

import json

import payload
import pytest
from asset import ASSET
from conftest import Snapshot
from playwright.sync_api import Page

# Where the number of elements is what counts, a busy machine does not.
UNHURRIED = ASSET.replace("MAX_WALK_MS = 1500", "MAX_WALK_MS = 60000")


def test_the_walk_stops_at_its_cap(page: Page) -> None:
    page.set_content("<!doctype html><main></main>")
    page.evaluate("() => { document.querySelector('main').innerHTML = '<b>x</b>'.repeat(50010) }")
    read = payload.read(page.evaluate(UNHURRIED, {"op": "snapshot"}))
    assert len(read.elements) == 50000
    assert read.raw["truncated"] is True


def test_large_page(page: Page) -> None:
    page.set_content("<!doctype html><main></main>")
    page.evaluate("() => { document.querySelector('main').innerHTML = '<b>x</b> '.repeat(20000) }")
    read = payload.read(page.evaluate(UNHURRIED, {"op": "snapshot"}))
    assert len(read.find_all("b")) == 20000
    assert "truncated" not in read.raw


NEST = """([source, depth, isHidden]) => {
  const run = (0, eval)('(' + source + ')');
  let at = document.querySelector('main');
  at.hidden = isHidden;
  for (let i = 0; i < depth; i++) at = at.appendChild(document.createElement('div'));
  at.append('bottom');
  return [run({op: 'snapshot'}), run(at, {op: 'snapshot'}), run(at, {op: 'fingerprint'})];
}"""


# Layout recurses: Chromium crashes by itself on 3,000 nested boxes, so deeper ones are hidden.
@pytest.mark.parametrize(("depth", "is_hidden"), [(2000, False), (20000, True)])
def test_deep_page(page: Page, depth: int, is_hidden: bool) -> None:
    page.set_content("<!doctype html><p>before</p><main></main>")
    plain, *targeted = page.evaluate(NEST, [ASSET, depth, is_hidden])
    assert len(json.loads(plain)["parent"]) == (3 if is_hidden else depth + 4)
    for text in targeted:
        raw = json.loads(text)
        assert raw["target"] == len(raw["parent"]) - 1
        assert raw["parent"][-1] == raw["target"] - 1
        assert len(raw["parent"]) >= depth + 3


def test_documents_that_are_not_html(page: Page) -> None:
    page.route(
        "http://svg.test/",
        lambda route: route.fulfill(
            body="<svg xmlns='http://www.w3.org/2000/svg'><text y='20'>drawn</text></svg>",
            content_type="image/svg+xml",
        ),
    )
    page.goto("http://svg.test/")
    read = payload.read(page.evaluate(ASSET, {"op": "snapshot"}))
    assert read.elements[0].tag == "svg"
    assert read.text == "drawn"


def test_empty_page(page: Page) -> None:
    page.goto("about:blank")
    read = payload.read(page.evaluate(ASSET, {"op": "snapshot"}))
    assert [element.tag for element in read.elements] == ["html", "body"]


@pytest.mark.parametrize("op", ["snapshot", "element", "fingerprint", "learn", "place", "meta"])
def test_a_document_without_a_root_has_nothing_to_say(page: Page, op: str) -> None:
    page.evaluate("() => { window.gone = document.documentElement; window.gone.remove(); }")
    assert page.evaluate(ASSET, {"op": op}) is None
    ask = f"(element) => ({ASSET})(element, {{op: {op!r}}})"
    assert page.evaluate_handle("() => window.gone").evaluate(ask) is None


def test_what_was_kept_before_the_root_came_answers_later(page: Page) -> None:
    kept = page.evaluate_handle(
        f"() => {{ document.documentElement.remove(); return ({ASSET})({{op: 'keep'}}); }}"
    )
    assert kept.evaluate("(main) => main({op: 'capture'}).payload") is None
    page.evaluate("() => document.append(document.createElement('html'))")
    read = payload.read(kept.evaluate("(main) => main({op: 'snapshot'})"))
    assert [element.tag for element in read.elements] == ["html"]


def test_a_page_with_too_much_text_is_not_taken_in_but_its_element_is(page: Page) -> None:
    page.set_content("<!doctype html><button>Buy</button><main></main>")
    fill = "document.querySelector('main').innerHTML = ('<p>' + 'x '.repeat(300)).repeat(4500)"
    page.evaluate(f"() => {{ {fill} }}")
    assert page.evaluate(ASSET, {"op": "snapshot"}) is None
    read = payload.read(page.locator("button").evaluate(ASSET, {"op": "learn"}))
    assert read.raw["part"] is True
    assert read.raw["target"] >= 0


def test_a_walk_that_takes_too_long_is_given_up(page: Page, snapshot: Snapshot) -> None:
    page.set_content("<!doctype html><main></main>")
    page.evaluate("() => { document.querySelector('main').innerHTML = '<b>x</b>'.repeat(600) }")
    hurry = ASSET.replace("MAX_WALK_MS = 1500", "MAX_WALK_MS = -1")
    assert page.evaluate(hurry, {"op": "snapshot"}) is None
    assert len(snapshot().find_all("b")) == 600
