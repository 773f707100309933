"""The version of a deployed application: where it comes from, in real runs of pytest."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from conftest import LOGIN_V1
from test_plugin import project, run, store

__all__ = ["project"]

PAGE = """
@pytest.fixture
def page(browser):
    page = browser.new_page()
    page.route("**/*", lambda route: route.fulfill(
        body=Path("site.html").read_text(), content_type="text/html",
        headers={"X-App-Version": "2.1"}))
    yield page
    page.close()
"""
OPENS = """
from conftest import URL
def test_opens(page):
    page.goto(URL)
    page.locator("#login").click(timeout=1500)
"""
META = '<meta name="app-version" content="3.4">' + LOGIN_V1
FIXTURE = """
import pytest
@pytest.fixture(scope="session")
def breadcrumb_app_version():
    {body}
"""


@pytest.fixture
def suite(project: pytest.Pytester) -> pytest.Pytester:
    """A suite in a repository, with a page that shows its version."""
    conftest = project.path / "conftest.py"
    conftest.write_text(conftest.read_text().split("@pytest.fixture\ndef page")[0] + PAGE)
    project.makepyfile(OPENS)
    git = ("git", "-c", "user.name=n", "-c", "user.email=e")
    for command in (("init", "-q"), ("commit", "-q", "--allow-empty", "-m", "one")):
        subprocess.run((*git, *command), cwd=project.path, check=True)
    return project


def app_version(suite: pytest.Pytester, *flags: str) -> str | None:
    """Run the suite; return the app version that its attempt was recorded with."""
    result = run(suite, "--breadcrumb", *flags)
    assert result.ret == 0, result.stdout.str()
    [attempt, *_] = store(suite)._test_runs()
    assert attempt.revision is not None
    code, mark, app = attempt.revision.partition("@")
    assert len(code.partition("+")[0]) == 40
    return app if mark else None


def write(suite: pytest.Pytester, name: str, text: str) -> None:
    (Path(suite.path) / name).write_text(text)


def test_without_a_word_the_application_is_in_the_repository(suite: pytest.Pytester) -> None:
    assert app_version(suite) is None


@pytest.mark.parametrize(
    ("setting", "html", "expected"),
    [
        ('app_version_header = "X-App-Version"', LOGIN_V1, "2.1"),
        ('app_version_meta = "app-version"', META, "3.4"),
        ('app_version_header = "X-Other"\napp_version_meta = "app-version"', META, "3.4"),
        ('app_version_header = "X-Other"', LOGIN_V1, ""),
        ('app_version_meta = "other"', META, ""),
        ('app_version = "1.0"\napp_version_header = "X-App-Version"', LOGIN_V1, "1.0"),
        ('app_version = "repo"\napp_version_header = "X-App-Version"', LOGIN_V1, None),
        ('app_version = "unknown"', LOGIN_V1, ""),
    ],
)
def test_the_settings_say_where_it_is(
    suite: pytest.Pytester, setting: str, html: str, expected: str | None
) -> None:
    write(suite, "site.html", html)
    write(suite, "breadcrumb.toml", setting)
    assert app_version(suite) == expected


def test_the_environment_and_the_suite_have_the_last_word(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(suite, "breadcrumb.toml", 'app_version = "1.0"')
    monkeypatch.setenv("BREADCRUMB_APP_VERSION", "1.1")
    assert app_version(suite) == "1.1"
    fixture = FIXTURE.format(body="return 'asked'")
    suite.makepyfile(fixture + OPENS)
    assert app_version(suite) == "asked"
    assert app_version(suite, "-n", "1") == "asked"


@pytest.mark.parametrize("body", ["1 / 0", "pytest.skip('no server')", "pytest.fail('no')"])
def test_a_suite_that_cannot_tell_fails_no_test(suite: pytest.Pytester, body: str) -> None:
    suite.makepyfile(FIXTURE.format(body=body) + OPENS)
    assert app_version(suite) is None
