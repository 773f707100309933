"""The address holds the state: links can be shared, and back and forward work."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from conftest import Open

TEST = "tests/account/test_profile.py::test_uploads_a_picture[firefox]"


def test_a_link_leads_to_the_same_rows(opened: Open, shop_report: Path) -> None:
    first = opened(shop_report, "#/tests")
    first.get_by_role("searchbox").fill("test")
    first.get_by_role("combobox", name="Owner").select_option("shop")
    first.get_by_role("columnheader", name="Runs", exact=True).get_by_role("button").click()
    first.get_by_role("columnheader", name="Runs", exact=True).get_by_role("button").click()
    expect(first.get_by_role("columnheader", name="Runs", exact=True)).to_have_attribute("aria-sort", "ascending")
    second = opened(shop_report, "#" + first.url.split("#")[1])
    assert second.locator("tbody").inner_text() == first.locator("tbody").inner_text()
    expect(second.get_by_role("searchbox")).to_have_value("test")
    expect(second.get_by_role("combobox", name="Owner")).to_have_value("shop")


def test_a_test_has_an_address(opened: Open, shop_report: Path) -> None:
    page = opened(shop_report, "#/test/" + quote(TEST, safe=""))
    expect(page.get_by_role("heading", level=1)).to_have_text("test_uploads_a_picture[firefox]")
    assert page.title() == "test_uploads_a_picture[firefox] · Breadcrumb"


def test_back_and_forward(opened: Open, shop_report: Path) -> None:
    page = opened(shop_report)
    title = page.get_by_role("heading", level=1)
    page.get_by_role("link", name="Failing").click()
    expect(title).to_have_text("Tests")
    page.get_by_role("searchbox").fill("cancel")
    count = page.locator(".count").inner_text()
    page.locator("td.c-name a").first.click()
    expect(title).to_contain_text("test_cancels")
    page.go_back()
    expect(title).to_have_text("Tests")
    expect(page.locator(".count")).to_have_text(count)
    expect(page.get_by_role("searchbox")).to_have_value("cancel")
    page.go_back()
    expect(title).to_have_text("Overview")
    page.go_forward()
    expect(page.locator(".count")).to_have_text(count)


def test_back_returns_to_the_same_place_of_a_list(opened: Open, shop_report: Path) -> None:
    page = opened(shop_report, "#/tests")
    row = page.locator("td.c-name a").nth(35)
    row.scroll_into_view_if_needed()
    page.wait_for_function("() => scrollY > 300")
    place = page.evaluate("scrollY")
    row.click()
    expect(page.get_by_role("heading", name="Last runs")).to_be_visible()
    assert page.evaluate("scrollY") == 0
    page.go_back()
    expect(page.get_by_role("searchbox")).to_be_visible()
    assert abs(page.evaluate("scrollY") - place) < 5


@pytest.mark.parametrize(
    "fragment", ["#/test/nobody", "#/heal/999999", "#/refusal/x", "#/nowhere", "#/test/%E0%A4%A", "#/constructor"]
)
def test_an_address_that_leads_nowhere_says_so(opened: Open, shop_report: Path, fragment: str) -> None:
    page = opened(shop_report, fragment)
    expect(page.get_by_role("heading", level=1)).to_have_text("Not found")
    page.get_by_role("link", name="Back to the overview").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Overview")


def test_a_page_beyond_the_last_is_the_last(opened: Open, shop_report: Path) -> None:
    page = opened(shop_report, "#/tests?page=99")
    expect(page.locator(".pager")).to_have_text(re.compile("Page 2 of 2"))
