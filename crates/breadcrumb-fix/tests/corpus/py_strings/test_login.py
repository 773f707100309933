def test_login(page):
    page.locator(r"#raw\.id").click()
    page.locator("""#triple""").click()
    page.click("""#triple""")
    page.click(r'#raw\.id')
    page.locator(f"#plain-f").click()
    page.locator(u"#unicode").click()
    page.locator("#esc\x61pe\u0064").click()
