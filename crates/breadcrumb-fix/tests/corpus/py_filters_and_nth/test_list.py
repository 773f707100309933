import re


def test_list(page):
    page.locator("li").filter(has_text="A").first.click()
    page.locator("li").nth(2).click()
    page.locator("div").filter(has=page.locator("b")).click()
    page.locator("a").or_(page.locator("button")).click()
    page.get_by_text(re.compile(r"^sign\s", re.IGNORECASE)).click()
    page.get_by_role("button", exact=True, name="Log in").click()
    icon = page.locator("svg")
    page.locator("p").filter(has=icon, has_not_text=re.compile("x")).click()
