def test_orders(page):
    row = page.locator("tr", has_text="Bob")
    row.locator(".open-btn").click()
    page.locator("tr").filter(has_text="Ann").locator(".open-btn").click()
    page.get_by_role("row", name="Cid").locator("#gone").click()
