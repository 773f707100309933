"""Every way to make a locator."""

from __future__ import annotations

import re

from .model import Calls, Case, Healed, Run

NAV = '<nav><a href="/home">Home</a><a href="/help">Help</a></nav>'

PROFILE_V1 = f"""
{NAV}<h1>Profile</h1>
<form class="profile" onsubmit="return false">
  <label for="city">City</label>
  <input class="field" id="city" name="city" placeholder="Where you live" data-testid="city-field"
    title="Used for the weather" data-who="city">
  <label for="motto">Motto</label>
  <input class="field" id="motto" name="motto" data-who="motto">
  <button class="btn" id="save" name="save" data-testid="save-profile" title="Keep what you changed"
    data-who="save">Save profile</button>
  <button class="btn" id="leave" name="leave" data-who="leave">Leave</button>
</form>
<a class="logo" href="/brand"><img id="logo" class="mark" src="data:," width="80" height="40"
  alt="Northwind logo" data-who="logo"></a>
<p class="hint" id="hint" data-who="hint">Changes are visible to your team at once.</p>
"""

LIST_V1 = f"""
{NAV}<h1>People</h1>
<ul class="people">
  <li class="person"><span class="name">Anna Berg</span>
    <button class="open" data-who="anna">Open Anna</button></li>
  <li class="person"><span class="name">Ben Carter</span>
    <button class="open" data-who="ben">Open Ben</button></li>
  <li class="person"><span class="name">Chloe Dumas</span>
    <button class="open" data-who="chloe">Open Chloe</button></li>
</ul>
"""
LIST_V2 = LIST_V1.replace('class="open"', 'class="show"')

CART_V1 = f"""
{NAV}<h1>Checkout</h1>
<section id="cart" class="box"><h2>Cart</h2>
  <button class="pay" name="pay" data-who="cart-pay">Pay the cart</button></section>
<section id="dues" class="box"><h2>Open invoices</h2>
  <button class="pay" name="pay" data-who="dues-pay">Pay the invoices</button></section>
"""

TABS_V1 = f"""
{NAV}<h1>Archive</h1>
<div class="tabs">
  <button class="tab" data-who="orders">Orders</button>
  <button class="tab" data-who="invoices">Invoices</button>
  <button class="tab" data-who="returns">Returns</button>
</div>
"""
TABS_V2 = TABS_V1.replace('class="tab"', 'class="pill"')


def by_role(run: Run) -> Calls:
    yield run.page.get_by_role("button", name="Save profile").click()


def by_role_and_pattern(run: Run) -> Calls:
    yield run.page.get_by_role("button", name=re.compile("^save", re.IGNORECASE)).click()


def by_text(run: Run) -> Calls:
    yield run.page.get_by_text("Changes are visible to your team").click()


def by_label(run: Run) -> Calls:
    yield run.page.get_by_label("City").fill("Lund")


def by_placeholder(run: Run) -> Calls:
    yield run.page.get_by_placeholder("Where you live").fill("Lund")


def by_alt_text(run: Run) -> Calls:
    yield run.page.get_by_alt_text("Northwind logo").hover()


def by_title(run: Run) -> Calls:
    yield run.page.get_by_title("Keep what you changed").click()


def by_test_id(run: Run) -> Calls:
    yield run.page.get_by_test_id("save-profile").click()


def by_xpath(run: Run) -> Calls:
    yield run.page.locator("//button[@id='save']").click()


def two_names_of_one_role(run: Run) -> Calls:
    yield run.page.get_by_role("button", name="Leave").click()
    yield run.page.get_by_role("button", name="Save profile").click()


def chained(run: Run) -> Calls:
    yield run.page.locator("#cart").locator(".pay").click()


def chained_by_role(run: Run) -> Calls:
    yield run.page.locator("#dues").get_by_role("button").click()


def has_text(run: Run) -> Calls:
    row = run.page.get_by_role("listitem").filter(has_text="Ben Carter")
    yield row.locator(".open").click()


def has(run: Run) -> Calls:
    name = run.page.get_by_text("Chloe Dumas")
    yield run.page.locator("li").filter(has=name).locator(".open").click()


def has_text_variants(run: Run) -> Calls:
    yield run.page.locator(".tab", has_text="Invoices").click()
    yield run.page.locator(".tab", has_text="Orders").click()


def and_(run: Run) -> Calls:
    yield run.page.get_by_role("button").and_(run.page.locator("#save")).click()


def or_(run: Run) -> Calls:
    yield run.page.locator("#save").or_(run.page.locator("#store")).click()


def first_last_nth(run: Run) -> Calls:
    buttons = run.page.locator(".open")
    yield buttons.first.click()
    yield buttons.last.click()
    yield buttons.nth(1).click()


def all_(run: Run) -> Calls:
    rows = yield run.page.locator("li").all()
    assert len(rows) == 3
    for row in rows:
        yield row.locator(".open").click()


SAVED = ("click save",)
RENAMED_SAVE = PROFILE_V1.replace('id="save"', 'id="profile-submit"')

FINDERS = (
    Case(
        "get_by_role",
        PROFILE_V1,
        PROFILE_V1.replace("Save profile", "Save your profile"),
        by_role,
        Healed(),
        SAVED,
    ),
    Case(
        "get_by_role_and_pattern",
        PROFILE_V1,
        PROFILE_V1.replace("Save profile", "Store profile"),
        by_role_and_pattern,
        Healed(),
        SAVED,
    ),
    Case(
        "get_by_text",
        PROFILE_V1,
        PROFILE_V1.replace("Changes are visible", "All changes become visible"),
        by_text,
        Healed(),
        ("click hint",),
    ),
    Case(
        "get_by_label",
        PROFILE_V1,
        PROFILE_V1.replace(">City<", ">Town<"),
        by_label,
        Healed(),
        ("input city=Lund",),
        events="input",
    ),
    Case(
        "get_by_placeholder",
        PROFILE_V1,
        PROFILE_V1.replace("Where you live", "Where do you live?"),
        by_placeholder,
        Healed(),
        ("input city=Lund",),
        events="input",
    ),
    Case(
        "get_by_alt_text",
        PROFILE_V1,
        PROFILE_V1.replace("Northwind logo", "Northwind"),
        by_alt_text,
        Healed(),
        ("mouseover logo",),
        events="mouseover",
    ),
    Case(
        "get_by_title",
        PROFILE_V1,
        PROFILE_V1.replace("Keep what you changed", "Keep your changes"),
        by_title,
        Healed(),
        SAVED,
    ),
    Case(
        "get_by_test_id",
        PROFILE_V1,
        PROFILE_V1.replace("save-profile", "profile-save-button"),
        by_test_id,
        Healed(),
        SAVED,
    ),
    Case("xpath", PROFILE_V1, RENAMED_SAVE, by_xpath, Healed(), SAVED),
    Case(
        "two_names_of_one_role",
        PROFILE_V1,
        PROFILE_V1.replace("Save profile", "Save my profile").replace(">Leave<", ">Exit page<"),
        two_names_of_one_role,
        Healed(2),
        ("click leave", "click save"),
    ),
    Case(
        "chained",
        CART_V1,
        CART_V1.replace('id="cart"', 'id="basket"'),
        chained,
        Healed(),
        ("click cart-pay",),
    ),
    Case(
        "chained_by_role",
        CART_V1,
        CART_V1.replace('id="dues"', 'id="open-invoices"'),
        chained_by_role,
        Healed(),
        ("click dues-pay",),
    ),
    Case("filter_has_text", LIST_V1, LIST_V2, has_text, Healed(), ("click ben",)),
    Case("filter_has", LIST_V1, LIST_V2, has, Healed(), ("click chloe",)),
    Case(
        "has_text_variants_of_one_selector",
        TABS_V1,
        TABS_V2,
        has_text_variants,
        Healed(2),
        ("click invoices", "click orders"),
    ),
    Case("and", PROFILE_V1, RENAMED_SAVE, and_, Healed(), SAVED),
    Case("or", PROFILE_V1, RENAMED_SAVE, or_, Healed(), SAVED),
    Case(
        "first_last_nth",
        LIST_V1,
        LIST_V2,
        first_last_nth,
        Healed(3),
        ("click anna", "click chloe", "click ben"),
    ),
    Case("all", LIST_V1, LIST_V2, all_, Healed(3), ("click anna", "click ben", "click chloe")),
)
