"""Breadcrumb for pytest: the fixture `heal_page`, and `--breadcrumb` for every test."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

import pytest

from .._settings import use
from ._before import Beginning, runs_tests
from ._settings import (
    add_options,
    check_marker,
    check_settings,
    database_of,
    is_on,
    settings_of,
    use_settings_of,
)

if TYPE_CHECKING:
    from ._run import Run

__all__ = ["breadcrumb_app_version", "heal_page"]

_RUN = pytest.StashKey["Run"]()
_BEGINNING = pytest.StashKey[Beginning]()
_APP_VERSION = "breadcrumb_app_version"
_HEALS = "breadcrumb_heal"
_REFUSALS = "breadcrumb_refused"
_DRIFTS = "breadcrumb_drift"
_OURS = (_HEALS, _REFUSALS, _DRIFTS)
# Markers that say how a test runs, not what it is about.
_NO_TAGS = frozenset(
    {
        "asyncio",
        "breadcrumb",
        "filterwarnings",
        "flaky",
        "parametrize",
        "skip",
        "skipif",
        "timeout",
        "usefixtures",
        "xdist_group",
        "xfail",
    }
)
_PAGE = "breadcrumb-report.html"
# Where a worker tells its controller which markers are wrong.
_WRONG = "breadcrumb_wrong_settings"
_NEXT = (
    "next: `breadcrumb review` to decide about heals and refusals, "
    "`breadcrumb fix` to change the locators"
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Register flags and ini options."""
    add_options(parser)


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Be there when a `conftest.py` or an argument is wrong."""
    early_config.stash[_BEGINNING] = Beginning(early_config, _run)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Register the marker, and stop where a setting is wrong."""
    config.addinivalue_line(
        "markers",
        "breadcrumb(mode=None, threshold=None, heal_after=None, max_heals=None, "
        "locator_style=None, redact=None): how Breadcrumb works in this test",
    )
    check_settings(config)
    if _BEGINNING in config.stash:
        config.stash[_BEGINNING].is_configured = True
    config.pluginmanager.register(_Summary(config), "breadcrumb-summary")
    # Workers report to the controller, which decides.
    if is_on(config, "breadcrumb") and not _is_worker(config):
        from ._quarantine import Quarantine

        config.pluginmanager.register(Quarantine(config), "breadcrumb-quarantine")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Stop before the first test where a marker is wrong."""
    wrong = [text for text in map(check_marker, items) if text is not None]
    if not wrong:
        return
    if not _is_worker(config):
        raise pytest.UsageError(*dict.fromkeys(wrong))
    # A worker that raises has crashed, to its controller: that one says it, and no test runs.
    items.clear()
    output: dict[str, Any] = config.workeroutput  # type: ignore[attr-defined]  # pyright: ignore
    output[_WRONG] = wrong


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Record that a run has begun; a worker's run is that of its controller."""
    config = session.config
    if _BEGINNING in config.stash:
        config.stash[_BEGINNING].is_over = True
    if is_on(config, "breadcrumb") and not _is_worker(config) and runs_tests(config):
        _run(config).start(database_of(config))


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Write the last results and how the run has ended, before anybody reads them."""
    if _RUN not in session.config.stash:
        return
    run = session.config.stash[_RUN]
    try:
        if not _is_worker(session.config):
            run.end(int(exitstatus))
        run.flush()
    except Exception as error:
        run.give_up(error)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Close the database."""
    use(None)
    if _RUN in config.stash:
        config.stash[_RUN].close()


@pytest.fixture
def heal_page(request: pytest.FixtureRequest) -> Any:
    """Return the test's `page` with locators that heal.

    `page` is the fixture of pytest-playwright or one of your own.
    """
    run = _run(request.config)
    if not run.is_running():
        # The test has asked for the fixture by name, when it was running already.
        run.begin(request.node.nodeid, settings_of(request.node))
    return run.heal(request.getfixturevalue("page"))


@pytest.fixture(scope="session")
def breadcrumb_app_version() -> str | None:
    """Return the version of the deployed application; a suite may have its own that asks for it.

    `None` leaves it to the settings and to the pages of the application.
    """
    return None


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    """Start a test, and again each rerun of it."""
    use_settings_of(item)
    if _uses_breadcrumb(item):
        tags = (marker.name for marker in item.iter_markers() if marker.name not in _NO_TAGS)
        file, line, _ = item.location
        place = (file, None if line is None else line + 1)
        _run(item.config).begin(item.nodeid, settings_of(item), tags, place)
    result = yield
    request: Any = getattr(item, "_request", None)
    if request is not None and _uses_breadcrumb(item):
        _run(item.config).note_app_version(lambda: request.getfixturevalue(_APP_VERSION))
    return result


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
) -> Generator[None, Any, Any]:
    """Give `page` and the pages of `context` and `browser` their healing face."""
    value = yield
    if fixturedef.argname in ("page", "context", "browser") and is_on(request.config, "breadcrumb"):
        healing = _run(request.config).heal(value)
        if healing is not value and fixturedef.cached_result is not None:
            _, key, _ = fixturedef.cached_result
            fixturedef.cached_result = (healing, key, None)
        return healing
    return value


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keep or drop what a test has learned, once all of it is over."""
    if call.excinfo is not None and _RUN in item.config.stash:
        from ..playwright._tracebacks import hide_ours

        hide_ours(call.excinfo.value)
    report = yield
    if _RUN not in item.config.stash or not item.config.stash[_RUN].is_running():
        return report
    run = item.config.stash[_RUN]
    try:
        _after_phase(run, item, call, report)
    except Exception as error:
        # Anything that leaves a hook would end pytest.
        run.give_up(error)
    return report


def _after_phase(
    run: Run, item: pytest.Item, call: pytest.CallInfo[None], report: pytest.TestReport
) -> None:
    run.note_phase(report, call)
    if report.when == "call":
        run.settle()
        found: list[tuple[str, object]] = [(_HEALS, text) for text in run.heals()]
        found += [(_DRIFTS, text) for text in run.drifts()]
        # Both: reports copy them from the item, and this one is made already.
        item.user_properties[:] = [p for p in item.user_properties if p[0] not in _OURS] + found
        report.user_properties += found
    if report.when == "teardown":
        report.user_properties += [(_REFUSALS, text) for text in run.finish()]


def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    """Show a test that passed only because it was healed as its own outcome."""
    is_call = getattr(report, "when", None) == "call"
    if is_call and report.passed and any(name == _HEALS for name, _ in report.user_properties):
        return "healed", "H", "HEALED"
    return None


class _Summary:
    """Collects what all workers report, and shows it once."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._found: dict[str, dict[str, list[str]]] = {}
        self._wrong: dict[str, None] = {}

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Take over what a worker of pytest-xdist has found wrong."""
        self._wrong |= dict.fromkeys(getattr(node, "workeroutput", {}).get(_WRONG, ()))

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self._wrong:
            session.exitstatus = pytest.ExitCode.USAGE_ERROR

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, text in report.user_properties:
            is_no_heal = name == _HEALS and not (report.when == "call" and report.passed)
            if name not in _OURS or is_no_heal:
                continue
            texts = self._found.setdefault(name, {}).setdefault(report.nodeid, [])
            if text not in texts:
                texts.append(str(text))

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        for text in self._wrong:
            terminalreporter.write_line(f"ERROR: {text}", red=True)
        wants_report = is_on(self._config, "breadcrumb_report")
        if not self._found and not wants_report:
            return
        terminalreporter.write_sep("=", "breadcrumb")
        for name, title in (
            (_HEALS, "passed only because healed"),
            (_DRIFTS, "finds another element than it used to"),
            (_REFUSALS, "not healed"),
        ):
            self._write(terminalreporter, title, self._found.get(name, {}))
        if _HEALS in self._found or _REFUSALS in self._found:
            terminalreporter.write_line(_NEXT)
        if wants_report:
            for line in _run(self._config).store_lines():
                terminalreporter.write_line(line)
            terminalreporter.write_line(self._write_page())

    def _write_page(self) -> str:
        """Write the report as a page; a problem with it is no problem of the tests."""
        path = self._config.invocation_params.dir / _PAGE
        try:
            from .. import _native
            from ..core.storage import FingerprintStore
            from ..report.html import ReportHTML

            # A locked database is waited for only as long as nobody minds.
            _native.Store(database_of(self._config), _native.QUARANTINE_PATIENCE_MS).close()
            ReportHTML().export(FingerprintStore(database_of(self._config)), path)
        except Exception as error:
            return f"no page: {error}"
        return f"the report: {path}"

    @staticmethod
    def _write(terminalreporter: Any, title: str, found: dict[str, list[str]]) -> None:
        if not found:
            return
        terminalreporter.write_line(f"{title}:")
        for nodeid in sorted(found):
            terminalreporter.write_line(f"  {nodeid}")
            for text in found[nodeid]:
                terminalreporter.write_line("    " + text.replace("\n", "\n    "))


def _is_worker(config: pytest.Config) -> bool:
    """Tell whether this is a process of pytest-xdist that runs tests for another one."""
    return hasattr(config, "workerinput")


def _uses_breadcrumb(item: pytest.Item) -> bool:
    names = getattr(item, "fixturenames", ())
    return is_on(item.config, "breadcrumb") or "heal_page" in names


def _run(config: pytest.Config) -> Run:
    if _RUN not in config.stash:
        from ._run import Run

        config.stash[_RUN] = Run(config)
    return config.stash[_RUN]
