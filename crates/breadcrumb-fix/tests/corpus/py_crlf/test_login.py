def test_login(page):
	page.locator("#login-btn").click()
	page.locator(
		"#cancel"
	).click()
