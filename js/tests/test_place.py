"""Where an element is on the screen, and which pictures would show something private."""

from __future__ import annotations

from typing import Any

import pytest
from asset import ASSET
from playwright.sync_api import Page

ASKED = {"op": "place", "redact": [], "margin": 6, "width": 320, "height": 200}
STYLE = (
    "<!doctype html><style>body{margin:0}#x{position:absolute;left:50px;top:40px;"
    "width:100px;height:30px;overflow:hidden}</style>"
)


def place(page: Page, selector: str = "#x", **request: Any) -> dict[str, float] | None:
    answer: dict[str, float] | None = page.eval_on_selector_all(selector, ASSET, ASKED | request)
    return answer


def test_an_element_with_what_is_around_it(page: Page) -> None:
    page.set_content(STYLE + "<button id=x>Go</button>")
    assert place(page) == {"x": 44, "y": 34, "width": 112, "height": 42}
    assert place(page, width=60, height=20) == {"x": 44, "y": 34, "width": 60, "height": 20}
    assert place(page, "#gone") is None


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("left:-80px", {"x": 0, "y": 34, "width": 26, "height": 42}),
        ("left:980px", {"x": 974, "y": 34, "width": 26, "height": 42}),
        ("top:-20px", {"x": 44, "y": 0, "width": 112, "height": 16}),
        ("left:-200px", None),
        ("top:5000px", None),
        ("width:0", None),
        ("display:none", None),
    ],
)
def test_only_what_is_on_the_screen(page: Page, style: str, expected: Any) -> None:
    page.set_content(f"{STYLE}<div id=x style='{style}'>x</div>")
    assert place(page) == expected


def test_in_a_frame(page: Page) -> None:
    inside = "<style>body{margin:0}</style><div id=x style=width:50px;height:20px>in</div>"
    page.set_content(
        f"{STYLE}<iframe srcdoc='{inside}' style='position:absolute;left:100px;top:70px;"
        "border:5px solid'></iframe>"
    )
    page.frame_locator("iframe").locator("#x").wait_for()
    into = "iframe >> internal:control=enter-frame >> #x"
    assert place(page, into) == {"x": 99, "y": 69, "width": 62, "height": 32}


def test_in_a_frame_of_another_origin(page: Page) -> None:
    page.route("**/*", lambda route: route.fulfill(
        content_type="text/html",
        body="<p id=x>in</p>" if "other" in route.request.url
        else "<iframe src='http://other.test/'></iframe>",
    ))  # fmt: skip
    page.goto("http://outer.test/")
    page.frame_locator("iframe").locator("#x").wait_for()
    assert place(page, "iframe >> internal:control=enter-frame >> #x") is None


# Each is inside of what is asked for, or overlaps it.
PRIVATE = [
    "<input value=typed>",
    "<input type=password>",
    "<input type=' submit' value=typed>",
    "<input type=email value=typed>",
    "<textarea>typed</textarea>",
    "<div contenteditable>typed</div>",
    "<div contenteditable=plaintext-only>typed</div>",
    "<div contenteditable><b>ty</b>ped</div>",
    "<div role=textbox>typed</div>",
    "<div role='searchbox presentation'>typed</div>",
    "<div role=TEXTBOX>typed</div>",
]
HARMLESS = [
    "<input>",
    "<input placeholder=Name>",
    "<input type=submit value=Send>",
    "<input type=RADIO value=a>",
    "<input type=checkbox checked>",
    "<input type=range>",
    "<input type=color>",
    "<input type=hidden value=token>",
    "<input value=typed style=display:none>",
    "<textarea></textarea>",
    "<select><option>one</select>",
    "<div contenteditable></div>",
    "<div contenteditable> \n</div>",
    "<div contenteditable=false>shown</div>",
    "<div role=textbox></div>",
    "<div role=button>Go</div>",
]


def around(page: Page, field: str, where: str) -> None:
    """Puts a field into what is asked for, over it, or into a tree of its own inside it."""
    page.set_content(f"{STYLE}<div id=x>{field if where == 'inside' else 'x'}</div>")
    page.evaluate(
        """([where, field]) => {
          const box = document.getElementById('x');
          if (where === 'shadow') box.attachShadow({mode: 'open'}).innerHTML = field;
          if (where === 'over') document.body.insertAdjacentHTML('beforeend',
            '<div style="position:absolute;left:140px;top:60px">' + field + '</div>');
          if (where !== 'frame') return;
          const frame = document.createElement('iframe');
          frame.srcdoc = field;
          return new Promise((done) => { frame.onload = done; box.append(frame) });
        }""",
        [where, field],
    )


@pytest.mark.parametrize("where", ["inside", "over", "shadow", "frame"])
@pytest.mark.parametrize("field", PRIVATE)
def test_what_was_typed_is_on_no_picture(page: Page, field: str, where: str) -> None:
    around(page, field, where)
    if where == "frame":
        page.evaluate("document.querySelector('iframe').style.marginTop = '-8px'")
    assert place(page) is None


@pytest.mark.parametrize("where", ["inside", "over", "shadow", "frame"])
def test_what_nobody_typed_may_be(page: Page, where: str) -> None:
    around(page, "".join(HARMLESS), where)
    assert place(page) is not None


@pytest.mark.parametrize("field", HARMLESS)
def test_each_that_nobody_typed(page: Page, field: str) -> None:
    around(page, field, "inside")
    assert place(page) is not None


def test_a_field_that_is_not_on_it(page: Page) -> None:
    page.set_content(STYLE + "<div id=x>x</div><input value=typed style=margin-top:300px>")
    assert place(page) is not None


def test_what_was_filled_in_is_known_by_the_property(page: Page) -> None:
    page.set_content(STYLE + "<input id=x>")
    assert place(page) is not None
    page.fill("#x", "typed")
    assert place(page) is None


def test_a_document_that_is_edited_as_a_whole(page: Page) -> None:
    page.set_content(STYLE + "<div id=x>typed</div>")
    page.evaluate("() => { document.designMode = 'on' }")
    assert place(page) is None


@pytest.mark.parametrize("where", ["inside", "shadow", "frame"])
@pytest.mark.parametrize("redact", [["data-user-*"], ["DATA-USER-NAME"], ["*"]])
def test_redacted_attributes_inside(page: Page, redact: list[str], where: str) -> None:
    around(page, "<b data-user-name=Ann>Ann</b>", where)
    assert place(page) is not None
    assert place(page, redact=redact) is None


def test_redacted_attributes_of_the_element_and_of_fields_over_it(page: Page) -> None:
    page.set_content(STYLE + "<div id=x data-x=1>x</div>")
    assert place(page, redact=["data-x"]) is None
    around(page, "<select data-x=1><option>one</select>", "over")
    assert place(page) is not None
    assert place(page, redact=["data-x"]) is None
    around(page, "<b data-x=1>one</b>", "over")
    assert place(page, redact=["data-x"]) is not None
