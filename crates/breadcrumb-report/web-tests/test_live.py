"""The live page: it follows the database, and leaves the reader's place alone."""

from __future__ import annotations

import subprocess
import time

from playwright.sync_api import Browser, expect

from conftest import PATIENCE_MS, Open, address
from database import Database


def add_test(database: Database, name: str) -> None:
    database.attempt(f"tests/cart/test_cart.py::{name}", "failed", time.time())
    database.save()


def test_new_results_appear_and_the_reader_stays(
    opened: Open, server: subprocess.Popen[str], live_database: Database
) -> None:
    page = opened(address(server), "#/tests")
    expect(page.locator(".live")).to_have_text("Live")
    search = page.get_by_role("searchbox")
    search.fill("test")
    page.get_by_role("combobox", name="File").select_option("tests/cart/test_cart.py")
    expect(page.locator(".count")).to_contain_text("10 tests")
    search.focus()
    search.press("Home")
    place = page.evaluate(
        "() => { document.querySelector('input[type=search]').mine = true; scrollTo(0, 60); return scrollY; }"
    )
    assert place > 0
    add_test(live_database, "test_added_while_running")
    expect(page.locator(".count")).to_contain_text("11 tests", timeout=PATIENCE_MS)
    expect(page.get_by_role("link", name="test_added_while_running")).to_be_attached()
    expect(search).to_be_focused()
    expect(search).to_have_value("test")
    state = page.evaluate(
        "() => { const field = document.querySelector('input[type=search]');"
        " return [field.mine, field.selectionStart, scrollY]; }"
    )
    assert state == [True, 0, place]


def test_a_refresh_changes_only_what_is_new(
    opened: Open, server: subprocess.Popen[str], live_database: Database
) -> None:
    page = opened(address(server), "#/")
    page.get_by_text("Show as a table").click()
    charts = page.get_by_role("slider")
    charts.focus()
    page.keyboard.press("Home")
    first_day = page.locator(".readout").inner_text()
    page.evaluate(
        "() => { window.added = 0; new MutationObserver((changes) => { for (const c of changes)"
        " for (const n of c.addedNodes) if (n instanceof HTMLElement && n.matches('section, h1, a'))"
        " window.added += 1; }).observe(document.querySelector('main'), { childList: true, subtree: true }); }"
    )
    total = page.locator('.tile[data-key="total"] .tile-number')
    before = int(total.inner_text())
    add_test(live_database, "test_that_is_new")
    expect(total).to_have_text(str(before + 1), timeout=PATIENCE_MS)
    # The drawn table of days is made again as a whole, each time that the page looks; nothing else is.
    assert page.evaluate("window.added") == 0
    expect(page.locator(".as-table table")).to_be_visible()
    expect(page.locator(".readout")).to_have_text(first_day)
    expect(charts).to_be_focused()


def test_a_heal_is_opened_from_the_server(opened: Open, server: subprocess.Popen[str]) -> None:
    page = opened(address(server), "#/heals")
    page.locator("td.c-when a").first.click()
    expect(page.get_by_role("heading", name="Before and after")).to_be_visible(timeout=PATIENCE_MS)


def test_a_lost_connection_is_said_and_the_page_stays(
    browser: Browser, server: subprocess.Popen[str]
) -> None:
    # Not watched for complaints: the browser itself writes one for each request that fails.
    page = browser.new_page()
    page.goto(address(server))
    expect(page.locator(".live")).to_have_text("Live")
    server.kill()
    expect(page.locator(".live")).to_have_text("Connection lost", timeout=PATIENCE_MS)
    expect(page.locator(".tile")).to_have_count(6)
    page.close()
