"""Learning: the fingerprints of what a test touches, at next to no cost for the test.

The question goes out just before the call that touches the element, and the page answers in
order: an element that removes itself is learned all the same. After a read, which removes nothing,
it goes out when the read is under way. A test that has an end (pytest, a
context manager) does not wait for the answer; it is kept when it comes, during a later call or
when the test ends (`settle`). A script has no end, so there each call waits for its own answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
from dataclasses import dataclass
from time import monotonic, time
from typing import TYPE_CHECKING, Any

from .. import _native
from . import _browser_side as browser
from . import _shots as shots
from ._engine import YOUNGER
from ._inside import API_ATTR, Error
from ._limits import harmless, sent, within

if TYPE_CHECKING:
    from ._flow import Deed
    from ._scope import Scope, Source

__all__ = ["forget", "learn", "payload", "run", "settle", "settle_now", "sight"]

# How long the end of a test waits for answers. A page that a dialog holds up gives none.
_LAST_ANSWERS_S = 2.0

# How long a question waits for its element. One that comes later is asked for after the call.
_ELEMENT_MS = 1000.0

_URL_MEMBER = '"url":'

_Question = asyncio.Future["str | None"]


@dataclass(frozen=True)
class Asked:
    """A fingerprint that is on its way, and which call of the test it belongs to."""

    deed: Deed
    url: str
    source: Source


async def run(deed: Deed, timeout: float, payload: str | None = None) -> Any:
    """Make a call with the test's own locator, and learn the element that it is made on."""
    scope = deed.scope
    documents = scope.documents
    if not deed.should_learn():
        result = await deed.run(deed.selector, timeout)
        if scope.documents == documents:
            # An answer that has come meanwhile may be of before the element was shown.
            await learn(deed)
        _settled(deed, documents)
        return result
    started = monotonic()
    url = deed.url
    image: bytes | None = None
    question: _Question | None = None
    with harmless(scope):
        image = await shots.take(deed)
        question = None if payload is not None else await _ask_before(deed)
    try:
        result = await deed.run(deed.selector, _rest(timeout, started))
    except BaseException:
        if question is not None:
            question.cancel()
        raise
    # The page is well: from here on the test's own time is no measure.
    with harmless(scope), within(scope, _native.ANSWER_MS):
        await _keep_picture(deed, url, image)
        if question is not None:
            payload = await _answer_now(deed, url, question)
        if payload is not None:
            _keep(deed, payload)
        if deed.should_learn() and deed.url == url and scope.documents == documents:
            # It was not there yet when the question came, or was not shown.
            await learn(deed)
        _settled(deed, documents)
    return result


async def learn(deed: Deed) -> None:
    """Learn the element that a call was made on, after it."""
    scope = deed.scope
    with harmless(scope), within(scope, _native.ANSWER_MS):
        if not deed.should_learn():
            return
        url = deed.url
        await _keep_picture(deed, url, None)
        question = asyncio.ensure_future(_payload(deed))
        await sent()
        payload = await _answer_now(deed, url, question)
        if payload is not None:
            _keep(deed, payload)


def _rest(timeout: float, started: float) -> float:
    """Return what is left of the time for a call; all of it if next to nothing was used up."""
    used = (monotonic() - started) * 1000
    if used < _native.RESTLESS_STEP_MS or math.isinf(timeout):
        return timeout
    return max(1.0, math.ceil(timeout - used))


async def payload(deed: Deed, timeout: float) -> str | None:
    """Take the fingerprint of what the locator finds, or will find in so many milliseconds."""
    asked_in = deed.scope.documents, deed.url
    answer = await browser.question(
        deed.frame, deed.selector, deed.strict, _request(deed), deed.scope.kept, timeout
    )
    return _own(deed, answer, *asked_in)


async def sight(deed: Deed) -> browser.Sighting:
    """Look whether the locator finds something at this moment, and take its fingerprint."""
    asked_in = deed.scope.documents, deed.url
    seen = await browser.sight(deed.frame, deed.selector, deed.strict, _request(deed))
    return browser.Sighting(seen.count, _own(deed, seen.payload, *asked_in))


def _own(deed: Deed, answer: str | None, documents: int, url: str) -> str | None:
    """Return an answer without its mark; none if it comes from another document.

    The test may have gone on to the next page meanwhile, which has a heading as well.
    """
    if not answer:
        return None
    is_younger = answer.startswith(YOUNGER)
    text = answer.removeprefix(YOUNGER)
    if deed.scope.documents != documents and (is_younger or _url_of(text) != url):
        return None
    return text


def _url_of(payload: str) -> str | None:
    """Return the address of the page that a payload is from; it is among the first members."""
    start = payload.find(_URL_MEMBER)
    if start < 0:
        return None
    url: str = json.JSONDecoder().raw_decode(payload, start + len(_URL_MEMBER))[0]
    return url


async def settle(scope: Scope) -> None:
    """Wait for the fingerprints that are on their way; those that do not come are let go."""
    if scope.on_their_way:
        await asyncio.wait(list(scope.on_their_way), timeout=_LAST_ANSWERS_S)
    forget(scope)


def settle_now(scope: Scope) -> None:
    """Do the same from outside an event loop."""
    if not scope.on_their_way:
        return
    asked = next(iter(scope.on_their_way.values()))
    page: Any = getattr(asked.deed.frame.page, API_ATTR, None)
    loop: asyncio.AbstractEventLoop = asked.deed.frame._loop
    # Playwright or the loop may have stopped, or the loop may be running in another thread.
    with contextlib.suppress(Error, RuntimeError):
        if hasattr(page, "_sync"):
            page._sync(settle(scope))
        elif not (loop.is_closed() or loop.is_running()):
            loop.run_until_complete(settle(scope))
    forget(scope)


def forget(scope: Scope) -> None:
    """Let go of the fingerprints that are on their way."""
    questions = list(scope.on_their_way)
    scope.on_their_way.clear()
    scope.asked.clear()
    for question in questions:
        # The loop of an earlier test may be closed.
        with contextlib.suppress(RuntimeError):
            question.cancel()


async def _ask_before(deed: Deed) -> _Question:
    """Ask for the fingerprint of an element before a call that may remove it.

    A call that takes several steps may start when the question has gone out, if one message is
    all that it takes. A read leaves the element where it is: the question goes out right after it,
    and does not hold it up. Any other call waits a little for the answer, no longer: a page that is
    busy answers the call and the question in turn.
    """
    is_quick = deed.is_slow and deed.scope.kept.engine.is_there(deed.frame)
    if deed.is_read or is_quick:
        asked = asyncio.ensure_future(_payload(deed))
        if not deed.is_read:
            await sent()
        return asked
    question: _Question = asyncio.ensure_future(_sight(deed))
    await asyncio.wait({question}, timeout=_native.BEFORE_CALL_MS / 1000)
    return question


async def _sight(deed: Deed) -> str | None:
    with harmless(deed.scope):
        return (await sight(deed)).payload
    return None


def _request(deed: Deed) -> dict[str, Any]:
    """Ask for the element, and for the whole page around it where that is not known yet."""
    scope = deed.scope
    nodes = scope.ask(
        lambda session: session.known_nodes(deed.key, deed.url, deed.action, deed.argument), 0
    )
    asked = time() * 1000
    return {"op": "learn", "redact": scope.redact, "nodes": nodes, "asked": asked}


async def _payload(deed: Deed) -> str | None:
    """Take a fingerprint, now or soon; none where the page cannot answer."""
    # A check has no time of its own, and 0 would be forever.
    timeout = min(_ELEMENT_MS, deed.timeout or _ELEMENT_MS)
    with harmless(deed.scope):
        return await payload(deed, timeout)
    return None


async def _answer_now(deed: Deed, url: str, question: _Question) -> str | None:
    """Return the answer if it is there or must be waited for; else let it come later."""
    scope = deed.scope
    if question.done() or scope.waits_for_answers:
        return await question
    scope.on_their_way[question] = Asked(deed, url, scope.source())
    scope.asked.add((deed.key, url))
    question.add_done_callback(lambda done: _arrived(scope, done))
    return None


def _arrived(scope: Scope, question: _Question) -> None:
    """Keep a fingerprint that has come late, unless its test is over."""
    asked = scope.on_their_way.pop(question, None)
    if asked is None:
        return
    scope.asked.discard((asked.deed.key, asked.url))
    payload = None if question.cancelled() or question.exception() else question.result()
    if payload is not None:
        _keep(asked.deed, payload, asked.source)
    else:
        # The next call asks again.
        scope.settled.discard(asked.deed.place)


def _keep(deed: Deed, payload: str, source: Source | None = None) -> None:
    """Keep the fingerprint of an element that the test has used."""
    drift = deed.scope.ask(lambda session: session.learn(deed.key, payload), None)
    if drift is not None:
        deed.scope.announce_drift(drift, source)


async def _keep_picture(deed: Deed, url: str, image: bytes | None) -> None:
    """Keep a picture of the element; one that was not on the screen before the call may be now."""
    if image is None and deed.url == url:
        image = await shots.take(deed)
    if image is not None:
        taken = image
        deed.scope.ask(lambda session: session.add_picture(deed.key, url, taken), None)


def _settled(deed: Deed, documents: int) -> None:
    """Note that the locator needs no more care, unless the call has led to another document."""
    scope = deed.scope
    if scope.documents == documents and not deed.should_learn():
        scope.settled.add(deed.place)
