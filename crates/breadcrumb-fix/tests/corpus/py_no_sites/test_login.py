from locators import HELP


def test_login(page):
    page.locator("#only-here").click()
    page.locator("#twice").click()
    page.click(HELP)
