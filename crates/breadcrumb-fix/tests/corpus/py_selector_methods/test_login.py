import pytest


async def test_login(page, heal_page):
    await page.click("#login-btn")
    await page.fill(selector='#user', value="#login-btn")
    await page.locator("#other").fill("#login-btn")
    await heal_page.main_frame.wait_for_selector("#login-btn", state="visible")
    if await page.is_visible("#login-btn"):
        await page.drag_and_drop("#login-btn", "#bin")
