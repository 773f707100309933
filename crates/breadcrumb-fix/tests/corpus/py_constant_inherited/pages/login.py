from .base import BasePage


class LoginPage(BasePage):
    def __init__(self, page):
        self.page = page
        self.cancel_selector = "#cancel"

    def submit(self):
        self.page.locator(self.SUBMIT).click()

    def cancel(self):
        self.page.click(self.cancel_selector)
