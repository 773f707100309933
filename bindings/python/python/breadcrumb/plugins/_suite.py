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

    native: _native.Suite
    root: Path
    detected: dict[str, Any]
    started_at: float = field(default_factory=time.time)

    @property
    def run_uid(self) -> str:
        """Its id."""
        return str(self.detected["run_uid"])

    @property
    def variant(self) -> str | None:
        """Which of several ways the tests run in."""
        return self.native.variant

    @property
    def app_header(self) -> str | None:
        """The response header that has the version of the application."""
        return self.native.app_header

    @property
    def app_meta(self) -> str | None:
        """The meta tag that has the version of the application."""
        return self.native.app_meta

    def revision(self, said: str | None, shown: str | None) -> str | None:
        """Return the version of code and application, by what the suite says and its pages show."""
        return self.native.revision(said, shown)

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
    native = _native.Suite(config.rootpath, _own_id(config))
    return Suite(native, config.rootpath, json.loads(native.info))


def _own_id(config: pytest.Config) -> str:
    """Return an id that pytest-xdist gives to all its workers, where it is there."""
    worker: dict[str, Any] = getattr(config, "workerinput", {})
    own: str = worker.get(_OPTION) or getattr(config.option, _OPTION, None) or uuid.uuid4().hex
    if hasattr(config.option, _OPTION):
        setattr(config.option, _OPTION, own)
    return own


_OPTION = "testrunuid"
