"""Frames, shadow roots, several pages, and what a page does when it is clicked."""

from __future__ import annotations

from .model import Calls, Case, Healed, Popup, Run

NAV = '<nav><a href="/home">Home</a><a href="/help">Help</a></nav>'

PAY_V1 = """<h2>Card payment</h2>
<button class="btn" id="pay" name="pay" data-who="pay">Pay 42.00 EUR</button>
<button class="btn" id="abort" name="abort" data-who="abort">Abort</button>"""
PAY_V2 = PAY_V1.replace('id="pay"', 'id="pay-now"')

FRAME = f'{NAV}<h1>Checkout</h1><iframe id="bank" name="bank" title="Bank" src="/bank"></iframe>'
MIDDLE = '<h2>Bank</h2><iframe id="inner" name="inner" title="Card" src="/card"></iframe>'

SHADOW_V1 = f"""
{NAV}<h1>Checkout</h1>
<pay-box><template shadowrootmode="open"><div class="box">{PAY_V1}</div></template></pay-box>
"""
NESTED_SHADOW_V1 = f"""
{NAV}<h1>Checkout</h1>
<shop-app><template shadowrootmode="open"><pay-box><template shadowrootmode="open">
<div class="box">{PAY_V1}</div></template></pay-box></template></shop-app>
"""

SEARCH_V1 = f"""{NAV}<h1>Search</h1>
<label for="q">Find</label><input class="field" id="q" name="q" data-who="q">
<a class="next" id="next" href="/results" data-who="next">Show results</a>
<button class="btn" id="go" name="first" data-who="first-go">Search again</button>"""
RESULTS_V1 = f"""{NAV}<h1>Results</h1><p>3 lamps found</p>
<button class="btn" id="go" name="second" data-who="second-go">Compare lamps</button>"""

SELF_REMOVING_V1 = f"""{NAV}<h1>News</h1>
<p class="note">Three new lamps.
<button class="btn" id="dismiss" data-who="dismiss" onclick="this.remove()">Dismiss note</button></p>
<button class="btn" id="more" data-who="more">Read more</button>"""

POPUP_V1 = f"""{NAV}<h1>Order 1001</h1>
<button class="btn" id="receipt" data-who="receipt"
  onclick="window.open('/receipt')">Show receipt</button>
<button class="btn" id="invoice" data-who="invoice">Show invoice</button>"""

DIALOG_V1 = f"""{NAV}<h1>Order 1001</h1>
<button class="btn" id="drop" data-who="drop"
  onclick="record('confirmed ' + confirm('Delete the order?'))">Delete order</button>
<button class="btn" id="print" data-who="print">Print order</button>"""


def frame_locator(run: Run) -> Calls:
    yield run.page.frame_locator("#bank").locator("#pay").click()


def content_frame(run: Run) -> Calls:
    yield run.page.locator("#bank").content_frame.locator("#pay").click()


def frame_by_name(run: Run) -> Calls:
    yield run.page.frame_locator("#bank").locator("h2").wait_for()
    frame = run.page.frame(name="bank")
    yield frame.locator("#pay").click()


def nested_frames(run: Run) -> Calls:
    card = run.page.frame_locator("#bank").frame_locator("#inner")
    yield card.locator("#pay").click()


def by_id(run: Run) -> Calls:
    yield run.page.locator("#pay").click()


def navigation_in_between(run: Run) -> Calls:
    yield run.page.locator("#q").fill("lamp")
    yield run.page.goto("/results")
    yield run.page.get_by_role("button", name="Compare lamps").click()
    yield run.page.go_back()
    yield run.page.locator("#next").hover()


def link_that_navigates_away(run: Run) -> Calls:
    yield run.page.locator("#next").click()
    yield run.expect(run.page).to_have_url("http://shop.test/results")
    yield run.expect(run.page.get_by_role("heading", name="Results")).to_be_visible()


def one_selector_on_two_pages(run: Run) -> Calls:
    yield run.page.locator("#go").click()
    yield run.page.goto("/results")
    yield run.page.locator("#go").click()


def self_removing(run: Run) -> Calls:
    yield run.page.locator("#dismiss").click()
    yield run.expect(run.page.get_by_role("button", name="Dismiss note")).to_have_count(0)


def popup(run: Run) -> Calls:
    receipt = yield Popup(lambda: run.page.locator("#receipt").click())
    yield receipt.wait_for_load_state()
    assert receipt.url == "http://shop.test/receipt"
    yield run.expect(receipt.get_by_role("heading")).to_have_text("Receipt")


def dialog(run: Run) -> Calls:
    run.page.once("dialog", lambda dialog: dialog.accept())
    yield run.page.locator("#drop").click()


PAID = ("click pay",)

PLACES = (
    Case(
        "frame_locator",
        {"/": FRAME, "/bank": PAY_V1},
        {"/": FRAME, "/bank": PAY_V2},
        frame_locator,
        Healed(),
        PAID,
    ),
    Case(
        "content_frame",
        {"/": FRAME, "/bank": PAY_V1},
        {"/": FRAME, "/bank": PAY_V2},
        content_frame,
        Healed(),
        PAID,
    ),
    Case(
        "frame_by_name",
        {"/": FRAME, "/bank": PAY_V1},
        {"/": FRAME, "/bank": PAY_V2},
        frame_by_name,
        Healed(),
        PAID,
    ),
    Case(
        "renamed_frame",
        {"/": FRAME, "/bank": PAY_V1},
        {"/": FRAME.replace('id="bank"', 'id="payment"'), "/bank": PAY_V1},
        frame_locator,
        Healed(),
        PAID,
    ),
    Case(
        "nested_frames",
        {"/": FRAME, "/bank": MIDDLE, "/card": PAY_V1},
        {"/": FRAME, "/bank": MIDDLE, "/card": PAY_V2},
        nested_frames,
        Healed(),
        PAID,
    ),
    Case(
        "shadow_dom",
        SHADOW_V1,
        SHADOW_V1.replace('id="pay"', 'id="pay-now"'),
        by_id,
        Healed(),
        PAID,
    ),
    Case(
        "nested_shadow_dom",
        NESTED_SHADOW_V1,
        NESTED_SHADOW_V1.replace('id="pay"', 'id="pay-now"'),
        by_id,
        Healed(),
        PAID,
    ),
    Case(
        "navigation_in_between",
        {"/": SEARCH_V1, "/results": RESULTS_V1},
        {
            "/": SEARCH_V1.replace('r="q"', 'r="query"')
            .replace('id="q"', 'id="query"')
            .replace('id="next"', 'id="to-results"'),
            "/results": RESULTS_V1.replace("Compare lamps", "Compare these lamps"),
        },
        navigation_in_between,
        Healed(3),
        ("input q=lamp", "click second-go"),
        events="click input",
    ),
    Case(
        "link_that_navigates_away",
        {"/": SEARCH_V1, "/results": RESULTS_V1},
        {"/": SEARCH_V1.replace('id="next"', 'id="to-results"'), "/results": RESULTS_V1},
        link_that_navigates_away,
        Healed(),
        ("click next",),
    ),
    Case(
        "one_selector_on_two_pages",
        {"/": SEARCH_V1, "/results": RESULTS_V1},
        {
            "/": SEARCH_V1.replace('id="go"', 'id="again"'),
            "/results": RESULTS_V1.replace('id="go"', 'id="compare"'),
        },
        one_selector_on_two_pages,
        Healed(),
        ("click first-go", "click second-go"),
    ),
    Case(
        "button_that_removes_itself",
        SELF_REMOVING_V1,
        SELF_REMOVING_V1.replace('id="dismiss"', 'id="close-note"'),
        self_removing,
        Healed(),
        ("click dismiss",),
    ),
    Case(
        "popup",
        {"/": POPUP_V1, "/receipt": "<h1>Receipt</h1>"},
        {
            "/": POPUP_V1.replace('id="receipt"', 'id="show-receipt"'),
            "/receipt": "<h1>Receipt</h1>",
        },
        popup,
        Healed(),
        ("click receipt",),
    ),
    Case(
        "dialog",
        DIALOG_V1,
        DIALOG_V1.replace('id="drop"', 'id="delete-order"'),
        dialog,
        Healed(),
        ("click drop", "confirmed true"),
    ),
)
