"""Learning: what is fingerprinted, when, and what comes of answers that arrive late."""

from __future__ import annotations

import time
import zipfile
from pathlib import Path

import pytest
from breadcrumb import crumb
from breadcrumb.core import FingerprintStore
from breadcrumb.errors import DriftWarning
from conftest import LOGIN_V1, URL, Site
from playwright.sync_api import Error, expect

VANISHES = LOGIN_V1.replace("window.hit = this.id", "this.remove()")
LEAVES = LOGIN_V1.replace('href="#help"', 'href="/help"')


def learned(db: Path) -> dict[str, str]:
    """Return the tags of what was learned by locator."""
    return {one.locator: one.tag for one in FingerprintStore(db).get_all_fingerprints()}


@pytest.mark.parametrize("action", ["click", "dispatch_event", "evaluate"])
def test_a_button_that_removes_itself_is_learned(site: Site, db: Path, action: str) -> None:
    site.html = VANISHES
    arguments = {"click": (), "dispatch_event": ("click",), "evaluate": ("e => e.remove()",)}
    with crumb(site.page, "t", db) as page:
        for n in range(5):
            page.goto(f"{URL}/{chr(97 + n)}")
            getattr(page.locator("#login"), action)(*arguments[action])
            assert site.page.locator("#login").count() == 0
    assert learned(db) == {"#login": "button"}


def test_a_link_that_leads_away_is_learned_under_its_page(site: Site, db: Path) -> None:
    site.html = LEAVES
    with crumb(site.page, "t", db) as page:
        page.goto(URL)
        page.locator("#help").click()
        page.wait_for_url("**/help")
    assert learned(db) == {"#help": "a"}


def test_a_document_from_before_is_learned_too(site: Site, db: Path) -> None:
    site.page.goto(URL)
    assert site.page.locator("#login").count() == 1
    with crumb(site.page, "t", db) as page:
        page.locator("#login").click()
        page.locator("#mail").fill("x")
        expect(page.locator("h1")).to_be_visible()
    assert learned(db) == {"#login": "button", "#mail": "input", "h1": "h1"}


def test_elements_in_frames_and_shadow_roots_are_learned(site: Site, db: Path) -> None:
    frame = "<button id=inside>In</button>"
    shadow = "<div id=host><template shadowrootmode=open><b id=deep>Deep</b></template></div>"
    site.html = f'{LOGIN_V1}{shadow}<iframe srcdoc="{frame}"></iframe>'
    with crumb(site.page, "t", db) as page:
        page.goto(URL)
        page.frame_locator("iframe").locator("#inside").click()
        assert page.locator("#deep").text_content() == "Deep"
    assert sorted(learned(db).values()) == ["b", "button"]


def test_many_matches_are_not_all_fingerprinted(site: Site, db: Path) -> None:
    site.html = "<ul>" + "<li>row</li>" * 3_000 + "</ul>"
    with crumb(site.page, "t", db) as page:
        page.goto(URL)
        with pytest.raises(Error, match="strict mode violation"):
            page.locator("li").text_content()
        started = time.monotonic()
        page.evaluate("1")
        assert time.monotonic() - started < 2
        assert page.text_content("li") == "row"
    assert learned(db) == {"li": "li"}


def test_what_a_failed_call_was_about_is_not_learned(site: Site, db: Path) -> None:
    with crumb(site.page, "t", db) as page:
        page.goto(URL)
        with pytest.raises(Error):
            page.locator("#login").fill("a button cannot be filled")
    assert learned(db) == {}


def test_a_late_element_is_learned(site: Site, db: Path) -> None:
    late = "setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<b id=x>x</b>'), 1300)"
    site.html = LOGIN_V1 + f"<script>{late}</script>"
    with crumb(site.page, "t", db) as page:
        page.goto(URL)
        assert page.locator("#x").text_content() == "x"
    assert learned(db) == {"#x": "b"}


def test_a_drift_that_is_seen_late_names_its_line(site: Site, db: Path) -> None:
    with crumb(site.page, "t", db) as page:
        page.goto(URL)
        page.locator("#login").text_content()
    site.html = '<ul><li id="login">Imprint</li></ul>'
    anew = crumb(site.page, "t", db, threshold=0.7, relearn_after=0)
    with pytest.warns(DriftWarning) as caught, anew as page:
        page.goto(URL)
        page.locator("#login").text_content()
        page.evaluate("1")
    [drift] = caught.list
    assert drift.filename == __file__
    assert "text_content" in Path(__file__).read_text().splitlines()[drift.lineno - 1]


def test_the_trace_does_not_show_it(site: Site, db: Path, tmp_path: Path) -> None:
    site.page.context.tracing.start(snapshots=True)
    with crumb(site.page, "t", db) as page:
        page.goto(URL)
        page.locator("#login").click()
        page.locator("#mail").input_value()
    site.page.context.tracing.stop(path=tmp_path / "trace.zip")
    with zipfile.ZipFile(tmp_path / "trace.zip") as archive:
        steps = archive.read("trace.trace").decode()
    assert "#login" in steps
    assert "_breadcrumb" not in steps
