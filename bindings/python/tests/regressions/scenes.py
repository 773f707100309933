"""The pages: each a function of the names it uses and of what is true on it.

`Names(1)` are the names that the checks were written for, `Names(2)` those of the next release:
every class and id is another one, as after a change of the CSS framework.
"""

from __future__ import annotations

from collections.abc import Sequence

_STYLE = """
body { font: 16px/1.5 sans-serif; margin: 24px; } nav a, li a { margin-right: 12px; }
table { border-collapse: collapse; } td, th { padding: 4px 12px; }
"""


class Names:
    """Class names and ids of one release: the same words, or others for all of them."""

    def __init__(self, version: int) -> None:
        """Start with a release, 1 or 2."""
        self._version = version

    def __call__(self, first: str, second: str) -> str:
        """Return the name of this release."""
        return first if self._version == 1 else second


def document(body: str) -> str:
    """Return a whole page with a header and a footer that stay as they are."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>'
        f"<style>{_STYLE}</style></head><body>"
        '<header><a href="/">Shop</a> <a href="/orders">Orders</a>'
        ' <a href="/help">Help</a></header>'
        f"<main>{body}</main>"
        '<footer><a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a></footer>'
        "</body></html>"
    )


def tabs(
    n: Names, active: str = "Edit", labels: Sequence[str] = ("View", "Edit", "History")
) -> str:
    """Tabs, one of which is marked."""

    def item(label: str) -> str:
        mark = f' class="{n("active", "is-on")}"' if label == active else ""
        return f'<li{mark}><a href="/page/{label.lower()}">{label}</a></li>'

    items = "".join(item(label) for label in labels)
    return document(
        f'<h1>Page</h1><ul class="{n("tabs", "nav-row")}">{items}</ul><p>Some text.</p>'
    )


def steps(n: Names, current: int = 2, words: tuple[str, str] = ("current", "step-now")) -> str:
    """The steps of a checkout, one of which is marked."""

    def item(number: int, label: str) -> str:
        mark = f" {n(*words)}" if number == current else ""
        return f'<li class="{n("step", "stage")}{mark}">{label}</li>'

    labels = ("Address", "Shipping", "Payment", "Review")
    items = "".join(item(i + 1, label) for i, label in enumerate(labels))
    return document(f'<h1>Checkout</h1><ol class="{n("steps", "progress")}">{items}</ol>')


def cart(
    n: Names,
    total: str = "$40",
    lines: Sequence[tuple[str, str, str]] = (
        ("Desk lamp", "1", "$40"),
        ("Cable clip", "2", "$0"),
    ),
    note: str = "Free shipping",
) -> str:
    """A cart: articles with their prices, and the sum of them."""

    def line(name: str, count: str, price: str) -> str:
        return (
            f'<tr class="{n("line", "entry")}"><td class="{n("name", "label")}">{name}</td>'
            f'<td class="{n("count", "amount")}">{count}</td>'
            f'<td class="{n("price", "cost")}">{price}</td></tr>'
        )

    rows = "".join(line(*one) for one in lines)
    return document(
        f'<h1>Your cart</h1><table id="{n("cart", "basket")}"><tbody>{rows}</tbody></table>'
        f'<p>Total: <span class="{n("cart-total", "sum")}">{total}</span></p>'
        f'<p class="{n("shipping", "delivery")}">{note}</p>'
        f'<button id="{n("checkout", "pay-now")}">Check out</button>'
    )


def profile(
    n: Names,
    name: str = "Ada Lovelace",
    mail: str = "ada@shop.test",
    plan: str = "Pro",
    avatar: str = "/ada.png",
    site: str = "/users/ada",
    level: str = "gold",
    alt: str = "Ada",
    bio: str = "Writes programs.",
    heading_role: str = "",
) -> str:
    """A page about one person."""
    return document(
        f'<div class="{n("profile", "user-card")}">'
        f'<h1 id="{n("user-name", "full-name")}"{heading_role}>{name}</h1>'
        f'<img class="{n("avatar", "photo")}" src="{avatar}" alt="{alt}" width="40" height="40">'
        f'<dl><dt>Mail</dt><dd class="{n("mail", "address")}">{mail}</dd>'
        f'<dt>Plan</dt><dd class="{n("plan", "tier")}">{plan}</dd></dl>'
        f'<p class="{n("bio", "about")}">{bio}</p>'
        f'<span id="{n("badge", "rank")}" class="pill {level}" data-level="{level}">Member</span>'
        f'<a class="{n("profile-link", "permalink")}" href="{site}">Public profile</a></div>'
        f"<section><h2>Friends</h2><p>Ada Lovelace and 3 others follow you. Plan: Pro.</p>"
        f'<a href="/users/ada">Ada</a> <a href="/users/bob">Bob</a></section>'
    )


def form(
    n: Names,
    mail: str = "ada@shop.test",
    city: str = "London",
    terms: str = "checked",
    news: str = "",
    save: str = "",
    error: str | None = "Enter a street",
    hint: str = "We never share it",
    country: str = "UK",
    readonly: str = "",
    ship: str = "post",
) -> str:
    """A form that was filled in, with an error."""

    def option(value: str) -> str:
        return f"<option{' selected' if value == country else ''}>{value}</option>"

    def radio(value: str, label: str) -> str:
        mark = " checked" if value == ship else ""
        identity = n(f"ship-{value}", f"send-{value}")
        return (
            f'<input type="radio" id="{identity}" name="ship" value="{value}"{mark}>'
            f'<label for="{identity}">{label}</label>'
        )

    invalid = (
        ""
        if error is None
        else f'<div class="{n("error", "msg msg-error")}" role="alert">{error}</div>'
    )
    return document(
        f'<h1>Your address</h1><form class="{n("address", "contact")}">'
        f'<p><label>Mail <input id="{n("mail", "email-field")}" value="{mail}"></label>'
        f'<span class="{n("hint", "help")}">{hint}</span></p>'
        f'<p><label>City <input id="{n("city", "town")}" value="{city}"{readonly}></label></p>'
        f'<p><label>Country <select id="{n("country", "land")}">{option("UK")}{option("France")}'
        f"</select></label></p>"
        f'<p><label><input type="checkbox" id="{n("terms", "agree")}" {terms}> I agree</label></p>'
        f'<p><label><input type="checkbox" id="{n("news", "letter")}" {news}> Newsletter'
        "</label></p>"
        f"<p>{radio('post', 'By post')}{radio('courier', 'By courier')}</p>"
        f"{invalid}"
        f'<button id="{n("save", "store")}" {save}>Save</button>'
        f'<button type="button" id="{n("cancel", "abort")}">Cancel</button></form>'
    )


def people(
    n: Names,
    names: Sequence[str] = ("Ada", "Bob", "Cleo"),
    roles: Sequence[str] = ("Admin", "Editor", "Reader"),
) -> str:
    """A table of people, one a row."""

    def row(name: str, role: str) -> str:
        return (
            f'<tr class="{n("person", "member")}"><td class="{n("who", "title")}">{name}</td>'
            f'<td class="{n("role", "duty")}">{role}</td>'
            f'<td><a class="{n("open", "more")}" href="/people/{name.lower()}">Open</a></td></tr>'
        )

    rows = "".join(row(*one) for one in zip(names, roles, strict=False))
    return document(
        f'<h1>People</h1><table class="{n("people", "staff")}"><tbody>{rows}</tbody></table>'
        f'<p id="{n("summary", "overview")}">{len(names)} people</p>'
    )


def news(
    n: Names,
    headlines: Sequence[str] = ("Lamp sale", "New chairs"),
    banner: str | None = "Order placed",
    unread: int = 2,
) -> str:
    """Cards of news, a banner and a count."""

    def card(text: str) -> str:
        return (
            f'<article class="{n("card", "tile")}">'
            f'<h3 class="{n("headline", "caption")}">{text}</h3>'
            f'<a class="{n("more", "read-on")}" href="/news/{text.split()[0].lower()}">'
            "Read more</a>"
            "</article>"
        )

    shown = "" if banner is None else f'<div class="{n("flash", "toast")}">{banner}</div>'
    cards = "".join(card(text) for text in headlines)
    return document(
        f"{shown}<h1>News</h1>"
        f'<p>Unread: <b id="{n("unread", "new-count")}">{unread}</b></p>'
        f'<div class="{n("cards", "tiles")}">{cards}</div>'
        f"<aside><h2>Archive</h2><p>Order placed on Monday. 2 lamps.</p></aside>"
    )
