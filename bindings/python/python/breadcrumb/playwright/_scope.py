"""One test's use of Breadcrumb: the engine's side of it, its pages, what is said to the user."""

import asyncio
import atexit
import contextlib
import itertools
import logging
import sys
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from .. import _native
from ..core.healer import Healer
from ..core.storage import FingerprintStore
from ..errors import BreadcrumbWarning, DriftWarning, HealWarning
from ._app_version import ShownVersion
from ._inside import API_ATTR, Error, test_id_attribute_name
from ._page_side import PageSide, has_engine
from ._tracebacks import OURS

T = TypeVar("T")
# File and line.
Source = tuple[str | None, int | None]

logger = logging.getLogger("breadcrumb")
_CATEGORIES = {"healed": HealWarning, "drifted": DriftWarning}
_PLAYWRIGHT = str(Path(str(sys.modules["playwright"].__file__)).resolve().parent)


class Scope:
    """What all pages of one test share."""

    settings: _native.Settings
    # A script's test has no end; a runner has a summary of its own.
    is_script = False
    _gives_warnings = False
    # A scorer of the user's own, and its weights.
    _scorer: Healer | None = None
    _weights: Mapping[str, float] | None = None
    # The run that the test belongs to.
    suite: _native.Suite | None = None

    def __init__(self) -> None:
        """Start without a test."""
        self.recorder: _native.Recorder | None = None
        # The healing faces of pages and frames.
        self.faces: dict[Any, Any] = {}
        self.page_side = PageSide()
        # Calls of ours that nobody waits for, with the frames that they ask.
        self.on_their_way: dict[asyncio.Future[Any], Any] = {}
        # Which version of the application its pages have shown.
        self.shown_version = ShownVersion(None, None)
        self._frame_ids: WeakKeyDictionary[Any, int] = WeakKeyDictionary()
        self._next_frame_id = itertools.count()
        self._complaints: set[str] = set()
        self.start_test("")

    def start_test(self, test_id: str) -> None:
        """Start a test; its pages may have been there before, its engine's side comes later."""
        self.test_id = test_id
        self._test: _native.Test | None = None
        self._is_off = False
        self._healer: Healer | None = None
        # Heals and drifts.
        self.events: list[_native.Event] = []
        self.faces = {real: face for real, face in self.faces.items() if not _is_closed(real)}
        self.forget()
        self.page_side.forget()

    def note_typed(self, call: str, arguments: dict[str, Any], answer: Any = None) -> None:
        """Let whoever records a failure know what stands in fields, to leave it out there."""

    def safely(self, ask: Callable[[_native.Test], T]) -> T | None:
        """Ask the engine; none where Breadcrumb is off, which an error of it does for the test."""
        if self._is_off:
            return None
        try:
            if self._test is None:
                self._test = self._make_test()
            return ask(self._test)
        except Exception as error:
            self.give_up(error)
            return None

    @property
    def healer(self) -> Healer:
        """A healer with the settings of the test."""
        if self._healer is None:
            store = FingerprintStore(self.settings.db)
            self._healer = Healer(store, self.settings.threshold, self._weights)
        return self._healer

    def open(self) -> _native.Recorder:
        """Open the database, where it is not."""
        if self.recorder is None:
            self.recorder = _native.Recorder(self.settings.db)
        return self.recorder

    def _make_test(self) -> _native.Test:
        return _native.Test(
            self.open(),
            self.test_id,
            self.settings,
            is_script=self.is_script,
            test_id_attribute=test_id_attribute_name(),
            healer=self._scorer,
            suite=self.suite,
        )

    def stage(self) -> None:
        """Go on as a test that has an end."""
        self.forget()
        self._test, self.is_script = None, False

    def end_test(self, passed: bool, run: _native.TestRun | None = None) -> list[tuple[str, str]]:
        """End the test: what was learned is kept if it has passed. Returns what was refused."""
        if self._test is None and run is None:
            return []
        # However little could be done in the test, how it ended is recorded.
        self._is_off = False
        refusals = self.safely(lambda test: test.finish(passed, run))
        self.tell_events()
        return refusals or []

    def navigated(self, frame: Any) -> None:
        """Take nothing for granted: a frame has another document."""
        self.page_side.forget()
        if self._test is not None:
            self.safely(lambda test: test.navigated(self.id_of(frame), has_engine(frame)))

    def id_of(self, frame: Any) -> int:
        """Return the number of a frame."""
        if frame not in self._frame_ids:
            self._frame_ids[frame] = next(self._next_frame_id)
        return self._frame_ids[frame]

    async def settle(self) -> None:
        """Wait for the fingerprints that are on their way; those that do not come are let go."""
        if self.on_their_way:
            await asyncio.wait(list(self.on_their_way), timeout=_native.LAST_ANSWERS_S)
        self.forget()

    def settle_now(self) -> None:
        """Do the same from outside an event loop."""
        for frame in list(self.on_their_way.values())[:1]:
            page: Any = getattr(frame.page, API_ATTR, None)
            loop: asyncio.AbstractEventLoop = frame._loop
            # Playwright or the loop may have stopped, or the loop may be running in another thread.
            with contextlib.suppress(Error, RuntimeError):
                if hasattr(page, "_sync"):
                    page._sync(self.settle())
                elif not (loop.is_closed() or loop.is_running()):
                    loop.run_until_complete(self.settle())
        self.forget()

    def forget(self) -> None:
        """Let go of what is on its way."""
        for task in list(self.on_their_way):
            # The loop of an earlier test may be closed.
            with contextlib.suppress(RuntimeError):
                task.cancel()
        self.on_their_way.clear()

    def give_up(self, error: BaseException) -> None:
        """Leave the rest of the test alone."""
        if not self._is_off:
            self._is_off = True
            self.complain(f"Breadcrumb is off for this test: {error}")

    def tell_events(self) -> None:
        """Tell the user what the engine has to say."""
        if self._test is not None:
            self.safely(self._tell_events)

    def _tell_events(self, test: _native.Test) -> None:
        for event in test.take_events():
            self._tell(event)
        notice = test.take_notice()
        if notice is not None:
            self.warn(notice, BreadcrumbWarning)

    def _tell(self, event: _native.Event) -> None:
        if event.kind not in _CATEGORIES:
            self.complain(event.warning)
            return
        self.events.append(event)
        if self._gives_warnings:
            # A drift may be found when the test has gone on.
            at = (event.file, event.line) if event.kind == "drifted" else None
            self.warn(event.warning, _CATEGORIES[event.kind], at)

    def complain(self, text: str, said: set[str] | None = None) -> None:
        """Give a warning, once for all tests of a scope, or for whoever shares what was said."""
        said = self._complaints if said is None else said
        if text not in said:
            said.add(text)
            self.warn(text, BreadcrumbWarning)

    def warn(self, text: str, category: type[Warning], at: Source | None = None) -> None:
        """Give a warning that points to the line of the test, and a log line."""
        logger.info("%s: %s", self.test_id, text)
        file, line = at or self.source()
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
            if not file.startswith((OURS, _PLAYWRIGHT, "<")) and "asyncio" not in file:
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
