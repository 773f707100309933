"""One test run in one process: the test that is running now, and its pages."""

import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .. import _native
from ..errors import BreadcrumbWarning
from ..playwright._app_version import ShownVersion
from ..playwright._inside import BrowserContextImpl, BrowserImpl, PageImpl, told, why_off
from ..playwright._scope import Scope
from ..playwright.page_wrapper import watch_browser, watch_context, wrap
from ._quarantine import DETAILS, error_of
from ._settings import settings_of

# Markers that say how a test runs, not what it is about.
_NO_TAGS = (
    *("asyncio", "breadcrumb", "filterwarnings", "flaky", "parametrize", "skip", "skipif"),
    *("timeout", "usefixtures", "xdist_group", "xfail"),
)
# What ends a test, or a fixture, without being an error to Python.
_OUTCOMES = (pytest.fail.Exception, pytest.skip.Exception)
# The option by which pytest-xdist gives one id to all its workers.
_XDIST_ID = "testrunuid"


class Run(Scope):
    """Tests run one after the other in a process, so one scope serves them all in turn.

    Pages that outlive a test (fixtures of a wider scope) so belong to the test that uses them.
    """

    def __init__(self, config: pytest.Config) -> None:
        """Start before the first test."""
        super().__init__()
        self.suite = self._suite = _suite_of(config)
        self.shown_version = ShownVersion(self._suite.app_header, self._suite.app_meta)
        # Whether a test with Breadcrumb is running.
        self.is_running = False
        self._attempt: _native.Attempt | None = None
        self._db: Path | None = None

    def start(self, settings: _native.Settings) -> None:
        """Record that the run has begun, before its tests are collected: it may never get there."""
        self.settings, self._db = settings, settings.db
        with contextlib.suppress(Exception):
            self.open()

    def end(self, exit_code: int) -> None:
        """Record how the run has ended."""
        if self.recorder is not None:
            self._suite.record_end(self.recorder, exit_code)

    def begin(self, item: pytest.Item) -> None:
        """Start a test."""
        settings = settings_of(item)
        if settings.db != self._db:
            self.recorder = None
        file, line, _ = item.location
        tags = [mark.name for mark in item.iter_markers() if mark.name not in _NO_TAGS]
        place = (file, None if line is None else line + 1)
        self._attempt = self._suite.begin(item.nodeid, tags, *place)
        self.is_running = True
        self.start_test(item.nodeid)
        # The database is opened before the test needs it. What is wrong with it is said then.
        self.start(settings)

    def note_app_version(self, ask: Callable[[], object]) -> None:
        """Let the suite say which version of the application it runs against."""
        said: object = None
        try:
            said = ask()
        except (Exception, *_OUTCOMES) as error:
            # The test has not asked for it, so it is none of its problems.
            self._warn(_native.app_version_trouble(str(error)))
        self._suite.note_app_version(None if said is None else str(said))

    def heal(self, value: Any) -> Any:
        """Give a page its healing face, and each page of a context or browser from now on."""
        impl = getattr(value, "_impl_obj", None)
        is_page = isinstance(impl, PageImpl)
        why = why_off(impl if is_page else None)
        if why is not None:
            self.complain(why, told)
            return value
        if is_page:
            return wrap(value, self)
        if isinstance(impl, BrowserContextImpl):
            watch_context(value, self)
        if isinstance(impl, BrowserImpl):
            watch_browser(value, self)
        return value

    def note_typed(self, call: str, arguments: dict[str, Any], answer: Any = None) -> None:
        """Let no message of a failure tell what the test types."""
        if self._attempt is not None:
            self._attempt.note_typed(call, arguments, answer)

    def heals(self) -> list[str]:
        """Return what was healed in this test, and where."""
        heals = (event for event in self.events if event.kind == "healed")
        return [self._suite.heal_text(heal.text, heal.file, heal.line) for heal in heals]

    def drifts(self) -> list[str]:
        """Return which locators find another element than they used to."""
        return [event.text for event in self.events if event.kind == "drifted"]

    def note_phase(self, report: pytest.TestReport, call: pytest.CallInfo[None]) -> None:
        """Remember how setup, call or teardown went."""
        if self._attempt is not None:
            failed = self._attempt.note(
                report.when or "",
                report.outcome,
                is_expected=hasattr(report, "wasxfail"),
                seconds=report.duration,
                error=error_of(call) if report.failed else None,
            )
            if failed is not None:
                setattr(report, DETAILS, failed)

    def finish(self) -> list[str]:
        """End the test; returns what was not healed, in sentences."""
        self.settle_now()
        self.is_running = False
        if self._attempt is None:
            return []
        record = self._suite.record(self._attempt, self.shown_version.version)
        refusals = self.end_test(self._attempt.has_passed, record)
        if self.recorder is not None:
            self.recorder.settle()
        return _native.refusal_texts(refusals)

    def store_lines(self) -> list[str]:
        """Return what the database holds, in lines."""
        return [_native.database_line(self._db)]

    def flush(self) -> None:
        """Write what could not be written yet, to the database or to a file beside it."""
        if self.recorder is not None:
            self.recorder.flush()
            notice = self.recorder.take_notice()
            if notice is not None:
                self._warn(notice)

    def close(self) -> None:
        """Close the database."""
        if self.recorder is not None:
            self.recorder.close()

    def open(self) -> _native.Recorder:
        """Open the database; the run begins there."""
        if self.recorder is None:
            recorder = _native.Recorder(self._db)
            recorder.wait_until_open()
            self._suite.record_start(recorder)
            self.recorder = recorder
        return self.recorder

    def _warn(self, text: str) -> None:
        self.warn(text, BreadcrumbWarning, ("pytest", 1))


def _suite_of(config: pytest.Config) -> _native.Suite:
    """Return the run that this process belongs to, with an id that pytest-xdist gives to all."""
    worker: dict[str, Any] = getattr(config, "workerinput", {})
    suite = _native.Suite(
        config.rootpath,
        runner="pytest",
        runner_version=pytest.__version__,
        own_id=worker.get(_XDIST_ID) or getattr(config.option, _XDIST_ID, None),
        worker=os.environ.get("PYTEST_XDIST_WORKER"),
    )
    if hasattr(config.option, _XDIST_ID):
        setattr(config.option, _XDIST_ID, suite.own_id)
    return suite
