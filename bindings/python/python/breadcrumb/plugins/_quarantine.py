"""Failures of quarantined tests: seen, told, recorded, and not failing the run.

The process that pytest was started in decides: under pytest-xdist that is the controller. Workers
only say why a test failed.
"""

from __future__ import annotations

import json
import os
import traceback
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from .. import _native
from ._settings import database_of
from ._suite import Suite

__all__ = ["RERUN_VARIABLE", "Quarantine", "note_failure"]

RERUN_VARIABLE = "BREADCRUMB_RERUN"
"""Set by `breadcrumb flaky confirm` and `verify`: record, mask nothing."""

_DETAILS = "_breadcrumb_failure"
_WHY = "breadcrumb_quarantined"


def note_failure(
    report: pytest.TestReport, call: pytest.CallInfo[None], suite: Suite
) -> dict[str, Any] | None:
    """Say why a test failed, on the report itself, so that it reaches the controller.

    The exception says that, not the report: what is printed depends on `--tb` and other plugins.
    """
    if not report.failed or call.excinfo is None:
        return None
    root = suite.root
    text = _native.failure_reason(
        call.excinfo.typename,
        _encodable(call.excinfo.exconly(tryshort=True)),
        _encodable(_trace(call.excinfo, root / report.location[0], root)),
    )
    failure: dict[str, Any] = json.loads(text)
    details = {"phase": report.when, "failure": failure, "variant": suite.variant}
    setattr(report, _DETAILS, json.dumps(details))
    return failure


def _trace(excinfo: pytest.ExceptionInfo[BaseException], file: Path, root: Path) -> str:
    """Return the calls from the test's own file on, in Python's form, with paths from the root."""
    frames = [(frame, line) for frame, line in traceback.walk_tb(excinfo.value.__traceback__)]
    places = [Path(frame.f_code.co_filename) for frame, _ in frames]
    start = places.index(file) if file in places else 0
    return "\n".join(
        f'File "{_below(place, root)}", line {line}, in {frame.f_code.co_name}'
        for place, (frame, line) in zip(places[start:], frames[start:], strict=True)
        if not _is_hidden(frame, excinfo)
    )


def _below(place: Path, root: Path) -> str:
    return place.relative_to(root).as_posix() if place.is_relative_to(root) else str(place)


def _is_hidden(frame: FrameType, excinfo: pytest.ExceptionInfo[BaseException]) -> bool:
    """Tell whether a function asks pytest not to be shown."""
    hides: Any = frame.f_locals.get("__tracebackhide__", False)
    return bool(hides(excinfo) if callable(hides) else hides)


def _encodable(text: str) -> str:
    """Return a text without lone surrogates, which file names of any encoding bring along."""
    return text.encode("utf-8", "backslashreplace").decode()


class Quarantine:
    """Masks failures, and brings the quarantine up to date when all tests have run."""

    def __init__(self, config: pytest.Config) -> None:
        """Start before the first report."""
        self._config = config
        self._flaky: _native.Flaky | None = None
        self._trouble: str | None = None
        self._out_of_date: str | None = None
        self._masked: dict[str, str] = {}
        self._through: dict[str, str] = {}
        self._changes: dict[str, list[str]] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Turn a masked failure into an expected one, before anybody counts it."""
        details = getattr(report, _DETAILS, None)
        if not report.failed or details is None:
            return
        flaky = self._open()
        if flaky is None:
            return
        try:
            is_masked, why = flaky.judge(report.nodeid, details)
        except Exception as error:
            self._give_up(error)
            return
        if is_masked:
            reason = f"quarantined: {why}"
            report.outcome = "skipped"
            report.wasxfail = reason
            report.user_properties.append((_WHY, reason))
            self._masked[report.nodeid] = why or ""
        elif why is not None:
            self._through[report.nodeid] = why

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self, report: pytest.TestReport) -> tuple[str, str, str] | None:
        """Show a masked failure as its own outcome."""
        properties = getattr(report, "user_properties", ())
        if getattr(report, "when", None) == "call" and any(name == _WHY for name, _ in properties):
            return "quarantined", "Q", "QUARANTINED"
        return None

    def pytest_sessionfinish(self) -> None:
        """Learn from this run."""
        flaky = self._open()
        if flaky is None:
            return
        try:
            self._changes = json.loads(flaky.auto_update())
        except Exception as error:
            self._out_of_date = str(error)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Name every masked failure, and what has changed."""
        lines = [f"quarantined, does not fail the run: {t}: {w}" for t, w in self._masked.items()]
        lines += [f"quarantined, but fails the run: {t}: {w}" for t, w in self._through.items()]
        for change, title in (
            ("quarantined", "from now on quarantined"),
            ("unquarantined", "released"),
            ("suspended", "suspended, looks broken"),
            ("resumed", "masked again"),
            ("proposed", "would be quarantined"),
        ):
            lines += [f"{title}: {test_id}" for test_id in self._changes.get(change, ())]
        if self._trouble is not None:
            lines.append(f"the quarantine is not known, so every failure counts: {self._trouble}")
        if self._out_of_date is not None:
            lines.append(f"the next run brings the quarantine up to date: {self._out_of_date}")
        if lines:
            terminalreporter.write_sep("=", "breadcrumb quarantine")
            for line in lines:
                terminalreporter.write_line(line)

    def _open(self) -> _native.Flaky | None:
        """Open the database where there is one; a rerun masks nothing."""
        if self._trouble is not None or os.environ.get(RERUN_VARIABLE):
            return None
        if self._flaky is None:
            try:
                patience = _native.QUARANTINE_PATIENCE_MS
                store = _native.Store(database_of(self._config), patience)
                self._flaky = _native.Flaky(store, self._config.rootpath)
            except Exception as error:
                self._give_up(error)
        return self._flaky

    def _give_up(self, error: Exception) -> None:
        """Go on without a quarantine: every failure counts. A warning here could end pytest."""
        self._trouble = str(error)
