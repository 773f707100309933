"""The form of the payload on ordinary pages."""

import payload
import pytest
from asset import ASSET, UNSTRIPPED, source
from conftest import Snapshot
from playwright.sync_api import Page


def test_plain_page(snapshot: Snapshot) -> None:
    page = snapshot(
        '<!doctype html><html lang="en"><title>Shop</title>'
        '<main id="m"><h1>Cart</h1><p>Two <b>red</b> apples</p></main>'
    )
    assert [element.tag for element in page.elements] == ["html", "body", "main", "h1", "p", "b"]
    assert page.find("b").path == ["html", "body", "main", "p", "b"]
    assert page.text_of(page.find("p")) == "Two red apples"
    assert page.raw["title"] == "Shop"
    assert page.raw["lang"] == "en"
    assert page.raw["url"] == "about:blank"
    assert page.raw["viewport"] == [1000, 700]
    assert "truncated" not in page.raw
    assert "target" not in page.raw


def test_text_keeps_its_place_between_elements(snapshot: Snapshot) -> None:
    page = snapshot("<p id=p>one <b>two</b> three <i>four</i></p>")
    start = page.find("p").index
    places = [(before - start, text) for _, before, text in page.texts]
    assert places == [(1, "one "), (2, "two"), (2, " three "), (3, "four")]


def test_white_space_only_is_one_space(snapshot: Snapshot) -> None:
    page = snapshot("<p><b>a</b>\n\t  \n<b>b</b></p>")
    assert page.text_of(page.find("p")) == "a b"
    assert "\n\t  \n" not in page.raw["strings"]


def test_line_break_parts_words(snapshot: Snapshot) -> None:
    page = snapshot("<p>a<br>b</p>")
    assert page.text == "a b"
    assert not page.find_all("br")


def test_attributes_in_order_with_their_names(snapshot: Snapshot) -> None:
    page = snapshot('<a href="/x" class="a b" data-id="" title="q&quot;">x</a>')
    assert page.find("a").attrs == {"href": "/x", "class": "a b", "data-id": "", "title": 'q"'}


def test_boxes_are_page_coordinates(page: Page, snapshot: Snapshot) -> None:
    html = (
        "<!doctype html><body style='margin:0;height:5000px;width:3000px'>"
        "<div id=d style='position:absolute;left:10.25px;top:1500px;width:30px;height:40px'>x</div>"
    )
    assert snapshot(html).find(id="d").box == (10.3, 1500, 30, 40)
    page.evaluate("scrollTo(200, 1000)")
    assert snapshot().find(id="d").box == (10.3, 1500, 30, 40)
    assert page.evaluate("[scrollX, scrollY]") == [200, 1000]


def test_disabled(snapshot: Snapshot) -> None:
    page = snapshot(
        "<button id=a disabled>a</button><fieldset disabled><input id=b></fieldset>"
        "<input id=c><div id=d disabled>d</div>"
    )
    disabled = [e.attrs.get("id", e.tag) for e in page.elements if e.kind & payload.DISABLED]
    assert disabled == ["a", "fieldset", "b"]


def test_svg_and_its_names(snapshot: Snapshot) -> None:
    page = snapshot(
        "<svg width=50 height=50 viewBox='0 0 9 9'><defs><linearGradient id=g></linearGradient>"
        "</defs><foreignObject width=40 height=40><p>in</p></foreignObject>"
        "<text x=1 y=5>label</text><use xlink:href='#g'/></svg>"
    )
    assert page.find("svg").attrs["viewBox"] == "0 0 9 9"
    assert page.find("foreignobject").is_visible
    assert page.text_of(page.find("text")) == "label"
    assert not page.find_all("lineargradient")


def test_custom_elements_and_templates(snapshot: Snapshot) -> None:
    page = snapshot(
        "<x-card id=x>card</x-card><template><p>never</p></template>"
        "<script>var a = 'never'</script><style>b{}</style><noscript>never</noscript>"
    )
    assert page.text == "card"
    assert page.find("x-card").is_visible
    assert {e.tag for e in page.elements} == {"html", "body", "x-card"}


@pytest.mark.parametrize("text", ["\ud83d", "a\udc00b", "\udc00\ud83d"])
def test_half_a_surrogate_pair_is_replaced(page: Page, snapshot: Snapshot, text: str) -> None:
    page.set_content("<p></p>")
    units = [ord(unit) for unit in text]
    page.evaluate("u => document.querySelector('p').append(String.fromCharCode(...u))", units)
    expected = "".join("\ufffd" if 0xD800 <= unit <= 0xDFFF else chr(unit) for unit in units)
    assert snapshot().text == expected


def test_any_text_survives(page: Page, snapshot: Snapshot) -> None:
    text = 'q"\\\u0000\u0001\u001f\u007f\u2028 é 漢字 😀 \u202e </script>'
    page.set_content("<p>x</p>")
    page.evaluate("t => { document.querySelector('p').firstChild.data = t }", text)
    page.evaluate("t => document.querySelector('p').setAttribute('title', t)", text)
    read = snapshot()
    assert read.find("p").own_texts == [text]
    assert read.find("p").attrs["title"] == text


def test_strings_that_are_names_of_object_members(snapshot: Snapshot) -> None:
    page = snapshot("<p title=__proto__ class=constructor id=0>toString <b>__proto__</b> 0</p>")
    assert page.find("p").attrs == {"title": "__proto__", "class": "constructor", "id": "0"}
    assert page.text == "toString __proto__ 0"


def test_stripping_changes_nothing(page: Page, snapshot: Snapshot) -> None:
    snapshot("<p title='// not a comment'>* a <b>/* b */</b></p>")
    request = {"op": "snapshot"}
    assert page.evaluate(ASSET, request) == page.evaluate(UNSTRIPPED, request)


def test_comments_stand_on_lines_of_their_own() -> None:
    code = [line.strip() for line in source().splitlines()]
    trailing = [line for line in code if " // " in line and not line.startswith(("//", "*"))]
    assert trailing == []
    assert "`" not in "".join(line for line in code if not line.startswith(("//", "/*", "*")))


def test_unknown_op_is_an_error(page: Page) -> None:
    with pytest.raises(Exception, match="unknown op nonsense"):
        page.evaluate(ASSET, {"op": "nonsense"})
