"""Breadcrumb for pytest: the fixture `heal_page`, and `--breadcrumb` for every test."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Generator
from typing import TYPE_CHECKING, Any

import pytest

from .. import _native
from .._settings import use
from ._quarantine import Quarantine, show
from ._settings import (
    check_marker,
    check_settings,
    config_of,
    known_early,
    of_run,
    pytest_addoption,
)

if TYPE_CHECKING:
    from ._run import Run

__all__ = ["breadcrumb_app_version", "heal_page", "pytest_addoption"]

_RUN = pytest.StashKey["Run"]()
_BEGINNING = pytest.StashKey["_Beginning"]()
_APP_VERSION = "breadcrumb_app_version"
_OURS = (_native.HEAL_PROPERTY, _native.REFUSAL_PROPERTY, _native.DRIFT_PROPERTY)
# Options with which pytest prints something and runs no test.
_NO_TESTS = (
    *("cacheshow", "collectonly", "help", "markers"),
    *("show_fixtures_per_test", "showfixtures", "version"),
)
# Where a worker tells its controller which markers are wrong.
_WRONG = "breadcrumb_wrong_settings"


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Be there when a `conftest.py` or an argument is wrong."""
    early_config.stash[_BEGINNING] = _Beginning(early_config)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Register the marker, and stop where a setting is wrong."""
    config.addinivalue_line(
        "markers",
        "breadcrumb(mode=None, threshold=None, heal_after=None, max_heals=None, "
        "locator_style=None, redact=None, relearn_after=None): how Breadcrumb works in this test",
    )
    check_settings(config)
    if _BEGINNING in config.stash:
        config.stash[_BEGINNING].is_configured = True
    config.pluginmanager.register(_Summary(config), "breadcrumb-summary")
    # Workers report to the controller, which decides.
    if of_run(config).enabled and not _is_worker(config):
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
    if of_run(config).enabled and not _is_worker(config) and _runs_tests(config):
        _run(config).start(of_run(config))


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Write the last results and how the run has ended, before anybody reads them."""
    run = session.config.stash.get(_RUN, None)
    if run is None:
        return
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
    if not run.is_running:
        # The test has asked for the fixture by name, when it was running already.
        run.begin(request.node)
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
    use(config_of(item))
    if _uses_breadcrumb(item):
        _run(item.config).begin(item)
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
    if fixturedef.argname in ("page", "context", "browser") and of_run(request.config).enabled:
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
    run = item.config.stash.get(_RUN, None)
    if run is None or not run.is_running:
        return report
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
        run.settle_now()
        found: list[tuple[str, object]] = [(_native.HEAL_PROPERTY, text) for text in run.heals()]
        found += [(_native.DRIFT_PROPERTY, text) for text in run.drifts()]
        # Both: reports copy them from the item, and this one is made already.
        item.user_properties[:] = [p for p in item.user_properties if p[0] not in _OURS] + found
        report.user_properties += found
    if report.when == "teardown":
        report.user_properties += [(_native.REFUSAL_PROPERTY, text) for text in run.finish()]


def pytest_report_teststatus(report: pytest.TestReport) -> tuple[str, str, str] | None:
    """Show a test that passed only because it was healed as its own outcome."""
    has_passed = getattr(report, "when", None) == "call" and report.passed
    is_healed = has_passed and _native.HEAL_PROPERTY in dict(report.user_properties)
    return _native.HEALED if is_healed else None


class _Beginning:
    """Notes a run that ends before it starts: wrong arguments, or a broken `conftest.py`.

    Without a trace of it, `breadcrumb gate` would judge the run before.
    """

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self.is_configured = False
        self.is_over = False
        config.add_cleanup(self._end)

    def _end(self) -> None:
        """Record a run that ended too early; a problem with that is no problem of pytest."""
        # Without an error, another plugin had something else to do than to run tests.
        has_failed = self.is_configured or sys.exc_info()[0] is not None
        if self.is_over or not has_failed or not _runs_tests(self._config):
            return
        with contextlib.suppress(Exception):
            # The arguments were never taken over, for one of them may be wrong.
            vars(self._config.option).update(vars(self._config.known_args_namespace))
            settings = known_early(self._config)
            if settings.enabled:
                run = _run(self._config)
                run.start(settings)
                if not self.is_configured:
                    run.end(int(pytest.ExitCode.USAGE_ERROR))
                run.flush()
                run.close()


class _Summary:
    """Collects what all workers report, and shows it once."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._found = _native.Summary()
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
        has_passed = report.when == "call" and report.passed
        for name, text in report.user_properties:
            if name in _OURS:
                self._found.add(report.nodeid, name, str(text), has_passed)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        for text in self._wrong:
            terminalreporter.write_line(f"ERROR: {text}", red=True)
        lines = self._found.lines
        settings = of_run(self._config)
        if settings.report:
            lines += _run(self._config).store_lines()
            lines.append(_native.page_line(settings.db, self._config.invocation_params.dir))
        show(terminalreporter, "breadcrumb", lines)


def _runs_tests(config: pytest.Config) -> bool:
    """Tell whether pytest was asked to run tests, not to print something."""
    return not any(getattr(config.known_args_namespace, name, None) for name in _NO_TESTS)


def _is_worker(config: pytest.Config) -> bool:
    """Tell whether this is a process of pytest-xdist that runs tests for another one."""
    return hasattr(config, "workerinput")


def _uses_breadcrumb(item: pytest.Item) -> bool:
    names = getattr(item, "fixturenames", ())
    return of_run(item.config).enabled or "heal_page" in names


def _run(config: pytest.Config) -> Run:
    if _RUN not in config.stash:
        from ._run import Run

        config.stash[_RUN] = Run(config)
    return config.stash[_RUN]
