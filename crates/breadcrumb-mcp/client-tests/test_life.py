"""How a server lives and ends: with its client, also in the middle of a call, and without growing."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from conftest import connected
from project import Project

CALLS = 1_000
# The allocator keeps pages for each thread it has once seen; leaking one answer a call would be ten times that.
GROWTH_KIB = 4_096
# "Within a few seconds".
END_SECONDS = 5.0

CLIENT = """
import asyncio, sys
from mcp import Client, StdioServerParameters, stdio_client

async def main():
    server = StdioServerParameters(command=sys.argv[1], args=["mcp"], cwd=sys.argv[2])
    async with Client(stdio_client(server)) as client:
        await client.call_tool("breadcrumb_stats", {})
        print("ready", flush=True)
        if len(sys.argv) > 3:
            await client.call_tool("breadcrumb_generate_tests", {"url": sys.argv[3]})
        await asyncio.sleep(600)

asyncio.run(main())
"""


HELLO = (
    b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",'
    b'"capabilities":{},"clientInfo":{"name":"x","version":"1"}}}\n'
)


async def test_a_thousand_calls_leave_no_trace_in_memory(project: Project) -> None:
    rounds = [
        ("breadcrumb_stats", {}),
        ("breadcrumb_report", {}),
        ("breadcrumb_healing_events", {}),
        ("breadcrumb_list_fingerprints", {"limit": 20}),
        ("breadcrumb_failing_tests", {}),
        ("breadcrumb_flaky_tests", {}),
        ("breadcrumb_explain_heal", {"event_id": 1}),
        ("breadcrumb_suggest_locator", {"event_id": 1}),
        ("breadcrumb_stats", {"db_path": "/etc/passwd"}),
        ("breadcrumb_doctor", {}),
    ]
    before = set(children_of(os.getpid()))
    async with connected(project) as client:
        (server,) = set(children_of(os.getpid())) - before
        for number in range(200):
            await client.call_tool(*rounds[number % len(rounds)])
        warm = resident_kib(server)
        for number in range(CALLS):
            await client.call_tool(*rounds[number % len(rounds)])
        grown = resident_kib(server) - warm
    print(f"{warm} KiB after the first calls, {grown:+} KiB after {CALLS} more")
    assert grown <= GROWTH_KIB


@pytest.mark.parametrize("is_busy", [False, True], ids=["between calls", "in a call"])
def test_a_killed_client_ends_the_server(project: Project, is_busy: bool) -> None:
    before = project.files()
    with silent_site() as site:
        arguments = [sys.executable, "-c", CLIENT, project.command, project.root, *([site.url] if is_busy else [])]
        client = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
        assert client.stdout and client.stdout.readline() == "ready\n"
        if is_busy:
            site.wait_for_a_visitor()
        (server,) = children_of(client.pid)
        client.kill()
        client.wait()
        assert ends_within(server, END_SECONDS)
    assert project.files() == before


async def test_a_ping_is_answered_while_a_call_works(project: Project) -> None:
    with silent_site() as site:
        async with connected(project, mode="legacy") as client:
            slow = asyncio.create_task(client.call_tool("breadcrumb_generate_tests", {"url": site.url}))
            await asyncio.to_thread(site.wait_for_a_visitor)
            await asyncio.wait_for(client.send_ping(), 5)
            assert not (await asyncio.wait_for(client.call_tool("breadcrumb_stats", {}), 5)).is_error
            assert not slow.done()
            slow.cancel()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_can_be_ended_by_hand(project: Project, number: signal.Signals) -> None:
    pipe = subprocess.PIPE
    server = subprocess.Popen([project.command, "mcp"], cwd=project.root, stdin=pipe, stdout=pipe, stderr=pipe)
    # It answers: it is past its start.
    assert server.stdin and server.stdout
    server.stdin.write(HELLO)
    server.stdin.flush()
    assert b'"serverInfo"' in server.stdout.readline()
    server.send_signal(number)
    assert server.wait(timeout=END_SECONDS) == 0
    assert server.stderr and server.stderr.read() == b""


@pytest.mark.parametrize(
    ("said", "code"),
    [(b"", 0), (b"hello\n", None), (b'{"jsonrpc":"2.0","method":"nonsense"}\n', None), (b"\xff\xfe\n" * 100, None)],
)
def test_whatever_it_hears_it_ends_with_its_input(project: Project, said: bytes, code: int | None) -> None:
    done = subprocess.run([project.command, "mcp"], cwd=project.root, input=said, capture_output=True, timeout=10)
    assert done.returncode == code if code is not None else done.returncode in (0, 2)
    assert b"panicked" not in done.stderr
    assert all(line.startswith(b"{") for line in done.stdout.splitlines()), "only the protocol is on stdout"


@pytest.mark.parametrize("arguments", [["--root", "nothing"], ["--root", "page.html"], ["--http", "x"]])
def test_wrong_use_is_told(project: Project, arguments: list[str]) -> None:
    done = subprocess.run([project.command, "mcp", *arguments], cwd=project.root, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert "error" in done.stderr


class SilentSite:
    """A site that takes visitors and never answers them."""

    def __init__(self) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.settimeout(20)
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}/"
        self.visitors: list[socket.socket] = []

    def wait_for_a_visitor(self) -> None:
        self.visitors.append(self.listener.accept()[0])


@contextmanager
def silent_site() -> Iterator[SilentSite]:
    site = SilentSite()
    try:
        yield site
    finally:
        for open_socket in [*site.visitors, site.listener]:
            open_socket.close()


def children_of(pid: int) -> list[int]:
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        found += [int(child) for child in (task / "children").read_text().split()]
    return found


def resident_kib(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


def ends_within(pid: int, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except FileNotFoundError:
            return True
        if state == "Z":  # ended; whoever has taken it over has not yet asked how
            return True
        time.sleep(0.05)
    return False
