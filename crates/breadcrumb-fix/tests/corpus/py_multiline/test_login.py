from playwright.sync_api import expect


def test_login(page):
    button = (
        page.locator("form")
        .locator("#login-btn")
    )
    button.click()
    page \
        .locator("#login-btn") \
        .click()
    expect(
        page.locator(
            "#login-btn",
            has_text="Log in",
        )
    ).to_be_visible()
    (
        page.locator("li")  # all of them
        .filter(has_text="A")  # this one
        .first
    ).click()
    page.locator("form").locator(
        "#cancel",  # not submit
    ).click()
