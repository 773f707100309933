"""Pointing at exact elements, and the light payload for learning."""

import payload
import pytest
from asset import ASSET
from conftest import Snapshot
from playwright.sync_api import Page

CONTENT = """<!doctype html><h1>Shop</h1><section><h2>People</h2><table><tbody>
<tr id=r1><td>Ann</td><td><button class=del>Delete</button></td></tr>
<tr id=r2><td>Ben <i>B.</i></td><td><a href="/b">Edit</a> <button class="del x" data-id=2
 title="Delete Ben"><b>De</b>lete</button><span>old</span><a href="/c">Copy</a></td></tr>
</tbody></table></section>
<h3 hidden>never</h3><form id=f><fieldset><legend>Address</legend>
<label for=zip>Zip <em>code</em></label><input id=zip aria-labelledby="l1 l2 gone"
 disabled><label>Town <input id=town></label></fieldset></form>
<p id=l2>second</p><p id=l1>first</p>"""

TARGETS = ["#r2 button", "#zip", "#town", "h1", "body", "html", "#r1", "legend", "#l1", "b"]


def test_handle_gives_the_very_element(page: Page) -> None:
    page.set_content(CONTENT)
    handle = page.evaluate_handle(ASSET, {"op": "capture"})
    read = payload.read(handle.evaluate("capture => capture.payload"))
    for element in read.elements:
        if "id" not in element.attrs:
            continue
        found = handle.evaluate_handle("(capture, i) => capture.elements[i]", element.index)
        assert found.evaluate("(e, id) => e === document.getElementById(id)", element.attrs["id"])


def test_handle_outlives_a_change_of_the_page(page: Page) -> None:
    page.set_content(CONTENT)
    handle = page.evaluate_handle(ASSET, {"op": "capture"})
    read = payload.read(handle.evaluate("capture => capture.payload"))
    index = read.find(title="Delete Ben").index
    page.evaluate("() => document.body.prepend(document.createElement('nav'))")
    found = handle.evaluate_handle("(capture, i) => capture.elements[i]", index).as_element()
    assert found
    assert found.get_attribute("title") == "Delete Ben"


@pytest.mark.parametrize("at", ["frame", "shadow"])
def test_handle_into_frames_and_shadow_roots_can_be_clicked(page: Page, at: str) -> None:
    inside = '<button id=in onclick="top.hit = 1">Go</button>'
    page.set_content("<!doctype html><p>x</p><div id=at></div>")
    page.evaluate(
        """([at, inside]) => {
          const place = document.getElementById('at');
          if (at === 'shadow') place.attachShadow({mode: 'open'}).innerHTML = inside;
          else place.append(Object.assign(document.createElement('iframe'), {srcdoc: inside}));
        }""",
        [at, inside],
    )
    page.wait_for_timeout(100)
    handle = page.evaluate_handle(ASSET, {"op": "capture"})
    read = payload.read(handle.evaluate("capture => capture.payload"))
    index = read.find(id="in").index
    found = handle.evaluate_handle("(capture, i) => capture.elements[i]", index).as_element()
    assert found
    owner = found.owner_frame()
    assert owner
    # Playwright clicks in a frame only what was handed out in that frame.
    own = owner.evaluate_handle("element => element", found).as_element()
    assert own
    own.click(timeout=3000)
    assert page.evaluate("window.hit") == 1


def test_element_by_walking_again(page: Page, snapshot: Snapshot) -> None:
    read = snapshot(CONTENT)
    wanted = read.find(title="Delete Ben")
    request = {
        "op": "element",
        "index": wanted.index,
        "count": len(read.elements),
        "tag": wanted.tag,
    }
    found = page.evaluate_handle(ASSET, request).as_element()
    assert found
    assert found.get_attribute("title") == "Delete Ben"
    page.evaluate("() => document.querySelector('h1').remove()")
    assert page.evaluate(ASSET, request) is None


@pytest.mark.parametrize("selector", TARGETS)
def test_snapshot_with_a_target(page: Page, selector: str) -> None:
    page.set_content(CONTENT)
    locator = page.locator(selector).first
    read = payload.read(locator.evaluate(ASSET, {"op": "snapshot"}))
    plain = payload.read(page.evaluate(ASSET, {"op": "snapshot"}))
    assert read.target.attrs.get("id", "") == (locator.get_attribute("id") or "")
    assert [e.tag for e in read.elements] == [e.tag for e in plain.elements]


@pytest.mark.parametrize("selector", TARGETS)
def test_fingerprint_agrees_with_the_whole_page(
    page: Page, fingerprint: Snapshot, selector: str
) -> None:
    page.set_content(CONTENT)
    locator = page.locator(selector).first
    whole = payload.read(locator.evaluate(ASSET, {"op": "snapshot"}))
    light = fingerprint(locator)
    a, b = whole.target, light.target
    assert (a.tag, a.attrs, a.path, a.kind, a.box) == (b.tag, b.attrs, b.path, b.kind, b.box)
    assert a.siblings == b.siblings
    assert a.own_texts == b.own_texts
    assert whole.text_of(a) == light.text_of(b)
    row, light_row = a.closest("tr", "fieldset"), b.closest("tr", "fieldset")
    if row:
        assert light_row
        assert whole.text_of(row) == light.text_of(light_row)
    for key in ("url", "title", "viewport"):
        assert whole.raw[key] == light.raw[key]


def test_fingerprint_has_labels_and_the_heading_before(page: Page, fingerprint: Snapshot) -> None:
    page.set_content(CONTENT)
    light = fingerprint(page.locator("#zip"))
    assert light.text_of(light.find("label", **{"for": "zip"})) == "Zip code"
    assert light.text_of(light.find(id="l1")) == "first"
    assert light.text_of(light.find(id="l2")) == "second"
    assert light.find(id="l2").index < light.find(id="l1").index
    assert light.text_of(light.find("h2")) == "People"
    assert not light.find_all("h3")
    assert not light.find_all("tr")


@pytest.mark.parametrize(
    ("html", "heading"),
    [
        ("<h1>a</h1><h3>b</h3><h2>c</h2><b id=x>x</b><h1>d</h1>", "c"),
        ("<h1>a</h1><div role=heading>b</div><b id=x>x</b>", "b"),
        ("<div role=heading>a</div><section><h4>b</h4></section><b id=x>x</b>", "b"),
        ("<h1>a</h1><h2 hidden>b</h2><h3> </h3><b id=x>x</b>", "a"),
        ("<b id=x>x</b><h1>a</h1>", ""),
    ],
)
def test_nearest_heading(page: Page, fingerprint: Snapshot, html: str, heading: str) -> None:
    page.set_content(f"<!doctype html><main><div>{html}</div></main>".replace("<b", "<p><b"))
    light = fingerprint(page.locator("#x"))
    found = [e for e in light.elements if e.tag in "h1h2h3h4" or e.attrs.get("role") == "heading"]
    assert "".join(light.text_of(element) for element in found) == heading


def test_kept_function_answers_like_the_asset(page: Page) -> None:
    page.set_content(CONTENT)
    kept = page.evaluate_handle(ASSET, {"op": "keep"})
    element = page.locator("#zip").element_handle()
    light = kept.evaluate("(main, element) => main(element, {op: 'fingerprint'})", element)
    assert light == element.evaluate(ASSET, {"op": "fingerprint"})
    whole = kept.evaluate("(main, request) => main(request)", {"op": "snapshot"})
    assert whole == page.evaluate(ASSET, {"op": "snapshot"})


def test_fingerprint_of_something_hidden(page: Page, fingerprint: Snapshot) -> None:
    page.set_content("<div hidden><b>no</b><label><input type=file id=up></label></div>")
    light = fingerprint(page.locator("#up"))
    assert light.target.attrs["id"] == "up"
    assert not light.target.is_visible
    assert light.target.path == ["html", "body", "div", "label", "input"]
    assert light.text == ""


def test_fingerprint_in_a_frame_starts_at_the_page(page: Page, fingerprint: Snapshot) -> None:
    page.set_content("<h1>Top</h1><iframe id=f srcdoc='<p>a</p><button>Go</button>'></iframe>")
    locator = page.frame_locator("#f").locator("button")
    light = fingerprint(locator)
    whole = payload.read(locator.evaluate(ASSET, {"op": "snapshot"}))
    assert light.target.path == ["html", "body", "iframe", "html", "body", "button"]
    assert light.target.path == whole.target.path
    assert light.target.box == whole.target.box
    assert light.text_of(light.find("h1")) == "Top"


def test_fingerprint_in_nested_shadow_roots(page: Page, fingerprint: Snapshot) -> None:
    page.set_content("<h2>Before</h2><x-a><i>light</i></x-a>")
    page.evaluate(
        """() => {
          const a = document.querySelector('x-a').attachShadow({mode: 'open'});
          a.innerHTML = '<p><x-b></x-b><slot></slot></p>';
          const b = a.querySelector('x-b').attachShadow({mode: 'open'});
          b.innerHTML = '<label for=q>Q</label><input id=q>';
        }"""
    )
    locator = page.locator("#q")
    light = fingerprint(locator)
    whole = payload.read(locator.evaluate(ASSET, {"op": "snapshot"}))
    assert light.target.path == whole.target.path
    assert light.target.siblings == whole.target.siblings == ["label", "input"]
    assert light.target.kind == whole.target.kind == payload.VISIBLE | payload.SHADOW_CHILD
    assert light.text_of(light.find("label")) == "Q"
    assert light.text_of(light.find("h2")) == "Before"


def test_fingerprint_stays_small_on_a_large_page(page: Page, fingerprint: Snapshot) -> None:
    row = "<tr><td>Name {0}</td><td><a href='/{0}'>Open</a><button>Delete</button></td></tr>"
    rows = "".join(row.format(number) for number in range(2000))
    page.set_content(f"<h1>List</h1><table>{rows}</table>")
    light = fingerprint(page.locator("tr:nth-child(1500) button"))
    assert len(light.elements) < 20
    assert light.text == "ListName 1499OpenDelete"


def test_siblings_beyond_the_budget_are_tags(page: Page, fingerprint: Snapshot) -> None:
    page.set_content("<ul>" + "<li><a href=x>item</a></li>" * 900 + "</ul>")
    light = fingerprint(page.locator("li").nth(700))
    assert light.target.siblings == ["li"] * 900
    assert light.target is light.find("ul").children[700]
    assert light.text_of(light.target) == "item"


def test_fingerprint_is_deterministic(page: Page) -> None:
    page.set_content(CONTENT)
    request = {"op": "fingerprint"}
    answers = {page.locator("#zip").evaluate(ASSET, request) for _ in range(3)}
    assert len(answers) == 1


def test_element_that_is_not_on_the_page(page: Page) -> None:
    page.set_content("<p>x</p>")
    detached = page.evaluate_handle("() => document.createElement('b')").as_element()
    assert detached
    assert detached.evaluate(ASSET, {"op": "fingerprint"}) is None
    assert "target" not in payload.read(detached.evaluate(ASSET, {"op": "snapshot"})).raw
