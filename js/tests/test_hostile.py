"""Pages that have replaced what the browser gave them."""

import contextlib
from collections.abc import Iterator

import payload
import pytest
from asset import ASSET
from conftest import Snapshot
from playwright.sync_api import Browser, Error, Page

CONTENT = """<!doctype html><title>Shop</title><meta name=v content=7>
<form id=form><label for=q>Search</label><input id=q name=q>
<button class="a b" data-id=7>Find "it"</button></form>
<select><option value=1>One</select><img src="data:image/png;base64,AAAA" width=9 height=9>"""

THROW = "function () { throw new Error('page code was called') }"

METHODS = {
    "Array.prototype": "push pop map join slice splice concat forEach filter indexOf includes "
    "reduce find some every sort reverse keys values entries shift unshift flat fill at",
    "String.prototype": "slice substring substr split replace replaceAll trim toLowerCase "
    "toUpperCase charCodeAt codePointAt charAt indexOf includes startsWith endsWith match "
    "normalize padStart concat at localeCompare search repeat toString valueOf",
    "RegExp.prototype": "exec test toString",
    "Function.prototype": "call apply bind",
    "Number.prototype": "toString toFixed valueOf",
    "Math": "round floor imul min max abs",
    "JSON": "stringify parse",
    "Map.prototype": "get set has",
    "Set.prototype": "add has",
    "WeakMap.prototype": "get set has",
    "Object": "keys entries assign create defineProperty getOwnPropertyDescriptor "
    "getPrototypeOf freeze fromEntries",
    "Element.prototype": "getAttribute getAttributeNames hasAttribute querySelectorAll "
    "querySelector closest",
    "Document.prototype": "querySelectorAll querySelector getElementById createElement "
    "createTreeWalker createRange",
    "Node.prototype": "contains getRootNode",
}

SINGLE = [f"{owner}.{name} = {THROW}" for owner, names in METHODS.items() for name in names.split()]

OTHER = [
    f"Array.prototype[Symbol.iterator] = {THROW}",
    f"String.prototype[Symbol.iterator] = {THROW}",
    "Object.prototype.toJSON = Array.prototype.toJSON = () => 'toJSON'",
    "String.prototype.toJSON = Number.prototype.toJSON = () => 'toJSON'",
    "for (const name of ['0', '1', 'length', 'up', 'index', 'tag', 'payload', 'x', 'get'])"
    " Object.defineProperty(Object.prototype, name, {set() {}, get() { return 'polluted' },"
    " configurable: true})",
    "Object.defineProperty(Array.prototype, '0', {set() {}, get() { return 'polluted' },"
    " configurable: true})",
    "Object.prototype.title = Object.prototype.br = Object.prototype.button = true",
    "Object.prototype.contentVisibilityAuto = Object.prototype.opacityProperty = true",
    "var Node = class {}, Element = class {}, Text = 1, Map = class {}, Set = 1, Attr = 1",
    "var scrollX = 77, scrollY = 77, innerWidth = 1, innerHeight = 1, name = 'x', main = 1",
    "var apply = 1, read = 1, walk = 1, snapshot = 1, capture = 1, HIDDEN = 1",
    "const real = getComputedStyle;"
    "window.getComputedStyle = function () { return real.apply(this, arguments) }",
    "for (const form of document.forms) for (const name of ['children', 'attributes'])"
    " Object.defineProperty(form, name, {get() { throw new Error('own') }})",
    "document.forms[0].getBoundingClientRect = () => ({x: 1e9, y: 1e9, width: 0, height: 0})",
    "HTMLElement.prototype.checkVisibility = () => false",
    "Object.defineProperty(HTMLElement.prototype, 'firstChild', {get() { return null }})",
    "Object.defineProperty(HTMLElement.prototype, 'attributes', {get() { return [] }})",
]

POLICY = "default-src 'none'; require-trusted-types-for 'script'"

CLOBBERING = [
    "attributes", "children", "childNodes", "parentNode", "tagName", "localName", "nodeName",
    "nodeType", "nodeValue", "shadowRoot", "firstChild", "nextSibling", "ownerDocument",
    "getBoundingClientRect", "checkVisibility", "matches", "getAttribute", "length", "id",
    "compareDocumentPosition", "labels", "textContent",
]  # fmt: skip

DOCUMENT_CLOBBERING = [
    "documentElement", "defaultView", "title", "URL", "scrollingElement", "body", "readyState",
    "querySelectorAll", "getElementById", "contentDocument",
]  # fmt: skip


def expected(page: Page) -> str:
    page.set_content(CONTENT)
    return str(page.evaluate(ASSET, {"op": "snapshot"}))


@pytest.fixture(scope="module")
def shared_page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1000, "height": 700})
    yield page
    page.close()


RUN = """([script, source]) => {
  const log = console.log;
  const run = (0, eval)('(' + source + ')');
  const button = document.querySelector('button');
  (0, eval)(script);
  let answer;
  try {
    answer = run({op: 'snapshot'}) + '\\n' + run(button, {op: 'fingerprint'});
    const main = run({op: 'keep'});
    const seen = main({op: 'look'});
    answer += '\\n' + seen.payload;
    let check = {};
    for (let index = 0; index < 20 && !(check.hits && check.hits[0]); index += 1)
      check = main([button], {op: 'check', capture: seen.capture, index, marks: 1});
    answer += '\\n' + check.address + ' ' + check.counts[0];
    const sight = {op: 'sight', strict: true, nodes: 0};
    answer += '\\n' + main([button], sight) + '\\n' + main({op: 'meta', name: 'v'});
    const asked = {op: 'place', redact: ['data-x*'], margin: 6, width: 320, height: 200};
    const place = main([button], asked);
    answer += '\\n' + (place === null ? 'none' : place.width > 20);
  } catch (error) {
    answer = 'failed: ' + error.stack;
  }
  log(answer);
}"""


@pytest.mark.parametrize("script", SINGLE + OTHER)
def test_overrides_change_nothing(shared_page: Page, script: str) -> None:
    page = shared_page
    page.goto("about:blank")
    clean = expected(page)
    # On some of these pages Playwright's own evaluate fails; the console comes through.
    with page.expect_console_message() as message, contextlib.suppress(Error):
        page.evaluate(RUN, [script, ASSET])
    whole, light, looked, checked, sight, meta, place = message.value.text.split("\n")
    assert whole == clean
    assert payload.read(light).target.tag == "button"
    assert looked == clean
    assert checked == "css=:root > :nth-child(2) > :nth-child(1) > :nth-child(3) 1"
    assert payload.read(sight).target.tag == "button"
    assert meta == "7"
    # Without a sure way to find all that is inside there is no picture.
    assert place == ("none" if "Element.prototype.querySelectorAll" in script else "true")


@pytest.mark.parametrize("name", CLOBBERING)
def test_form_controls_with_names_of_the_dom(snapshot: Snapshot, name: str) -> None:
    page = snapshot(
        f"<form id=form><input name={name}><button id={name}>Go</button></form><p>after</p>"
    )
    assert [child.tag for child in page.find("form").children] == ["input", "button"]
    assert page.find("form").attrs == {"id": "form"}
    assert page.text == "Goafter"


@pytest.mark.parametrize("name", DOCUMENT_CLOBBERING)
def test_images_with_names_of_the_document(snapshot: Snapshot, name: str) -> None:
    page = snapshot(
        f"<title>t</title><img name={name} id={name} alt=a width=9 height=9>"
        f"<form name={name}>x</form>"
    )
    assert page.find("img").attrs["name"] == name
    assert page.raw["title"] == "t"
    assert page.raw["url"] == "about:blank"


def test_clean_getters_come_from_a_frame_that_is_there(page: Page, snapshot: Snapshot) -> None:
    clean = snapshot("<p id=p>text</p><iframe srcdoc='<b>in</b>'></iframe>")
    page.evaluate(
        """() => {
          for (const [owner, name] of [[Node, 'firstChild'], [Node, 'nextSibling'],
            [Element, 'attributes'], [Node, 'nodeValue']]) {
            Object.defineProperty(owner.prototype, name, { get() { throw new Error('page') } });
          }
          Element.prototype.getBoundingClientRect = () => { throw new Error('page') };
        }"""
    )
    assert snapshot().raw == clean.raw


def test_replaced_getters_that_work_are_used(page: Page, snapshot: Snapshot) -> None:
    clean = snapshot("<p id=p>text</p>")
    page.evaluate(
        """() => {
          const real = Object.getOwnPropertyDescriptor(Node.prototype, 'firstChild').get;
          Object.defineProperty(Node.prototype, 'firstChild', {
            get() { return real.call(this) },
          });
        }"""
    )
    assert snapshot().raw == clean.raw


def test_a_page_that_lies_about_style_is_still_read(page: Page, snapshot: Snapshot) -> None:
    page.set_content("<p>text</p>")
    page.evaluate("() => { window.getComputedStyle = () => ({ getPropertyValue: () => 'none' }) }")
    assert snapshot().text == "text"


def test_strict_content_security_policy(page: Page, snapshot: Snapshot) -> None:
    page.route(
        "http://csp.test/",
        lambda route: route.fulfill(
            body="<p>guarded</p>",
            content_type="text/html",
            headers={
                "content-security-policy": "default-src 'none'; require-trusted-types-for 'script'"
            },
        ),
    )
    page.goto("http://csp.test/")
    assert snapshot().text == "guarded"
