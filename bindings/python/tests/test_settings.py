"""Settings: a wrong one stops before the first test and says where it comes from."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from breadcrumb import AsyncHealablePage, HealablePage, crumb, with_mode
from breadcrumb.core import FingerprintStore, Healer
from breadcrumb.errors import InputError
from conftest import LOGIN_V1, LOGIN_V2, URL, Site
from playwright.async_api import Page as AsyncPage
from playwright.sync_api import Page, expect

TEST = "def test_it(): print('the test ran')\n"
OFF = ("-p", "no:playwright", "-p", "no:asyncio", "-p", "no:base_url")


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    return pytester.runpytest_subprocess(*OFF, *arguments)


def stops(result: pytest.RunResult, *parts: str) -> None:
    output = result.stdout.str() + result.stderr.str()
    assert result.ret == pytest.ExitCode.USAGE_ERROR, output
    for part in parts:
        assert part in output, output
    assert "the test ran" not in output
    assert "Traceback" not in output
    assert "INTERNALERROR" not in output


WRONG = [
    ("threshold", "7", "a number from 0 to 1"),
    ("threshold", "nan", "a number from 0 to 1"),
    ("mode", "guess", "one of `heal`, `suggest`, `off`"),
    ("heal_after", "-1", "a number of seconds, 0 or more"),
    ("heal_after", "inf", "a number of seconds, 0 or more"),
    ("max_heals", "-1", "a whole number, 0 or more"),
    ("locator_style", "xpath", "one of `best`, `css`, `as-before`"),
]


@pytest.mark.parametrize(("name", "value", "may_be"), WRONG)
def test_a_wrong_flag_stops_pytest(
    pytester: pytest.Pytester, name: str, value: str, may_be: str
) -> None:
    pytester.makepyfile(TEST)
    flag = f"--breadcrumb-{name.replace('_', '-')}"
    message = f"cannot use the setting `{name}` from the flag `{flag}`: `{value}` is not {may_be}"
    stops(run(pytester, "-s", f"{flag}={value}"), message)


@pytest.mark.parametrize("value", ["guess", "HEAL", "o f f"])
def test_a_wrong_variable_stops_pytest(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    pytester.makepyfile(TEST)
    monkeypatch.setenv("BREADCRUMB_MODE", value)
    # Also where a flag outdoes it: it would be wrong tomorrow.
    result = run(pytester, "-s", "--breadcrumb-mode=off")
    stops(
        result, f"`mode` from the environment variable `BREADCRUMB_MODE`: `{value}` is not one of"
    )


@pytest.mark.parametrize("value", ["", "  "])
def test_a_variable_that_is_set_to_nothing_is_not_set(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    pytester.makepyfile(TEST)
    for name in ("MODE", "THRESHOLD", "DB", "ENABLED"):
        monkeypatch.setenv(f"BREADCRUMB_{name}", value)
    run(pytester).assert_outcomes(passed=1)


def test_a_wrong_ini_option_stops_pytest(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(TEST)
    path = pytester.makeini("[pytest]\nbreadcrumb_max_heals = many\n")
    stops(
        run(pytester), f"`max_heals` from the ini option `breadcrumb_max_heals` in `{path}`: `many`"
    )
    pytester.makeini("[pytest]\nbreadcrumb_report = perhaps\n")
    stops(run(pytester), f"`report` from the ini option `breadcrumb_report` in `{path}`", "perhaps")
    path.unlink()
    result = run(pytester, "-o", "breadcrumb_mode=on")
    stops(result, "`mode` from the ini option `breadcrumb_mode` of `-o`: `on` is not one of")


@pytest.mark.parametrize("name", ["breadcrumb.toml", "pyproject.toml"])
def test_a_wrong_file_stops_pytest(pytester: pytest.Pytester, name: str) -> None:
    pytester.makepyfile(TEST)
    table = "[tool.breadcrumb]\n" if name == "pyproject.toml" else ""
    path = pytester.path / name
    path.write_text(f"{table}threshold = 7\n")
    stops(run(pytester), f"`threshold` from `{path}`: `7` is not a number from 0 to 1")
    path.write_text(f"{table}thresholds = 0.7\n")
    stops(run(pytester), str(path), "unknown field `thresholds`")
    path.write_text(f"{table}threshold = \n")
    stops(run(pytester), str(path))


def test_a_directory_is_no_database(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(TEST)
    folder = pytester.mkdir("data")
    stops(run(pytester, "--breadcrumb-db=data"), "`db` from the flag", f"`{folder}` is a directory")
    stops(run(pytester, "--breadcrumb-db="), "`db` from the flag", "is not a path")


@pytest.mark.parametrize(
    ("marker", "message"),
    [
        ("threshold=7", "`threshold` from the marker `breadcrumb` of `{id}`: `7` is not a number"),
        ("threshold=True", "`True` is not a number from 0 to 1"),
        ("threshold='0.5'", "`'0.5'` is not a number from 0 to 1"),
        ("threshold=float('nan')", "`nan` is not a number from 0 to 1"),
        ("max_heals=1.5", "`1.5` is not a whole number"),
        ("redact=['']", "`['']` is not a list of names"),
        ("redact=5", "`5` is not a list of names"),
        ("thresholds=0.5", "`thresholds` from the marker `breadcrumb` of `{id}`: it is not one of"),
        ("report=True", "`report` from the marker `breadcrumb` of `{id}`: it is not one of"),
        ("'off'", "`off` from the marker `breadcrumb` of `{id}`: it is not one of"),
    ],
)
def test_a_wrong_marker_stops_before_the_first_test(
    pytester: pytest.Pytester, marker: str, message: str
) -> None:
    source = f"import pytest\n{TEST}@pytest.mark.breadcrumb({marker})\ndef test_marked(): pass\n"
    pytester.makepyfile(test_a=source)
    stops(run(pytester, "-s"), message.format(id="test_a.py::test_marked"))


def test_a_wrong_setting_is_said_once_by_the_controller(pytester: pytest.Pytester) -> None:
    pytest.importorskip("xdist")
    marked = "import pytest\n@pytest.mark.breadcrumb(mode='of')\n"
    pytester.makepyfile(test_a=TEST, test_b=marked + TEST)
    for arguments, message in (
        (("--breadcrumb-mode=of",), "from the flag `--breadcrumb-mode`"),
        ((), "from the marker `breadcrumb` of `test_b.py::test_it`"),
    ):
        result = run(pytester, "-n2", *arguments)
        stops(result, message)
        output = result.stdout.str() + result.stderr.str()
        assert output.count("cannot use the setting") == 1
        assert "crashed" not in output


def test_markers_of_a_class_and_of_a_test_add_up(pytester: pytest.Pytester) -> None:
    pytester.makeconftest(
        """
        from breadcrumb.plugins._settings import settings_of
        def pytest_runtest_call(item):
            settings = settings_of(item)
            print(f"<{settings.mode} {settings.threshold} {settings.max_heals}>")
        """
    )
    pytester.makepyfile(
        """
        import pytest
        @pytest.mark.breadcrumb(mode="off", threshold=0.6)
        class TestIt:
            @pytest.mark.breadcrumb(threshold=0.8, max_heals=None)
            def test_it(self): pass
        """
    )
    result = run(pytester, "-s", "--breadcrumb-max-heals=3", "--breadcrumb-mode=suggest")
    result.stdout.fnmatch_lines(["*<off 0.8 3>*"])


def test_a_misspelled_variable_is_a_warning(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytester.makepyfile(TEST)
    monkeypatch.setenv("BREADCRUMB_THRESHOLDS", "0.9")
    monkeypatch.setenv("BREADCRUMB_RUN_ID", "nightly")
    monkeypatch.setenv("BREADCRUMB_OF_ANOTHER_PROGRAM", "1")
    result = run(pytester)
    result.assert_outcomes(passed=1, warnings=1)
    result.stdout.fnmatch_lines(
        ["*`BREADCRUMB_THRESHOLDS` sets nothing; did you mean `BREADCRUMB_THRESHOLD`*"]
    )
    stops(run(pytester, "-W", "error"), "did you mean `BREADCRUMB_THRESHOLD`?")


def test_help_says_what_a_flag_may_be(pytester: pytest.Pytester) -> None:
    text = " ".join(run(pytester, "--help").stdout.str().split())
    for part in ("one of heal, suggest, off", "one of best, css, as-before", "from 0 to 1"):
        assert part in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"mode": "guess"},
            "`mode` from an argument of `crumb()`: `'guess'` is not one of `heal`",
        ),
        ({"mode": ""}, "`''` is not one of `heal`"),
        ({"heal_after": -1}, "`-1` is not a number of seconds"),
        ({"heal_after": "1"}, "`'1'` is not a number of seconds"),
        ({"threshold": True}, "`True` is not a number from 0 to 1"),
        ({"threshold": float("inf")}, "`inf` is not a number from 0 to 1"),
        ({"max_heals": -1}, "`-1` is not a whole number"),
        ({"locator_style": "xpath"}, "`'xpath'` is not one of `best`"),
        ({"redact": [1]}, "`[1]` is not a list of names"),
        ({"db_path": " "}, "`db` from an argument of `crumb()`: `' '` is not a path"),
        ({"db_path": "."}, "is a directory, not a file"),
        ({"weights": {"flavor": 1}}, "flavor"),
    ],
)
def test_a_wrong_argument_of_crumb_is_an_error(
    site: Site, arguments: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError) as error:
        crumb(site.page, **arguments)
    assert message in str(error.value)


def test_crumb_says_what_it_wants(site: Site) -> None:
    things: Any = [None, "page", 5, site.page.locator("a"), site.page.context, Page]
    texts = ["None", "'page'", "5", "a Locator", "a BrowserContext", "a type"]
    for thing, text in zip(things, texts, strict=True):
        with pytest.raises(TypeError, match=rf"^crumb\(\) wants a Playwright page, not {text}$"):
            crumb(thing)
    arguments: Any
    for arguments, text in (
        ({"test_id": 5}, "wants a text as `test_id`, not 5"),
        ({"healer": 5}, "wants a Healer as `healer`, not 5"),
        ({"weights": "tag"}, "wants names with their weights as `weights`, not 'tag'"),
    ):
        with pytest.raises(TypeError, match=text):
            crumb(site.page, **arguments)
    mode: Any = "of"
    with pytest.raises(InputError, match=r"`mode` from an argument of `with_mode\(\)`: `'of'`"):
        with_mode(site.page.locator("a"), mode)
    with pytest.raises(TypeError, match=r"with_mode\(\) wants a Playwright locator, not 'a'"):
        with_mode("a", "off")  # type: ignore[type-var]  # pyright: ignore


def test_a_healer_has_settings_of_its_own(site: Site, db: Path) -> None:
    healer = Healer(FingerprintStore(db), threshold=0.9)
    for arguments in ({"threshold": 0.5}, {"db_path": db}, {"weights": {"tag": 1.0}}):
        with pytest.raises(InputError, match="takes a `healer` or `"):
            crumb(site.page, healer=healer, **arguments)  # type: ignore[arg-type]  # pyright: ignore
    assert crumb(site.page, healer=healer, mode="suggest").healer is healer


def test_a_page_has_a_healer_on_its_own_database(site: Site, db: Path) -> None:
    page = crumb(site.page, "login", db, threshold=0.7)
    page.goto(URL)
    page.locator("#login").click()
    assert page.healer.threshold == 0.7
    assert page.healer.store.load_fingerprint("login", "#login") is not None
    assert page.healer is page.healer


def test_the_class_works_as_crumb_does(site: Site, db: Path) -> None:
    page = HealablePage(site.page, test_id="login", db_path=db, threshold=0.6, heal_after=0)
    assert isinstance(page, Page)
    assert page.test_id == "login"
    page.goto(URL)
    page.locator("#login").click()
    # Who gets to see the page from Playwright sees this one.
    assert page.main_frame.page is page
    assert page.context.pages == [page]
    assert page.locator("#login").page is page
    site.html = LOGIN_V2
    page.goto(URL)
    with pytest.warns(UserWarning, match="healed `#login`"):
        expect(page.locator("#login")).to_be_visible()
    assert FingerprintStore(db).stats()["fingerprints"] == 1
    with pytest.raises(TypeError, match=r"^HealablePage\(\) wants a Playwright page, not None$"):
        HealablePage(None)
    with pytest.raises(InputError, match=r"argument of `HealablePage\(\)`"):
        HealablePage(site.page, threshold=7)
    with pytest.raises(TypeError, match=r"^AsyncHealablePage\(\) wants"):
        AsyncHealablePage(site.page)
    assert issubclass(AsyncHealablePage, AsyncPage)


SCRIPT = """
import sys
from pathlib import Path
sys.path.insert(0, {tests!r})
from conftest import URL, launch
from breadcrumb import crumb
from playwright.sync_api import sync_playwright

with sync_playwright() as playwright:
    browser = launch(playwright)
    page = browser.new_page()
    html = Path("site.html").read_text()
    page.route("**/*", lambda route: route.fulfill(body=html, content_type="text/html"))
    page = crumb(page, test_id="script"{arguments})
    page.goto(URL)
    try:
        page.locator("#login").click(timeout=2000)
        print("clicked")
    except Exception as error:
        print("failed:", error, getattr(error, "__notes__", ""))
    browser.close()
"""


def script(folder: Path, html: str, arguments: str = "", **environment: str) -> str:
    (folder / "site.html").write_text(html)
    source = SCRIPT.format(tests=str(Path(__file__).parent), arguments=arguments)
    environment = {**os.environ, **{f"BREADCRUMB_{k}": v for k, v in environment.items()}}
    command = [sys.executable, "-c", source]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


def test_a_script_has_the_settings_of_its_environment_and_folder(tmp_path: Path) -> None:
    assert "clicked" in script(tmp_path, LOGIN_V1, HEAL_AFTER="0")
    (tmp_path / "breadcrumb.toml").write_text('mode = "suggest"\nheal_after = 0\n')
    assert "would heal" in script(tmp_path, LOGIN_V2)
    assert "breadcrumb" not in script(tmp_path, LOGIN_V2, MODE="off")
    assert "clicked" in script(tmp_path, LOGIN_V2, ', mode="heal"', MODE="off")
    error = script(tmp_path, LOGIN_V2, MODE="guess")
    assert "`mode` from the environment variable `BREADCRUMB_MODE`: `guess`" in error
    (tmp_path / "breadcrumb.toml").write_text('mode = "guess"\n')
    assert f"`mode` from `{tmp_path / 'breadcrumb.toml'}`" in script(tmp_path, LOGIN_V2)


def test_crumb_in_a_test_has_the_settings_of_the_run(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import pytest
        from breadcrumb._settings import with_arguments

        def chosen(**arguments):
            return with_arguments("crumb()", arguments)

        def test_flag():
            assert chosen().mode == "suggest"
            assert chosen(mode="heal").mode == "heal"

        @pytest.mark.breadcrumb(mode="off")
        def test_marker():
            assert chosen().mode == "off"
        """
    )
    run(pytester, "--breadcrumb-mode=suggest").assert_outcomes(passed=2)
