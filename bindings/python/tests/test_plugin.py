"""The pytest plugin, in test runs of its own with a real browser."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from breadcrumb.core import FingerprintStore
from conftest import LOGIN_V1, LOGIN_V2

CONFTEST = Path(__file__).with_name("conftest.py").read_text().split("class Site:")[0]
PAGE_FIXTURE = """
@pytest.fixture
def page(browser):
    page = browser.new_page()
    html = Path("site.html").read_text()
    page.route("**/*", lambda route: route.fulfill(body=html, content_type="text/html"))
    page.goto(URL)
    yield page
    page.close()
"""
CLICK = "def test_click({fixture}):\n    {fixture}.locator('#login').click(timeout=1500)\n"
OFF = ("-p", "no:playwright", "-p", "no:asyncio", "-p", "no:base_url", "--breadcrumb-heal-after=0")


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    source = CONFTEST.replace('pytest_plugins = ["pytester"]', "") + PAGE_FIXTURE
    pytester.makeconftest(source)
    (pytester.path / "site.html").write_text(LOGIN_V1)
    return pytester


def run(project: pytest.Pytester, *arguments: str, html: str | None = None) -> pytest.RunResult:
    if html is not None:
        (project.path / "site.html").write_text(html)
    return project.runpytest_subprocess(*OFF, *arguments)


def store(project: pytest.Pytester) -> FingerprintStore:
    return FingerprintStore(project.path / ".breadcrumb.db")


def test_heal_page_learns_and_heals(project: pytest.Pytester) -> None:
    project.makepyfile(CLICK.format(fixture="heal_page"))
    run(project).assert_outcomes(passed=1)
    result = run(project, html=LOGIN_V2)
    assert result.ret == 0
    result.stdout.fnmatch_lines(
        [
            "*passed only because healed:*",
            "  test_heal_page_learns_and_heals.py::test_click",
            '*healed `#login` -> `get_by_role("button", name="Log in")` (confidence 9? %: *',
            "*1 healed*",
        ]
    )
    [event] = store(project).get_healing_events()
    assert event.test_id == "test_heal_page_learns_and_heals.py::test_click"
    assert event.source_line == 2
    run(project, "-v", html=LOGIN_V1.replace("login", "x")).stdout.fnmatch_lines(["*HEALED*"])


def test_the_flag_heals_the_ordinary_page(project: pytest.Pytester) -> None:
    project.makepyfile(CLICK.format(fixture="page"))
    run(project).assert_outcomes(passed=1)
    assert not (project.path / ".breadcrumb.db").exists()
    run(project, "--breadcrumb").assert_outcomes(passed=1)
    assert run(project, "--breadcrumb", html=LOGIN_V2).ret == 0
    assert run(project, html=LOGIN_V2).ret == 1


def test_a_failing_test_changes_no_baseline(project: pytest.Pytester) -> None:
    project.makepyfile(CLICK.format(fixture="page"))
    run(project, "--breadcrumb")
    test = CLICK.format(fixture="page") + "    assert False\n"
    project.makepyfile(test)
    run(project, "--breadcrumb", html=LOGIN_V2).assert_outcomes(failed=1)
    # The heal is in the log, and nothing was learned from it.
    assert len(store(project).get_healing_events()) == 1
    [fingerprint] = store(project).get_all_fingerprints()
    assert ("id", "login") in fingerprint.attributes


def test_a_passing_healed_test_changes_the_baseline_and_can_be_rolled_back(
    project: pytest.Pytester,
) -> None:
    project.makepyfile(CLICK.format(fixture="page"))
    run(project, "--breadcrumb")
    run(project, "--breadcrumb", html=LOGIN_V2)
    [healed] = store(project).get_all_fingerprints()
    assert ("id", "sign-in") in healed.attributes
    before = store(project).roll_back(healed.test_id, "#login")
    assert before is not None
    assert ("id", "login") in before.attributes


@pytest.mark.parametrize("how", ["marker", "flag", "variable", "ini", "pyproject", "file"])
def test_suggest_fails_as_before_and_says_what_it_would_do(
    project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    test = CLICK.format(fixture="page")
    project.makepyfile(test)
    run(project, "--breadcrumb")
    flags = ["--breadcrumb"]
    if how == "marker":
        mark = 'import pytest\n@pytest.mark.breadcrumb(mode="suggest")\n'
        project.makepyfile(mark + test)
    elif how == "flag":
        flags.append("--breadcrumb-mode=suggest")
    elif how == "variable":
        monkeypatch.setenv("BREADCRUMB_MODE", "suggest")
        # The environment wins over any file.
        project.makeini("[pytest]\nbreadcrumb_mode = off\n")
    elif how == "ini":
        project.makeini("[pytest]\nbreadcrumb_mode = suggest\n")
    elif how == "file":
        (project.path / "breadcrumb.toml").write_text('mode = "suggest"\nenabled = true\n')
        flags = []
    else:
        project.makepyprojecttoml('[tool.breadcrumb]\nmode = "suggest"\n[tool.pytest.ini_options]')
    result = run(project, *flags, html=LOGIN_V2)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["*not healed:*", "*`#login`: would heal to <button#sign-in>*(suggest mode)*"]
    )


def test_the_error_names_the_nearest_candidates(project: pytest.Pytester) -> None:
    project.makepyfile(CLICK.format(fixture="page"))
    run(project, "--breadcrumb")
    removed = "".join(line for line in LOGIN_V1.splitlines() if "button" not in line)
    result = run(project, "--breadcrumb", html=removed)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "*TimeoutError: Locator.click: Timeout 1500ms exceeded.*",
            "*breadcrumb: `#login` was not healed:*",
        ]
    )


@pytest.mark.parametrize("broken", ["not a database", "a directory"])
def test_a_broken_database_never_fails_a_test(project: pytest.Pytester, broken: str) -> None:
    path = project.path / ".breadcrumb.db"
    if broken == "a directory":
        path.mkdir()
    else:
        path.write_text("no database at all, but long enough to be looked at" * 20)
    project.makepyfile(CLICK.format(fixture="page") + CLICK.format(fixture="page"))
    result = run(project, "--breadcrumb", "-W", "error")
    result.assert_outcomes(passed=1)
    result = run(project, "--breadcrumb")
    result.stdout.fnmatch_lines(["*BreadcrumbWarning: Breadcrumb is off for this test: *"])


def test_a_read_only_database_never_fails_a_test(project: pytest.Pytester) -> None:
    project.makepyfile(CLICK.format(fixture="page"))
    run(project, "--breadcrumb").assert_outcomes(passed=1)
    path = project.path / ".breadcrumb.db"
    path.chmod(0o444)
    before = path.read_bytes()
    result = run(project, "--breadcrumb")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*BreadcrumbWarning: *the file is read-only*"])
    assert path.read_bytes() == before


def test_a_locked_database_never_fails_a_test(project: pytest.Pytester) -> None:
    project.makepyfile(CLICK.format(fixture="page"))
    run(project, "--breadcrumb").assert_outcomes(passed=1)
    other = sqlite3.connect(project.path / ".breadcrumb.db", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    result = run(project, "--breadcrumb")
    other.close()
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*BreadcrumbWarning: *locked*"])


def test_reruns_are_tests_of_their_own(project: pytest.Pytester) -> None:
    project.makepyfile(
        """
        tries = []
        def test_once_more(heal_page):
            heal_page.locator("#login").click(timeout=5000)
            tries.append(1)
            assert len(tries) == 2
        """
    )
    run(project, "--reruns=1").assert_outcomes(passed=1)
    assert store(project).stats()["fingerprints"] == 1


def test_heals_are_in_the_junit_report(project: pytest.Pytester) -> None:
    project.makepyfile(CLICK.format(fixture="heal_page"))
    run(project)
    run(project, "--junitxml=report.xml", html=LOGIN_V2)
    assert "breadcrumb_heal" in (project.path / "report.xml").read_text()


def test_report_shows_what_is_stored(project: pytest.Pytester) -> None:
    project.makepyfile(CLICK.format(fixture="heal_page"))
    result = run(project, "--breadcrumb-report", "--breadcrumb-db=own.db")
    result.stdout.fnmatch_lines(["*own.db: 1 fingerprints, 0 heals"])


def test_a_page_of_a_wider_fixture_belongs_to_each_test_in_turn(project: pytest.Pytester) -> None:
    conftest = project.path / "conftest.py"
    narrow = "@pytest.fixture\ndef page"
    wide = conftest.read_text().replace(narrow, '@pytest.fixture(scope="module")\ndef page')
    conftest.write_text(wide)
    project.makepyfile(
        """
        def test_a(page):
            page.locator("#login").click()
        def test_b(page):
            page.locator("#login").click()
            assert page.context.pages[0] is page
        """
    )
    run(project, "--breadcrumb").assert_outcomes(passed=2)
    names = sorted(f.test_id.rpartition("::")[2] for f in store(project).get_all_fingerprints())
    assert names == ["test_a", "test_b"]


def test_pages_of_the_context_fixture_heal(project: pytest.Pytester) -> None:
    project.makepyfile(
        """
        import pytest
        @pytest.fixture
        def context(browser):
            context = browser.new_context()
            yield context
            context.close()
        def test_pages(context):
            from breadcrumb import HealablePage
            page = context.new_page()
            assert isinstance(page, HealablePage)
            with page.expect_popup() as popup:
                page.evaluate("window.open('about:blank')")
            assert isinstance(popup.value, HealablePage)
            assert context.pages == [page, popup.value]
        """
    )
    run(project, "--breadcrumb").assert_outcomes(passed=1)


def test_pages_of_new_contexts_heal(project: pytest.Pytester) -> None:
    project.makepyfile(
        """
        import pytest
        from breadcrumb import HealablePage
        @pytest.fixture
        def new_context(browser):
            return lambda: browser.new_context()
        def test_pages(browser, new_context):
            for context in (new_context(), browser.new_context()):
                assert isinstance(context.new_page(), HealablePage)
                context.close()
            page = browser.new_page()
            assert isinstance(page, HealablePage)
            page.close()
        """
    )
    run(project, "--breadcrumb").assert_outcomes(passed=1)


@pytest.mark.parametrize("how", ["flag", "ini", "pyproject", "marker"])
def test_redacted_attributes_are_not_kept(project: pytest.Pytester, how: str) -> None:
    flags = ["--breadcrumb"]
    test = CLICK.format(fixture="page")
    if how == "flag":
        flags.append("--breadcrumb-redact=id,cl*")
    elif how == "ini":
        project.makeini("[pytest]\nbreadcrumb_redact = id cl*\n")
    elif how == "pyproject":
        project.makepyprojecttoml(
            '[tool.breadcrumb]\nredact = ["id", "cl*"]\n[tool.pytest.ini_options]'
        )
    else:
        test = 'import pytest\n@pytest.mark.breadcrumb(redact=["id", "cl*"])\n' + test
    project.makepyfile(test)
    run(project, *flags).assert_outcomes(passed=1)
    [fingerprint] = store(project).get_all_fingerprints()
    assert not {"id", "class"} & {name for name, _ in fingerprint.attributes}


def test_what_is_learned_last_is_not_lost(project: pytest.Pytester) -> None:
    project.makepyfile(
        """
        def test_read(page):
            assert page.locator("#login").text_content() == "Log in"
        def test_close(page):
            page.locator("#help").get_attribute("href")
            page.close()
        def test_close_context(page):
            page.locator("#mail").get_attribute("name")
            page.context.close()
        def test_fails(page):
            page.locator("h1").text_content()
            assert False
        """
    )
    run(project, "--breadcrumb").assert_outcomes(passed=3, failed=1)
    found = {fingerprint.locator for fingerprint in store(project).get_all_fingerprints()}
    assert found == {"#login", "#help", "#mail"}


def test_help_and_marker_are_documented(project: pytest.Pytester) -> None:
    assert "--breadcrumb-threshold" in project.runpytest_subprocess("--help").stdout.str()
    assert "breadcrumb(mode=None" in project.runpytest_subprocess("--markers").stdout.str()
