import os

BUTTON = "#login-btn"
if os.environ.get("OLD"):
    BUTTON = "#old-btn"


def test_login(page):
    page.locator(BUTTON).click()
    for selector in ["#a", "#b"]:
        page.click(selector)
