"""Failures of quarantined tests: seen, told, recorded, and not failing the run.

The process that pytest was started in decides: under pytest-xdist that is the controller. Workers
only say why a test failed.
"""

import contextlib
import traceback
from types import FrameType
from typing import Any

import pytest

from .. import _native
from ._settings import of_run

# Where a report says why its test failed, so that this reaches the controller.
DETAILS = "_breadcrumb_failure"


def show(terminalreporter: Any, title: str, lines: list[str]) -> None:
    """Write a section of the summary, if there is something to say."""
    if lines:
        terminalreporter.write_sep("=", title)
    for line in lines:
        terminalreporter.write_line(line)


def error_of(call: pytest.CallInfo[None]) -> _native.PhaseError | None:
    """Return the error that ended a phase.

    The exception says that, not the report: what is printed depends on `--tb` and other plugins.
    """
    found = call.excinfo
    if found is None:
        return None
    error = _native.PhaseError(found.typename, _encodable(found.exconly(tryshort=True)))
    for frame, line in traceback.walk_tb(found.value.__traceback__):
        code = frame.f_code
        file = _encodable(code.co_filename)
        error.add_frame(file, line, _encodable(code.co_name), _is_hidden(frame, found))
    return error


def _is_hidden(frame: FrameType, excinfo: pytest.ExceptionInfo[BaseException]) -> bool:
    """Tell whether a function asks pytest not to be shown."""
    hides: Any = frame.f_locals.get("__tracebackhide__", False)
    return bool(hides(excinfo) if callable(hides) else hides)


def _encodable(text: str) -> str:
    """Return a text without lone surrogates, which file names of any encoding bring along."""
    return text.encode("utf-8", "backslashreplace").decode()


class Quarantine:
    """Ignores known failures of quarantined tests, and updates the quarantine at the end."""

    def __init__(self, config: pytest.Config) -> None:
        """Start before the first report."""
        self._engine = _native.Quarantine(of_run(config).db, config.rootpath)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Turn an ignored failure into an expected one before it is counted."""
        failed = getattr(report, DETAILS, None)
        if not report.failed or failed is None:
            return
        # A name that is no text is in no quarantine.
        with contextlib.suppress(UnicodeError):
            reason = self._engine.mask(report.nodeid, failed)
            if reason is not None:
                report.outcome = "skipped"
                report.wasxfail = reason
                report.user_properties.append((_native.MASKED_PROPERTY, reason))

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self, report: pytest.TestReport) -> tuple[str, str, str] | None:
        """Show an ignored failure as an outcome of its own."""
        names = {name for name, _ in getattr(report, "user_properties", ())}
        is_call = getattr(report, "when", None) == "call"
        return _native.QUARANTINED if is_call and _native.MASKED_PROPERTY in names else None

    def pytest_sessionfinish(self) -> None:
        """Learn from this run."""
        self._engine.update()

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Name every ignored failure, and what has changed."""
        show(terminalreporter, "breadcrumb quarantine", self._engine.lines)
