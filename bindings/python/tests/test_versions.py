"""Versions of Playwright: which ones are tested, and what happens with one that is not known."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from breadcrumb import _native
from conftest import LOGIN_V1, LOGIN_V2
from test_plugin import CONFTEST, OFF, PAGE_FIXTURE

ROOT = Path(__file__).resolve().parents[3]
HIDE = """
from playwright.sync_api import _generated
{hidden}
"""
#: A name that is looked for in a class, one that is imported, and one that objects have.
HIDDEN = {
    "eval_on_selector_all": "del _generated.FrameImpl.eval_on_selector_all",
    "BrowserContextImpl": "del _generated.BrowserContextImpl",
    "_main_frame": "_generated.PageImpl._main_frame = property(lambda s: s._x)",
}
TESTS = """
import pytest
from playwright.sync_api import Error, expect

def test_passes(page):
    page.locator("#login").click()
    expect(page.locator("#login")).to_be_visible()

def test_fails_as_without_it(heal_page):
    with pytest.raises(Error, match="Timeout 300ms"):
        heal_page.locator("#gone").click(timeout=300)

def test_scripts(page):
    from breadcrumb import crumb
    with crumb(page, "t") as healing:
        healing.locator("#login").click()
        assert healing.breadcrumb_heals == []
    assert not page.is_closed()
"""


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    (pytester.path / "site.html").write_text(LOGIN_V1)
    pytester.makepyfile(TESTS)
    return pytester


@pytest.mark.parametrize("name", ["eval_on_selector_all", "BrowserContextImpl"])
def test_a_version_whose_inside_has_moved_runs_as_without_breadcrumb(
    project: pytest.Pytester, name: str
) -> None:
    source = CONFTEST.replace('pytest_plugins = ["pytester"]', "") + PAGE_FIXTURE
    project.makeconftest(source + HIDE.format(hidden=HIDDEN[name]))
    for html in (LOGIN_V1, LOGIN_V1):
        (project.path / "site.html").write_text(html)
        result = project.runpytest_subprocess(*OFF, "--breadcrumb")
        result.assert_outcomes(passed=3)
        said = re.findall(r"Breadcrumb is off: Playwright [\d.]+ has no .*", result.stdout.str())
        assert len(said) == 1, result.stdout.str()
        assert f"`{name}`" in said[0]
        assert "The tests run as without it." in said[0]
    result = project.runpytest_subprocess(*OFF, "--breadcrumb", "-W", "error")
    result.assert_outcomes(passed=3)


def test_a_broken_locator_fails_as_without_breadcrumb(project: pytest.Pytester) -> None:
    source = CONFTEST.replace('pytest_plugins = ["pytester"]', "") + PAGE_FIXTURE
    project.makeconftest(source)
    project.runpytest_subprocess(*OFF, "--breadcrumb").assert_outcomes(passed=3)
    project.makeconftest(source + HIDE.format(hidden=HIDDEN["eval_on_selector_all"]))
    (project.path / "site.html").write_text(LOGIN_V2)
    result = project.runpytest_subprocess(*OFF, "--breadcrumb", "-k", "test_passes")
    result.assert_outcomes(failed=1)


def test_the_versions_stand_in_one_place() -> None:
    oldest, newest = _native.OLDEST_PLAYWRIGHT, _native.NEWEST_PLAYWRIGHT
    pins = {
        "requirements/oldest.txt": f"playwright=={oldest}.0",
        "requirements/tools.txt": f"playwright=={newest}.0",
        "bindings/python/pyproject.toml": f'"playwright>={oldest}"',
    }
    for file, pin in pins.items():
        assert pin in (ROOT / file).read_text(), file
