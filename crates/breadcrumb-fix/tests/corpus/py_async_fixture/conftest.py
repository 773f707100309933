import pytest_asyncio


@pytest_asyncio.fixture
async def login_form(page):
    await page.goto("/login")
    yield page.locator("#login-form")


@pytest_asyncio.fixture
async def logged_in(login_form):
    await login_form.locator("#login-btn").click()
