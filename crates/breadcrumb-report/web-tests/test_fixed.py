"""Heals that are fixed, and heals in a failing test: what the page says of them, and what it counts."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

import shop
from conftest import Open, address, make_database
from database import Database
from test_decisions import button, card


def heal_of(document: dict[str, Any], test_id: str) -> dict[str, Any]:
    heal: dict[str, Any] = next(h for h in document["healing_events"] if h["test_id"] == test_id)
    return heal


def test_the_document_is_what_these_tests_are_about(document: dict[str, Any]) -> None:
    assert heal_of(document, shop.FIXED_TEST)["decision"] == "fixed"
    assert heal_of(document, shop.FAILING_TEST)["occasion"] == "failing_test"
    assert document["summary"]["fixed"] == 1


def test_a_fixed_heal_says_so(opened: Open, shop_report: Path, document: dict[str, Any]) -> None:
    page = opened(shop_report, f"#/heal/{heal_of(document, shop.FIXED_TEST)['id']}")
    expect(card(page)).to_contain_text("Fixed")
    expect(card(page)).to_contain_text("The source was changed, or the test has passed without the heal since.")
    expect(page.get_by_role("region", name="Proposed fix")).to_contain_text("Nothing is left to do.")


def test_a_heal_in_a_failing_test_says_so(opened: Open, shop_report: Path, document: dict[str, Any]) -> None:
    heal = heal_of(document, shop.FAILING_TEST)
    page = opened(shop_report, f"#/heal/{heal['id']}")
    expect(page.locator(".byline")).to_contain_text("in a failing test")
    expect(card(page)).to_contain_text("Pending")
    expect(card(page)).to_contain_text("nothing was learned from this heal")
    page = opened(shop_report, "#/heals?q=order-1042+.more")
    expect(page.locator("td.c-review")).to_contain_text(["Pendingin a failing test"])


def test_the_list_can_show_the_fixed_ones(opened: Open, shop_report: Path, document: dict[str, Any]) -> None:
    page = opened(shop_report, "#/")
    page.get_by_role("link", name="Fixed: 1 healed locator", exact=True).click()
    expect(page.get_by_role("combobox", name="Review")).to_have_value("fixed")
    expect(page.locator("td.c-review")).to_have_text(["Fixed"])
    page.get_by_role("combobox", name="Review").select_option("pending")
    pending = [heal for heal in document["healing_events"] if heal["decision"] == "pending"]
    expect(page.locator(".count")).to_contain_text(f"{len(pending)} heals")


def test_a_test_with_fixed_heals_is_not_healed(opened: Open, shop_report: Path, document: dict[str, Any]) -> None:
    fixed = opened(shop_report, "#/tests?q=test_logs_out[chromium]")
    expect(fixed.locator("td.c-state")).to_have_text(["Passing"])
    failing = opened(shop_report, "#/tests?q=test_cancels_an_order[chromium]")
    expect(failing.locator("td.c-state")).to_have_text(["Failing"])
    assert shop.FIXED_TEST not in {top["test_id"] for top in document["top_locators"]}


def test_of_a_fixed_heal_only_a_rejection_changes_anything(
    server: subprocess.Popen[str], live_database: Database, opened: Open
) -> None:
    heal = heal_of(live_database.json(), shop.FIXED_TEST)["id"]
    page = opened(address(server), f"#/heal/{heal}")
    for word in ("Approve", "Take back"):
        expect(button(page, word)).to_have_attribute("aria-disabled", "true")
    button(page, "Reject").click()
    expect(card(page)).to_contain_text("Rejected")
    expect(card(page).get_by_role("status")).to_have_text("The heal is rejected.")
    button(page, "Take back").click()
    expect(card(page)).to_contain_text("Fixed")
    expect(card(page).get_by_role("status")).to_have_text("The rejection is taken back.")
    expect(button(page, "Take back")).to_be_focused()


def test_when_all_is_fixed_there_is_nothing_to_fix_first(opened: Open, tmp_path: Path) -> None:
    database = make_database(tmp_path, lambda _: None)
    now = time.time()
    element = shop.fingerprint("button", "Save", {"id": "save"}, 20.0, "html body button")
    database.heal("test_a", "#a", now - 3600, original=element, healed=element)
    run_ref = database.suite_run("r1", now - 70)
    database.attempt("test_a", "passed", now - 60, run_uid="r1", run_ref=run_ref)
    page = opened(database.html())
    first = page.get_by_role("region", name="Fix these first")
    expect(first).to_contain_text("No healed locator is open.")
    expect(first).to_contain_text("Fixed: 1 healed locator")
    expect(page.locator('.tile[data-key="healed"] .tile-number')).to_have_text("0")
    database.close()
