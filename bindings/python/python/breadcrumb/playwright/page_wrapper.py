"""`crumb(page)`: a Playwright page whose locators heal."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import inspect
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, overload
from weakref import WeakSet

from playwright import async_api, sync_api

from .. import _native
from .._settings import with_arguments
from ..core.healer import Healer
from ._arguments import CrumbSettings, Given, Mode, check_page, describe
from ._faces import FrameFace, FrameLocatorFace, LocatorFace, PageFace, page_face
from ._inside import API_ATTR, MAPPINGS, PageImpl, told, why_off
from ._page_side import install_engine
from ._scope import Scope
from ._tracebacks import OURS

if TYPE_CHECKING:
    from typing_extensions import Unpack

_Locator = TypeVar("_Locator", sync_api.Locator, async_api.Locator)


class _Healable:
    """What all healing pages have."""

    _impl_obj: Any
    # Where Playwright's inside has moved: the page is one of its own.
    _own_scope: Scope

    def __init__(
        self,
        page: Any,
        test_id: str = "",
        db_path: Path | str | None = None,
        threshold: float | None = None,
        weights: Mapping[str, float] | None = None,
        healer: Healer | None = None,
        **settings: Unpack[CrumbSettings],
    ) -> None:
        """Do what `crumb()` does, with the same arguments."""
        if isinstance(page, PageImpl):
            # Playwright makes one for each healing face that it meets.
            self._show(page)
            return
        given = Given(test_id, db_path, threshold, weights, healer)
        self._start(type(self).__name__, page, given, settings)

    def _start(self, call: str, page: Any, given: Given, settings: CrumbSettings) -> None:
        """Become the healing face of a page."""
        check_page(call, page, self._API, settings)
        given.check(call)
        scope = _Script(call, given, settings)
        if scope.settings.mode != "off":
            # The database is opened while the test gets to its first locator. What is wrong with it
            # is said when it is needed.
            with contextlib.suppress(Exception):
                opening = scope.open()
                if isinstance(page, sync_api.Page):
                    opening.wait_until_open()
        real = _real(page)
        why = why_off(real)
        if why is not None:
            scope.complain(why, told)
            self._own_scope = scope
            self._show(real)
            return
        face = page_face(scope, real)
        self._show(face)
        setattr(face, API_ATTR, self)
        wrap(page, scope)

    def _show(self, face: Any) -> None:
        super().__init__(face)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]

    # The page of Playwright that it is.
    _API: type[Any]

    @property
    def test_id(self) -> str:
        """The test that the fingerprints belong to."""
        return self._scope.test_id

    @property
    def healer(self) -> Healer:
        """A healer on the same database; the one that was given, where one was."""
        return self._scope.healer

    @property
    def breadcrumb_heals(self) -> list[str]:
        """What was healed so far, in sentences."""
        return [event.text for event in self._scope.events if event.kind == "healed"]

    @property
    def _scope(self) -> Scope:
        scope: Scope = getattr(self._impl_obj, "_bc_scope", None) or self._own_scope
        return scope


class HealablePage(_Healable, sync_api.Page):
    """A Playwright page whose locators heal.

    As a context manager it keeps what it has learned on a clean exit; the page stays open.
    """

    _API = sync_api.Page

    def __enter__(self) -> HealablePage:
        """Stage what is learned from now on."""
        self._scope.stage()
        return self

    def __exit__(self, _type: object, error: BaseException | None, _traceback: object) -> None:
        """Keep it if nothing was raised."""
        self._scope.settle_now()
        self._scope.end_test(error is None)
        if self._scope.recorder is not None:
            _let_go(self._scope.recorder)


class AsyncHealablePage(_Healable, async_api.Page):
    """A Playwright page whose locators heal, for the async API.

    As a context manager it keeps what it has learned on a clean exit; the page stays open.
    """

    _API = async_api.Page

    async def __aenter__(self) -> AsyncHealablePage:
        """Stage what is learned from now on."""
        self._scope.stage()
        return self

    async def __aexit__(
        self, _type: object, error: BaseException | None, _traceback: object
    ) -> None:
        """Keep it if nothing was raised."""
        await self._scope.settle()
        self._scope.end_test(error is None)
        if self._scope.recorder is not None:
            # The loop goes on meanwhile.
            await asyncio.to_thread(_let_go, self._scope.recorder)


class HealableLocator(sync_api.Locator):
    """A Playwright locator that heals."""


class AsyncHealableLocator(async_api.Locator):
    """A Playwright locator that heals, for the async API."""


class HealableFrame(sync_api.Frame):
    """A Playwright frame whose locators heal."""


class AsyncHealableFrame(async_api.Frame):
    """A Playwright frame whose locators heal, for the async API."""


class HealableFrameLocator(sync_api.FrameLocator):
    """A Playwright frame locator whose locators heal."""


class AsyncHealableFrameLocator(async_api.FrameLocator):
    """A Playwright frame locator whose locators heal, for the async API."""


_FACES = (PageFace, FrameFace, LocatorFace, FrameLocatorFace)
_SYNC = (HealablePage, HealableFrame, HealableLocator, HealableFrameLocator)
_ASYNC = (AsyncHealablePage, AsyncHealableFrame, AsyncHealableLocator, AsyncHealableFrameLocator)
if why_off() is None:
    for _mapping, _classes in zip(MAPPINGS, (_SYNC, _ASYNC), strict=True):
        for _face, _class in zip(_FACES, _classes, strict=True):
            _mapping.register(_face, _class)


@overload
def crumb(
    page: sync_api.Page,
    test_id: str = ...,
    db_path: Path | str | None = ...,
    threshold: float | None = ...,
    weights: Mapping[str, float] | None = ...,
    healer: Healer | None = ...,
    **settings: Unpack[CrumbSettings],
) -> HealablePage: ...


@overload
def crumb(
    page: async_api.Page,
    test_id: str = ...,
    db_path: Path | str | None = ...,
    threshold: float | None = ...,
    weights: Mapping[str, float] | None = ...,
    healer: Healer | None = ...,
    **settings: Unpack[CrumbSettings],
) -> AsyncHealablePage: ...


def crumb(
    page: sync_api.Page | async_api.Page,
    test_id: str = "",
    db_path: Path | str | None = None,
    threshold: float | None = None,
    weights: Mapping[str, float] | None = None,
    healer: Healer | None = None,
    **settings: Unpack[CrumbSettings],
) -> HealablePage | AsyncHealablePage:
    """Return a page whose locators learn while they work and heal when they break.

    It is a Playwright page to everything else. What is learned is saved with each action, or, as
    a context manager, on a clean exit. What is not given here is what the environment says, else
    `breadcrumb.toml`; in a pytest run its markers, flags and ini options count too.

    Args:
        page: A page of Playwright's sync or async API.
        test_id: The test that the fingerprints belong to; by default the caller's file and
            function.
        db_path: The database; by default `.breadcrumb.db`.
        threshold: Minimum confidence to heal.
        weights: Weights of the classic scorer's signals, by name; selects that scorer.
        healer: A healer with a store of its own, in place of the three settings before.
        **settings: The others, by name: `mode` (`heal`, `suggest`, which says what it would have
            done and fails as before, or `off`), `heal_after` (how many seconds a locator is waited
            for before healing), `max_heals` (how many heals the test may have), `redact`
            (attributes that must not be kept; `*` at the end stands for any ending),
            `locator_style` (which kind of locator is proposed: `best`, `css` or `as-before`) and
            `relearn_after` (after how many seconds an element that is known is looked at anew).

    Raises:
        TypeError: That is no page.
        InputError: A setting is wrong; the message says which, and where it comes from.
    """
    is_async = isinstance(page, async_api.Page)
    kind: type[HealablePage | AsyncHealablePage] = AsyncHealablePage if is_async else HealablePage
    healing = kind.__new__(kind)
    given = Given(test_id, db_path, threshold, weights, healer)
    healing._start("crumb", page, given, settings)
    return healing


class _Script(Scope):
    """What the pages of a script share."""

    is_script = True
    _gives_warnings = True

    def __init__(self, call: str, given: Given, settings: CrumbSettings) -> None:
        super().__init__()
        own = {"threshold": given.threshold, "db": given.db_path, **settings}
        self.settings = with_arguments(f"{call}()", own)
        self._weights = given.weights
        self._scorer = self._given_healer = given.healer
        if given.weights is not None:
            self._scorer = Healer._without_store(self.settings.threshold, given.weights)
        self.start_test(given.test_id or _caller_name())
        self._healer = given.healer

    def open(self) -> _native.Recorder:
        if self.recorder is None and self._given_healer is not None:
            self.recorder = self._given_healer.store._recorder()
        return super().open()


heal = crumb


def with_mode(locator: _Locator, mode: Mode) -> _Locator:
    """Return the same locator with a mode of its own, e.g. `off` to leave it alone.

    It can only be stricter than the page's.

    Raises:
        TypeError: That is no locator.
        InputError: There is no such mode.
    """
    given: Any = locator
    if not isinstance(given, (sync_api.Locator, async_api.Locator)):
        raise TypeError(f"with_mode() wants a Playwright locator, not {describe(given)}")
    with_arguments("with_mode()", {"mode": mode})
    impl: Any = locator._impl_obj
    if not isinstance(impl, LocatorFace):
        return locator
    return type(locator)(impl.with_mode(mode))


def wrap(page: Any, scope: Scope) -> Any:
    """Give a page its healing face, for everyone who gets to see it from now on."""
    return _adopt(_real(page), scope, _mapping_of(page))


def watch_browser(browser: Any, scope: Scope) -> None:
    """Give each page of each context that a browser makes from now on its healing face."""
    impl = browser._impl_obj
    if hasattr(impl, _WATCHED):
        return
    make = impl.new_context

    async def new_context(*args: Any, **kwargs: Any) -> Any:
        context = await make(*args, **kwargs)
        _watch(context, scope, _mapping_of(browser))
        return context

    impl.new_context = new_context
    setattr(impl, _WATCHED, scope)


def watch_context(context: Any, scope: Scope) -> None:
    """Give each page that a context opens from now on its healing face."""
    _watch(context._impl_obj, scope, _mapping_of(context))


# Marks browsers and contexts whose pages have healing faces already.
_WATCHED = "_bc_watched"


def _watch(context: Any, scope: Scope, mapping: Any) -> None:
    if getattr(context, _WATCHED, None) is not scope:
        context.on("page", functools.partial(_adopt, scope=scope, mapping=mapping))
        setattr(context, _WATCHED, scope)


def _real(page: Any) -> Any:
    """Return Playwright's own implementation of a page."""
    return getattr(page._impl_obj, "_bc_real", page._impl_obj)


def _mapping_of(public: Any) -> Any:
    """Return how Playwright finds the public objects of the layer that one is of."""
    is_sync = isinstance(public, (sync_api.Browser, sync_api.BrowserContext, sync_api.Page))
    return MAPPINGS[0 if is_sync else 1]


def _adopt(real: Any, scope: Scope, mapping: Any) -> Any:
    face = page_face(scope, real)
    page = mapping.from_impl(face)
    if getattr(real, API_ATTR, None) is not page:
        setattr(real, API_ATTR, page)
        # Popups have healing faces too.
        real.on("popup", functools.partial(_adopt, scope=scope, mapping=mapping))
        real.on("framenavigated", scope.navigated)
        install_engine(real.main_frame)
        _settle_before_close(real.context, scope)
    return page


def _settle_before_close(context: Any, scope: Scope) -> None:
    """Let what is on its way arrive before a context is closed: its pages close with it."""
    scopes: Any = getattr(context, _SCOPES, None)
    if scopes is not None:
        scopes.add(scope)
        return
    scopes = WeakSet([scope])
    close = context.close

    async def settle_and_close(*args: Any, **kwargs: Any) -> Any:
        for waiting in list(scopes):
            await waiting.settle()
        return await close(*args, **kwargs)

    setattr(context, _SCOPES, scopes)
    context.close = settle_and_close


# Where a context keeps whose pages it has.
_SCOPES = "_bc_scopes"


def _let_go(recorder: _native.Recorder) -> None:
    """Close the database when all is written; the next use opens it again.

    Who reads the file in this process with Python's own SQLite must not find it open: the two know
    nothing of each other's locks.
    """
    if recorder.settle():
        recorder.close()


def _caller_name() -> str:
    """Return the first function outside Breadcrumb, as the Python package names it."""
    for frame in inspect.stack()[1:]:
        if not frame.filename.startswith(OURS):
            return f"{os.path.basename(frame.filename)}::{frame.function}"
    return "breadcrumb_default"
