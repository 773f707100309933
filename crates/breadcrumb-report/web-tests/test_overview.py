"""The first view: numbers that agree with the lists behind them, charts, empty states."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from conftest import Open

GROUPS = ("total", "stable", "healed", "flaky", "failing", "quarantined")


@pytest.mark.parametrize("group", GROUPS)
def test_a_tile_agrees_with_the_summary_and_the_list_behind_it(
    opened: Open, shop_report: Path, document: dict[str, Any], group: str
) -> None:
    count = document["summary"][group]
    assert count > 0
    page = opened(shop_report)
    tile = page.locator(f'.tile[data-key="{group}"]')
    expect(tile.locator(".tile-number")).to_have_text(str(count))
    tile.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tests")
    expect(page.locator(".count")).to_contain_text(re.compile(rf"(^|of ){count} tests?"))


def test_the_days_of_the_charts_can_be_read_by_keyboard(opened: Open, shop_report: Path) -> None:
    page = opened(shop_report)
    charts = page.get_by_role("slider", name="Day shown in the charts")
    charts.focus()
    expect(charts).to_have_attribute("aria-valuetext", re.compile("^All "))
    page.keyboard.press("ArrowLeft")
    text = charts.get_attribute("aria-valuetext") or ""
    assert re.match(r"\w{3},? \d+ \w{3} \d{4}: passed [\d,]+, healed \d+, flaky \d+, failing \d+, flake rate", text)
    day = text.split(":")[0]
    expect(page.locator(".readout")).to_have_text(day)
    page.keyboard.press("Home")
    expect(page.locator(".readout")).not_to_have_text(day)


def test_a_day_that_is_pointed_at_shows_its_numbers(opened: Open, shop_report: Path) -> None:
    page = opened(shop_report)
    value = page.locator(".chart").first.locator(".chart-value")
    total = value.inner_text()
    page.locator(".plot").first.hover(position={"x": 40, "y": 50})
    expect(value).not_to_have_text(total)
    page.mouse.move(5, 5)
    expect(value).to_have_text(total)


def test_the_charts_are_there_as_a_table(
    opened: Open, shop_report: Path, document: dict[str, Any]
) -> None:
    page = opened(shop_report)
    page.get_by_text("Show as a table").click()
    rows = page.locator(".as-table tbody tr")
    expect(rows).to_have_count(len(document["days"]))
    newest = document["days"][-2]
    expect(rows.nth(1).locator("td").first).to_have_text(f"{newest['passed']:,}")


def test_what_to_do_is_listed(opened: Open, shop_report: Path, document: dict[str, Any]) -> None:
    page = opened(shop_report)
    top = document["top_locators"]
    fixes = page.locator(".fixes > li")
    expect(fixes).to_have_count(len(top))
    expect(fixes.first).to_contain_text(top[0]["proposed_locator"])
    debt = page.get_by_role("region", name="Quarantined tests")
    expect(debt).to_contain_text("1 expired")
    refused = page.get_by_role("region", name="Refused heals").get_by_role("listitem")
    expect(refused).to_have_count(len(document["refusals"]))
    expect(refused.first).to_contain_text("5 times, last ")
    expect(page.get_by_role("region", name="Drift alarms").get_by_role("listitem")).to_have_count(1)


@pytest.mark.parametrize(
    ("fragment", "text"),
    [
        ("#/", "No test has run in these 30 days"),
        ("#/tests", "No test has run in this period."),
        ("#/heals", "No locator needed healing in this period."),
        ("#/refusals", "No refused heal and no drift is open."),
    ],
)
def test_a_new_database_says_that_it_is_empty(
    opened: Open, empty_report: Path, fragment: str, text: str
) -> None:
    page = opened(empty_report, fragment)
    expect(page.get_by_role("main")).to_contain_text(text)


def test_without_a_script_the_summary_is_shown(
    opened: Open, shop_report: Path, document: dict[str, Any]
) -> None:
    # Browsers under test keep `noscript` shut even without scripts; a parser without them opens it.
    rows = opened(shop_report).evaluate(
        """html => Array.from(new DOMParser().parseFromString(html, 'text/html')
            .querySelectorAll('noscript tr'), row => row.textContent)""",
        shop_report.read_text(encoding="utf-8"),
    )
    assert f"Tests{document['summary']['total']}" in rows
