from pages import locators as loc
from pages.locators import LOGIN as L, SELECTORS
import pages.locators

TITLE = "h1.title"


class Locators:
    USER = "#user"  # the field "#user"
    BUTTONS = {"save": "#save"}


class TestLogin:
    CANCEL = '#cancel'

    def test_login(self, page):
        NEXT = "#next"
        page.locator(TITLE).click()
        page.fill(Locators.USER, "me")
        page.click(self.CANCEL)
        page.locator(L).click()
        page.locator(loc.HELP).click()
        page.locator(pages.locators.HELP).hover()
        page.click(SELECTORS["menu"])
        page.click(Locators.BUTTONS["save"])
        page.locator(NEXT).click()
        page.get_by_test_id(L).click()
