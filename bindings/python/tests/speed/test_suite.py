"""What a healthy suite costs: 40 short tests of 7 locators, by turns with plain runs.

`-s` shows the figures. The limits leave room for a noisy machine; what is wanted is printed too.
"""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median

import pytest
from test_plugin import CONFTEST

#: Other plugins take time of their own.
BARE = ("-p", "no:playwright", "-p", "no:asyncio", "-p", "no:base_url")
TESTS, TURNS = 40, 3
#: How much more a first run may take, and a later one of the same code; and room for noise.
FIRST, LATER, ROOM = 0.10, 0.02, 0.06
#: A page with a little to wait for, as pages have: a test takes about 270 ms.
PAGE = """<!doctype html><title>Shop</title><h1>Shop</h1><form onsubmit="return false">
<label>Mail <input id="mail"></label><label>Name <input id="name"></label>
<label><input type="checkbox" id="news"> News</label><a id="help" href="#help">Help</a>
<button id="save" onclick="setTimeout(() => done.textContent = 'Saved', 100)">Save</button>
<p id="done">Not yet</p></form>""" + "".join(
    f'<div class="row"><span>Item {n}</span><a href="#{n}">Open {n}</a></div>' for n in range(300)
)
TEST = """
import pytest
from playwright.sync_api import expect

@pytest.mark.parametrize("n", range({tests}))
def test_order(page, n):
    page.goto("http://shop.test/")
    page.locator("#mail").fill("a@b.c")
    page.get_by_label("Name").fill("Ada")
    page.get_by_role("checkbox", name="News").check()
    page.locator("#help").click()
    expect(page.get_by_role("heading", name="Shop")).to_be_visible()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#done")).to_have_text("Saved")
"""
MEASURED = """
import json, time

@pytest.fixture(scope="session")
def context(browser):
    context = browser.new_context()
    context.route("**/*", lambda route: route.fulfill(
        body=Path("site.html").read_text(), content_type="text/html"))
    yield context
    context.close()

@pytest.fixture
def page(context):
    page = context.new_page()
    yield page
    page.close()

@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item):
    started = time.perf_counter()
    result = yield
    took.append((time.perf_counter() - started) * 1000)
    return result

took = []

def pytest_unconfigure():
    Path("took.json").write_text(json.dumps(took))
"""


def took(project: pytest.Pytester, *arguments: str) -> float:
    """Run the suite; return what a test takes, in milliseconds."""
    project.runpytest_subprocess(*BARE, *arguments).assert_outcomes(passed=TESTS)
    times: list[float] = json.loads((project.path / "took.json").read_text())
    # The first one starts the browser.
    return median(times[1:])


def test_a_healthy_suite_costs_next_to_nothing(pytester: pytest.Pytester) -> None:
    source = CONFTEST.replace('pytest_plugins = ["pytester"]', "")
    pytester.makeconftest(source + MEASURED)
    (pytester.path / "site.html").write_text(PAGE)
    pytester.makepyfile(TEST.format(tests=TESTS))
    figures: dict[str, list[float]] = {"plain": [], "first": [], "later": []}
    for _ in range(TURNS):
        Path(pytester.path / ".breadcrumb.db").unlink(missing_ok=True)
        figures["plain"].append(took(pytester))
        figures["first"].append(took(pytester, "--breadcrumb"))
        figures["plain"].append(took(pytester))
        figures["later"].append(took(pytester, "--breadcrumb"))
    middle = {name: median(times) for name, times in figures.items()}
    first, later = (middle[name] / middle["plain"] - 1 for name in ("first", "later"))
    print(
        f"\na test of 7 locators: plain {middle['plain']:.0f} ms, first run {first:+.1%} "
        f"(wanted {FIRST:.0%}), later runs {later:+.1%} (wanted {LATER:.0%})"
    )
    assert first <= FIRST + ROOM
    assert later <= LATER + ROOM
