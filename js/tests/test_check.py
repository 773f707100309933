"""Several selectors in one question: what each of them finds, beside one element."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import payload
import pytest
from asset import ASSET, ENGINE, ENGINE_NAME, ENTER_FRAME, ask_engine, joined
from playwright.sync_api import Browser, BrowserContext, Error, JSHandle, Page

ASK = "(found, [main, request]) => main(found, request)"
CONTENT = """<!doctype html><h1>Shop</h1><form><label for=q>Search</label>
<input id=q placeholder=Find><button id=b title=Go>Find it</button><button hidden>x</button>
</form><ul><li>a</li><li>b <b>B</b></li></ul><div id=host></div>"""
SHADOW = """() => {
  const root = document.getElementById('host').attachShadow({mode: 'open'});
  root.innerHTML = '<i data-testid=s>in the shadow</i><x-in></x-in>';
  root.lastChild.attachShadow({mode: 'open'}).innerHTML = '<u data-testid=t>deep</u>';
}"""


def equip(context: BrowserContext) -> BrowserContext:
    """Lets a context know the engine, as a front does: Playwright has no public call for it."""
    inner: Any = context._impl_obj
    engine = {"name": ENGINE_NAME, "source": ENGINE, "contentScript": True}
    context._sync(inner._channel.registerSelectorEngine(selectorEngine=engine))
    return context


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = equip(browser.new_context())
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    page = context.new_page()
    page.set_content(CONTENT)
    page.evaluate(SHADOW)
    yield page
    page.close()


class Taken:
    """A page that was looked at."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.main: JSHandle = page.evaluate_handle(ASSET, {"op": "keep"})
        self.seen = self.main.evaluate("(main) => main({op: 'look'})")
        self.read = payload.read(self.seen["payload"])

    def request(self, element: payload.Element, marks: int) -> dict[str, Any]:
        capture = self.seen["capture"]
        return {"op": "check", "capture": capture, "index": element.index, "marks": marks}

    def check(self, element: payload.Element, *selectors: str) -> dict[str, Any]:
        return self.ask(element, joined(list(selectors)), len(selectors))

    def ask(self, element: payload.Element, selector: str, marks: int) -> dict[str, Any]:
        request = self.request(element, marks)
        answer: dict[str, Any] = self.page.eval_on_selector_all(selector, ASK, [self.main, request])
        return answer


def test_every_kind_of_selector_in_one_question(page: Page) -> None:
    taken = Taken(page)
    expected = {
        "#b": (1, True),
        "css=button": (2, False),
        'internal:role=button[name="Find it"i]': (1, True),
        'internal:role=button[name="it\'s \\"else\\""s]': (0, False),
        'internal:text="Find it"i': (1, True),
        'internal:attr=[title="Go"i]': (1, True),
        'internal:label="Search"i': (1, False),
        "css=nothing": (0, False),
        "button >> nth=0": (1, True),
        "button >> nth=-1": (1, False),
        "button >> visible=true": (1, True),
        "form >> css=:scope > button >> nth=0": (1, True),
        "//button[1]": (1, True),
        'form >> internal:has="label" >> button >> internal:has-text="Find"i': (1, True),
        'css=button >> internal:and="[title]"': (1, True),
        'css=nothing >> internal:or="#b"': (1, True),
        "css=*": (len(page.locator("*").all()), False),
    }
    answer = taken.check(taken.read.find(id="b"), *expected)
    assert list(zip(answer["counts"], answer["hits"], strict=True)) == list(expected.values())
    assert answer["address"] == "css=:root > :nth-child(2) > :nth-child(2) > :nth-child(3)"
    assert answer["scope"] == "css=:root"
    assert page.locator(answer["address"]).get_attribute("id") == "b"


@pytest.mark.parametrize(("testid", "steps"), [("s", ["css=:scope"]), ("t", ["css=:scope"] * 2)])
def test_open_shadow_roots(page: Page, testid: str, steps: list[str]) -> None:
    taken = Taken(page)
    element = taken.read.find(data_testid=testid)
    attribute = f'internal:testid=[data-testid="{testid}"s]'
    other = f'internal:testid=[data-testid="{"t" if testid == "s" else "s"}"s]'
    answer = taken.check(element, attribute, f"#host >> {element.tag}", other, "#host >> css=*")
    assert answer["hits"] == [True, True, False, False]
    assert answer["counts"] == [1, 1, 1, 3]
    parts = answer["address"].split(" >> ")[1:]
    assert [part.split(" > ")[0] for part in parts] == steps
    assert page.locator(answer["address"]).get_attribute("data-testid") == testid


def test_two_selectors_that_find_the_same_and_others_beside_it(page: Page) -> None:
    taken = Taken(page)
    answer = taken.check(taken.read.find(id="b"), "#b", "button >> nth=0", "li", "#b")
    assert answer["counts"] == [1, 1, 2, 1]
    assert answer["hits"] == [True, True, False, True]


def test_one_selector_needs_no_engine(page: Page) -> None:
    taken = Taken(page)
    button = taken.read.find(id="b")
    asked = {selector: taken.ask(button, selector, 1) for selector in ("#b", "button", "nothing")}
    assert [answer["counts"] for answer in asked.values()] == [[1], [2], [0]]
    assert [answer["hits"] for answer in asked.values()] == [[True], [False], [False]]


@pytest.mark.parametrize(
    ("selector", "message"),
    [
        ("css=##", "Unexpected token"),
        ("unknown=x", "Unknown engine"),
        ("css=a:has-text(", "while parsing"),
        (f"iframe{ENTER_FRAME}p", "not allowed inside composite locators"),
        ("*css=ul >> css=li >> nth=0", "in a request with the capture"),
    ],
)
def test_one_selector_that_is_wrong_fails_all(page: Page, selector: str, message: str) -> None:
    taken = Taken(page)
    asked = [ask_engine(one, op="mark", mark=k) for k, one in enumerate(["#b", selector])]
    nested = "css=:root" + "".join(f" >> internal:or={json.dumps(one)}" for one in asked)
    with pytest.raises(Error, match=message):
        taken.ask(taken.read.find(id="b"), nested, 2)


def test_a_selector_with_a_capture_finds_nothing(page: Page) -> None:
    taken = Taken(page)
    answer = taken.check(taken.read.find("ul"), "ul", "*css=ul >> css=li")
    assert (answer["counts"], answer["hits"]) == ([1, 0], [True, False])


def test_a_document_that_was_looked_into_before_the_engine_has_none(browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.set_content(CONTENT)
    assert page.eval_on_selector_all("#b", "(all) => all.length") == 1
    equip(context)
    taken = Taken(page)
    button = taken.read.find(id="b")
    with pytest.raises(Error):
        taken.check(button, "#b", "li")
    assert taken.ask(button, "#b", 1)["hits"] == [True]
    context.close()


def framed(page: Page, host: str) -> str:
    """Puts a page of ours around a frame, and returns what leads into it."""
    page.route("http://outer.test/", lambda route: route.fulfill(
        content_type="text/html",
        body=f"<!doctype html><h1>Out</h1><iframe src='http://{host}.test/in'></iframe>",
    ))  # fmt: skip
    page.route("**/in", lambda route: route.fulfill(
        content_type="text/html",
        body="<!doctype html><p>one</p><p>two</p><button>In</button>",
    ))  # fmt: skip
    page.goto("http://outer.test/")
    page.frame_locator("iframe").locator("button").wait_for()
    return f"iframe{ENTER_FRAME}"


def test_selectors_that_enter_a_frame(page: Page) -> None:
    into = framed(page, "outer")
    taken = Taken(page)
    button = taken.read.find("button")
    address = taken.ask(button, "css=:root", 0)["address"]
    above, _, steps = address.rpartition(ENTER_FRAME)
    assert steps == "css=:root > :nth-child(2) > :nth-child(3)"
    request = {"op": "check", "address": address, "marks": 4}
    chosen = ["css=button", "internal:role=button", "css=p >> nth=0", "css=nothing"]
    selector = joined([into + one for one in chosen])
    assert selector.startswith(f"iframe{ENTER_FRAME}css=:root >> internal:or=")
    assert page.eval_on_selector_all(selector, ASSET, request) == {
        "address": address,
        "scope": f"{above}{ENTER_FRAME}css=:root",
        "counts": [1, 1, 1, 0],
        "hits": [True, True, False, False],
    }
    inner = page.frames[1].evaluate_handle(ASSET, {"op": "keep"})
    seen = inner.evaluate("(main) => main({op: 'look'})")
    index = payload.read(seen["payload"]).find("button").index
    again = {"op": "check", "capture": seen["capture"], "index": index, "marks": 2}
    answer = page.frames[1].eval_on_selector_all(joined(chosen[:2]), ASK, [inner, again])
    assert answer == {
        "address": address,
        "scope": f"{above}{ENTER_FRAME}css=:root",
        "counts": [1, 1],
        "hits": [True, True],
    }


def test_the_same_steps_in_a_frame_of_another_origin_lead_elsewhere(page: Page) -> None:
    into = framed(page, "other")
    steps = "css=:root > :nth-child(2) > :nth-child(1)"
    assert Taken(page).check(Taken(page).read.find("h1"), "h1")["address"] == steps
    request = {"op": "check", "address": steps, "marks": 2}
    answer = page.eval_on_selector_all(joined([f"{into}p >> nth=0", f"{into}p"]), ASSET, request)
    assert answer["counts"] == [1, 2]
    assert answer["hits"] == [False, False]


HOSTILE = [
    "document.createElement = () => { throw new Error('page code was called') }",
    "Document.prototype.createElement = () => { throw new Error('page code was called') }",
    "Document.prototype.createElement = () => document.body",
    "Object.prototype.mark = 0; Object.prototype.element = document.body",
    "Element.prototype.mark = 0; Element.prototype.element = document.body",
    "for (const name of ['mark', 'element', 'nodeName']) Object.defineProperty(Object.prototype,"
    " name, {set() { throw new Error('own') }, configurable: true})",
    "Object.defineProperty(Element.prototype, 'previousElementSibling', {get() { return null }})",
]


@pytest.mark.parametrize("script", HOSTILE)
def test_pages_that_have_replaced_what_is_needed(page: Page, script: str) -> None:
    taken = Taken(page)
    button = taken.read.find(id="b")
    page.evaluate(f"() => {{ {script} }}")
    # The function was kept when the page was young; the engine comes only now.
    answer = taken.check(button, "#b", "css=button", 'internal:role=button[name="Find it"i]')
    assert answer["counts"] == [1, 2, 1]
    assert answer["hits"] == [True, False, True]
    assert answer["address"].endswith(" > :nth-child(3)")


def test_the_page_does_not_notice(page: Page) -> None:
    page.evaluate(
        """() => {
          window.seen = [];
          const all = {subtree: true, childList: true, attributes: true, characterData: true};
          new MutationObserver(() => seen.push('mutation')).observe(document, all);
          for (const name of ['createElement', 'createElementNS', 'querySelectorAll']) {
            const real = document[name];
            if (name !== 'querySelectorAll') Document.prototype[name] = function () {
              seen.push(name);
              return real.apply(this, arguments);
            };
          }
        }"""
    )
    taken = Taken(page)
    assert taken.check(taken.read.find(id="b"), "#b", "css=*")["hits"] == [True, False]
    assert page.evaluate("seen") == []


def test_learning_by_the_engine(page: Page) -> None:
    young = page.evaluate("performance.timeOrigin")
    asked = ask_engine("#b", op="learn", redact=["title"], nodes=0, asked=young + 1000)
    text = page.text_content(asked)
    assert text is not None
    assert payload.read(text).target.attrs == {"id": "b"}
    text = page.text_content(ask_engine("#b", op="learn", redact=[], nodes=0, asked=young - 1000))
    assert text is not None
    assert text[0] == "!"
    assert payload.read(text[1:]).target.attrs == {"id": "b", "title": "Go"}
    many = page.eval_on_selector_all(
        ask_engine("li", op="learn", nodes=0, asked=time.time() * 1000),
        "(all) => all.map(one => one.textContent.length > 0)",
    )
    assert many == [True, False]


@pytest.mark.parametrize("text", ["", "%", "%7B", "null", "%7B%22op%22%3A%22learn%22%7D"])
def test_requests_that_make_no_sense_are_no_answer(page: Page, text: str) -> None:
    count = "(all) => all.filter(one => one.textContent).length"
    asked = f"#b >> {ENGINE_NAME}={text}"
    assert page.eval_on_selector_all(asked, count) == (1 if "learn" in text else 0)
