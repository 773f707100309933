"""What never leaves the page, and what is shortened."""

import pytest
from conftest import Snapshot
from playwright.sync_api import Page

TYPED = [
    "<input id=x value=SECRET>",
    "<input id=x type=password value=SECRET>",
    "<input id=x type=number value=4711>",
    "<input id=x type=email value=SECRET@example.org>",
    "<input id=x type=' submit' value=SECRET>",
    "<input id=x type=nonsense value=SECRET>",
    "<input id=x type=file value=SECRET>",
    "<textarea id=x value=SECRET>SECRET</textarea>",
    "<x-field id=x value=SECRET>x</x-field>",
    "<progress id=x value=4711></progress>",
    "<input id=x VALUE=SECRET TYPE=text>",
]

CHOSEN = [
    "<button id=x value=known>x</button>",
    "<input id=x type=submit value=known>",
    "<input id=x type=BUTTON value=known>",
    "<input id=x type=reset value=known>",
    "<input id=x type=radio value=known>",
    "<input id=x type=checkbox value=known>",
    "<select><option id=x value=known>x</select>",
]


def fnv(text: str) -> str:
    state = 0x811C9DC5
    for unit in text.encode("utf-16-le")[::2]:
        state = ((state ^ unit) * 0x01000193) & 0xFFFFFFFF
    return f"{state:08x}"


@pytest.mark.parametrize("html", TYPED)
def test_typed_values_stay_in_the_page(page: Page, snapshot: Snapshot, html: str) -> None:
    read = snapshot(html)
    assert "value" not in read.find(id="x").attrs
    text = str(read.raw)
    assert "SECRET" not in text
    assert "4711" not in text


def test_value_properties_are_never_read(page: Page, snapshot: Snapshot) -> None:
    page.set_content("<input id=a><textarea id=b></textarea><input id=c type=password>")
    for id in "abc":
        page.fill(f"#{id}", "SECRET")
    assert "SECRET" not in str(snapshot().raw)


@pytest.mark.parametrize("html", CHOSEN)
def test_values_that_nobody_types_are_sent(snapshot: Snapshot, html: str) -> None:
    assert snapshot(html).find(id="x").attrs["value"] == "known"


def test_redacted_attributes(page: Page, snapshot: Snapshot) -> None:
    html = "<p id=p data-user-name=a data-user-id=b data-users=c title=d aria-label=e>x</p>"
    read = snapshot(html, redact=["data-user-*", "TITLE", "aria"])
    assert read.find("p").attrs == {"id": "p", "data-users": "c", "aria-label": "e"}
    assert snapshot(html, redact=["*"]).find("p").attrs == {}
    assert snapshot(html, redact=[]).find("p").attrs["title"] == "d"


def test_redaction_in_a_fingerprint(page: Page, fingerprint: Snapshot) -> None:
    page.set_content("<p id=p title=t>x</p>")
    assert fingerprint(page.locator("p"), redact=["title"]).target.attrs == {"id": "p"}


def test_long_text_and_attributes_are_cut(snapshot: Snapshot) -> None:
    page = snapshot(f"<p title='{'t' * 900}'>{'x' * 900}</p>")
    assert page.find("p").attrs["title"] == "t" * 500
    assert page.find("p").own_texts == ["x" * 500]


def test_a_pair_is_not_cut_in_half(snapshot: Snapshot) -> None:
    page = snapshot(f"<p>{'x' * 499}\U0001f600</p>")
    assert page.find("p").own_texts == ["x" * 499]


@pytest.mark.parametrize(
    ("url", "media_type"),
    [
        ("data:image/png;base64,AAAA", "image/png"),
        ("DATA:image/svg+xml,%3Csvg/%3E", "image/svg+xml"),
        ("data:,hello", ""),
        ("data:text/html;charset=utf-8," + "x" * 70000, "text/html"),
    ],
)
def test_data_urls_become_a_hash(snapshot: Snapshot, url: str, media_type: str) -> None:
    page = snapshot(f"<img width=9 height=9 src='{url}'>")
    digest = f"data:{media_type}#{len(url)}-{fnv(url[:65536])}"
    assert page.find("img").attrs["src"] == digest


@pytest.mark.parametrize("text", ["data: what we know", "data", "data:", "database;x,y"])
def test_sentences_are_not_data_urls(snapshot: Snapshot, text: str) -> None:
    assert snapshot(f"<p title='{text}'>x</p>").find("p").attrs["title"] == text
