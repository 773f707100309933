# Prüft die Anmeldung: „Grüße“ 😀
def test_login(page):
	page.get_by_text("Grüße 😀").click(); page.click("#größe")
