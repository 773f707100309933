"""A user's test file: it has to pass pyright and mypy in strict mode."""

import re

import pytest
from breadcrumb import AsyncHealablePage, HealablePage, crumb, heal, with_mode
from breadcrumb.core import (
    BoundingBox,
    ElementFingerprint,
    FingerprintStore,
    Healer,
    HealingEvent,
    HealResult,
    ScoringResult,
    SimilarityScorer,
    compute_similarity,
)
from playwright.async_api import Page as AsyncPage
from playwright.sync_api import Locator, Page, expect


def takes_a_page(page: Page) -> str:
    return page.title()


def takes_a_locator(locator: Locator) -> int:
    return locator.count()


@pytest.mark.breadcrumb(mode="suggest", threshold=0.6)
def test_sync(page: Page) -> None:
    healing: HealablePage = crumb(page, test_id="test_sync", threshold=0.7, heal_after=0.5)
    takes_a_page(healing)
    button = healing.get_by_role("button", name=re.compile("log in", re.I)).first
    takes_a_locator(with_mode(button, "off"))
    button.click(timeout=500)
    expect(button).to_be_visible()
    with heal(page, "t", weights={"text": 0.4}) as staged:
        staged.fill("#mail", "a@b.c")


async def test_async(page: AsyncPage) -> None:
    healing: AsyncHealablePage = crumb(page, test_id="test_async", mode="suggest")
    await healing.locator("#go").click()
    async with crumb(page) as staged:
        await staged.click("#go")


def test_fixture(heal_page: HealablePage) -> None:
    heal_page.locator("#go").click()


def test_core() -> None:
    box = BoundingBox(0, 0, 10, 10)
    element = ElementFingerprint(
        "button", "log in", frozenset({("id", "go")}), ("html", "button"), (), box
    )
    score: ScoringResult = compute_similarity(element, element)
    total: float = SimilarityScorer({"text": 1.0}).score(element, element).total
    store = FingerprintStore("x.db")
    events: list[HealingEvent] = store.get_healing_events(test_id="t")
    result: HealResult = Healer(store, threshold=0.5).heal("t", "#go", [element])
    print(score, total, events, result.healed, element.to_dict())
