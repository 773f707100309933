"""What a heal rests on when much is new, or many are alike: the card, the newcomers, the name."""

from __future__ import annotations

from pathlib import Path

import pytest
from breadcrumb import crumb
from breadcrumb.errors import HealWarning
from conftest import URL, Site
from playwright.sync_api import Error

SCRIPT = "<script>addEventListener('click', e => { window.hit = e.target.dataset.who })</script>"
# A refused click uses all of it.
SHORT = 1_500


def healed(site: Site, db: Path, v1: str, v2: str, locator: str) -> tuple[str, str]:
    """Click on version 1 and on version 2; return who got the second click, and what was said."""
    learn(site, db, v1, locator)
    site.html = v2 + SCRIPT
    with crumb(site.page, "t", db, heal_after=0, redact=["data-who"]) as page:
        page.goto(URL)
        with pytest.warns(HealWarning) as caught:
            page.locator(locator).click()
        return str(page.evaluate("window.hit")), str(caught.list[0].message)


def refused(site: Site, db: Path, v1: str, v2: str, locator: str) -> str:
    """Click on version 1 and, in vain, on version 2; return why."""
    learn(site, db, v1, locator)
    site.html = v2 + SCRIPT
    with pytest.raises(Error) as caught, crumb(site.page, "t", db, heal_after=0) as page:
        page.goto(URL)
        page.locator(locator).click(timeout=SHORT)
    assert site.page.evaluate("window.hit") is None
    return "\n".join([str(caught.value), *getattr(caught.value, "__notes__", [])])


def learn(site: Site, db: Path, html: str, locator: str) -> None:
    site.html = html
    with crumb(site.page, "t", db, redact=["data-who"]) as page:
        page.goto(URL)
        page.locator(locator).click()


def cards(*names: str, ids: bool) -> str:
    def card(name: str) -> str:
        mark = f'id="add-{name.split()[0].lower()}"' if ids else ""
        return (
            f'<div class="card"><h3>{name}</h3><div class="actions">'
            f'<button class="btn" {mark} data-who="{name}">Add to cart</button></div></div>'
        )

    return "<h1>Shop</h1>" + "".join(map(card, names))


def test_the_card_tells_three_equal_buttons_apart(site: Site, db: Path) -> None:
    names = ("Desk lamp", "Arm chair", "Bookcase")
    who, said = healed(site, db, cards(*names, ids=True), cards(*names, ids=False), "#add-arm")
    assert who == "Arm chair"
    assert said.startswith("healed `#add-arm`")


def test_the_button_of_a_card_that_went_is_not_the_one_in_another(site: Site, db: Path) -> None:
    left = cards("Desk lamp", "Bookcase", ids=False)
    v1 = cards("Desk lamp", "Arm chair", "Bookcase", ids=True)
    said = refused(site, db, v1, left, "#add-arm")
    assert "stands in another row" in said or "that are alike where there were 3" in said
    assert "is not on the page" not in said


def large(button: str) -> str:
    links = (f'<a href="/article/{i}">Article {i}</a>' for i in range(9_990))
    return f"<main>{button}<div>{' '.join(links)}</div></main>"


def test_one_new_button_among_ten_thousand_elements_is_no_doubt(site: Site, db: Path) -> None:
    v1 = large('<button id="login-btn" class="btn">Log in</button>')
    v2 = large('<button id="enter" class="cta" data-who="sign in">Sign in</button>')
    who, said = healed(site, db, v1, v2, "#login-btn")
    assert who == "sign in"
    assert 'get_by_role("button", name="Sign in")' in said


def menu(*entries: tuple[str, str]) -> str:
    links = (f'<a {attributes} data-who="{text}">{text}</a><br>' for attributes, text in entries)
    return f"<h1>Intranet</h1><nav>{''.join(links)}</nav>"


def test_an_id_that_is_a_place_goes_with_the_place(site: Site, db: Path) -> None:
    v1 = menu(
        ('id="menuLinks1"', "Home"),
        ('id="menuLinks2" class="doc"', "Documentation"),
        ('id="menuLinks3"', "Prices"),
    )
    v2 = menu(
        ('id="menuLinks1"', "Home"),
        ('id="menuLinks2"', "Customers"),
        ('id="menuLinks3"', "Documentation center"),
        ('id="menuLinks4"', "Prices"),
    )
    who, said = healed(site, db, v1, v2, "a.doc")
    assert who == "Documentation center"
    assert "menuLinks" not in said.split("->")[1].split("(")[0]


def test_another_entry_that_leads_nowhere_is_another_entry(site: Site, db: Path) -> None:
    v1 = menu(('href="#"', "Refresh"), ('href="#" id="archive"', "Archive"), ('href="#"', "Print"))
    v2 = menu(('href="#"', "Refresh"), ('href="#"', "Invoices"), ('href="#"', "Print"))
    said = refused(site, db, v1, v2, "#archive")
    assert "Invoices".lower() in said.lower()
