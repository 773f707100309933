"""The pages of one test, one heal and one refusal."""

from __future__ import annotations

import base64
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

from playwright.sync_api import expect

from conftest import Open, make_database
from database import Database

FLAKY = "tests/account/test_profile.py::test_uploads_a_picture[firefox]"
FAILING = "tests/orders/test_orders.py::test_cancels_an_order[chromium]"
HEALED = "tests/checkout/test_checkout.py::test_confirms_the_order[chromium]"


def test_the_page_of_a_quarantined_test(
    opened: Open, shop_report: Path, document: dict[str, Any]
) -> None:
    test = next(t for t in document["tests"] if t["test_id"] == FLAKY)
    page = opened(shop_report, "#/test/" + quote(FLAKY, safe=""))
    main = page.get_by_role("main")
    expect(main).to_contain_text(test["reason"])
    strip = page.get_by_role("img", name="Last ")
    assert strip.locator(".run").count() == len(test["history"])
    label = strip.get_attribute("aria-label") or ""
    assert label.startswith(f"Last {len(test['history'])} runs, oldest first: ")
    assert " failed" in label
    quarantine = page.get_by_role("region", name="Quarantine")
    expect(quarantine).to_contain_text(test["quarantine"]["release"].removeprefix("quarantined: "))
    expect(quarantine).to_contain_text("9 days")
    expect(quarantine.get_by_role("link")).to_have_attribute("href", "https://tracker.example/SHOP-118")
    expect(page.get_by_role("region", name="Errors")).to_contain_text("AssertionError")


def test_the_page_of_a_failing_test_lists_its_refusals(opened: Open, shop_report: Path) -> None:
    page = opened(shop_report, "#/test/" + quote(FAILING, safe=""))
    refused = page.get_by_role("region", name="Refused heals and drifts")
    refused.get_by_role("link").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text('get_by_role("button", name="Cancel")')


def test_a_heal_shows_both_elements_and_what_differs(
    opened: Open, shop_report: Path, document: dict[str, Any]
) -> None:
    heal = next(h for h in document["healing_events"] if h["test_id"] == HEALED)
    page = opened(shop_report, f"#/heal/{heal['id']}")
    table = page.get_by_role("table", name="The element before and after")
    classes = table.get_by_role("row").filter(has_text="Classes")
    expect(classes).to_contain_text("changed")
    assert classes.locator("del").all_inner_texts() == ["btn-primary", "place-order"]
    assert classes.locator("ins").all_inner_texts() == ["btn--solid", "btn--wide"]
    expect(table.get_by_role("row").filter(has_text="data-step")).to_contain_text("new")
    expect(table.get_by_role("row").filter(has_text="Tag")).not_to_contain_text("changed")
    signals = page.get_by_role("table", name="Signals")
    assert signals.locator("tbody tr").count() == len(heal["signals"])
    expect(signals.locator("tbody tr").first).to_contain_text("100 %")
    expect(page.get_by_role("region", name="Runner-up")).to_contain_text("<div>")
    expect(page.get_by_role("main")).to_contain_text(f"{heal['margin']:.2f} ahead of the runner-up")
    expect(page.get_by_role("region", name="Reasons").get_by_role("listitem")).to_have_count(len(heal["reasons"]))
    expect(page.get_by_role("main")).to_contain_text("tests/checkout/test_checkout.py:69")


# One white pixel.
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP6DwABBQECz6AuzQAAAABJRU5ErkJggg=="
)


def test_the_pictures_of_a_heal_are_shown(opened: Open, tmp_path: Path) -> None:
    name = "0123456789abcdef0123456789abcdef.png"

    def fill(database: Database) -> None:
        folder = Path(f"{database.path}.shots")
        folder.mkdir()
        (folder / name).write_bytes(PIXEL)
        element = {"tag": "button", "text": "save"}
        database.heal(
            "t", "#save", time.time() - 60, original=element, healed=element,
            screenshot_before=name, screenshot_after="f" * 32 + ".png",
        )

    page = opened(make_database(tmp_path, fill).html(), "#/heal/1")
    before = page.get_by_role("img", name="The element before")
    expect(before).to_be_visible()
    assert before.evaluate("image => image.naturalWidth") == 1
    # That one is not in the folder any more.
    expect(page.get_by_role("img", name="The element after")).to_have_count(0)


def test_the_proposed_locator_is_copied(opened: Open, shop_report: Path) -> None:
    page = opened(shop_report, "#/heals?q=place-order", permissions=["clipboard-read", "clipboard-write"])
    page.locator("td.c-when a").first.click()
    page.get_by_role("button", name="Copy the proposed locator").click()
    expect(page.locator(".copyable button")).to_have_text("Copied")
    expect(page.locator("#announce")).to_have_text("Copied to the clipboard")
    assert page.evaluate("navigator.clipboard.readText()") == 'get_by_role("button", name="Place order")'


def test_where_copying_is_forbidden_the_code_is_selected(opened: Open, shop_report: Path) -> None:
    page = opened(shop_report, "#/heals?q=place-order")
    page.evaluate(
        "() => { Object.defineProperty(navigator, 'clipboard', { value: undefined });"
        " document.execCommand = () => false; }"
    )
    page.locator("td.c-when a").first.click()
    page.get_by_role("button", name="Copy the proposed locator").click()
    expect(page.locator(".copyable button")).to_have_text("Press Ctrl+C")
    assert page.evaluate("String(getSelection())") == 'get_by_role("button", name="Place order")'


def test_a_refusal_shows_its_message_and_suggestions(
    opened: Open, shop_report: Path, document: dict[str, Any]
) -> None:
    refusal = document["refusals"][0]
    page = opened(shop_report, f"#/refusal/{refusal['id']}")
    expect(page.get_by_role("main")).to_contain_text(refusal["message"])
    suggestions = page.locator(".suggestions > li")
    expect(suggestions).to_have_count(len(refusal["suggestions"]))
    expect(suggestions.first).to_contain_text(refusal["suggestions"][0]["description"])
    expect(suggestions.first).to_contain_text(refusal["suggestions"][0]["reasons"][0])


def test_a_drift_has_a_page(opened: Open, shop_report: Path, document: dict[str, Any]) -> None:
    drift = document["drifts"][0]
    page = opened(shop_report, f"#/refusal/{drift['id']}")
    expect(page.get_by_role("main")).to_contain_text(drift["message"])
    expect(page.get_by_role("main")).to_contain_text("There is nothing to suggest.")
