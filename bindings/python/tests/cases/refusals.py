"""Elements that are gone or cannot be told apart: the test fails, and nobody else is clicked."""

from __future__ import annotations

from .changes import ROWS, click, click_button, orders
from .model import Calls, Case, Refused, Run

NAV = '<nav><a href="/home">Home</a><a href="/help">Help</a></nav>'

TWINS_V1 = """<h1>Cart</h1><ul>
<li class="line"><span>Desk lamp</span> <button class="btn" id="remove-1"
  data-who="first">Remove</button></li>
<li class="line"><span>Desk lamp</span> <button class="btn" id="remove-2"
  data-who="second">Remove</button></li>
<li class="line"><span>Desk lamp</span> <button class="btn" id="remove-3"
  data-who="third">Remove</button></li></ul>"""

EDITOR_V1 = f"""{NAV}<h1>Article</h1>
<button class="btn" id="save" name="action" data-who="save">Save article</button>
<button class="btn" id="delete" name="action" data-who="delete">Delete article</button>
<button class="btn" id="share" name="action" data-who="share">Share article</button>"""
EDITOR_V2 = EDITOR_V1.replace(
    '<button class="btn" id="save" name="action" data-who="save">Save article</button>', ""
)

SAVE_OR_DELETE_V1 = f"""{NAV}<h1>Article</h1>
<button class="btn" id="save" data-who="save">Save article</button>
<button class="btn" id="delete" data-who="delete">Delete article</button>"""
ONLY_DELETE = f"""{NAV}<h1>Article</h1>
<button class="btn" id="delete" data-who="delete">Delete article</button>"""

LOGIN_V1 = f"""{NAV}<h1>Log in</h1><form onsubmit="return false">
<label for="email">E-mail</label>
<input class="field" id="email" name="email" type="email" data-who="email">
<label for="password">Password</label>
<input class="field" id="password" name="password" type="password" data-who="password">
<button class="btn" id="login" data-who="login">Log in</button></form>"""
LOGIN_V2 = f"""{NAV}<h1>Log in</h1><form onsubmit="return false">
<label for="email">E-mail</label>
<input class="field" id="email" name="email" type="email" data-who="email">
<button class="btn" id="login" data-who="login">Send me a link</button></form>"""

REPORTS_V1 = """<h1>Accounting</h1><nav>
<a class="nav" href="/report" data-who="report" onclick="event.preventDefault()">Report</a>
<a class="nav" href="/report/archive" data-who="archive"
  onclick="event.preventDefault()">Report archive</a></nav>"""
REPORTS_V2 = """<h1>Accounting</h1><nav>
<a class="nav" href="/report/archive" data-who="archive"
  onclick="event.preventDefault()">Report archive</a></nav>"""

FRAME = f'{NAV}<h1>Checkout</h1><iframe id="bank" title="Bank" src="/bank"></iframe>'

MAINTENANCE = "<h1>Back soon</h1><p>We are working on the shop. Please come back later.</p>"


def fill_password(run: Run) -> Calls:
    yield run.page.locator("#email").fill("ada@example.com")
    yield run.page.locator("#password").fill("secret")


def expect_visible(run: Run) -> Calls:
    yield run.expect(run.page.locator("#save")).to_be_visible()


def page_click(run: Run) -> Calls:
    yield run.page.click("#save")


def click_exact_link(run: Run) -> Calls:
    yield run.page.get_by_role("link", name="Report", exact=True).click()


def click_in_frame(run: Run) -> Calls:
    yield run.page.frame_locator("#bank").locator("#save").click()


REFUSALS = (
    Case(
        "twin_rows",
        TWINS_V1,
        TWINS_V1.replace('id="remove-', 'id="line-remove-'),
        click("#remove-2"),
        Refused(),
        ("click second",),
    ),
    Case("removed", EDITOR_V1, EDITOR_V2, click("#save"), Refused(), ("click save",)),
    Case(
        "removed_found_by_role",
        EDITOR_V1,
        EDITOR_V2,
        click_button("Save article"),
        Refused(),
        ("click save",),
    ),
    Case(
        "removed_save_beside_delete",
        SAVE_OR_DELETE_V1,
        ONLY_DELETE,
        click("#save"),
        Refused(),
        ("click save",),
    ),
    Case("removed_and_expected", EDITOR_V1, EDITOR_V2, expect_visible, Refused()),
    Case("removed_and_page_click", EDITOR_V1, EDITOR_V2, page_click, Refused(), ("click save",)),
    Case(
        "removed_in_a_frame",
        {"/": FRAME, "/bank": EDITOR_V1},
        {"/": FRAME, "/bank": EDITOR_V2},
        click_in_frame,
        Refused(),
        ("click save",),
    ),
    Case(
        "removed_row_with_twins_left",
        orders(ROWS, "row"),
        orders([ROWS[0], *ROWS[2:]], "row"),
        click("#row-1002 button"),
        Refused(),
        ("click row-1002",),
    ),
    Case(
        "removed_row_with_one_twin_left",
        orders(ROWS[:2], "row"),
        orders(ROWS[:1], "row"),
        click("#row-1002 button"),
        Refused(),
        ("click row-1002",),
    ),
    Case(
        "removed_password_beside_email",
        LOGIN_V1,
        LOGIN_V2,
        fill_password,
        Refused(log=("input email=ada@example.com",)),
        ("input email=ada@example.com", "input password=secret"),
        events="input",
    ),
    Case(
        "removed_report_beside_report_archive",
        REPORTS_V1,
        REPORTS_V2,
        click_exact_link,
        Refused(),
        ("click report",),
    ),
    Case("another_page", EDITOR_V1, MAINTENANCE, click("#save"), Refused(), ("click save",)),
)
