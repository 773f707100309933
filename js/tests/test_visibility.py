"""Which elements and texts count as seen."""

import pytest
from conftest import Snapshot
from playwright.sync_api import Page

HIDDEN = [
    "<p id=x hidden>never</p>",
    "<p id=x style='display:none'>never</p>",
    "<p id=x style='visibility:hidden'>never</p>",
    "<table><tr id=x style='visibility:collapse'><td>never</td></tr></table>",
    "<div hidden><p id=x>never</p></div>",
    "<div style='content-visibility:hidden'><p id=x>never</p></div>",
    "<div style='content-visibility:hidden;height:9px'>never<span style='display:contents' id=x>"
    "never</span></div>",
    "<details><summary>s</summary><p id=x>never</p></details>",
    "<details><summary>s</summary>never<span style='display:contents' id=x>never</span></details>",
    "<dialog id=x>never</dialog>",
    "<div id=x popover>never</div>",
    "<input id=x type=hidden>",
    "<div id=x></div>",
    "<div id=x style='width:0;height:9px'></div>",
    "<datalist><option id=x>never</option></datalist>",
    "<canvas><p id=x>never</p>never</canvas>",
    "<select><option id=x style='display:none'>never</option></select>",
]

SHOWN = [
    "<p id=x style='opacity:0'>x</p>",
    "<p id=x style='position:absolute;left:-9999px'>x</p>",
    "<div style='height:0'><p id=x>x</p></div>",
    "<div style='visibility:hidden'><p id=x style='visibility:visible'>x</p></div>",
    "<div style='display:contents'><p id=x>x</p></div>",
    "<details open><summary>s</summary><p id=x>x</p></details>",
    "<details><summary id=x>x</summary>never</details>",
    "<dialog id=x open>x</dialog>",
    "<div style='height:5000px'></div><div style='content-visibility:auto'><p id=x>x</p></div>",
    "<div id=x style='width:9px;height:9px'></div>",
    "<select size=3><option id=x>x</option></select>",
    "<input id=x type=checkbox style='opacity:0'>",
]


@pytest.fixture(params=["checkVisibility", "computed style"])
def _browser_age(request: pytest.FixtureRequest, page: Page) -> None:
    """The same rules hold in browsers without `checkVisibility`."""
    if request.param == "computed style":
        page.add_init_script("delete Element.prototype.checkVisibility")
        page.goto("about:blank")


@pytest.mark.usefixtures("_browser_age")
@pytest.mark.parametrize("html", HIDDEN)
def test_hidden(snapshot: Snapshot, html: str) -> None:
    page = snapshot("<!doctype html><p>here</p>" + html)
    assert "x" not in page.ids()
    assert "never" not in page.text
    assert "here" in page.text


@pytest.mark.usefixtures("_browser_age")
@pytest.mark.parametrize("html", SHOWN)
def test_shown(snapshot: Snapshot, html: str) -> None:
    page = snapshot("<!doctype html>" + html)
    assert page.find(id="x").is_visible
    assert "never" not in page.text


def test_a_box_without_extent_stays_for_what_is_in_it(snapshot: Snapshot) -> None:
    page = snapshot("<!doctype html><div id=a style='height:0'><p id=b>text</p></div>")
    assert not page.find(id="a").is_visible
    assert page.find(id="b").parent is page.find(id="a")


def test_text_of_a_boxless_element_keeps_it(snapshot: Snapshot) -> None:
    page = snapshot("<p>a<span id=x style='display:contents'> <b hidden>no</b>b</span></p>")
    assert not page.find(id="x").is_visible
    assert page.text == "a b"


def test_options_of_a_closed_list_are_there_without_a_box(snapshot: Snapshot) -> None:
    page = snapshot(
        "<select id=s><option value=1>One</option>"
        "<optgroup label=More><option>Two</optgroup></select>"
    )
    assert [option.is_visible for option in page.find_all("option")] == [False, False]
    assert page.find("option", value="1").parent is page.find(id="s")
    assert page.text_of(page.find(id="s")) == "OneTwo"


def test_what_could_be_pressed_in_a_closed_menu_is_noted(snapshot: Snapshot) -> None:
    menu = "<a href='/list?size=50'>50 items</a><button>Close</button><p>never</p>"
    seen = snapshot(f"<a href='/'>Shop</a><div hidden>{menu}</div><a id=x href=/y hidden>Y</a>")
    raw = seen.raw
    texts = [raw["strings"][index] for index in raw["hidden"]]
    assert texts == [
        *("a", "", "50 items", "/list?size=50"),
        *("button", "", "Close", ""),
        *("a", "", "Y", "/y"),
    ]
    assert "hidden" not in snapshot("<a href='/'>Shop</a><div hidden>text</div>").raw
