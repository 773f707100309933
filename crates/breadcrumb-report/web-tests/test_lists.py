"""Search, filters, order and pages of the lists."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from conftest import Open


def names(page: Page) -> list[str]:
    return page.locator("td.c-name a").all_inner_texts()


def test_a_search_narrows_the_tests_at_each_key(opened: Open, shop_report: Path) -> None:
    page = opened(shop_report, "#/tests")
    search = page.get_by_role("searchbox", name="Search tests")
    search.press_sequentially("CART total")
    expect(page.locator(".count")).to_contain_text("2 tests")
    assert all("shows_the_total" in name for name in names(page))
    expect(search).to_be_focused()
    assert "q=CART+total" in page.url
    search.fill("nothing is called that")
    expect(page.locator(".count")).to_contain_text("No tests match")
    expect(page.get_by_role("main")).to_contain_text("No test matches the filters.")
    page.get_by_role("link", name="Clear filters").click()
    expect(search).to_have_value("")


@pytest.mark.parametrize(
    ("label", "field", "value"),
    [
        ("File", "file", "tests/cart/test_cart.py"),
        ("Owner", "owner", "payments"),
        ("Tag", "tags", "smoke"),
        ("Finding", "state", "broken"),
    ],
)
def test_a_filter_shows_what_it_names(
    opened: Open, shop_report: Path, document: dict[str, Any], label: str, field: str, value: str
) -> None:
    tests = document["tests"]
    wanted = [t for t in tests if (value in t[field] if field == "tags" else t[field] == value)]
    assert 0 < len(wanted) < len(tests)
    page = opened(shop_report, "#/tests")
    page.get_by_role("combobox", name=label).select_option(value)
    expect(page.locator(".count")).to_contain_text(f"{len(wanted)} test")
    assert sorted(names(page)) == sorted(t["name"] for t in wanted)[:50]


def test_filters_work_together(opened: Open, shop_report: Path) -> None:
    page = opened(shop_report, "#/tests?owner=shop&state=failing&q=cancel")
    assert sorted(names(page)) == ["test_cancels_an_order[chromium]", "test_cancels_an_order[firefox]"]


COLUMNS = ["Test", "State", "Last runs", "Fails", "Runs", "Failed", "Heals", "Median", "Last run"]


@pytest.mark.parametrize("column", COLUMNS)
def test_every_column_sorts_both_ways(opened: Open, shop_report: Path, column: str) -> None:
    page = opened(shop_report, "#/tests?sort=none")
    head = page.get_by_role("columnheader", name=column, exact=True)
    orders = []
    for _ in range(2):
        before = head.get_attribute("aria-sort") or ""
        head.get_by_role("button").click()
        # The address changes first, the page after it.
        expect(head).not_to_have_attribute("aria-sort", before)
        expect(head).to_have_attribute("aria-sort", re.compile("ascending|descending"))
        orders.append((head.get_attribute("aria-sort"), names(page)))
    assert orders[0][0] != orders[1][0]
    assert orders[0][1] != orders[1][1]


@pytest.mark.parametrize(("sort", "field"), [("-heals", "heals"), ("failed", "failed"), ("-median", "median_ms")])
def test_the_order_is_that_of_the_numbers(
    opened: Open, shop_report: Path, document: dict[str, Any], sort: str, field: str
) -> None:
    tests = {t["name"]: t[field] for t in document["tests"]}
    values = [tests[name] for name in names(opened(shop_report, f"#/tests?sort={sort}"))]
    assert values == sorted(values, reverse=sort.startswith("-"))


def test_the_heals_are_searched_sorted_and_paged(
    opened: Open, shop_report: Path, document: dict[str, Any]
) -> None:
    heals = document["healing_events"]
    page = opened(shop_report, "#/heals")
    expect(page.locator(".count")).to_have_text(f"{len(heals)} heals")
    page.get_by_role("searchbox", name="Search heals").fill("place-order")
    found = [heal for heal in heals if heal["locator"] == "button.place-order"]
    expect(page.locator(".count")).to_contain_text(f"{len(found)} heals")
    page.get_by_role("button", name="Confidence").click()
    shown = [float(t.removesuffix(" %")) for t in page.locator(".meter-number").all_inner_texts()]
    assert shown == sorted(shown, reverse=True)


def test_pages_of_a_long_list(opened: Open, shop_report: Path, document: dict[str, Any]) -> None:
    total = document["summary"]["total"]
    page = opened(shop_report, "#/tests")
    first = names(page)
    assert len(first) == 50
    page.get_by_role("link", name="Next").click()
    expect(page.locator(".count")).to_contain_text(f"51–{total} of {total} tests")
    assert not set(first) & set(names(page)) or len(set(first)) < 50
    page.get_by_role("searchbox").fill("cart")
    expect(page.locator(".count")).to_contain_text("tests (of")
    assert "page=" not in page.url
