BTN = "#login-btn"
MENU = "#menu"


def test_click(page):
    page.locator(BTN).click()


def test_fill(page):
    page.click(BTN)
    page.click(MENU)


def test_script(page):
    page.evaluate("s => document.querySelector(s).click()", BTN)


def test_part(page):
    page.locator(f"{BTN} > span").click()


def test_waits(page):
    page.wait_for_function("s => document.querySelector(s)", arg=BTN)
