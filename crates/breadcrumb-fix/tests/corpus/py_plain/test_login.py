from playwright.sync_api import Page, expect


def test_login(page: Page):
    """Presses page.locator("#login-btn"), which is only words here."""
    page.goto("/login#login-btn")
    # page.locator("#login-btn") was a link once
    page.locator("#login-btn").click()
    assert "#login-btn" in page.content()


def test_other(page: Page):
    page.locator("#login-btn").hover()
    expect(page.locator("#login-btn")).to_be_visible()
