from locators import *


def test_a(page):
    page.locator(BUTTON).click()
    page.locator(LINK).click()
