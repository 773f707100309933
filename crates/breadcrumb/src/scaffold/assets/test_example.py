"""An example. Run it, change an id in example.html, and run it again: it heals and says so."""

from pathlib import Path

from playwright.sync_api import Page, expect

PAGE = Path(__file__).resolve().with_name("example.html")


def test_greets_by_name(page: Page) -> None:
    page.goto(PAGE.as_uri())
    page.locator("#name").fill("Ada")
    page.locator("#greet").click()
    expect(page.locator("#greeting")).to_have_text("Hello, Ada")
