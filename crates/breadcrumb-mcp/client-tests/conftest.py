"""The command, built once; a project of its own for each test that may disturb it; real clients."""

from __future__ import annotations

import os
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters, stdio_client

from project import Project

REPOSITORY = Path(__file__).resolve().parents[3]
# Both generations of the protocol: since 2026-07-28 there is no handshake.
MODES = ["auto", "legacy"]

Connect = Callable[..., AbstractAsyncContextManager[Client]]


@pytest.fixture(scope="session")
def command() -> Path:
    """The command: the one that is named, else the debug build of this checkout."""
    if named := os.environ.get("BREADCRUMB_COMMAND"):
        return Path(named).resolve()
    cargo = os.environ.get("CARGO", "cargo")
    subprocess.run([cargo, "build", "--quiet", "-p", "breadcrumb-cli"], check=True, cwd=REPOSITORY)
    target = Path(os.environ.get("CARGO_TARGET_DIR", REPOSITORY / "target"))
    return target / "debug" / "breadcrumb"


@pytest.fixture(scope="session")
def project(command: Path, tmp_path_factory: pytest.TempPathFactory) -> Project:
    return Project(tmp_path_factory.mktemp("shared"), command)


def server_of(project: Project, *arguments: str) -> StdioServerParameters:
    # Without a database of the environment: the working directory's counts.
    environment = {"PATH": os.environ["PATH"]}
    return StdioServerParameters(
        command=str(project.command), args=["mcp", *arguments], cwd=project.root, env=environment
    )


@asynccontextmanager
async def connected(project: Project, *arguments: str, mode: str = "auto") -> AsyncIterator[Client]:
    # Without a cache: every call is to reach the server.
    async with Client(stdio_client(server_of(project, *arguments)), mode=mode, cache=None) as client:
        await client.list_tools()
        yield client
