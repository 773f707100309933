import pytest
from otherlib import BUTTON


def button(page, name):
    return page.locator(f"#{name}-btn")


def press(page, selector):
    page.locator(selector).click()


@pytest.mark.parametrize("selector, text", [("#login-btn", "a")])
def test_login(page, selector, text):
    button(page, "login").click()
    press(page, "#press")
    page.locator(selector).click()
    page.locator("#" + "plus").click()
    page.locator("#{}".format("format")).click()
    page.locator("#%s" % text).click()
    page.locator("#implicit" "-string").click()
    page.locator(BUTTON).click()
    page.get_by_role("button", **{"name": "spread"}).click()
