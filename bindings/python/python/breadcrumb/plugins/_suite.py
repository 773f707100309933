"""What is known of the whole run of the suite: its id, and the state of the code."""

from __future__ import annotations

import json
import os
import time
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from .. import _native

__all__ = ["Suite", "suite_of"]


@dataclass(frozen=True)
class Suite:
    """One run of the suite, the same in all its processes."""

    run_uid: str
    revision: str | None
    root: Path
    detected: dict[str, Any]

    @property
    def commit_sha(self) -> str | None:
        """The commit."""
        return self.detected.get("commit_sha")

    def info(self) -> dict[str, Any]:
        """Return it in the form that is stored."""
        return {
            **self.detected,
            "runner": "pytest",
            "runner_version": pytest.__version__,
            "started_at": time.time(),
        }


def suite_of(root: Path) -> Suite:
    """Return the run that this process belongs to."""
    # pytest-xdist gives all its workers the same id.
    run_uid = os.environ.get("PYTEST_XDIST_TESTRUNUID") or uuid.uuid4().hex
    info, revision = _native.suite_info(root, run_uid)
    return Suite(run_uid, revision, root, json.loads(info))
