"""Pictures of elements: taken when asked for, small, private, and never in a test's way."""

from __future__ import annotations

import sqlite3
import struct
from pathlib import Path

import pytest
from conftest import LOGIN_V1, LOGIN_V2
from test_plugin import CLICK, CONFTEST, PAGE_FIXTURE, run

ON = ("--breadcrumb", "--breadcrumb-screenshots")
ASYNC_FIXTURE = """
import asyncio
from playwright.async_api import async_playwright

@pytest.fixture
def loop():
    loop = asyncio.new_event_loop()
    yield loop
    loop.close()

@pytest.fixture
def page(loop):
    async def start():
        playwright = await async_playwright().start()
        browser = await launch(playwright)
        page = await browser.new_page()
        html = Path("site.html").read_text()
        await page.route("**/*", lambda route: route.fulfill(body=html, content_type="text/html"))
        await page.goto(URL)
        return playwright, browser, page
    playwright, browser, page = loop.run_until_complete(start())
    yield page
    loop.run_until_complete(browser.close())
    loop.run_until_complete(playwright.stop())
"""
ASYNC_CLICK = (
    "def test_click(page, loop):\n"
    "    loop.run_until_complete(page.locator('#login').click(timeout=1500))\n"
)


@pytest.fixture(params=["sync", "async"])
def project(pytester: pytest.Pytester, request: pytest.FixtureRequest) -> pytest.Pytester:
    is_async = request.param == "async"
    source = CONFTEST.replace('pytest_plugins = ["pytester"]', "")
    pytester.makeconftest(source + (ASYNC_FIXTURE if is_async else PAGE_FIXTURE))
    pytester.makepyfile(ASYNC_CLICK if is_async else CLICK.format(fixture="page"))
    (pytester.path / "site.html").write_text(LOGIN_V1)
    return pytester


@pytest.fixture
def sync_project(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makeconftest(CONFTEST.replace('pytest_plugins = ["pytester"]', "") + PAGE_FIXTURE)
    pytester.makepyfile(CLICK.format(fixture="page"))
    (pytester.path / "site.html").write_text(LOGIN_V1)
    return pytester


def folder(project: pytest.Pytester) -> Path:
    return project.path / ".breadcrumb.db.shots"


def ask(project: pytest.Pytester, question: str) -> list[tuple[str | None, ...]]:
    with sqlite3.connect(project.path / ".breadcrumb.db") as database:
        return database.execute(question).fetchall()


def pictured(project: pytest.Pytester) -> dict[str, str | None]:
    return dict(ask(project, "SELECT locator, screenshot FROM fingerprint_pages"))  # type: ignore[arg-type]


def size(picture: Path) -> tuple[int, int]:
    content = picture.read_bytes()
    assert content.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", content[16:24])
    return width, height


def test_an_element_is_pictured_before_and_after(project: pytest.Pytester) -> None:
    run(project, *ON).assert_outcomes(passed=1)
    before = pictured(project)["#login"]
    assert before is not None
    width, height = size(folder(project) / before)
    assert 20 < width <= 320
    assert 10 < height <= 200
    green = LOGIN_V2 + "<style>button { background: #9f9 }</style>"
    assert run(project, *ON, html=green).ret == 0
    [(old, new)] = ask(project, "SELECT screenshot_before, screenshot_after FROM healing_events")
    assert old == before
    assert new is not None
    assert new != old
    assert (folder(project) / new).exists()
    assert pictured(project)["#login"] == new


def test_without_the_flag_no_picture_is_taken(sync_project: pytest.Pytester) -> None:
    run(sync_project, "--breadcrumb").assert_outcomes(passed=1)
    assert not folder(sync_project).exists()
    assert pictured(sync_project) == {"#login": None}


def test_a_picture_is_taken_once_while_the_element_stays(sync_project: pytest.Pytester) -> None:
    run(sync_project, *ON).assert_outcomes(passed=1)
    first = pictured(sync_project)
    # Another color is no other fingerprint.
    run(sync_project, *ON, html=LOGIN_V1 + "<style>button { color: red }</style>")
    assert pictured(sync_project) == first
    assert len(list(folder(sync_project).iterdir())) == 1


def test_a_failing_test_keeps_no_picture(sync_project: pytest.Pytester) -> None:
    sync_project.makepyfile(CLICK.format(fixture="page") + "    assert False\n")
    run(sync_project, *ON).assert_outcomes(failed=1)
    assert not folder(sync_project).exists()


def test_passwords_and_typed_texts_are_on_no_picture(sync_project: pytest.Pytester) -> None:
    html = (
        "<p><input id=password type=password></p><p style='margin-top: 90px'><input id=mail></p>"
        "<p style='margin-top: 90px'><button id=go>Go</button></p>"
        "<form id=around style='margin-top: 90px'><input type=password><button>Near</button></form>"
    )
    sync_project.makepyfile(
        "def test_fill(page):\n"
        "    page.fill('#password', 'secret')\n"
        "    page.fill('#mail', 'me@shop.test')\n"
        "    page.text_content('#mail')\n"
        "    page.click('#go')\n"
        "    page.text_content('#around')\n"
    )
    run(sync_project, *ON, html=html).assert_outcomes(passed=1)
    found = pictured(sync_project)
    assert found["#go"] is not None
    assert found["#password"] is None
    assert found["#around"] is None
    # The empty field may be pictured before it is filled, never after.
    assert len(list(folder(sync_project).iterdir())) <= 2


def test_a_redacted_element_is_on_no_picture(sync_project: pytest.Pytester) -> None:
    run(sync_project, *ON, "--breadcrumb-redact=on*").assert_outcomes(passed=1)
    assert pictured(sync_project) == {"#login": None}


def test_a_folder_that_cannot_be_written_fails_no_test(sync_project: pytest.Pytester) -> None:
    folder(sync_project).write_text("in the way")
    run(sync_project, *ON, "-W", "error").assert_outcomes(passed=1)
    assert pictured(sync_project) == {"#login": None}


def test_an_element_off_the_screen_is_pictured_when_the_action_has_scrolled_to_it(
    sync_project: pytest.Pytester,
) -> None:
    html = LOGIN_V1.replace("<button", "<div style='height: 3000px'></div><button")
    run(sync_project, *ON, html=html).assert_outcomes(passed=1)
    assert pictured(sync_project)["#login"] is not None
