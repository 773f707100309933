"""How an action of a test is carried out: learn what is there, heal what is not.

Written once, as coroutines over Playwright's implementation, for the sync and the async API. An
action is never cut short and never done twice, unless doing it twice is the same as doing it once:
the wait for a missing element happens before it.
"""

from __future__ import annotations

import functools
import math
import re
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any

from .. import _native
from . import _browser_side as browser
from . import _learning as learning
from . import _proposing as proposing
from . import _shots as shots
from ._inside import Error, PlaywrightTimeout
from ._limits import TooLarge, answered, harmless, within
from ._scope import Mode, Scope, Source

__all__ = ["Deed", "check", "perform"]

# These times are the engine's; every front has the same.
QUIET_MS = _native.QUIET_MS
RESTLESS_MS = _native.RESTLESS_MS
STEP_MS = _native.RESTLESS_STEP_MS
LAST_CALL_MS = _native.LAST_CALL_MS
LAST_LOOK_MS = _native.LAST_LOOK_MS


@dataclass(frozen=True)
class Refusal:
    """A heal that was refused."""

    look: _native.Look
    suggested: list[list[proposing.Verified]]
    """For each element that could be meant: the locators that find just it."""


# Why an element was not healed: a refusal, or a sentence where nobody has looked.
Refused = Refusal | str | None


@dataclass(frozen=True)
class Deed:
    """One call of a test that needs an element."""

    scope: Scope
    frame: Any
    selector: str
    key: str
    action: str
    argument: str | None
    """The attribute or property that the call asks for."""
    strict: bool
    mode: Mode | None
    timeout: float
    """In milliseconds; infinite where the test waits forever."""
    run: Callable[[str, float], Awaitable[Any]]
    """Does it, with this selector and this much time."""
    site: Source = (None, None)
    """Where the locator was made; unknown where the call itself has the selector."""
    parent: str | None = None
    """The selector of what the locator was made from, where that was no page."""
    parent_key: str = ""
    """And its key."""
    is_slow: bool = False
    """Whether there is time to take the fingerprint while the call is under way."""
    is_read: bool = False
    """Whether the call leaves the page as it is, so that it may be cut short and made again."""
    is_repeatable: bool = False
    """Whether making the call twice is the same as making it once: the same holds for it."""

    @property
    def url(self) -> str:
        """The page it happens on."""
        page = self.frame.page
        return "" if page is None else str(page.url)

    @property
    def place(self) -> tuple[Any, str]:
        """The locator in the document that it looks into."""
        return self.frame, self.key

    def knows(self) -> bool:
        """Tell whether the element was seen before."""
        return self.scope.ask(lambda session: session.knows(self.key, self.url), False)

    def should_learn(self) -> bool:
        """Tell whether a fingerprint is due, and is not on its way."""
        url = self.url
        if (self.key, url) in self.scope.asked:
            return False
        return self.scope.ask(lambda session: session.should_learn(self.key, url), False)


@dataclass(frozen=True)
class Healed:
    """An element to go on with."""

    look: _native.Look
    selector: str
    proposals: list[tuple[str, bool]]
    """Code that finds just this element, the best first; whether it does so in its parent too."""

    @property
    def proposed(self) -> str | None:
        """The best of them."""
        return self.proposals[0][0] if self.proposals else None


class Stopwatch:
    """The time a test has given a call."""

    def __init__(self, limit: float) -> None:
        """Start with so many milliseconds."""
        self._start = monotonic() * 1000
        self._end = self._start + limit

    def used(self) -> float:
        """Return how many milliseconds have passed."""
        return monotonic() * 1000 - self._start

    def left(self) -> float:
        """Return how many milliseconds are left, at least one: for Playwright 0 is forever."""
        return max(1.0, self._end - monotonic() * 1000)

    def is_over(self) -> bool:
        """Tell whether nothing is left."""
        return monotonic() * 1000 >= self._end


async def perform(deed: Deed) -> Any:
    """Carry out a call that waits for its element."""
    mode = deed.scope.mode_of(deed.mode)
    if mode == "off":
        return await deed.run(deed.selector, deed.timeout)
    patience = 0.0 if deed.key in deed.scope.healed else deed.scope.heal_after
    may_be_cut = (deed.is_read or deed.is_repeatable) and 0 < patience < deed.timeout
    is_known = deed.knows()
    with within(deed.scope, deed.timeout):
        if deed.place in deed.scope.settled and not may_be_cut:
            return await _plain(deed, None, is_known=is_known)
        watch = Stopwatch(deed.timeout)
        if may_be_cut and is_known:
            return await _attempt(deed, watch, mode, patience)
        seen = await _presence(deed, min(patience, deed.timeout))
        if seen.is_there:
            return await _plain(deed, watch, seen.payload, is_known=is_known)
        return await _elsewhere(deed, watch, mode, max(0.0, patience - watch.used()))


async def _attempt(deed: Deed, watch: Stopwatch, mode: Mode, patience: float) -> Any:
    """Use an element that could be healed: the call itself tells whether it is there."""
    try:
        return await learning.run(deed, patience)
    except PlaywrightTimeout:
        if not await _is_missing(deed):
            return await _plain(deed, watch, is_known=True)
    return await _elsewhere(deed, watch, mode, 0.0)


async def _elsewhere(deed: Deed, watch: Stopwatch, mode: Mode, patience: float) -> Any:
    """Carry out a call whose element is missing, on the element that it has become."""
    with harmless(deed.scope):
        await _reach(deed)
    # The page answers. Looks may take longer than the test's own time.
    with within(deed.scope, max(watch.left(), LAST_LOOK_MS)):
        first = await _look_in_time(deed, watch, mode, patience)
        if isinstance(first, Healed):
            return await _act(deed, first, max(watch.left(), LAST_CALL_MS))
    return await _plain(deed, watch, refused=first, is_known=True)


async def check(deed: Deed, is_there: Callable[[Any], bool]) -> Any:
    """Carry out a check that answers at once.

    An element that should be gone may be gone: only a check that has answered "there" in an
    earlier run of this test is healed.
    """
    mode = deed.scope.mode_of(deed.mode)
    answer = await deed.run(deed.selector, deed.timeout)
    if mode == "off":
        return answer
    if is_there(answer):
        await learning.learn(deed)
        return answer
    if not deed.knows():
        return answer
    with harmless(deed.scope), within(deed.scope, 0.0):
        await _reach(deed)
    with harmless(deed.scope), within(deed.scope, LAST_LOOK_MS):
        look = await _look(deed, mode)
        if not isinstance(look, Healed):
            return answer
        healed_answer = await answered(deed.run(look.selector, deed.timeout))
        if not is_there(healed_answer):
            return answer
        _confirm(deed, look, await shots.take(deed, look.selector))
        return healed_answer
    return answer


@dataclass(frozen=True)
class Presence:
    """Whether an element is taken to be there, and its fingerprint where one was taken."""

    is_there: bool
    payload: str | None = None


async def _presence(deed: Deed, patience: float) -> Presence:
    """Find out whether an element that could be healed is there: once for each document.

    Its fingerprint tells that as well, and one message is enough for both. Without patience for
    an element that is late it is counted, which answers at once.
    """
    if deed.place in deed.scope.seen or not deed.knows():
        return Presence(True)
    found = Presence(True)
    with harmless(deed.scope):
        if patience > 0 and deed.should_learn() and deed.scope.kept.engine.is_there(deed.frame):
            payload = await learning.payload(deed, patience)
            found = Presence(payload is not None or not await _is_missing(deed), payload)
        elif deed.is_slow or not deed.should_learn():
            found = Presence(await browser.count(deed.frame, deed.selector) > 0)
        else:
            sighting = await learning.sight(deed)
            found = Presence(sighting.count > 0, sighting.payload)
        if found.is_there:
            deed.scope.seen.add(deed.place)
    return found


async def _plain(
    deed: Deed,
    watch: Stopwatch | None,
    payload: str | None = None,
    refused: Refused = None,
    *,
    is_known: bool,
) -> Any:
    """Do it with the test's own locator, and look once more where the element never came.

    Without a watch there is nothing to learn, and all of the test's time.
    """
    timeout = deed.timeout if watch is None else _as_timeout(deed, watch)
    try:
        if watch is None:
            return await deed.run(deed.selector, timeout)
        result = await learning.run(deed, timeout, payload)
        if isinstance(refused, Refusal):
            deed.scope.ask(lambda session: session.forget_refusal(deed.key), None)
        return result
    except PlaywrightTimeout as error:
        _show_whole_timeout(error, deed.timeout)
        look = await _last_look(deed, refused) if is_known or deed.knows() else None
        if isinstance(look, Healed):
            with within(deed.scope, LAST_LOOK_MS):
                return await _act(deed, look, LAST_CALL_MS)
        with harmless(deed.scope):
            _tell(error, deed, look)
        raise
    except Error as error:
        if is_known and _TOO_MANY in str(error):
            with harmless(deed.scope), within(deed.scope, LAST_LOOK_MS):
                _tell(error, deed, await _which(deed))
        raise


# What Playwright says where a locator that should find one element finds several.
_TOO_MANY = "strict mode violation"


async def _which(deed: Deed) -> str | None:
    """Say which of several elements the locator used to find. It is not healed: it may be any."""
    found = await browser.count(deed.frame, deed.selector)
    captured = await browser.capture(deed.frame, deed.scope.redact, deed.scope.kept)
    try:
        look = _seen(deed, captured.payload, "heal")
        place = None
        if look is not None and look.element is not None:
            place = await captured.address(look.element)
        if look is None or place is None:
            return None
        locators = await proposing.verified(deed, look, look.candidates[0], place)
    finally:
        captured.let_go()
    known = _native.describe_fingerprint(look.suggestions[0][1])
    own = f"; `{locators[0].code}` finds only that one" if locators else ""
    return f"it finds {found} elements now; the one from before is {known}{own}"


async def _last_look(deed: Deed, refused: Refused) -> Healed | Refused:
    """Look once more when the test's own time is up: in no time if the page does not answer."""
    scope = deed.scope
    mode = scope.mode_of(deed.mode)
    if mode == "off":
        return refused or scope.why_off or None
    last: Healed | Refused = None
    with harmless(scope), within(scope, 0.0):
        found = await browser.count(deed.frame, deed.selector)
        if found == 1 or (found > 1 and not deed.strict):
            return None
        await _reach(deed)
        with within(scope, LAST_LOOK_MS):
            if found > 1:
                return await _which(deed)
            last = await _look_or_say(deed, mode)
    # The page may be gone, or it did not answer.
    return last or refused or scope.why_off or "the page cannot be looked at any more"


def _as_timeout(deed: Deed, watch: Stopwatch) -> float:
    """Return the time for the test's own locator; untouched if nothing was used up."""
    left = math.ceil(watch.left()) if deed.timeout < math.inf else math.inf
    return deed.timeout if deed.timeout - left < STEP_MS or math.isinf(left) else left


def _show_whole_timeout(error: BaseException, whole: float) -> None:
    """Let an error name the time that the test has given, not the rest of it."""
    if math.isinf(whole):
        return
    error.args = tuple(_replaced(argument, whole) for argument in error.args)
    for name in ("_message", "_stack"):
        if hasattr(error, name):
            setattr(error, name, _replaced(getattr(error, name), whole))
    # What an assertion says is in its result.
    result: dict[str, Any] = getattr(error, "result", {})
    lines: list[Any] = result.get("log") or []
    result["log"] = [_replaced(line, whole) for line in lines]


def _replaced(value: Any, whole: float) -> Any:
    if not isinstance(value, str):
        return value
    return _TIMEOUT.sub(lambda match: f"{match[1]}{whole:.0f}ms", value, count=1)


# How Playwright names the time of a call, in its errors and in the log of an assertion.
_TIMEOUT = re.compile(r"(\b[Tt]imeout )\d+(?:\.\d+)?ms")


async def _look_in_time(
    deed: Deed, watch: Stopwatch, mode: Mode, patience: float
) -> Healed | Refused:
    """Wait for the element as long as one should, then look for it elsewhere."""
    scope = deed.scope
    quiet = 0.0 if deed.key in scope.healed else min(QUIET_MS, scope.heal_after)
    if patience and await _appears(deed, min(patience, watch.left())):
        return None
    restless = Stopwatch(RESTLESS_MS)
    with harmless(scope):
        while not await browser.is_quiet(deed.frame, quiet, scope.kept, watch.left()):
            if watch.is_over() or restless.is_over():
                break
            if await _appears(deed, min(STEP_MS, watch.left())):
                return None
        return await _look_or_say(deed, mode)
    return None


async def _reach(deed: Deed) -> None:
    """Find out whether the page's own world answers: without scripts only Playwright's does."""
    await deed.scope.kept.main(deed.frame)


async def _look_or_say(deed: Deed, mode: Mode) -> Healed | Refused:
    """Look for the element; say so where the page cannot be taken in."""
    try:
        return await _look(deed, mode)
    except TooLarge as error:
        return str(error)


async def _look(deed: Deed, mode: Mode) -> Healed | Refusal | None:
    """Look for the element on the page as it is now."""
    captured = await browser.capture(deed.frame, deed.scope.redact, deed.scope.kept)
    suggested: list[list[proposing.Verified]] = []
    try:
        look = _seen(deed, captured.payload, mode)
        if look is None:
            return None
        if look.element is not None:
            healed = await _located(deed, captured, look)
            if healed is not None:
                return healed
        else:
            suggested = [await _suggested(deed, captured, look, c) for c in look.candidates]
    finally:
        captured.let_go()
    _refuse(deed, look, suggested)
    return Refusal(look, suggested)


def _seen(deed: Deed, payload: str, mode: Mode) -> _native.Look | None:
    """Let the engine look for the element on a page that was captured."""
    return deed.scope.ask(
        lambda session: session.look(deed.key, payload, deed.action, deed.argument, mode), None
    )


async def _suggested(
    deed: Deed, captured: browser.Capture, look: _native.Look, candidate: _native.Candidate
) -> list[proposing.Verified]:
    """Return locators for an element that a person could accept; none if the page has moved on."""
    try:
        place = await captured.address(candidate.index)
        return [] if place is None else await proposing.verified(deed, look, candidate, place)
    except Error:
        return []


def _refuse(deed: Deed, look: _native.Look, suggested: list[list[proposing.Verified]]) -> None:
    """Note a refused heal, with what could be meant."""
    used = deed.scope.source()
    deed.scope.ask(
        lambda session: session.refuse(
            look,
            action=deed.action,
            source_file=used[0],
            source_line=used[1],
            sites=_sites(deed, used),
            suggested=[[(v.code, v.is_in_parent) for v in locators] for locators in suggested],
        ),
        None,
    )


def _sites(deed: Deed, used: Source) -> list[tuple[str, int]]:
    """Return where the locator is written; the line that is carried out where that is not known."""
    file, line = deed.site if deed.site[0] is not None else used
    return [] if file is None or line is None else [(file, line)]


async def _located(deed: Deed, captured: browser.Capture, look: _native.Look) -> Healed | None:
    """Find selectors for exactly the element that was chosen; none if the page has moved on.

    The last thing that is asked is whether the test's own locator has come to life.
    """
    candidate = look.candidates[0]
    place = await captured.address(candidate.index)
    if place is None:
        return None
    address, selector = place
    found = await proposing.verified(deed, look, candidate, place)
    if found:
        selector = found[0].selector
    elif await browser.addresses(deed.frame, selector) != [address]:
        return None
    proposals = [(locator.code, locator.is_in_parent) for locator in found]
    return Healed(look, selector, proposals) if await _is_missing(deed) else None


async def _act(deed: Deed, healed: Healed, timeout: float) -> Any:
    """Do it with the healed element. Nothing is written where that fails."""
    new = healed.proposed or healed.selector
    image: bytes | None = None
    with harmless(deed.scope):
        image = await shots.take(deed, healed.selector)
    async with browser.trace_step(deed.frame, f"breadcrumb: healed `{deed.key}` -> `{new}`"):
        result = await deed.run(healed.selector, timeout)
    with harmless(deed.scope):
        if image is None:
            # It was not on the screen; the action has scrolled to it.
            image = await shots.take(deed, healed.selector)
        _confirm(deed, healed, image)
    return result


def _confirm(deed: Deed, healed: Healed, image: bytes | None) -> None:
    """Note the heal; a locator that is used again in the same test is the same heal."""
    used = deed.scope.source()
    site = deed.site if deed.site[0] is not None else used
    sites = _sites(deed, used)
    if deed.key in deed.scope.healed:
        for file, line in sites:
            add = functools.partial(_add_site, deed.key, file, line)
            deed.scope.ask(add, None)
        return
    deed.scope.healed.add(deed.key)
    deed.scope.ask(
        lambda session: session.confirm(
            healed.look,
            proposed_locator=healed.proposed,
            action=deed.action,
            source_file=used[0],
            source_line=used[1],
            sites=sites,
            proposals=healed.proposals,
            image=image,
        ),
        None,
    )
    deed.scope.announce_heal(healed.look, healed.proposed, site)


def _add_site(key: str, file: str, line: int, session: _native.Session) -> None:
    session.add_site(key, file, line)


async def _appears(deed: Deed, timeout: float) -> bool:
    """Wait for the test's own locator to find something."""
    with harmless(deed.scope):
        try:
            await browser.appears(deed.frame, deed.selector, timeout)
        except PlaywrightTimeout:
            return False
    return True


async def _is_missing(deed: Deed) -> bool:
    """Tell whether the test's own locator finds nothing at all."""
    with harmless(deed.scope):
        return await browser.count(deed.frame, deed.selector) == 0
    return False


def _tell(error: BaseException, deed: Deed, refused: Refused) -> None:
    """Add to the test's own error why it was not healed."""
    if refused is None:
        return
    if isinstance(refused, str):
        lines = [f"breadcrumb: `{deed.key}` was not healed: {refused}"]
    else:
        look = refused.look
        verb = "" if look.kind == "healed" else "was not healed: "
        lines = [f"breadcrumb: `{deed.key}` {verb}{look.message}"]
        locators = [found[0].code if found else "" for found in refused.suggested]
        locators += [""] * len(look.suggestions)
        for (_, element, scoring, _, veto), code in zip(look.suggestions, locators, strict=False):
            out = f", {veto}" if veto else ""
            sure = f"{math.floor(scoring[0] * 100)} %"
            lines.append(f"  - {_native.describe_fingerprint(element)}: {sure}{out}")
            lines += [f"    `{code}`"] if code else []
        if any(locators):
            lines.append("  `breadcrumb review` accepts one of them")
    note = "\n".join(lines)
    if sys.version_info >= (3, 11):
        error.add_note(note)
    else:
        error.args = (f"{error.args[0] if error.args else ''}\n{note}", *error.args[1:])


def forever(timeout: float) -> float:
    """Return Playwright's timeout as a number that can be compared: 0 is forever."""
    return float(timeout) if timeout > 0 else math.inf


def for_playwright(timeout: float) -> float:
    """Return a timeout as Playwright takes it."""
    return 0.0 if math.isinf(timeout) else timeout


def with_run(deed: Deed, run: Callable[[str, float], Awaitable[Any]]) -> Deed:
    """Return the same call with another way to do it."""
    return replace(deed, run=run)


def with_key(deed: Deed, key: str) -> Deed:
    """Return the same call under another key."""
    return replace(deed, key=key)
