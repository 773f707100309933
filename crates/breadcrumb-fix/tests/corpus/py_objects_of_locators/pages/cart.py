from dataclasses import dataclass
from typing import Final

from .parts import CartLocators, Sel

SUBMIT: Final[str] = "#submit"


class CartPage:
    def __init__(self, page):
        self.page = page
        self.locators = CartLocators()
        self.form = page.locator("form")

    def pay(self):
        self.page.locator(self.locators.PAY).click()
        self.form.locator(SUBMIT).click()
        self.page.click(Sel.CANCEL.value)
        self.page.get_by_role("row").filter(has_text=self.locators.ROW).click()
