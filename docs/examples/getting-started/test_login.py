from pathlib import Path

from playwright.sync_api import Page, expect

PAGE = Path(__file__).with_name("login.html").as_uri()


def test_login(page: Page) -> None:
    page.goto(PAGE)
    page.locator("input[name=mail]").fill("ada@example.com")
    page.locator("#login-btn").click()
    expect(page.locator("h1")).to_have_text("Welcome")
