"""One test's use of Breadcrumb: its session, its settings, and what it has to say."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import logging
import sys
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FrameType
from typing import Any, Literal, TypeVar

from .. import _native
from ..core.healer import Healer
from ..errors import BreadcrumbWarning, DriftWarning, HealWarning
from . import _learning as learning
from ._app_version import ShownVersion
from ._browser_side import Kept

__all__ = ["Mode", "Scope", "Source"]

Mode = Literal["heal", "suggest", "off"]

logger = logging.getLogger("breadcrumb")
T = TypeVar("T")
# File and line.
Source = tuple[str | None, int | None]

_OURS = str(Path(__file__).resolve().parent.parent)
_PLAYWRIGHT = str(Path(str(sys.modules["playwright"].__file__)).resolve().parent)


class Scope:
    """What all pages of one test share."""

    def __init__(
        self,
        session: Callable[[], _native.Session],
        *,
        test_id: str,
        mode: Mode,
        heal_after: float,
        redact: list[str],
    ) -> None:
        """Start with a session that is made when it is first needed."""
        self._make_session = session
        self.make_staged = session
        # What `crumb` has opened for it, if that is who made it.
        self.recorder: _native.Recorder | None = None
        # What whoever asks the page for its healer gets.
        self.healer: Healer | None = None
        self.db: Path | None = None
        self.threshold: float | None = None
        self.weights: Mapping[str, float] | None = None
        # The healing faces of pages and frames.
        self.faces: dict[Any, Any] = {}
        self.kept = Kept()
        # Locators that found an element in the document that is on the page now.
        self.seen: set[tuple[Any, str]] = set()
        # Those of them that need no more care: nothing is left to learn of them.
        self.settled: set[tuple[Any, str]] = set()
        # How many documents there were.
        self.documents = 0
        # Fingerprints that are on their way, and their locators and pages.
        self.on_their_way: dict[Any, learning.Asked] = {}
        self.asked: set[tuple[str, str]] = set()
        self.waits_for_answers = True
        # Whether heals and drifts are warnings; a runner with a summary of its own says them there.
        self.gives_warnings = True
        # Whether pictures of the elements are taken.
        self.shots = False
        # Which version of the application its pages have shown.
        self.shown_version = ShownVersion(None, None)
        self._complaints: set[str] = set()
        self.begin(test_id, mode, heal_after, redact)

    def begin(self, test_id: str, mode: Mode, heal_after: float, redact: list[str]) -> None:
        """Start a test; its pages may have been there before."""
        self._session: _native.Session | None = None
        self._is_broken = False
        # Why Breadcrumb is off for this test.
        self.why_off = ""
        self.test_id = test_id
        self.mode: Mode = mode
        self.heal_after = heal_after
        self.redact = redact
        self.heals: list[str] = []
        # Where the locators stand that were healed, in the same order.
        self.heal_sites: list[Source] = []
        self.drifts: list[str] = []
        # Locators that were healed in this test: they need no patience a second time.
        self.healed: set[str] = set()
        self.faces = {real: face for real, face in self.faces.items() if not _is_closed(real)}
        learning.forget(self)
        self.forget_documents()

    def forget_documents(self) -> None:
        """Take nothing for granted after a navigation."""
        self.documents += 1
        self.seen.clear()
        self.settled.clear()
        self.kept.forget()

    def mode_of(self, locator_mode: Mode | None) -> Mode:
        """Return the mode for a locator: its own may only be stricter than the page's."""
        if self._is_broken:
            return "off"
        modes = (self.mode, locator_mode)
        return "off" if "off" in modes else "suggest" if "suggest" in modes else "heal"

    def ask(self, question: Callable[[_native.Session], T], otherwise: T) -> T:
        """Ask the session; if it fails, warn once and leave the test alone from now on."""
        return otherwise if self._is_broken else self._answer(question, otherwise)

    def _answer(self, question: Callable[[_native.Session], T], otherwise: T) -> T:
        try:
            if self._session is None:
                self._session = self._make_session()
            answer = question(self._session)
            self.pass_on(self._session.take_notice())
            return answer
        except Exception as error:
            self.give_up(error)
            return otherwise

    @property
    def is_off(self) -> bool:
        """Whether something went wrong in this test, and it is left alone since."""
        return self._is_broken

    def give_up(self, error: BaseException) -> None:
        """Turn Breadcrumb off for this test."""
        self._is_broken = True
        self.why_off = str(error)
        text = f"Breadcrumb is off for this test: {error}"
        if text not in self._complaints:
            self._complaints.add(text)
            self.warn(text, BreadcrumbWarning)

    def pass_on(self, notice: str | None) -> None:
        """Tell the user what the engine has to say about the database."""
        if notice is not None:
            self.warn(notice, BreadcrumbWarning)

    def stage(self) -> None:
        """Go on with a session that has an end."""
        learning.forget(self)
        self._make_session = self.make_staged
        self._session = None
        self.waits_for_answers = False

    def finish(self, passed: bool, run: _native.Run | None = None) -> list[tuple[str, str]]:
        """End the test: what was learned is kept if it has passed. Returns what was refused."""
        if self._session is None and run is None:
            return []
        nothing: list[tuple[str, str]] = []
        # However little could be done in the test, how it ended is recorded.
        return self._answer(lambda session: session.finish(passed, run)[2], nothing)

    def announce_heal(self, look: _native.Look, proposed: str | None, site: Source) -> None:
        """Say that a locator was healed, and why."""
        best = look.suggestions[0]
        reasons = "; ".join(look.reasons[:2])
        new = proposed or _native.describe_fingerprint(best[1])
        confidence = f"{best[2][0] * 100:.0f} %"
        text = f"healed `{look.locator}` -> `{new}` (confidence {confidence}: {reasons})"
        self.heals.append(text)
        self.heal_sites.append(site)
        if self.gives_warnings:
            self.warn(text, HealWarning)

    def announce_drift(self, message: str, source: Source | None) -> None:
        """Say that a locator finds another element than it used to."""
        self.drifts.append(message)
        if self.gives_warnings:
            self.warn(f"drift: {message}", DriftWarning, source)

    def warn(self, text: str, category: type[Warning], source: Source | None = None) -> None:
        """Give a warning that points to the line of the test, and a log line."""
        logger.info("%s: %s", self.test_id, text)
        file, line = source or self.source()
        # A run that turns warnings into errors must not fail because of one of ours.
        with contextlib.suppress(Warning):
            warnings.warn_explicit(text, category, file or self.test_id, line or 1)

    def source(self) -> Source:
        """Return the file and line of the user's code that is being carried out."""
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            file = frame.f_code.co_filename
            if "asyncio" in file and frame.f_code.co_name == "_run":
                frame = _caller_of_task()
                continue
            if not file.startswith((_OURS, _PLAYWRIGHT, "<")) and "asyncio" not in file:
                return file, frame.f_lineno
            frame = frame.f_back
        return None, None


@atexit.register
def _write_the_rest() -> None:
    """Write what a script has learned last, before its process ends."""
    for notice in _native.flush_recorders():
        with contextlib.suppress(Warning):
            warnings.warn_explicit(notice, BreadcrumbWarning, sys.argv[0] or "breadcrumb", 1)


def _is_closed(real: Any) -> bool:
    page = real if hasattr(real, "main_frame") else real.page
    return bool(page is None or page.is_closed())


def _caller_of_task() -> FrameType | None:
    """Return where a synchronous call has started the running task."""
    try:
        task = asyncio.current_task()
    except RuntimeError:
        return None
    frame = getattr(task, "__pw_caller_frame__", None)
    if isinstance(frame, FrameType):
        return frame
    stack = getattr(task, "__pw_stack__", None)
    return stack[0].frame if stack else None
