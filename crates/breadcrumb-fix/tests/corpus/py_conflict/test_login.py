def test_login(page):
    page.locator("#a").click(); page.locator("#a").hover()
    page.locator("form").locator("#b").click()
