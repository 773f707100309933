"""A run that ends before its session starts: wrong arguments, or a `conftest.py` that is broken.

Without a trace of it, `breadcrumb gate` would judge the run before.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from ._settings import known_early

if TYPE_CHECKING:
    from ._run import Run

# Options with which pytest prints something and runs no test.
_NO_TESTS = (
    *("cacheshow", "collectonly", "help", "markers"),
    *("show_fixtures_per_test", "showfixtures", "version"),
)


def runs_tests(config: pytest.Config) -> bool:
    """Tell whether pytest was asked to run tests, not to print something."""
    return not any(getattr(config.known_args_namespace, name, None) for name in _NO_TESTS)


class Beginning:
    """Notes a run that never gets to its session."""

    def __init__(self, config: pytest.Config, run_of: Callable[[pytest.Config], Run]) -> None:
        """Start before the first `conftest.py` is loaded."""
        self._config = config
        self._run_of = run_of
        self.is_configured = False
        self.is_over = False
        config.add_cleanup(self._end)

    def _end(self) -> None:
        """Record a run that ended too early; a problem with that is no problem of pytest."""
        # Without an error, another plugin had something else to do than to run tests.
        has_failed = self.is_configured or sys.exc_info()[0] is not None
        if self.is_over or not has_failed or not runs_tests(self._config):
            return
        with contextlib.suppress(Exception):
            # The arguments were never taken over, for one of them may be wrong.
            vars(self._config.option).update(vars(self._config.known_args_namespace))
            settings = known_early(self._config)
            if settings.enabled:
                run = self._run_of(self._config)
                run.start(settings)
                if not self.is_configured:
                    run.end(int(pytest.ExitCode.USAGE_ERROR))
                run.flush()
                run.close()
