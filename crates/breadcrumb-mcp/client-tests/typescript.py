"""Runs the script of the TypeScript client where npm has put it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[2]


def modules() -> Path:
    """The folder that npm installed into: `make test-mcp` names it, else the checkout's own."""
    named = os.environ.get("BREADCRUMB_NODE_FOLDER")
    folder = Path(named) if named else REPOSITORY / ".venv" / "lib" / "tsc"
    installed = folder / "node_modules" / "@modelcontextprotocol" / "client"
    assert installed.is_dir(), f"no client in {folder}: run `make test-mcp`"
    return folder


def run(task: dict[str, Any]) -> list[dict[str, Any]]:
    """Gives the script a task and returns what it saw, one entry a step."""
    node = shutil.which("node")
    assert node, "no node on the path: run `make test-mcp`"
    script = (HERE / "client.mjs").read_text()
    # Imports of a script that is given as text are looked up from the working directory.
    done = subprocess.run(
        [node, "--input-type=module", "--eval", script, json.dumps(task)],
        cwd=modules(),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
