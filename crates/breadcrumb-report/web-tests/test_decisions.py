"""Deciding about heals: shown everywhere, made on the live page only, and by nobody else.

The server is asked for before the page: it ends after it, and no page finds it gone.
"""

from __future__ import annotations

import http.client
import json
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import shop
from conftest import PATIENCE_MS, PHONE, Open, address, make_database
from database import Database, command
from test_access import open_details, violations


def newest_heal(database: Database) -> int:
    return int(database.json()["healing_events"][0]["id"])


def button(page: Page, word: str) -> Locator:
    return page.get_by_role("group", name="Review this heal").get_by_role("button", name=word)


def card(page: Page) -> Locator:
    return page.get_by_role("region", name="Review")


def send(url: str, body: bytes | None = None, method: str = "POST", **headers: str) -> tuple[int, dict[str, Any]]:
    """Sends a decision as the page does; headers are replaced by those that are given."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.netloc, timeout=20)
    sent = {"Content-Type": "application/json", "X-Breadcrumb-Token": parts.path.strip("/")}
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, parts.path + "decisions", body, {n: v for n, v in sent.items() if v})
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    is_json = "json" in (answer.getheader("Content-Type") or "")
    return answer.status, json.loads(text) if is_json else {}


def decision(heal: int, state: str) -> bytes:
    return json.dumps({"heal": heal, "decision": state}).encode()


def test_a_click_decides_and_a_reload_knows(
    server: subprocess.Popen[str], live_database: Database, opened: Open
) -> None:
    heal = newest_heal(live_database)
    page = opened(address(server), f"#/heal/{heal}")
    expect(card(page)).to_contain_text("Pending")
    expect(page.get_by_role("heading", name="Before and after")).to_be_visible()
    expect(button(page, "Take back")).to_have_attribute("aria-disabled", "true")
    button(page, "Approve").click()
    expect(card(page)).to_contain_text("Approved")
    expect(card(page).get_by_role("status")).to_have_text("The heal is approved.")
    assert live_database.json()["healing_events"][0]["decision"] == "approved"
    page.reload()
    expect(card(page)).to_contain_text("Approved")
    button(page, "Reject").click()
    expect(card(page)).to_contain_text("Rejected")
    expect(page.get_by_role("region", name="Proposed fix")).to_contain_text("None: the heal is rejected")
    page.reload()
    expect(card(page)).to_contain_text("Rejected")
    button(page, "Take back").click()
    expect(card(page)).to_contain_text("Pending")
    assert live_database.json()["healing_events"][0]["decision"] == "pending"


def test_the_keyboard_decides_and_keeps_its_place(
    server: subprocess.Popen[str], live_database: Database, opened: Open
) -> None:
    page = opened(address(server), f"#/heal/{newest_heal(live_database)}")
    expect(page.get_by_role("heading", name="Before and after")).to_be_visible()
    page.evaluate("() => { document.querySelector('.compare').mine = true; }")
    page.get_by_role("link", name="Heals").last.focus()
    for _ in range(10):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent === 'Reject'"):
            break
    page.keyboard.press("Enter")
    expect(card(page).get_by_role("status")).to_have_text("The heal is rejected.")
    expect(button(page, "Reject")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(card(page).get_by_role("status")).to_have_text("The heal is pending again.")
    expect(button(page, "Take back")).to_be_focused()
    # A button that is off does nothing, and the rest of the page was not built again.
    page.keyboard.press("Enter")
    expect(card(page)).to_contain_text("Pending")
    assert page.evaluate("document.querySelector('.compare').mine") is True


def test_another_window_learns_of_it(
    server: subprocess.Popen[str], live_database: Database, opened: Open
) -> None:
    url = address(server)
    heal = newest_heal(live_database)
    page = opened(url, "#/heals")
    expect(page.locator("td.c-review").first).to_have_text("Pending")
    status, answer = send(url, decision(heal, "rejected"))
    assert (status, answer["decision"]) == (200, "rejected")
    expect(page.locator("td.c-review").first).to_have_text("Rejected", timeout=PATIENCE_MS)
    page.get_by_role("combobox", name="Review").select_option("rejected")
    rejected = [h for h in live_database.json()["healing_events"] if h["decision"] == "rejected"]
    expect(page.locator(".count")).to_contain_text(f"{len(rejected)} heal")
    assert set(page.locator("td.c-review").all_inner_texts()) == {"Rejected"}


def test_a_locked_database_is_said_on_the_page(
    browser: Browser, server: subprocess.Popen[str], live_database: Database
) -> None:
    # Not watched for complaints: the browser itself writes one for an answer that refuses.
    page = browser.new_page()
    page.goto(address(server) + f"#/heal/{newest_heal(live_database)}")
    other = sqlite3.connect(live_database.path)
    other.execute("BEGIN IMMEDIATE")
    button(page, "Approve").click()
    expect(card(page).get_by_role("alert")).to_contain_text("locked", timeout=PATIENCE_MS)
    expect(card(page)).to_contain_text("Pending")
    expect(button(page, "Approve")).to_be_focused()
    other.rollback()
    other.close()
    button(page, "Approve").click()
    expect(card(page)).to_contain_text("Approved")
    expect(card(page).get_by_role("alert")).to_have_text("")
    page.close()


def test_only_the_page_decides(server: subprocess.Popen[str], live_database: Database) -> None:
    url = address(server)
    before = live_database.json()["healing_events"]
    wish = decision(newest_heal(live_database), "approved")
    assert send(url, wish, X_Breadcrumb_Token="")[0] == 403
    assert send(url, wish, X_Breadcrumb_Token="0" * 32)[0] == 403
    assert send(url, wish, Origin="http://evil.example")[0] == 403
    assert send(url, wish, Content_Type="text/plain")[0] == 415
    assert send(url, b"{")[0] == 400
    assert send(url, b" " * 5_000)[0] == 413
    assert send(url, decision(10**9, "approved"))[0] == 404
    assert send(url, method="GET")[0] == 405
    assert live_database.json()["healing_events"] == before


def test_a_page_of_another_origin_cannot_decide(
    browser: Browser, server: subprocess.Popen[str], live_database: Database
) -> None:
    url = address(server)
    wish = decision(newest_heal(live_database), "approved").decode()
    page = browser.new_page()
    evil = "http://evil.example/"
    page.route(evil, lambda route: route.fulfill(body="<title>evil</title>", content_type="text/html"))
    page.goto(evil)
    # Even one that knows the address.
    tried = page.evaluate(
        """async ([url, body]) => {
            const token = new URL(url).pathname.split('/')[1];
            const json = { 'Content-Type': 'application/json', 'X-Breadcrumb-Token': token };
            const send = (mode, headers) => fetch(url + 'decisions', { method: 'POST', mode, headers, body })
                .then((answer) => answer.ok, () => false);
            return [await send('cors', json), await send('no-cors', { 'Content-Type': 'text/plain' })];
        }""",
        [url, wish],
    )
    assert tried == [False, False]
    assert live_database.json()["healing_events"][0]["decision"] == "pending"
    page.close()


@pytest.fixture
def reading_server(live_database: Database) -> Iterator[subprocess.Popen[str]]:
    arguments = [command(), "serve", "--read-only", "--db", str(live_database.path)]
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
    yield process
    process.kill()
    process.wait()


def test_a_server_that_only_reads_has_no_buttons(
    reading_server: subprocess.Popen[str], live_database: Database, opened: Open
) -> None:
    url = address(reading_server)
    heal = newest_heal(live_database)
    page = opened(url, f"#/heal/{heal}")
    expect(card(page)).to_contain_text("Pending")
    expect(button(page, "Approve")).to_have_count(0)
    status, answer = send(url, decision(heal, "approved"))
    assert status == 403 and "--read-only" in answer["error"]


@pytest.fixture
def decided(server: subprocess.Popen[str], live_database: Database) -> tuple[str, list[int]]:
    """The address of a server whose three newest locators are approved, rejected and pending."""
    url = address(server)
    newest: dict[tuple[str, str], int] = {}
    for heal in live_database.json()["healing_events"]:
        newest.setdefault((heal["test_id"], heal["locator"]), heal["id"])
    heals = list(newest.values())[:3]
    for heal, state in zip(heals, ["approved", "rejected"], strict=False):
        assert send(url, decision(heal, state))[0] == 200
    return url, heals


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(decided: tuple[str, list[int]], opened: Open, scheme: str) -> None:
    url, heals = decided
    for fragment in ["#/", "#/heals", *(f"#/heal/{heal}" for heal in heals)]:
        page = opened(url, fragment, color_scheme=scheme)
        open_details(page)
        assert violations(page) == [], fragment
    page = opened(url, f"#/heal/{heals[1]}", viewport=PHONE, color_scheme=scheme)
    open_details(page)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_file_shows_decisions_and_has_no_buttons(
    decided: tuple[str, list[int]], live_database: Database, opened: Open
) -> None:
    report = live_database.html()
    for heal, state in zip(decided[1], ["Approved", "Rejected", "Pending"], strict=True):
        page = opened(report, f"#/heal/{heal}")
        expect(card(page)).to_contain_text(state)
        expect(button(page, "Approve")).to_have_count(0)
    expect(opened(report, "#/").get_by_role("link", name="Waiting for a review")).to_be_visible()


def test_who_has_decided_is_text(opened: Open, tmp_path: Path) -> None:
    database = make_database(tmp_path, lambda _: None)
    element = shop.fingerprint("button", "Save", {"id": "save"}, 20.0, "html body button")
    heal = database.heal("test_a", "#a", time.time(), original=element, healed=element, healed_digest="d")
    database.add(
        "heal_decisions", event_id=heal, test_id="test_a", locator="#a", healed_digest="d",
        decision="rejected", decided_by="<img src=x>", note="</script><b>no", decided_at=1.0,
    )
    page = opened(database.html(), f"#/heal/{heal}")
    expect(card(page)).to_contain_text("By <img src=x>")
    expect(card(page)).to_contain_text("</script><b>no")
    database.close()
