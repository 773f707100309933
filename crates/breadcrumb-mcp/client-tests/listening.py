"""A server that listens for HTTP."""

from __future__ import annotations

import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from project import Project


@dataclass
class Listening:
    """Where it listens, and what it wants to hear."""

    url: str
    token: str
    process: subprocess.Popen[str]

    @property
    def host(self) -> str:
        return self.url.removeprefix("http://").removesuffix("/mcp")


@contextmanager
def listening(project: Project, address: str = "127.0.0.1:0") -> Iterator[Listening]:
    process = subprocess.Popen(
        [project.command, "mcp", "--http", address],
        cwd=project.root,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout and process.stderr
    try:
        said = "".join(process.stderr.readline() for _ in range(3))
        found = re.search(r"(http://\S+/mcp)\n.*Bearer ([0-9a-f]{32})`", said)
        assert found, said
        yield Listening(found[1], found[2], process)
    finally:
        process.send_signal(signal.SIGINT)
        out, more = process.communicate(timeout=10)
    assert process.returncode == 0
    assert (out, more) == ("", ""), "the token is printed once, and nothing else"
