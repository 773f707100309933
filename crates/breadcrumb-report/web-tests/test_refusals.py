"""Refused heals: what the page says of them, and accepting a suggestion on the live page.

The server is asked for before the page: it ends after it, and no page finds it gone.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from conftest import ARGUMENTS, PATIENCE_MS, PHONE, Open, address, find_browser
from database import Database, command, run
from test_access import open_details, violations
from test_decisions import reading_server, send

__all__ = ["reading_server"]

ACCEPTED = "Accepted: it heals from the next run on, and breadcrumb fix writes it."

CONFTEST = f"""
import os
import pytest

@pytest.fixture(scope="session")
def browser_type_launch_args():
    sandbox = ["--no-sandbox"] if os.getuid() == 0 else []
    return {{"executable_path": {find_browser()!r}, "args": {ARGUMENTS!r} + sandbox}}
"""
TEST = """
from pathlib import Path
from playwright.sync_api import Page, expect

def test_buy(page: Page) -> None:
    page.set_default_timeout(3000)
    page.goto(Path(__file__).with_name("cart.html").as_uri())
    page.locator("#buy").click()
    expect(page.locator("h1")).to_have_text("Thanks")
"""
CART = """<!doctype html><title>Shop</title><h1>Cart</h1>
<p>Arc desk lamp <button id="remove" class="link">Remove</button></p>
<form onsubmit="document.querySelector('h1').textContent = 'Thanks'; return false">
<label>Voucher <input name="voucher"></label><button id="buy" class="btn primary">Buy now</button></form>"""
NEW_BUTTON = '<button id="place-order" class="wide">Continue</button>'
CART_AFTER = CART.replace('<button id="buy" class="btn primary">Buy now</button>', NEW_BUTTON)


class Project:
    """A suite of one test, run by a real pytest in a real browser."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.database = folder / ".breadcrumb.db"
        (folder / "conftest.py").write_text(CONFTEST)
        (folder / "test_cart.py").write_text(TEST)

    def pytest(self, html: str) -> subprocess.CompletedProcess[str]:
        (self.folder / "cart.html").write_text(html)
        arguments = [sys.executable, "-m", "pytest", "-q", "--breadcrumb", "-p", "no:cacheprovider"]
        environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST")}
        return subprocess.run(
            arguments, cwd=self.folder, env=environment, capture_output=True, text=True, check=False
        )

    def json(self) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(run("report", "--format", "json", "--db", self.database))
        return document


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project whose test has passed, and whose heal was refused after the page has changed."""
    made = Project(tmp_path)
    learned = made.pytest(CART)
    assert learned.returncode == 0, learned.stdout
    refused = made.pytest(CART_AFTER)
    assert refused.returncode == 1, refused.stdout
    assert len(made.json()["refusals"]) == 1
    return made


@pytest.fixture
def project_server(project: Project) -> Iterator[subprocess.Popen[str]]:
    arguments = [command(), "serve", "--db", str(project.database)]
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
    yield process
    process.kill()
    process.wait()


def accept(page: Page, number: int = 1) -> Locator:
    return page.get_by_role("button", name=f"Accept suggestion {number}", exact=True)


def item(page: Page, number: int = 1) -> Locator:
    return page.locator(".suggestions > li").nth(number - 1)


def acceptance(refusal: int, suggestion: int = 1) -> bytes:
    return json.dumps({"refusal": refusal, "suggestion": suggestion}).encode()


def test_an_accepted_suggestion_heals_the_next_run(
    project_server: subprocess.Popen[str], project: Project, opened: Open
) -> None:
    refusal = project.json()["refusals"][0]
    page = opened(address(project_server), "#/refusals")
    expect(page.locator(".refusals tbody tr")).to_have_count(1)
    page.locator("td.c-when a").click()
    suggestion = refusal["suggestions"][0]
    expect(item(page)).to_contain_text(suggestion["locator"])
    expect(item(page)).to_contain_text(f"{suggestion['confidence']:.0%}".replace("%", " %"))
    accept(page).click()
    expect(item(page).get_by_role("status")).to_contain_text(ACCEPTED)
    expect(accept(page)).to_have_attribute("aria-disabled", "true")
    document = project.json()
    assert document["refusals"] == []
    heal = document["healing_events"][0]
    assert (heal["decision"], heal["occasion"]) == ("approved", "accepted")
    assert heal["proposed_locator"] == suggestion["locator"]
    item(page).get_by_role("link", name="Show the heal").click()
    review = page.get_by_role("region", name="Review")
    expect(review).to_contain_text("Approved")
    expect(review).to_contain_text("a person accepted the suggestion")
    page.get_by_role("link", name="Refusals", exact=True).click()
    expect(page.get_by_role("main")).to_contain_text("No refused heal and no drift is open.")
    page.get_by_role("link", name="Heals", exact=True).first.click()
    expect(page.locator("td.c-review")).to_contain_text(["Approvedaccepted in a review"])
    healed = project.pytest(CART_AFTER)
    assert healed.returncode == 0, healed.stdout
    run("fix", "--apply", folder=project.folder)
    assert f"page.{suggestion['locator']}.click()" in (project.folder / "test_cart.py").read_text()
    expect(page.locator("td.c-review").first).to_have_text("Fixed", timeout=PATIENCE_MS)


def test_the_keyboard_accepts_and_keeps_its_place(
    server: subprocess.Popen[str], live_database: Database, opened: Open
) -> None:
    refusal = live_database.json()["refusals"][0]
    page = opened(address(server), f"#/refusal/{refusal['id']}")
    accept(page, 2).focus()
    page.keyboard.press("Enter")
    expect(item(page, 2).get_by_role("status")).to_contain_text(ACCEPTED)
    expect(item(page, 1).get_by_role("status")).to_have_text("")
    expect(accept(page, 2)).to_be_focused()
    # Both are off now, and nothing more is sent.
    page.keyboard.press("Enter")
    accept(page, 1).dispatch_event("click")
    accepted = [heal for heal in live_database.json()["healing_events"] if heal["occasion"] == "accepted"]
    assert [heal["decision"] for heal in accepted] == ["approved"]
    # What somebody else does afterwards does not take the page away.
    page.wait_for_timeout(2_500)
    expect(item(page, 2).get_by_role("status")).to_contain_text(ACCEPTED)
    page.reload()
    expect(page.get_by_role("main")).to_contain_text("This report has no open refusal with this number.")


def test_what_cannot_be_accepted_is_said_on_the_page(
    browser: Browser, server: subprocess.Popen[str], live_database: Database
) -> None:
    refusal = live_database.json()["refusals"][0]["id"]
    # Not watched for complaints: the browser itself writes one for an answer that refuses.
    page = browser.new_page()
    page.goto(address(server) + f"#/refusal/{refusal}")
    accept(page).wait_for()
    live_database.forget_suggested_elements(refusal)
    accept(page).click()
    alert = item(page).get_by_role("alert")
    expect(alert).to_contain_text("Not accepted: suggestion 1 of refusal", timeout=PATIENCE_MS)
    expect(item(page).get_by_role("status")).to_have_text("")
    expect(accept(page)).to_be_focused()
    assert not accept(page).get_attribute("aria-disabled")
    page.close()


def test_only_the_page_accepts(server: subprocess.Popen[str], live_database: Database) -> None:
    url = address(server)
    before = live_database.json()
    refusal = before["refusals"][0]["id"]
    assert send(url, acceptance(refusal), X_Breadcrumb_Token="")[0] == 403
    assert send(url, acceptance(refusal), X_Breadcrumb_Token="0" * 32)[0] == 403
    assert send(url, acceptance(refusal), Origin="http://evil.example")[0] == 403
    assert send(url, acceptance(10**9))[0] == 404
    assert send(url, acceptance(before["drifts"][0]["id"]))[0] == 404
    assert send(url, acceptance(refusal, 9))[0] == 404
    after = live_database.json()
    assert after["refusals"] == before["refusals"]
    assert after["healing_events"] == before["healing_events"]


def test_a_server_that_only_reads_accepts_nothing(
    reading_server: subprocess.Popen[str], live_database: Database, opened: Open
) -> None:
    url = address(reading_server)
    refusal = live_database.json()["refusals"][0]["id"]
    page = opened(url, f"#/refusal/{refusal}")
    expect(item(page)).to_contain_text(f"breadcrumb review --accept {refusal}:1")
    expect(accept(page)).to_have_count(0)
    status, answer = send(url, acceptance(refusal))
    assert status == 403 and "--read-only" in answer["error"]


def test_a_file_has_the_command_and_no_button(
    opened: Open, shop_report: Path, document: dict[str, Any]
) -> None:
    refusal = document["refusals"][0]["id"]
    page = opened(shop_report, f"#/refusal/{refusal}")
    for number in (1, 2):
        expect(accept(page, number)).to_have_count(0)
        command_shown = item(page, number).get_by_label(f"the command that accepts suggestion {number}", exact=True)
        expect(command_shown).to_have_text(f"breadcrumb review --accept {refusal}:{number}")
    drift = opened(shop_report, f"#/refusal/{document['drifts'][0]['id']}")
    expect(drift.get_by_role("main")).not_to_contain_text("--accept")


def test_a_suggestion_says_what_speaks_for_it_and_against_it(
    opened: Open, shop_report: Path, document: dict[str, Any]
) -> None:
    refusal = document["refusals"][0]
    page = opened(shop_report, f"#/refusal/{refusal['id']}")
    expect(page.get_by_role("main")).to_contain_text(re.compile(rf"{refusal['count']} times, last "))
    expect(item(page, 1)).to_contain_text("41 %")
    expect(item(page, 1)).to_contain_text("60 % similar")
    expect(item(page, 1)).not_to_contain_text("Against it")
    locator = item(page, 1).get_by_label("the locator of suggestion 1", exact=True)
    expect(locator).to_have_text(refusal["suggestions"][0]["locator"])
    expect(item(page, 2)).to_contain_text('Against it: it stands in another row, "order 1040"')
    expect(item(page, 2)).to_contain_text("No locator was found that matches only this element.")


def test_the_list_says_how_often(opened: Open, shop_report: Path, document: dict[str, Any]) -> None:
    page = opened(shop_report, "#/refusals?sort=-count")
    counts = [int(text) for text in page.locator("td.c-count").all_inner_texts()]
    refusals = document["refusals"] + document["drifts"]
    assert counts == sorted((refusal["count"] for refusal in refusals), reverse=True)
    expect(page.locator(".count")).to_have_text(f"{len(refusals)} locators")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(
    server: subprocess.Popen[str], live_database: Database, opened: Open, scheme: str
) -> None:
    url = address(server)
    refusal = live_database.json()["refusals"][0]["id"]
    page = opened(url, f"#/refusal/{refusal}", color_scheme=scheme, viewport=PHONE)
    open_details(page)
    assert violations(page) == []
    accept(page).click()
    expect(item(page).get_by_role("status")).to_contain_text(ACCEPTED)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
