class LoginPage:
    def __init__(self, page):
        self.page = page
        self.submit = page.locator("#login-btn")
        self.cancel = page.locator("#cancel")
