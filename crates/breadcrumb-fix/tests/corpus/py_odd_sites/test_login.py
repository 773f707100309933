def test_login(page):
    page.locator("#a").click()
