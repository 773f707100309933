# A comment was added here since the test ran.


def test_login(page):
    page.locator("#login-btn").click()
    page.locator("#twice").click()
    page.locator("#twice").hover()
    page.locator(f"#{page.name}-dynamic").click()


def test_fixed(page):
    page.get_by_role("button", name="Fixed").click()
