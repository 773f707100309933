"""A healing page is a Playwright page; what it does beyond that is in the table of cases."""

from __future__ import annotations

import asyncio
import re
import time
import warnings
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import breadcrumb
import playwright.sync_api as pw
import pytest
from breadcrumb import HealableLocator, HealablePage, crumb, with_mode
from breadcrumb.core import FingerprintStore
from breadcrumb.errors import BreadcrumbWarning, DriftWarning, HealWarning
from breadcrumb.playwright.extractor import (
    extract_all_candidates_sync,
    extract_fingerprint_sync,
)
from conftest import LOGIN_V1, LOGIN_V2, URL, Site, launch
from playwright.async_api import async_playwright
from playwright.async_api import expect as async_expect
from playwright.sync_api import expect

TWINS = LOGIN_V1.replace("<form", '<i class="twin">1</i><i class="twin">2</i><form')


def learn(site: Site, db: Path, html: str = LOGIN_V1) -> None:
    site.html = html
    with crumb(site.page, "t", db) as page:
        page.goto(URL)
        page.locator("#login").click()


def broken(site: Site, db: Path, **options: object) -> HealablePage:
    """Learn the login button, then return a page on which its id has changed."""
    learn(site, db)
    site.html = LOGIN_V2
    page = crumb(site.page, "t", db, **{"heal_after": 0, **options})  # type: ignore[call-overload]
    page.goto(URL)
    return page


def test_it_is_a_playwright_page(site: Site, db: Path) -> None:
    page = crumb(site.page, "t", db)
    page.goto(URL)
    assert isinstance(page, pw.Page)
    assert type(page) is HealablePage is breadcrumb.HealablePage
    for locator in (
        page.locator("form").get_by_role("button", name="Log in").first,
        page.get_by_label("Mail").or_(page.locator("#x")).last,
        page.locator("form").filter(has=page.locator("#login")).nth(0),
        page.frame_locator("iframe").get_by_text("x"),
        page.locator("iframe").content_frame.owner,
        page.main_frame.locator("#login"),
        *page.locator("a").all(),
    ):
        assert type(locator) is HealableLocator
        assert isinstance(locator, pw.Locator)
        assert locator.page is page
    assert isinstance(page.frame_locator("iframe"), pw.FrameLocator)
    assert page.main_frame is page.frames[0] is page.frame(url=URL)
    assert page.main_frame.page is page
    assert page.context.pages == [page]
    assert crumb(page, "t", db).url == URL
    expect(page).to_have_title("Shop")
    # The raw page stays as it was, and both kinds of locators mix.
    assert type(site.page.locator("#login")) is pw.Locator
    assert page.locator("form", has=site.page.locator("#login")).count() == 1
    assert page.context.new_cdp_session(page) is not None


def test_events_and_navigation_go_on(site: Site, db: Path) -> None:
    page = crumb(site.page, "t", db)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.once("dialog", lambda dialog: dialog.accept("yes"))
    with page.expect_navigation():
        page.goto(URL)
    page.main_frame.wait_for_url(URL)
    assert page.evaluate("prompt('?')") == "yes"
    page.evaluate("console.log('hello')")
    assert said == ["hello"]
    with page.expect_popup() as popup:
        page.evaluate("window.open('about:blank')")
    assert isinstance(popup.value, HealablePage)
    assert popup.value.opener() is page


def test_keys_tell_locators_apart(site: Site, db: Path) -> None:
    page = crumb(site.page, "t", db)

    def key(locator: pw.Locator) -> str:
        return str(locator._impl_obj._bc_locator.key)

    assert key(page.locator("#a")) == "#a"
    assert key(page.get_by_role("button", name="A")) == 'get_by_role("button", name="A")'
    named = page.get_by_role("button", name=re.compile("a", re.I), exact=True)
    assert key(named) == 'get_by_role("button", name=re.compile(r"a", re.IGNORECASE), exact=True)'
    rows = page.locator("li").filter(has_text="x", has=page.locator("b"))
    assert key(rows.last) == 'locator("li").filter(has_text="x", has=locator("b")).last'
    assert key(page.frame_locator("#f").locator("#x")) == 'frame_locator("#f").locator("#x")'
    assert key(page.locator("#a", has_text="x")) == 'locator("#a", has_text="x")'
    assert key(page.locator("#a").nth(2)) == 'locator("#a").nth(2)'


def test_a_heal_is_announced_with_the_reasons(site: Site, db: Path) -> None:
    page = broken(site, db)
    with pytest.warns(HealWarning) as caught:
        page.locator("#login").click()
    assert page.evaluate("window.hit") == "sign-in"
    [warning] = caught.list
    assert warning.filename == __file__
    assert str(warning.message).startswith(
        'healed `#login` -> `get_by_role("button", name="Log in")` (confidence 9'
    )
    assert page.breadcrumb_heals == [str(warning.message)]
    [event] = FingerprintStore(db).get_healing_events()
    assert event.proposed_locator == 'get_by_role("button", name="Log in")'
    assert (event.action, event.source_file) == ("click", __file__)
    assert event.reasons


def test_a_locator_used_again_is_the_same_heal(site: Site, db: Path) -> None:
    page = broken(site, db)
    with pytest.warns(HealWarning) as caught:
        page.locator("#login").click()
        expect(page.locator("#login")).to_have_text("Log in")
        page.click("#login")
    assert len(caught.list) == 1
    assert len(FingerprintStore(db).get_healing_events()) == 1


def test_warnings_as_errors_do_not_fail_a_healed_test(site: Site, db: Path) -> None:
    page = broken(site, db)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        page.locator("#login").click()


@pytest.mark.filterwarnings("ignore")
def test_nothing_is_written_when_the_healed_action_fails(site: Site, db: Path) -> None:
    page = broken(site, db)
    with pytest.raises(pw.Error):
        page.locator("#login").fill("a button cannot be filled")
    assert FingerprintStore(db).get_healing_events() == []


@pytest.mark.parametrize("options", [{"mode": "off"}, {"mode": "suggest"}, {"max_heals": 0}])
def test_modes_and_limits(site: Site, db: Path, options: dict[str, object]) -> None:
    page = broken(site, db, **options)
    with pytest.raises(pw.TimeoutError, match="Timeout 300ms exceeded"):
        page.locator("#login").click(timeout=300)


def test_a_locator_can_opt_out(site: Site, db: Path) -> None:
    page = broken(site, db)
    with pytest.raises(pw.TimeoutError):
        with_mode(page.locator("#login"), "off").click(timeout=300)
    assert with_mode(site.page.locator("#login"), "off").count() == 0


def test_errors_of_playwright_come_out_unchanged(site: Site, db: Path) -> None:
    site.html = TWINS
    page = crumb(site.page, "t", db)
    page.goto(URL)
    for call, plain in (
        (lambda p: p.locator(".twin").click(timeout=500), "strict mode violation"),
        (lambda p: p.locator("!!").click(timeout=500), "Unexpected token"),
        (lambda p: p.locator("#nothing").click(timeout=500), "Timeout 500ms exceeded"),
        (lambda p: p.locator("#login").click(button="sideways"), "button"),
    ):
        with pytest.raises(pw.Error) as ours:
            call(page)
        with pytest.raises(pw.Error) as theirs:
            call(site.page)
        assert plain in str(theirs.value)
        assert str(ours.value) == str(theirs.value)
        assert type(ours.value) is type(theirs.value)
    with pytest.raises(TypeError):
        page.locator("#login").click(nonsense=1)  # type: ignore[call-arg]


def test_default_timeouts_hold(site: Site, db: Path) -> None:
    page = broken(site, db, mode="suggest")
    page.set_default_timeout(400)
    started = time.monotonic()
    with pytest.raises(pw.TimeoutError, match="400ms"):
        page.locator("#login").click()
    assert time.monotonic() - started < 5


def test_patience_is_heal_after(site: Site, db: Path) -> None:
    page = broken(site, db, heal_after=0.6)
    started = time.monotonic()
    with pytest.warns(HealWarning):
        page.locator("#login").click()
    assert 0.6 <= time.monotonic() - started < 6


def test_an_element_that_comes_late_wins(site: Site, db: Path) -> None:
    page = broken(site, db, heal_after=2)
    late = "setTimeout(() => document.querySelector('#sign-in').id = 'login', 500)"
    page.evaluate(late)
    with warnings.catch_warnings():
        warnings.simplefilter("error", HealWarning)
        page.locator("#login").click()
    assert page.evaluate("window.hit") == "login"
    assert page.breadcrumb_heals == []


def test_drift_is_an_alarm_and_no_more(site: Site, db: Path) -> None:
    learn(site, db)
    site.html = LOGIN_V1.replace("<button", "<p hidden>x</p><a").replace("</button>", "</a>")
    site.html = site.html.replace(">Log in</a>", ">Read our terms of service</a>")
    site.html = site.html.replace('class="btn primary"', 'href="#terms"')
    page = crumb(site.page, "t", db, threshold=0.7, relearn_after=0)
    page.goto(URL)
    with pytest.warns(DriftWarning, match="another element than"):
        page.locator("#login").click()


def test_a_context_manager_keeps_nothing_after_an_error(site: Site, db: Path) -> None:
    with pytest.raises(ZeroDivisionError), crumb(site.page, "t", db) as page:
        page.goto(URL)
        page.locator("#login").click()
        _ = 1 / 0
    assert FingerprintStore(db).stats()["fingerprints"] == 0
    assert not site.page.is_closed()


def test_a_script_keeps_each_action(site: Site, db: Path) -> None:
    page = crumb(site.page, "t", db)
    page.goto(URL)
    page.locator("#login").click()
    assert FingerprintStore(db).stats()["fingerprints"] == 1


def test_a_broken_database_gives_one_warning(site: Site, db: Path) -> None:
    db.write_bytes(b"not a database " * 100)
    page = crumb(site.page, "t", db)
    page.goto(URL)
    with pytest.warns(BreadcrumbWarning) as caught:
        page.locator("#login").click()
        expect(page.locator("#login")).to_be_visible()
    assert len(caught.list) == 1
    assert str(db) in str(caught.list[0].message)


def test_the_trace_has_the_heal_and_no_steps_of_ours(site: Site, db: Path, tmp_path: Path) -> None:
    page = broken(site, db)
    page.context.tracing.start()
    with pytest.warns(HealWarning):
        page.locator("#login").click()
    page.context.tracing.stop(path=tmp_path / "trace.zip")
    with zipfile.ZipFile(tmp_path / "trace.zip") as archive:
        text = archive.read("trace.trace").decode()
    assert "breadcrumb: healed" in text
    assert "capture.payload" not in text.replace('\\"', '"') or "internal" in text


def test_fingerprints_of_live_elements(site: Site) -> None:
    site.page.goto(URL)
    button = extract_fingerprint_sync(site.page.locator("#login"), "#login", "t")
    assert (button.tag, button.text, button.locator, button.test_id) == (
        "button",
        "log in",
        "#login",
        "t",
    )
    assert button.more["role"] == "button"
    tags = [element.tag for element in extract_all_candidates_sync(site.page)]
    assert {"button", "a", "input", "h1"} <= set(tags)


def test_the_async_api_is_the_same(db: Path) -> None:
    async def scenario() -> None:
        async with async_playwright() as playwright:
            browser = await launch(playwright)  # type: ignore[arg-type, misc]
            raw = await browser.new_page()
            html = [LOGIN_V1]
            await raw.route(
                "**/*", lambda route: route.fulfill(body=html[0], content_type="text/html")
            )
            async with crumb(raw, "t", db) as page:
                await page.goto(URL)
                await page.get_by_role("form").or_(page.locator("#login")).first.click()
                await page.locator("#login").click()
                assert await page.locator("#login").is_visible()
            html[0] = LOGIN_V2
            async with crumb(raw, "t", db, heal_after=0) as page:
                await page.goto(URL)
                with pytest.warns(HealWarning):
                    await page.locator("#login").click()
                await async_expect(page.locator("#login")).to_have_text("Log in")
                await async_expect(page.locator("#login")).not_to_be_visible()
                assert await page.locator("#login").is_visible()
                assert await page.evaluate("window.hit") == "sign-in"
            await browser.close()

    # The sync API's event loop is running in this thread.
    with ThreadPoolExecutor(max_workers=1) as thread:
        thread.submit(asyncio.run, scenario()).result()
    assert len(FingerprintStore(db).get_healing_events()) == 2


@pytest.mark.parametrize("call", ["click", "expect"])
def test_several_matches_are_told_apart_but_not_healed(site: Site, db: Path, call: str) -> None:
    button = '<button class="go" id="{0}" onclick="window.hit = this.id">{1}</button>'
    site.html = "<h1>Shop</h1>" + button.format("pay", "Pay now")
    used = {"click": lambda page: page.locator(".go").click(timeout=1000)}
    used["expect"] = lambda page: expect(page.locator(".go")).to_be_enabled(timeout=1000)
    with crumb(site.page, "t", db) as page:
        page.goto(URL)
        used[call](page)
    site.html += button.format("help", "Help") + button.format("back", "Go back")
    with pytest.raises((pw.Error, AssertionError)) as raised, crumb(site.page, "t", db) as page:
        page.goto(URL)
        used[call](page)
    said = f"{raised.value} {getattr(raised.value, '__notes__', '')}"
    assert 'finds 3 elements now; the one from before is <button#pay> "pay now"' in said, said
    assert "Pay now" in said.split("from before")[1]
    assert site.page.evaluate("window.hit") is None
