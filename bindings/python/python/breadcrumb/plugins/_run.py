"""One test run in one process: the test that is running now, and its pages."""

from __future__ import annotations

import contextlib
import copy
import json
import os
import time
import uuid
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, cast

import pytest

from .. import _native
from ..errors import BreadcrumbWarning
from ..playwright import _learning as learning
from ..playwright._app_version import ShownVersion
from ..playwright._inside import BrowserContextImpl, BrowserImpl, PageImpl
from ..playwright._scope import Mode, Scope, Source
from ..playwright.page_wrapper import watch_browser, watch_context, wrap
from ._quarantine import RERUN_VARIABLE, note_failure
from ._settings import Settings
from ._suite import suite_of

__all__ = ["Run"]

# What ends a test, or a fixture, without being an error to Python.
_OUTCOMES = (pytest.fail.Exception, pytest.skip.Exception)


class Run:
    """Tests run one after the other in a process, so one scope serves them all in turn.

    Pages that outlive a test (fixtures of a wider scope) so belong to the test that uses them.
    """

    def __init__(self, config: pytest.Config) -> None:
        """Start before the first test."""
        self._suite = suite_of(config)
        self._attempts: dict[str, int] = {}
        self._settings = Settings()
        self._recorder: _native.Recorder | None = None
        self._phases: dict[str, pytest.TestReport] = {}
        self._error_type: str | None = None
        self._failure: dict[str, Any] | None = None
        self._tags: list[str] = []
        self._place: tuple[str | None, int | None] = (None, None)
        self._order = 0
        self._is_running = False
        self._scope = Scope(
            self._session,
            test_id="",
            mode="heal",
            heal_after=_native.DEFAULT_HEAL_AFTER_MS,
            redact=[],
        )
        self._scope.shown_version = ShownVersion(self._suite.app_header, self._suite.app_meta)
        self._said_version: str | None = None
        self._scope.waits_for_answers = False
        self._scope.gives_warnings = False

    def start(self, db: Path | None) -> None:
        """Record that the run has begun, before its tests are collected: it may never get there."""
        self._settings = Settings(db=db)
        with contextlib.suppress(Exception):
            self._open()

    def end(self, exit_code: int) -> None:
        """Record how the run has ended."""
        if self._recorder is not None:
            self._recorder.record_suite(json.dumps(self._suite.end(exit_code)))

    def begin(
        self,
        test_id: str,
        settings: Settings,
        tags: Iterable[str] = (),
        place: tuple[str | None, int | None] = (None, None),
    ) -> None:
        """Start a test; its place is its file and its line there."""
        if settings.db != self._settings.db:
            self._recorder = None
        self._settings = settings
        self._tags = sorted(set(tags))
        self._place = place
        self._phases = {}
        self._error_type = None
        self._failure = None
        self._attempts[test_id] = self._attempts.get(test_id, 0) + 1
        self._is_running = True
        self._scope.shots = settings.screenshots
        self._scope.healer, self._scope.db = None, settings.db
        self._scope.threshold = settings.threshold
        self._scope.begin(
            test_id,
            cast(Mode, settings.mode),
            settings.heal_after * 1000,
            list(settings.redact),
        )
        # The database is opened before the test needs it. What is wrong with it is said then.
        with contextlib.suppress(Exception):
            self._open()

    def note_app_version(self, ask: Callable[[], object]) -> None:
        """Let the suite say which version of the application it runs against."""
        try:
            said = ask()
        except (Exception, *_OUTCOMES) as error:
            # The test has not asked for it, so it is none of its problems.
            self._said_version = None
            self._scope.warn(f"no app version: {error}", BreadcrumbWarning, ("pytest", 1))
        else:
            self._said_version = None if said is None else str(said)

    def heal(self, value: Any) -> Any:
        """Give a page its healing face, and each page of a context or browser from now on."""
        impl = getattr(value, "_impl_obj", None)
        if isinstance(impl, PageImpl):
            return wrap(value, self._scope)
        if isinstance(impl, BrowserContextImpl):
            watch_context(value, self._scope)
        if isinstance(impl, BrowserImpl):
            watch_browser(value, self._scope)
        return value

    def settle(self) -> None:
        """Wait for what the test has learned, while its pages are open."""
        learning.settle_now(self._scope)

    def heals(self) -> list[str]:
        """Return what was healed in this test, and where."""
        places = (self._place_text(site) for site in self._scope.heal_sites)
        return [f"{text}{at}" for text, at in zip(self._scope.heals, places, strict=True)]

    def _place_text(self, site: Source) -> str:
        file, line = site
        if file is None:
            return ""
        path, root = Path(file), self._suite.root
        shown = path.relative_to(root) if path.is_relative_to(root) else path
        return f"\n  at {shown}:{line}"

    def drifts(self) -> list[str]:
        """Return which locators find another element than they used to."""
        return list(self._scope.drifts)

    def is_running(self) -> bool:
        """Tell whether a test with Breadcrumb is running."""
        return self._is_running

    def note_phase(self, report: pytest.TestReport, call: pytest.CallInfo[None]) -> None:
        """Remember how setup, call or teardown went."""
        # A copy: whoever masks a failure later changes the report, not what happened.
        self._phases[report.when or ""] = copy.copy(report)
        failure = note_failure(report, call, self._suite)
        self._failure = self._failure or failure
        if report.failed and call.excinfo is not None and self._error_type is None:
            self._error_type = call.excinfo.typename

    def give_up(self, error: Exception) -> None:
        """Leave the rest of this test alone."""
        self._scope.give_up(error)

    def finish(self) -> list[str]:
        """End the test; returns what was not healed, in sentences."""
        self.settle()
        self._is_running = False
        phase, status = self._outcome()
        refusals = self._scope.finish(status == "passed", self._record(phase, status))
        if self._recorder is not None:
            self._recorder.settle()
        return list(dict.fromkeys(f"`{locator}`: {why}" for locator, why in refusals))

    def _outcome(self) -> tuple[str, str]:
        """Return the phase that decided, and how the test ended."""
        for when, on_failure in (("setup", "error"), ("call", "failed"), ("teardown", "error")):
            report = self._phases.get(when)
            if report is not None and not report.passed:
                return when, "skipped" if report.skipped else on_failure
        return "call", "passed"

    def _record(self, phase: str, status: str) -> _native.Run:
        reports = self._phases.values()
        duration = sum(report.duration for report in reports) * 1000
        decisive = self._phases.get(phase)
        now = time.time()
        details = {
            "uid": _uid(now),
            "run_uid": self._suite.run_uid,
            "revision": self._suite.revision(self._said_version, self._scope.shown_version.version),
            "commit_sha": self._suite.commit_sha,
            "variant": self._suite.variant,
            "attempt_no": self._attempts.get(self._scope.test_id, 1),
            "phase": phase,
            "outcome": "xfailed" if hasattr(decisive, "wasxfail") else status,
            "started_at": now - duration / 1000,
            "worker": os.environ.get("PYTEST_XDIST_WORKER"),
            "order_index": self._order,
            "retry_reason": os.environ.get(RERUN_VARIABLE),
            "failure": self._failure,
            "tags": self._tags,
            "source_file": self._place[0],
            "source_line": self._place[1],
        }
        self._order += 1
        return status, duration, self._error_type, now, json.dumps(details)

    def store_lines(self) -> list[str]:
        """Return what the database holds, in lines."""
        try:
            store = _native.Store(self._settings.db, _native.QUARANTINE_PATIENCE_MS)
            fingerprints, heals = store.stats()
            return [f"{store.path}: {fingerprints} fingerprints, {heals} heals"]
        except Exception as error:
            return [f"no report: {error}"]

    def flush(self) -> None:
        """Write what could not be written yet, to the database or to a file beside it."""
        if self._recorder is not None:
            self._recorder.flush()
            notice = self._recorder.take_notice()
            if notice is not None:
                self._scope.warn(notice, BreadcrumbWarning, ("pytest", 1))

    def close(self) -> None:
        """Close the database."""
        if self._recorder is not None:
            self._recorder.close()

    def _open(self) -> _native.Recorder:
        if self._recorder is None:
            recorder = _native.Recorder(self._settings.db)
            recorder.wait_until_open()
            recorder.record_suite(json.dumps(self._suite.info()))
            recorder.record_revision(self._suite.root)
            self._recorder = recorder
        return self._recorder

    def _session(self) -> _native.Session:
        settings = self._settings
        healer = _native.Healer(settings.threshold)
        return _native.Session(
            self._open(),
            self._scope.test_id,
            healer=healer,
            mode=self._scope.mode,
            at_once=False,
            max_heals=settings.max_heals,
            redact=list(settings.redact),
            shots=settings.screenshots,
            style=settings.locator_style,
            auto_approve=settings.auto_approve,
        )


def _uid(now: float) -> str:
    """Return an id that no other attempt has. Later ones sort after it, as a database likes."""
    return f"{int(now * 1000):012x}{uuid.uuid4().hex[12:]}"
