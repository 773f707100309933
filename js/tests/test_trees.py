"""Shadow roots and frames."""

import payload
from asset import ASSET
from conftest import Snapshot
from playwright.sync_api import Page

HOST = "<x-host id=host><b slot=s>light</b> loose <i>unslotted</i></x-host>"


def shadow(page: Page, html: str, mode: str = "open", at: str = "x-host") -> None:
    page.evaluate(
        "([at, html, mode]) => { const host = document.querySelector(at);"
        "host.attachShadow({mode}).innerHTML = html }",
        [at, html, mode],
    )


def test_open_shadow_root_comes_before_light_children(page: Page, snapshot: Snapshot) -> None:
    page.set_content(HOST)
    shadow(page, "<p id=in>shadow <slot name=s></slot></p>")
    read = snapshot()
    assert [child.tag for child in read.find(id="host").children] == ["p", "b"]
    assert read.find("p").kind & payload.SHADOW_CHILD
    assert not read.find("b").kind & payload.SHADOW_CHILD
    assert read.text_of(read.find(id="host")) == "shadow light"


def test_loose_text_is_seen_through_a_slot_only(page: Page, snapshot: Snapshot) -> None:
    page.set_content(HOST)
    shadow(page, "<slot></slot>")
    assert snapshot().text == "loose unslotted"
    page.set_content(HOST)
    shadow(page, "<div hidden><slot></slot></div><p>x</p>")
    assert snapshot().text == "x"


def test_slot_fallback(page: Page, snapshot: Snapshot) -> None:
    page.set_content("<x-host></x-host>")
    shadow(page, "<slot>fallback</slot>")
    read = snapshot()
    assert read.text == "fallback"
    assert read.find("slot").parent is read.find("x-host")


def test_nested_shadow_roots(page: Page, snapshot: Snapshot) -> None:
    page.set_content("<x-host></x-host>")
    shadow(page, "<div><y-host></y-host></div>")
    page.evaluate(
        "document.querySelector('x-host').shadowRoot.querySelector('y-host')"
        ".attachShadow({mode: 'open'}).innerHTML = '<button>deep</button>'"
    )
    read = snapshot()
    assert read.find("button").path == ["html", "body", "x-host", "div", "y-host", "button"]
    assert read.find("button").kind == payload.VISIBLE | payload.SHADOW_CHILD


def test_closed_shadow_root_stays_closed(page: Page, snapshot: Snapshot) -> None:
    page.set_content("<x-host></x-host>")
    shadow(page, "<p>secret</p>", "closed")
    assert "secret" not in snapshot().text


def test_frames_of_the_same_origin(page: Page, snapshot: Snapshot) -> None:
    read = snapshot(
        "<!doctype html><body style='margin:0'><iframe id=f style='position:absolute;left:100px;"
        "top:50px;border:5px solid' srcdoc=\"<!doctype html><body style='margin:0'><p "
        "style='margin:0' id=p>inside</p>\"></iframe><p>outside</p>"
    )
    assert read.find(id="p").path == ["html", "body", "iframe", "html", "body", "p"]
    assert read.find_all("html")[1].kind & payload.FRAME_ROOT
    box = read.find(id="p").box
    assert box
    assert box[:2] == (105, 55)


def test_nested_and_scrolled_frames(page: Page, snapshot: Snapshot) -> None:
    inner = "<p id=p style='margin:0 0 3000px'>deep</p>"
    page.set_content("<!doctype html><body style='margin:0'><iframe style='border:0'></iframe>")
    page.evaluate(
        """inner => {
          const outer = document.querySelector('iframe').contentDocument;
          outer.body.style.margin = 0;
          outer.body.innerHTML = '<iframe style="border:0"></iframe>';
          const deep = outer.querySelector('iframe').contentDocument;
          deep.body.style.margin = 0;
          deep.body.innerHTML = inner;
        }""",
        inner,
    )
    still = snapshot().find(id="p")
    page.evaluate("frames[0].frames[0].scrollTo(0, 1000)")
    moved = snapshot().find(id="p")
    assert still.path.count("iframe") == 2
    assert still.box == moved.box
    assert still.box
    assert still.box[:2] == (0, 0)


def test_hidden_frames_show_nothing(snapshot: Snapshot) -> None:
    read = snapshot(
        "<iframe srcdoc=never style='display:none'></iframe>"
        "<iframe srcdoc=never style='visibility:hidden'></iframe>"
        "<iframe srcdoc=never width=0 height=0 style='border:0'></iframe>"
    )
    assert read.text == ""


def test_frame_of_another_origin_is_an_empty_element(page: Page, snapshot: Snapshot) -> None:
    read = snapshot("<iframe id=f sandbox srcdoc='<p>foreign</p>'></iframe>")
    assert read.find(id="f").children == []


def test_from_inside_a_frame_the_page_is_the_same(page: Page, snapshot: Snapshot) -> None:
    read = snapshot("<p>outside</p><iframe srcdoc='<p id=p>inside</p>'></iframe>")
    inside = page.frames[1].evaluate(ASSET, {"op": "snapshot"})
    assert payload.read(inside).raw == read.raw
