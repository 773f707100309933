"""Locators whose words say more than a name: an outcome, a whole text, a pattern, a state."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .model import Calls, Check, Row
from .scenes import Names, document


def alert(n: Names, outcome: str = "success", text: str = "Payment done") -> str:
    """A message in the colors of an outcome."""
    kind = n(f"alert alert-{outcome}", f"notice notice--{outcome}")
    return document(f'<h1>Pay</h1><div class="{kind}" role="status">{text}</div><p>Go on</p>')


def progress(n: Names, done: int = 2) -> str:
    """Steps, the first of which are done."""

    def step(number: int, label: str) -> str:
        name = n("st", "ph")
        mark = f" {name}-done" if number < done else ""
        return f'<div class="{name}{mark}">{label}</div>'

    labels = ("Cart", "Pay", "Ship")
    return document("".join(step(number, label) for number, label in enumerate(labels)))


def saved(n: Names, text: str = "Saved") -> str:
    """A note about what was done."""
    return document(f'<h1>Draft</h1><p class="{n("note", "info")}">{text}</p><p>Name</p>')


def modes(n: Names, active: str = "Two") -> str:
    """Tabs whose state is the value of an attribute."""

    def tab(label: str) -> str:
        state = "active" if label == active else "inactive"
        return f'<button role="tab" {n("data-state", "data-status")}="{state}">{label}</button>'

    return document("".join(tab(label) for label in ("One", "Two", "Three")))


def counts(n: Names, errors: int = 3, fine: int = 9) -> str:
    """Two counts that differ by their color."""
    name = n("label", "tag")
    return document(
        f'<p>Errors <span class="{name} {name}-danger">{errors}</span></p>'
        f'<p>Fine <span class="{name} {name}-success">{fine}</span></p>'
    )


def buttons(n: Names, labels: Sequence[str] = ("Delete", "Keep")) -> str:
    """Buttons in colors, which are no states."""
    first, second = labels
    return document(
        f'<button class="{n("btn btn-danger", "button is-red")}">{first}</button>'
        f'<button class="{n("btn", "button")}">{second}</button>'
    )


def _clicks(selector: str) -> Check:
    def check(page: object, _expect: object) -> Calls:
        yield page.locator(selector).click()  # type: ignore[attr-defined]

    return check


def rows() -> list[Row]:
    """Return the rows; a function, because the table's own helpers make them."""
    from .table import expects, expects_of, reads, row

    visible = "to_be_visible"
    return [
        row("success: visible", expects(".alert-success", visible), alert, {}, outcome="danger"),
        row(
            "success: other words",
            expects(".alert-success", visible),
            alert,
            {},
            outcome="danger",
            text="Payment failed",
        ),
        row(
            "last done step",
            expects_of(lambda page: page.locator(".st-done").last, "to_have_text", "Pay"),
            progress,
            {},
            done=1,
        ),
        row(
            "whole text: wait_for",
            lambda page, _: _waits(page),
            saved,
            {},
            text="Not saved",
        ),
        row(
            "pattern: visible",
            expects_of(lambda page: page.get_by_text(re.compile(r"Order \d+ shipped")), visible),
            saved,
            {"text": "Order 17 shipped"},
            text="Order 17 cancelled",
        ),
        row(
            "state by value",
            expects("[data-state=active]", "to_have_text", "Two"),
            modes,
            {},
            active="Three",
        ),
        row(
            "count by color: text",
            expects(".label-danger", "to_have_text", "3"),
            counts,
            {},
            errors=9,
            fine=3,
        ),
        row(
            "count by color: inner_text",
            reads(".label-danger", "inner_text", "3"),
            counts,
            {},
            errors=9,
            fine=3,
        ),
        row("button by color: click", _clicks(".btn-danger"), buttons, {}),
    ]


def _waits(page: object) -> Calls:
    yield page.get_by_text("Saved", exact=True).wait_for()  # type: ignore[attr-defined]
