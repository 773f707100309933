"""The table: every assertion and read of Playwright, wrong and right in a release that renames."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from . import words
from .model import Calls, Check, Row
from .scenes import Names, cart, form, news, people, profile, steps, tabs

V1, V2 = Names(1), Names(2)
Scene = Callable[..., str]


def expects(selector: str, method: str, *args: Any, **options: Any) -> Check:
    """Return a check by `expect(page.locator(selector))`."""
    return expects_of(lambda page: page.locator(selector), method, *args, **options)


def expects_of(make: Callable[[Any], Any], method: str, *args: Any, **options: Any) -> Check:
    """Return a check by `expect` on a locator that is made so."""

    def check(page: Any, expect: Any) -> Calls:
        yield getattr(expect(make(page)), method)(*args, **options)

    return check


def reads(selector: str, method: str, expected: Any, *args: Any) -> Check:
    """Return a check that reads from an element and compares."""
    return reads_of(lambda page: page.locator(selector), method, expected, *args)


def reads_of(make: Callable[[Any], Any], method: str, expected: Any, *args: Any) -> Check:
    """Return a check that reads by a locator that is made so, and compares."""

    def check(page: Any, _expect: Any) -> Calls:
        found = yield getattr(make(page), method)(*args)
        found = len(found) if method == "all" else found
        assert found == expected, f"{method}: {found!r}, not {expected!r}"

    return check


def page_reads(method: str, expected: Any, *args: Any) -> Check:
    """Return a check by a call of the page that takes a selector."""

    def check(page: Any, _expect: Any) -> Calls:
        found = yield getattr(page, method)(*args)
        assert found == expected, f"{method}: {found!r}, not {expected!r}"

    return check


def row(name: str, check: Check, scene: Scene, old: dict[str, Any], /, **broken: Any) -> Row:
    """Return a row: the scene with `old`, renamed, and renamed with what the release breaks."""
    return Row(
        name,
        check,
        scene(V1, **old),
        scene(V2, **old),
        scene(V2, **{**old, **broken}) if broken else None,
    )


def _nth(selector: str, index: int, inner: str = "") -> Callable[[Any], Any]:
    def make(page: Any) -> Any:
        found = page.locator(selector).nth(index)
        return found.locator(inner) if inner else found

    return make


ONE = {"headlines": ("Lamp sale",)}
ALONE = {"names": ("Ada",)}
MORE = ("Lamp sale", "New chairs", "Old desks")

#: The nine that were seen first: all right on the old page, all wrong on the new one.
NINE = [
    row(
        "active tab: text",
        expects("ul.tabs > li.active > a", "to_have_text", "Edit"),
        tabs,
        {},
        active="History",
    ),
    row(
        "chosen step: text",
        expects("ol.steps > li.chosen", "to_have_text", "Shipping"),
        steps,
        {"words": ("chosen", "step-now")},
        current=3,
    ),
    row(
        "current step: text",
        expects("li.current", "to_have_text", "Shipping"),
        steps,
        {},
        current=3,
    ),
    row(
        "error: text",
        expects(".error", "to_have_text", "Enter a street"),
        form,
        {},
        error=None,
        hint="Enter a street",
    ),
    row(
        "first row: text",
        expects("table.people tr:first-child td.who", "to_have_text", "Ada"),
        people,
        {},
        names=("Bob", "Ada", "Cleo"),
        roles=("Editor", "Admin", "Reader"),
    ),
    row("sum: text", expects(".cart-total", "to_have_text", "$40"), cart, {}, total="$45"),
    row("count: expect", expects(".card", "to_have_count", 1), news, ONE, headlines=MORE),
    row("count: count()", reads(".card", "count", 1), news, ONE, headlines=MORE),
    row("count: all()", reads(".card", "all", 1), news, ONE, headlines=MORE),
]

TEXT = [
    row("sum: contains", expects(".cart-total", "to_contain_text", "40"), cart, {}, total="$45"),
    row(
        "sum: pattern",
        expects(".cart-total", "to_have_text", re.compile(r"^\$40$")),
        cart,
        {},
        total="$45",
    ),
    row("sum: inner_text", reads(".cart-total", "inner_text", "$40"), cart, {}, total="$45"),
    row("sum: text_content", reads(".cart-total", "text_content", "$40"), cart, {}, total="$45"),
    row("sum: inner_html", reads(".cart-total", "inner_html", "$40"), cart, {}, total="$45"),
    row(
        "sum: page.inner_text",
        page_reads("inner_text", "$40", ".cart-total"),
        cart,
        {},
        total="$45",
    ),
    row(
        "sum: page.text_content",
        page_reads("text_content", "$40", ".cart-total"),
        cart,
        {},
        total="$45",
    ),
    row(
        "sum: evaluate",
        reads(".cart-total", "evaluate", "$40", "e => e.textContent"),
        cart,
        {},
        total="$45",
    ),
    row(
        "shipping: text",
        expects(".shipping", "to_have_text", "Free shipping"),
        cart,
        {},
        note="Shipping: $5",
    ),
    row(
        "name: text",
        expects("#user-name", "to_have_text", "Ada Lovelace"),
        profile,
        {},
        name="Bob Byte",
    ),
    row(
        "name: inner_text",
        reads("#user-name", "inner_text", "Ada Lovelace"),
        profile,
        {},
        name="Bob Byte",
    ),
    row(
        "mail: text",
        expects("dd.mail", "to_have_text", "ada@shop.test"),
        profile,
        {},
        mail="bob@shop.test",
    ),
    row("plan: text", expects("dd.plan", "to_have_text", "Pro"), profile, {}, plan="Free"),
    row("plan: inner_text", reads("dd.plan", "inner_text", "Pro"), profile, {}, plan="Free"),
    row(
        "bio: text",
        expects("p.bio", "to_have_text", "Writes programs."),
        profile,
        {},
        bio="Ada writes.",
    ),
    row("unread: text", expects("#unread", "to_have_text", "2"), news, {}, unread=5),
    row("unread: inner_text", reads("#unread", "inner_text", "2"), news, {}, unread=5),
    row(
        "banner: text",
        expects(".flash", "to_have_text", "Order placed"),
        news,
        {},
        banner="Order failed",
    ),
    row(
        "summary: text",
        expects("#summary", "to_have_text", "3 people"),
        people,
        {},
        names=("Ada", "Bob"),
        roles=("Admin", "Editor"),
    ),
    row(
        "hint: text",
        expects(".hint", "to_have_text", "We never share it"),
        form,
        {},
        hint="Shared with partners",
    ),
    row(
        "first price: text",
        expects("#cart tr:first-child .price", "to_have_text", "$40"),
        cart,
        {},
        lines=(("Desk lamp", "1", "$45"), ("Cable clip", "2", "$40")),
    ),
    row(
        "role in a row: text",
        expects("tr:has-text('Bob') .role", "to_have_text", "Editor"),
        people,
        {},
        roles=("Admin", "Reader", "Editor"),
    ),
    row("save: text", expects("#save", "to_have_text", "Save"), form, {}),
    row(
        "headline: text",
        expects(".card .headline", "to_have_text", "Lamp sale"),
        news,
        ONE,
        headlines=("Chair sale",),
    ),
    row(
        "aria snapshot",
        expects("#user-name", "to_match_aria_snapshot", '- heading "Ada Lovelace"'),
        profile,
        {},
        name="Bob Byte",
    ),
]

VALUE = [
    row(
        "mail: value",
        expects("#mail", "to_have_value", "ada@shop.test"),
        form,
        {},
        mail="bob@shop.test",
    ),
    row(
        "mail: input_value",
        reads("#mail", "input_value", "ada@shop.test"),
        form,
        {},
        mail="bob@shop.test",
    ),
    row(
        "mail: page.input_value",
        page_reads("input_value", "ada@shop.test", "#mail"),
        form,
        {},
        mail="x@shop.test",
    ),
    row(
        "city: value",
        expects("#city", "to_have_value", "London"),
        form,
        {},
        city="Paris",
        mail="London",
    ),
    row("country: value", expects("#country", "to_have_value", "UK"), form, {}, country="France"),
    row(
        "city: evaluate",
        reads("#city", "evaluate", "London", "e => e.value"),
        form,
        {},
        city="Paris",
    ),
    row(
        "city: property",
        expects("#city", "to_have_js_property", "value", "London"),
        form,
        {},
        city="Paris",
    ),
]

PROPERTY = [
    row(
        "link: href",
        expects(".profile-link", "to_have_attribute", "href", "/users/ada"),
        profile,
        {},
        site="/users/bob",
    ),
    row(
        "link: get_attribute",
        reads(".profile-link", "get_attribute", "/users/ada", "href"),
        profile,
        {},
        site="/users/bob",
    ),
    row(
        "link: page.get_attribute",
        page_reads("get_attribute", "/users/ada", ".profile-link", "href"),
        profile,
        {},
        site="/users/bob",
    ),
    row(
        "avatar: src",
        expects(".avatar", "to_have_attribute", "src", "/ada.png"),
        profile,
        {},
        avatar="/none.png",
    ),
    row(
        "avatar: alt",
        expects(".avatar", "to_have_attribute", "alt", "Ada"),
        profile,
        {},
        alt="Nobody",
    ),
    row(
        "avatar: name",
        expects(".avatar", "to_have_accessible_name", "Ada"),
        profile,
        {},
        alt="Nobody",
    ),
    row(
        "badge: class", expects("#badge", "to_have_class", "pill gold"), profile, {}, level="silver"
    ),
    row(
        "badge: contains class",
        expects("#badge", "to_contain_class", "gold"),
        profile,
        {},
        level="silver",
    ),
    row(
        "badge: data",
        expects("#badge", "to_have_attribute", "data-level", "gold"),
        profile,
        {},
        level="silver",
    ),
    row("badge: css", expects("#badge", "to_have_css", "display", "inline"), profile, {}),
    row(
        "name: role",
        expects("#user-name", "to_have_role", "heading"),
        profile,
        {},
        heading_role=' role="note"',
    ),
    row("save: name", expects("#save", "to_have_accessible_name", "Save"), form, {}),
]

STATE = [
    row("terms: checked", expects("#terms", "to_be_checked"), form, {}, terms=""),
    row("terms: is_checked", reads("#terms", "is_checked", True), form, {}, terms=""),
    row("terms: page.is_checked", page_reads("is_checked", True, "#terms"), form, {}, terms=""),
    row(
        "terms not checked, news is",
        expects("#terms", "to_be_checked"),
        form,
        {},
        terms="",
        news="checked",
    ),
    row("post: checked", expects("#ship-post", "to_be_checked"), form, {}, ship="courier"),
    row("save: enabled", expects("#save", "to_be_enabled"), form, {}, save="disabled"),
    row("save: is_enabled", reads("#save", "is_enabled", True), form, {}, save="disabled"),
    row("save: disabled", expects("#save", "to_be_disabled"), form, {"save": "disabled"}, save=""),
    row(
        "save: is_disabled",
        reads("#save", "is_disabled", True),
        form,
        {"save": "disabled"},
        save="",
    ),
    row("city: editable", expects("#city", "to_be_editable"), form, {}, readonly=" readonly"),
    row("city: is_editable", reads("#city", "is_editable", True), form, {}, readonly=" readonly"),
    row("city: empty", expects("#city", "to_be_empty"), form, {"city": ""}, city="Paris"),
    row("active tab: class", expects("li.active", "to_have_text", "Edit"), tabs, {}, active="View"),
    row(
        "active tab: inner_text",
        reads("li.active a", "inner_text", "Edit"),
        tabs,
        {},
        active="View",
    ),
    row(
        "active tab: href",
        expects("li.active a", "to_have_attribute", "href", "/page/edit"),
        tabs,
        {},
        active="View",
    ),
    row(
        "active tab: get_attribute",
        reads("li.active a", "get_attribute", "/page/edit", "href"),
        tabs,
        {},
        active="View",
    ),
    row(
        "active tab: by text",
        expects_of(lambda page: page.locator("li.active", has_text="Edit"), "to_be_visible"),
        tabs,
        {},
        active="View",
    ),
    row(
        "current step: inner_text",
        reads("li.current", "inner_text", "Shipping"),
        steps,
        {},
        current=4,
    ),
    row(
        "marked step: text",
        expects("li.here", "to_have_text", "Shipping"),
        steps,
        {"words": ("here", "x7")},
        current=1,
    ),
]

PLACE = [
    row(
        "second row: text",
        expects_of(_nth("tr.person", 1, ".who"), "to_have_text", "Bob"),
        people,
        {},
        names=("Ada", "Cleo", "Bob"),
        roles=("Admin", "Reader", "Editor"),
    ),
    row(
        "last row: text",
        expects_of(lambda page: page.locator("tr.person").last, "to_contain_text", "Cleo"),
        people,
        {},
        names=("Cleo", "Ada", "Bob"),
        roles=("Reader", "Admin", "Editor"),
    ),
    row(
        "first row: inner_text",
        reads_of(lambda page: page.locator("td.who").first, "inner_text", "Ada"),
        people,
        {},
        names=("Bob", "Ada", "Cleo"),
        roles=("Editor", "Admin", "Reader"),
    ),
    row(
        "second card: text",
        expects_of(_nth(".card", 1, ".headline"), "to_have_text", "New chairs"),
        news,
        {},
        headlines=("New chairs", "Lamp sale"),
    ),
    row(
        "second row: link",
        expects_of(_nth("tr.person", 1, "a.open"), "to_have_attribute", "href", "/people/bob"),
        people,
        {},
        names=("Ada", "Cleo", "Bob"),
        roles=("Admin", "Reader", "Editor"),
    ),
    row(
        "third column: text",
        expects("#cart tr:first-child td:nth-child(3)", "to_have_text", "$40"),
        cart,
        {},
        lines=(("Desk lamp", "1", "$45"), ("Cable clip", "2", "$40")),
    ),
]

LIST = [
    row(
        "texts: expect list",
        expects(".card .headline", "to_have_text", ["Lamp sale"]),
        news,
        ONE,
        headlines=MORE,
    ),
    row(
        "texts: all_inner_texts",
        reads(".card .headline", "all_inner_texts", ["Lamp sale"]),
        news,
        ONE,
        headlines=MORE,
    ),
    row(
        "texts: all_text_contents",
        reads(".headline", "all_text_contents", ["Lamp sale"]),
        news,
        ONE,
        headlines=MORE,
    ),
    row(
        "rows: count", expects("tr.person", "to_have_count", 1), people, ALONE, names=("Ada", "Bob")
    ),
    row("rows: count()", reads("tr.person", "count", 1), people, ALONE, names=("Ada", "Bob")),
    row(
        "classes: list",
        expects("li.step.current", "to_have_class", ["step current"]),
        steps,
        {},
        current=3,
    ),
]

PRESENCE = [
    row("error: visible", expects(".error", "to_be_visible"), form, {}, error=None),
    row("error: is_visible", reads(".error", "is_visible", True), form, {}, error=None),
    row("error: not hidden", reads(".error", "is_hidden", False), form, {}, error=None),
    row("banner: visible", expects(".flash", "to_be_visible"), news, {}, banner=None),
    row("banner: attached", expects(".flash", "to_be_attached"), news, {}, banner=None),
    row("banner: in viewport", expects(".flash", "to_be_in_viewport"), news, {}, banner=None),
    row(
        "banner: by text",
        expects_of(lambda page: page.get_by_text("Order placed", exact=True), "to_be_visible"),
        news,
        {},
        banner="Order failed",
    ),
    row("banner: wait_for", reads(".flash", "wait_for", None), news, {}, banner=None),
    row(
        "heading: by role",
        expects_of(lambda page: page.get_by_role("heading", name="Ada Lovelace"), "to_be_visible"),
        profile,
        {},
        name="Not found",
    ),
    row(
        "link of a row: visible",
        expects("tr:has-text('Bob') a.open", "to_be_visible"),
        people,
        {},
        names=("Ada", "Cleo"),
        roles=("Admin", "Reader"),
    ),
    row(
        "person: visible",
        expects("tr.person >> text=Bob", "to_be_visible"),
        people,
        {},
        names=("Ada", "Cleo"),
        roles=("Admin", "Reader"),
    ),
    row("save: visible", expects("#save", "to_be_visible"), form, {}),
    row("checkout: visible", expects("#checkout", "to_be_visible"), cart, {}),
    row("avatar: visible", expects(".avatar", "to_be_visible"), profile, {}),
]

#: Renames that are refused: one element cannot stand for a list or a count.
REFUSED = {
    *(one.name for one in LIST),
    "count: expect",
    "count: count()",
    "count: all()",
}

ROWS = [*NINE, *TEXT, *VALUE, *PROPERTY, *STATE, *PLACE, *LIST, *PRESENCE, *words.rows()]
