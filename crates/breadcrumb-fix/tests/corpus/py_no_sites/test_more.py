def test_more(page):
    page.click("#twice")
    assert page.url.endswith("#only-here")
    page.hover("#there")
