"""What is known of the whole run of the suite: its id, and the state of the code."""

from __future__ import annotations

import os
import platform
import subprocess
import time
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

__all__ = ["Suite", "suite_of"]

# A repository on a slow disk must not hold up the tests.
_GIT_SECONDS = 5.0


@dataclass(frozen=True)
class Suite:
    """One run of the suite, the same in all its processes."""

    run_uid: str
    commit_sha: str | None
    tree_hash: str | None
    branch: str | None

    def info(self) -> dict[str, Any]:
        """Return it in the form that is stored."""
        return {
            "run_uid": self.run_uid,
            "commit_sha": self.commit_sha,
            "tree_hash": self.tree_hash,
            "branch": self.branch,
            "os": platform.system().lower(),
            "runner": "pytest",
            "runner_version": pytest.__version__,
            "started_at": time.time(),
        }


def suite_of(root: Path) -> Suite:
    """Return the run that this process belongs to."""
    # pytest-xdist gives all its workers the same id.
    run_uid = os.environ.get("PYTEST_XDIST_TESTRUNUID") or uuid.uuid4().hex
    commit, tree, branch = _git(root)
    return Suite(run_uid, commit, tree, branch)


def _git(root: Path) -> tuple[str | None, str | None, str | None]:
    """Return commit, tree and branch; nothing where there is no git or no commit."""
    command = ["git", "rev-parse", "HEAD", "HEAD^{tree}", "--abbrev-ref", "HEAD"]
    try:
        done = subprocess.run(
            command, cwd=root, capture_output=True, text=True, timeout=_GIT_SECONDS, check=True
        )
        commit, tree, branch = done.stdout.split()
    except (OSError, subprocess.SubprocessError, ValueError):
        return None, None, None
    return commit, tree, branch
