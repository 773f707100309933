"""What is known of the whole run of the suite: its id, and the state of the code."""

from __future__ import annotations

import json
import time
import uuid
from dataclasses import dataclass, field
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
    variant: str | None
    root: Path
    detected: dict[str, Any]
    started_at: float = field(default_factory=time.time)

    @property
    def commit_sha(self) -> str | None:
        """The commit."""
        return self.detected.get("commit_sha")

    def info(self) -> dict[str, Any]:
        """Return it in the form that is stored, when it begins."""
        return {
            **self.detected,
            "runner": "pytest",
            "runner_version": pytest.__version__,
            "started_at": self.started_at,
        }

    def end(self, exit_code: int) -> dict[str, Any]:
        """Return what is known of it when it ends."""
        duration = (time.time() - self.started_at) * 1000
        return {"run_uid": self.run_uid, "exit_code": exit_code, "duration_ms": duration}


def suite_of(config: pytest.Config) -> Suite:
    """Return the run that this process belongs to."""
    info, revision, variant = _native.suite_info(config.rootpath, _own_id(config))
    detected: dict[str, Any] = json.loads(info)
    return Suite(detected["run_uid"], revision, variant, config.rootpath, detected)


def _own_id(config: pytest.Config) -> str:
    """Return an id that pytest-xdist gives to all its workers, where it is there."""
    worker: dict[str, Any] = getattr(config, "workerinput", {})
    own: str = worker.get(_OPTION) or getattr(config.option, _OPTION, None) or uuid.uuid4().hex
    if hasattr(config.option, _OPTION):
        setattr(config.option, _OPTION, own)
    return own


_OPTION = "testrunuid"
