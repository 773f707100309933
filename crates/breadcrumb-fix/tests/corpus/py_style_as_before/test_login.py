def test_login(page):
    page.locator("#login-btn").click()
    page.get_by_role("button", name="Log in").click()
    page.locator(".btn.login").click()
    page.get_by_text("Log in").click()
    page.locator('[data-testid="login"]').click()
    page.get_by_placeholder("User").fill("x")
    page.click("text=Log in")
