"""Tasks in the background."""

import asyncio
from collections.abc import Awaitable
from typing import Any

# The event loop itself holds tasks only weakly.
_running: set[asyncio.Future[Any]] = set()


def in_background(
    awaitable: Awaitable[Any], loop: asyncio.AbstractEventLoop | None = None
) -> asyncio.Future[Any]:
    """Run something in the background, in the running loop or another; its errors are dropped."""
    task = asyncio.ensure_future(awaitable, loop=loop)
    _running.add(task)
    task.add_done_callback(_is_over)
    return task


async def sent() -> None:
    """Let a message that another task sends go out: that takes its task one turn, ours the next."""
    await asyncio.sleep(0)
    await asyncio.sleep(0)


def _is_over(task: asyncio.Future[Any]) -> None:
    _running.discard(task)
    if not task.cancelled():
        # Looked at, so that asyncio does not report it.
        task.exception()
