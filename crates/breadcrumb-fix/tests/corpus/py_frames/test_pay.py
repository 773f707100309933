def test_pay(page):
    page.frame_locator("#pay").get_by_text("Pay").click()
    page.locator("#pay").content_frame.locator("b").click()
    page.frame_locator("#pay").locator("li").first.click()
    frame = page.frame(name="pay")
    frame.click("#now")
    frame.locator("#later").click()
