"""What became of tests, run by run."""

from __future__ import annotations

import time
from typing import Any

from .. import _native
from ..core.storage import FingerprintStore

__all__ = ["TestTracker", "migrate_schema"]


def migrate_schema(store: FingerprintStore) -> None:
    """Bring a database to the newest schema; opening one does that already."""
    store.stats()


class TestTracker:
    """Records runs of tests and reads them back."""

    __test__ = False  # the name is no test's

    def __init__(self, store: FingerprintStore) -> None:
        """Track tests in a store."""
        self._store = store
        self._native = _native.Flaky(store)

    def record_run(
        self,
        test_id: str,
        status: str,
        duration_ms: float | None = None,
        healing_occurred: bool = False,
        error_type: str | None = None,
        environment: str | None = None,
        timestamp: float | None = None,
    ) -> None:
        """Record how a test ended: `passed`, `failed`, `error` or `skipped`.

        The timestamp is when it ended, in seconds since 1970; now unless given.
        """
        ended = time.time() if timestamp is None else timestamp
        run = _native.TestRun(
            test_id,
            status,
            ended,
            duration_ms=duration_ms,
            healed=healing_occurred,
            error_type=error_type,
            environment=environment,
        )
        self._native.record_run(run)

    def get_runs(self, test_id: str, limit: int = 100) -> list[dict[str, Any]]:
        """Return a test's runs, the newest first."""
        return [
            {
                "test_id": run.test_id,
                "status": run.status,
                "duration_ms": run.duration_ms,
                "healing_occurred": run.healed,
                "error_type": run.error_type,
                "environment": run.environment,
                "timestamp": run.timestamp,
            }
            for run in self._native.runs(test_id, limit)
        ]

    def get_all_test_ids(self) -> list[str]:
        """Return the ids of all tests that have a run."""
        return self._native.test_ids()
