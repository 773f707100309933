class LoginPage:
    def __init__(self, page):
        self.submit = page.locator("#login-btn")
        self.cancel = page.locator("#cancel")
        self.help = page.locator("#help")
        self.user = page.locator("#user")
