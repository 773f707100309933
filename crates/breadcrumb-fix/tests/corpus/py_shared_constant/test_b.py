import locators


def test_b(page):
    page.click(locators.BUTTON)
    page.click(locators.LINK)
