"""The tests of the demo shop, written for version 1 and never touched since.

They use locators of all kinds. Version 2 breaks most of them; see `run_demo.py`.
"""

from __future__ import annotations

from playwright.sync_api import Page, expect


def test_search_narrows_the_list(page: Page) -> None:
    page.goto("/")
    page.get_by_placeholder("Search products").fill("lamp")
    expect(page.get_by_role("heading", name="Arc desk lamp")).to_be_visible()
    expect(page.get_by_role("heading", name="Stoneware mug")).to_be_hidden()


def test_category_narrows_the_list(page: Page) -> None:
    page.goto("/")
    page.locator(".category").nth(3).click()
    expect(page.get_by_role("heading", name="Fern in a clay pot")).to_be_visible()
    expect(page.get_by_role("heading", name="Reading chair")).to_be_hidden()


def test_cart_adds_up(page: Page) -> None:
    page.goto("/")
    page.locator("#add-arc-lamp").click()
    page.locator("#add-stone-mug").click()
    page.get_by_title("Open cart").click()
    expect(page.locator(".cart-total")).to_have_text("107.00 EUR")


def test_login_greets_by_name(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Log in").click()
    page.get_by_label("Email", exact=True).fill("ada@example.com")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_text("Hello, ada")).to_be_visible()


def test_newsletter_thanks(page: Page) -> None:
    page.goto("/")
    page.fill("input[name=newsletter]", "ada@example.com")
    page.get_by_role("button", name="Join the newsletter").click()
    expect(page.get_by_text("we write to ada@example.com")).to_be_visible()


def test_promotion_is_shown(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_test_id("promo-banner")).to_be_visible()


def test_checkout_confirms_the_choices(page: Page) -> None:
    page.goto("/checkout.html")
    form = page.locator("#checkout-form")
    form.get_by_label("Full name").fill("Ada Lovelace")
    page.locator("#country").select_option("Portugal")
    page.get_by_label("Express, the next day").check()
    page.get_by_label("Wrap it as a gift").check()
    page.locator("button.place-order").click()
    confirmation = page.get_by_text("Thank you, Ada Lovelace.")
    expect(confirmation).to_contain_text("Express to Portugal, wrapped as a gift")


def test_order_is_tracked(page: Page) -> None:
    page.goto("/orders.html")
    row = page.get_by_role("row").filter(has_text="Order 1042")
    row.locator(".track").click()
    expect(page.get_by_text("Order 1042: shipped.")).to_be_visible()


def test_no_error_before_login(page: Page) -> None:
    page.goto("/")
    page.get_by_text("Log in", exact=True).click()
    assert not page.locator("#login-error").is_visible()


def test_gift_card_can_be_bought(page: Page) -> None:
    """Version 2 has no gift card any more: this must fail there, not find something else."""
    page.goto("/")
    page.get_by_role("button", name="Buy a gift card").click()
    expect(page.get_by_text("A gift card of 50.00 EUR is on its way.")).to_be_visible()
