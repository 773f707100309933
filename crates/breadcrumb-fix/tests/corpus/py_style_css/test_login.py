BUTTON = "#login-btn"


def test_login(page):
    page.locator("#login-btn").click()
    page.get_by_text("Log in").click()
    page.click(BUTTON)
