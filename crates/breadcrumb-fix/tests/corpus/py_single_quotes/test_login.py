def test_login(page):
    page.locator('#login-btn').click()
    page.get_by_text('it is "here"').click()
