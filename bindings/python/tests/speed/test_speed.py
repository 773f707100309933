"""What healing and learning cost, against plain Playwright in the same run.

Medians of interleaved rounds, with room for a noisy machine; `-s` shows the figures.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

import pytest
from breadcrumb import HealablePage, crumb
from conftest import URL, Site
from playwright.sync_api import Page, expect

ROUNDS = 15


def shop(elements: int, button_id: str) -> str:
    rows = "".join(
        f'<div class="row"><span>Item {n}</span><a href="#{n}">Open {n}</a></div>'
        for n in range(elements // 3)
    )
    button = f'<button id="{button_id}" class="btn" onclick="window.hit = this.id">Log in</button>'
    return f"<!doctype html><title>Shop</title><h1>Shop</h1>{button}{rows}"


def milliseconds(call: Callable[[], object]) -> float:
    started = perf_counter()
    call()
    return (perf_counter() - started) * 1000


def staged(site: Site, db: Path) -> HealablePage:
    return crumb(site.page, "t", db, heal_after=0).__enter__()


#: How much longer than a plain click a heal may take, in milliseconds, on a quiet machine; and how
#: many times that on a busy one.
HEAL_LIMITS = {1_000: 60.0, 10_000: 250.0}
BUSY = 2.0


@pytest.mark.parametrize("elements", HEAL_LIMITS)
def test_a_heal_costs_a_few_clicks(site: Site, db: Path, elements: int) -> None:
    site.html = shop(elements, "login")
    with crumb(site.page, "t", db) as page:
        page.goto(URL)
        page.locator("#login").click()
    site.html = shop(elements, "sign-in")
    heals: list[float] = []
    plains: list[float] = []
    warnings.simplefilter("ignore")
    for _ in range(ROUNDS if elements < 5_000 else 5):
        page = staged(site, db)
        page.goto(URL)
        heals.append(milliseconds(lambda page=page: page.locator("#login").click()))
        assert page.evaluate("window.hit") == "sign-in"
        site.page.goto(URL)
        plains.append(milliseconds(lambda: site.page.locator("#sign-in").click()))
    heal, plain = median(heals), median(plains)
    limit = HEAL_LIMITS[elements]
    print(
        f"\n{elements} elements: plain click {plain:.0f} ms, healed {heal:.0f} ms, "
        f"{heal - plain:.0f} ms more (wanted {limit:.0f})"
    )
    assert heal - plain <= BUSY * limit


# In bare evaluates: what is asked for, and room for a machine that does other things meanwhile.
FIRST, AGAIN = 1.3, 0.1
ROOM = 0.5
# A click waits for whole frames of 17 ms, so that medians of the same code differ by this much
# (seen: -1.0 to +1.6); the other actions take the same way through ours and measure it better.
CLICK_ROOM = 2.0


def form(rows: int) -> str:
    fields = "".join(
        f'<p class="row"><label for="f{n}">Field {n}</label><input id="f{n}"><i>Hint {n}</i></p>'
        for n in range(rows)
    )
    return f"<!doctype html><title>Shop</title><main><h1>Order</h1><form>{fields}</form></main>"


def use(page: Page, action: str, n: int) -> Callable[[], object]:
    locator = page.get_by_label(f"Field {n}", exact=True)
    if action == "expect":
        return expect(locator).to_be_visible
    return partial(getattr(locator, action), *(("x",) if action == "fill" else ()))


@pytest.mark.parametrize("is_known", [False, True], ids=["new", "known"])
@pytest.mark.parametrize("action", ["click", "fill", "text_content", "expect"])
def test_healthy_actions_cost_next_to_nothing(
    site: Site, db: Path, action: str, is_known: bool
) -> None:
    count = 40
    site.html = form(count)
    if is_known:
        with crumb(site.page, "t", db) as page:
            page.goto(URL)
            for n in range(1, count, 2):
                use(page, action, n)()
    names = ("first", "after", "again", "plain", "evaluate", "plain again")
    figures: dict[str, list[float]] = {name: [] for name in names}
    for _ in range(3):
        page = crumb(site.page, "t", db).__enter__()
        page.goto(URL)
        page.locator("main").hover()
        # Plain and healing calls take turns, each on elements that were not touched before.
        for n in range(0, count, 2):
            figures["plain"].append(milliseconds(use(site.page, action, n)))
            figures["evaluate"].append(milliseconds(lambda: site.page.evaluate("1")))
            figures["first"].append(milliseconds(use(page, action, n + 1)))
            # What comes right after it pays for what has not arrived yet.
            figures["after"].append(milliseconds(lambda: site.page.evaluate("1")))
        for n in range(0, count, 2):
            figures["plain again"].append(milliseconds(use(site.page, action, n)))
            figures["again"].append(milliseconds(use(page, action, n + 1)))
    middle = {name: median(values) for name, values in figures.items()}
    unit = middle["evaluate"]
    first = (middle["first"] - middle["plain"]) / unit
    again = (middle["again"] - middle["plain again"]) / unit
    after = (middle["after"] - unit) / unit
    kind = "known" if is_known else "new"
    print(
        f"\n{action}, {kind}: plain {middle['plain']:.1f} ms, evaluate {unit:.1f} ms; "
        f"first {first:+.2f} (the next call {after:+.2f}), again {again:+.2f} bare evaluates; "
        f"wanted {FIRST} and {AGAIN}"
    )
    room = CLICK_ROOM if action == "click" else ROOM
    assert first <= FIRST + room
    assert again <= AGAIN + room


def test_a_negative_check_is_instant(site: Site, db: Path) -> None:
    site.html = shop(1_000, "login")
    page = staged(site, db)
    page.goto(URL)
    ours: list[float] = []
    plains: list[float] = []
    evaluates: list[float] = []
    for _ in range(ROUNDS):
        ours.append(milliseconds(lambda: page.locator(".error").is_visible()))
        plains.append(milliseconds(lambda: site.page.locator(".error").is_visible()))
        evaluates.append(milliseconds(lambda: site.page.evaluate("1")))
    added = (median(ours) - median(plains)) / median(evaluates)
    print(f"\nnegative check +{added:.2f} bare evaluates")
    assert added <= 1.0
