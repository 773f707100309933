LOGIN = "#sign-in"


def test_login(page):
    page.get_by_role("button", name="Sign in").click()
    page.locator(LOGIN).click()
    page.locator("form").get_by_test_id("sign-in").click()
    page.locator("#login-btn").click()
