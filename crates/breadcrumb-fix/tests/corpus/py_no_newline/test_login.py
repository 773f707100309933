def test_login(page):
    page.locator("#login-btn").click()