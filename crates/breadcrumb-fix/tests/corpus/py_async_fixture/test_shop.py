async def test_shop(logged_in, page):
    async with page.expect_navigation():
        await page.locator("#login-btn").click()
    texts = [await item.inner_text() for item in await page.locator(".item").all()]
    assert texts
