"""What healing and learning cost, against plain Playwright in the same run.

Medians of interleaved rounds, with room for a noisy machine; `-s` shows the figures.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
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


def test_healthy_actions_cost_next_to_nothing(site: Site, db: Path) -> None:
    keys = [f"body >> button >> nth={n}" for n in range(12)]
    buttons = "".join(f"<button>Button {n}</button>" for n in range(12))
    site.html = f"<!doctype html><title>Shop</title><main>{buttons}</main>"
    figures: dict[str, list[float]] = {"first": [], "again": [], "plain": [], "evaluate": []}
    for _ in range(3):
        page = staged(site, db)
        page.goto(URL)
        page.locator("main").hover()
        for key in keys:
            plain, ours = site.page.locator(key), page.locator(key)
            figures["evaluate"].append(milliseconds(lambda: site.page.evaluate("1")))
            figures["first"].append(milliseconds(lambda ours=ours: ours.text_content()))
            figures["plain"].append(milliseconds(lambda plain=plain: plain.text_content()))
            figures["again"].append(milliseconds(lambda ours=ours: ours.text_content()))
    middle = {name: median(values) for name, values in figures.items()}
    first = (middle["first"] - middle["plain"]) / middle["evaluate"]
    again = (middle["again"] - middle["plain"]) / middle["evaluate"]
    print(f"\nfirst +{first:.2f}, again +{again:.2f} bare evaluates ({middle['evaluate']:.1f} ms)")
    # The goals are 1.3 and 0.1; the room is for machines that do other things meanwhile.
    assert first <= 2.0
    assert again <= 0.5


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
