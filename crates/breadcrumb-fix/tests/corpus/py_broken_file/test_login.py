def test_login(page):
    page.locator("#login-btn").click()


def test_broken(page:
    page.locator("#cancel").click(
