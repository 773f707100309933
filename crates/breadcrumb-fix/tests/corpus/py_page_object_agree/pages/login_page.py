class LoginPage:
    """The form at /login."""

    def __init__(self, page):
        self.page = page
        self.submit = page.locator("#login-btn")
        self.user = page.get_by_placeholder("Login")

    def login(self, user):
        self.user.fill(user)
        self.submit.click()
