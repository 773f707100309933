def test_login(page):
    page.click(
        "#login-btn",
        timeout=3_000,
    )
    print(f"{page.locator('#label').inner_text()} is the label")
    buttons = {"save": page.locator("#save"), "load": lambda: page.locator("#load")}
    assert page.locator("#save").count() == 1, "page.locator('#save')"
    if (button := page.locator("#walrus")).is_visible():
        button.click()
    with page.expect_popup() as popup: page.locator("#open").click()
    popup.value.locator("#close").click()
