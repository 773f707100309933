SELECTOR = '#x'


def test_login(page):
    page.locator("#login-btn").click()
    page.click(SELECTOR)
    page.click(f'#{1}' if page else "#y")
