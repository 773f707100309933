"""What a redesign does to an element that is still there."""

from __future__ import annotations

from .model import Calls, Case, Healed, Run, Steps

PRODUCT_V1 = """
<nav><a href="/lamps">Lamps</a><a href="/chairs">Chairs</a></nav>
<main id="main"><h1>Desk lamp</h1>
  <p class="price">39.00 EUR</p>
  <button class="btn buy" id="buy" name="buy" data-who="buy">Add to cart</button>
  <button class="btn wish" id="wish" name="wish" data-who="wish">Remember for later</button>
</main>
<footer id="footer"><a href="/imprint">Imprint</a></footer>
"""
BUY_V1 = """<button class="btn buy" id="buy" name="buy" data-who="buy">Add to cart</button>"""

ROWS = [
    ("1001", "Desk lamp", "Anna Berg"),
    ("1002", "Office chair", "Ben Carter"),
    ("1003", "Bookshelf", "Chloe Dumas"),
    ("1004", "Standing desk", "Dev Patel"),
]


def redesigned(new: str) -> str:
    """The product page with another buy button."""
    assert BUY_V1 in PRODUCT_V1
    return PRODUCT_V1.replace(BUY_V1, new)


def row(number: str, product: str, customer: str, prefix: str) -> str:
    """A row of the orders: what stands in it is the only thing that tells its button apart."""
    return (
        f'<tr id="{prefix}-{number}"><td>Order {number}</td><td>{product}</td><td>{customer}</td>'
        f'<td><button class="btn" data-who="row-{number}">Open</button></td></tr>'
    )


def orders(rows: list[tuple[str, str, str]], prefix: str) -> str:
    """A table of orders."""
    body = "".join(row(*cells, prefix) for cells in rows)
    head = "<tr><th>Order</th><th>Product</th><th>Customer</th><th>Action</th></tr>"
    return f"<h1>Orders</h1><table><thead>{head}</thead><tbody>{body}</tbody></table>"


HUNDRED = [
    (str(1000 + n), f"Article {n * 37 % 101}", f"Customer {n * 53 % 103}") for n in range(1, 101)
]

REPORTS_V1 = """
<h1>Accounting</h1>
<nav><a class="nav" id="report" href="/report" data-who="report"
  onclick="event.preventDefault()">Report</a>
<a class="nav" id="archive" href="/report/archive" data-who="archive"
  onclick="event.preventDefault()">Report archive</a></nav>
"""

REACT_V1 = """
<h1>Sign up</h1>
<form><label for=":r1:">Full name</label>
  <input class="input" id=":r1:" name="fullName" data-who="name">
  <label for=":r2:">Company</label>
  <input class="input" id=":r2:" name="company" data-who="company"></form>
"""

HIDDEN_TWIN = (
    '<button class="btn buy" name="buy" style="display:none" data-who="hidden">Add to cart</button>'
)


def click(selector: str) -> Steps:
    """Steps that click one selector."""

    def steps(run: Run) -> Calls:
        yield run.page.locator(selector).click()

    return steps


def click_button(name: str) -> Steps:
    """Steps that click a button by its name."""

    def steps(run: Run) -> Calls:
        yield run.page.get_by_role("button", name=name).click()

    return steps


def fill_generated_id(run: Run) -> Calls:
    yield run.page.locator('[id=":r1:"]').fill("Ada")


def product(name: str, new: str, steps: Steps) -> Case:
    """A case in which the buy button changes."""
    return Case(name, PRODUCT_V1, redesigned(new), steps, Healed(), ("click buy",))


CHANGES = (
    product("renamed_id", BUY_V1.replace('id="buy"', 'id="add-to-cart"'), click("#buy")),
    product("renamed_class", BUY_V1.replace("btn buy", "Button_root__x7Kq2"), click(".buy")),
    product(
        "renamed_id_and_class",
        '<button class="btn btn-cart" id="cart-add" name="buy" data-who="buy">Add to cart</button>',
        click("button#buy.buy"),
    ),
    product(
        "reworded",
        BUY_V1.replace("Add to cart", "Add to your cart"),
        click_button("Add to cart"),
    ),
    product(
        "reworded_and_renamed_id",
        BUY_V1.replace("Add to cart", "Add to basket").replace('id="buy"', 'id="add"'),
        click("#buy"),
    ),
    Case(
        "moved",
        PRODUCT_V1,
        redesigned("").replace("</footer>", f"{BUY_V1}</footer>"),
        click("#main .buy"),
        Healed(),
        ("click buy",),
    ),
    product(
        "wrapped",
        f'<div class="actions"><div class="sticky">{BUY_V1}</div></div>',
        click("main > .buy"),
    ),
    product(
        "tag_changed",
        '<a class="btn buy" id="buy" href="#cart" data-who="buy">Add to cart</a>',
        click("button.buy"),
    ),
    product(
        "role_changed",
        '<a class="btn buy" id="buy" href="#cart" data-who="buy">Add to cart</a>',
        click_button("Add to cart"),
    ),
    product(
        "hidden_twin",
        HIDDEN_TWIN + BUY_V1.replace('id="buy"', 'id="add-to-cart"'),
        click("#buy"),
    ),
    Case(
        "reordered_rows",
        orders(ROWS, "row"),
        orders(ROWS[::-1], "order"),
        click("#row-1002 button"),
        Healed(),
        ("click row-1002",),
    ),
    Case(
        "row_58_of_100",
        orders(HUNDRED, "row"),
        orders(HUNDRED, "order"),
        click("#row-1058 button"),
        Healed(),
        ("click row-1058",),
    ),
    Case(
        "report_beside_report_archive",
        REPORTS_V1,
        REPORTS_V1.replace('id="report"', 'id="nav-report"').replace(
            'id="archive"', 'id="nav-old"'
        ),
        click("#report"),
        Healed(),
        ("click report",),
    ),
    Case(
        "generated_id",
        REACT_V1,
        REACT_V1.replace(":r1:", ":r8:").replace(":r2:", ":r9:"),
        fill_generated_id,
        Healed(),
        ("input name=Ada",),
        events="input",
    ),
)
