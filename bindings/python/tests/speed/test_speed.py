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


@pytest.mark.parametrize(("elements", "limit"), [(1_000, 3.0), (10_000, 15.0)])
def test_a_heal_costs_a_few_clicks(site: Site, db: Path, elements: int, limit: float) -> None:
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
    ratio = median(heals) / median(plains)
    print(f"\n{elements}: heal {median(heals):.0f} ms, click {median(plains):.0f} ms: {ratio:.1f}")
    assert ratio <= limit


# In bare evaluates. The goal is 1.3 for actions; a read is over before the fingerprint is taken,
# which by itself costs two. The rest is room for machines that do other things meanwhile.
@pytest.mark.parametrize(
    ("action", "limit"), [("click", 2.0), ("fill", 4.0), ("text_content", 4.0)]
)
def test_healthy_actions_cost_next_to_nothing(
    site: Site, db: Path, action: str, limit: float
) -> None:
    count = 40
    fields = "".join(f'<input class="field" aria-label="Field {n}">' for n in range(count))
    site.html = f"<!doctype html><title>Shop</title><main>{fields}</main>"
    arguments = ("x",) if action == "fill" else ()
    figures: dict[str, list[float]] = {"first": [], "again": [], "plain": [], "evaluate": []}
    for _ in range(3):
        page = staged(site, db)
        page.goto(URL)
        page.locator("main").hover()
        # Plain and healing calls take turns, each on elements that were not touched before.
        for n in range(0, count, 2):
            plain = site.page.get_by_label(f"Field {n}", exact=True)
            ours = page.get_by_label(f"Field {n + 1}", exact=True)
            figures["evaluate"].append(milliseconds(lambda: site.page.evaluate("1")))
            for name, locator in (("plain", plain), ("first", ours), ("again", ours)):
                call = partial(getattr(locator, action), *arguments)
                figures[name].append(milliseconds(call))
    middle = {name: median(values) for name, values in figures.items()}
    first = (middle["first"] - middle["plain"]) / middle["evaluate"]
    again = (middle["again"] - middle["plain"]) / middle["evaluate"]
    print(f"\n{action}: {middle}: first +{first:.2f}, again +{again:.2f} bare evaluates")
    assert first <= limit
    assert again <= 0.8


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
