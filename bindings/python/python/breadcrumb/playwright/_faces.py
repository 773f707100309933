"""Playwright's implementation objects with a second face that heals.

A `PageFace` is a Playwright page: it shares the state of the page it stands for, attribute by
attribute, and answers as that page does, except where a locator is made or a selector is used.
The same holds for frames. A `LocatorFace` is a locator that knows how it was made.

Which calls wait for an element, which answer at once and which make locators is read from
Playwright's own classes, so that a call added by a later version is covered too.
"""

import functools
import inspect
import re
from typing import Any

from .. import _native
from . import _inside
from ._arguments import Mode
from ._executor import Run, perform
from ._scope import Scope, Source
from ._tracebacks import hide_ours

_MAKERS = ("locator", "frame_locator", "filter", "and_", "or_", "nth", "describe", "within")
_MAKER_PROPERTIES = ("first", "last", "visible", "content_frame", "owner")


class Unmet(_inside.PlaywrightTimeout):  # type: ignore[misc]
    """An assertion that did not come true in time."""

    def __init__(self, result: Any) -> None:
        """Keep Playwright's result."""
        super().__init__("unmet")  # pyright: ignore[reportUnknownMemberType]
        self.result = result

    def add_note(self, note: str) -> None:
        """Add what an assertion's error shows."""
        self.result["log"] = [*(self.result.get("log") or []), note]


class LocatorFace(_inside.LocatorImpl):  # type: ignore[misc]
    """A locator that heals."""

    @property
    def page(self) -> Any:
        """The page, with its healing face."""
        return page_face(self._bc_scope, self._frame.page)

    async def _expect(self, expression: str, options: Any, title: Any = None) -> Any:
        number = options.get("expectedNumber")
        number = number if isinstance(number, (int, float)) else None
        call = _native.assertion(expression, bool(options.get("isNot")), number)
        if call is None:
            return await _inside.LocatorImpl._expect(
                self, *_expect_arguments(expression, options, title)
            )
        run = functools.partial(_assert, self, expression, options, title)
        timeout = float(options.get("timeout") or 0)
        try:
            return await _perform(self, call, timeout, run, argument=options.get("expressionArg"))
        except Unmet as unmet:
            return unmet.result

    def with_mode(self, mode: Mode) -> Any:
        """Return the same locator with a mode of its own."""
        plain = _inside.LocatorImpl(self._frame, self._selector)
        made = self._bc_site, self._bc_parent
        return locator_face(plain, self._bc_scope, self._bc_locator, mode, *made)


class FrameLocatorFace(_inside.FrameLocatorImpl):  # type: ignore[misc]
    """A frame locator whose locators heal."""


class PageFace(_inside.PageImpl):  # type: ignore[misc]
    """A page whose locators heal."""

    _bc_locator = _native.Locator.root()
    __slots__ = ("_bc_mode", "_bc_real", "_bc_scope", _inside.API_ATTR)

    @property
    def main_frame(self) -> Any:
        """The main frame, with its healing face."""
        return frame_face(self._bc_scope, self._bc_real.main_frame)

    @property
    def frames(self) -> Any:
        """All frames, with their healing faces."""
        return [frame_face(self._bc_scope, frame) for frame in self._bc_real.frames]

    async def goto(self, *args: Any, **kwargs: Any) -> Any:
        """Open a page, and note the version of the application that it shows."""
        __tracebackhide__ = True
        response = await self._bc_real.goto(*args, **kwargs)
        self._bc_scope.shown_version.note(self._bc_real, response)
        return response

    async def reload(self, *args: Any, **kwargs: Any) -> Any:
        """Open the page again; another version may have been released meanwhile."""
        __tracebackhide__ = True
        response = await self._bc_real.reload(*args, **kwargs)
        self._bc_scope.shown_version.note(self._bc_real, response)
        return response

    async def close(self, *args: Any, **kwargs: Any) -> None:
        """Close the page when all that the test has used on it is learned."""
        await self._bc_scope.settle()
        await self._bc_real.close(*args, **kwargs)

    def frame(self, *args: Any, **kwargs: Any) -> Any:
        """Return the frame that fits, with its healing face."""
        found = self._bc_real.frame(*args, **kwargs)
        return found and frame_face(self._bc_scope, found)


class FrameFace(_inside.FrameImpl):  # type: ignore[misc]
    """A frame whose locators heal."""

    _bc_locator = _native.Locator.root()
    __slots__ = ("_bc_mode", "_bc_real", "_bc_scope", _inside.API_ATTR)

    @property
    def page(self) -> Any:
        """The page, with its healing face."""
        return page_face(self._bc_scope, self._bc_real.page)

    @property
    def parent_frame(self) -> Any:
        """The frame around this one, with its healing face."""
        parent = self._bc_real.parent_frame
        return parent and frame_face(self._bc_scope, parent)

    @property
    def child_frames(self) -> Any:
        """The frames in this one, with their healing faces."""
        return [frame_face(self._bc_scope, frame) for frame in self._bc_real.child_frames]

    def _setup_navigation_waiter(self, *args: Any, **kwargs: Any) -> Any:
        # It compares frames by identity.
        return self._bc_real._setup_navigation_waiter(*args, **kwargs)


def page_face(scope: Scope, page: Any) -> Any:
    """Return the healing face of a page, always the same one for a scope."""
    return _face(scope, page, PageFace)


def frame_face(scope: Scope, frame: Any) -> Any:
    """Return the healing face of a frame, always the same one for a scope."""
    return _face(scope, frame, FrameFace)


def _face(scope: Scope, real: Any, face_class: Any) -> Any:
    if isinstance(real, face_class):
        return real
    face = scope.faces.get(real)
    if face is None:
        face = face_class.__new__(face_class)
        face.__dict__ = real.__dict__
        face._bc_real = real
        face._bc_scope = scope
        face._bc_mode = None
        scope.faces[real] = face
    return face


def locator_face(
    plain: Any,
    scope: Scope,
    locator: _native.Locator,
    mode: Mode | None,
    site: Source = (None, None),
    parent: tuple[str, _native.Locator] | None = None,
) -> Any:
    """Give a fresh locator or frame locator its healing face.

    It was made at `site` from `parent`, of which the selector is given too, if that is no page.
    """
    is_locator = isinstance(plain, _inside.LocatorImpl)
    plain.__class__ = LocatorFace if is_locator else FrameLocatorFace
    plain._bc_scope = scope
    plain._bc_locator = locator
    plain._bc_mode = mode
    plain._bc_site = site
    plain._bc_parent = parent
    return plain


def _child(parent: Any, made: Any, locator: _native.Locator) -> Any:
    """Give a locator that was just made its healing face, and note where that was."""
    scope: Scope = parent._bc_scope
    origin = None
    if isinstance(parent, _inside.LocatorImpl):
        origin = parent._selector, parent._bc_locator
    elif isinstance(parent, _inside.FrameLocatorImpl):
        inside = f"{parent._frame_selector} >> internal:control=enter-frame"
        origin = inside, parent._bc_locator
    return locator_face(made, scope, locator, parent._bc_mode, scope.source(), origin)


async def _perform(
    face: Any, call: str, timeout: float | None, run: Run, selector: str | None = None, **how: Any
) -> Any:
    """Make a call of the test; one with a selector is a call of a page or a frame."""
    scope: Scope = face._bc_scope
    frame = face._frame if selector is None else _frame_of(face)
    if selector is None:
        locator, wanted = face._bc_locator, str(face._selector)
        site, parent = face._bc_site, face._bc_parent
    else:
        locator, wanted = face._bc_locator.then("locator", [("selector", selector)]), selector
        site, parent = (None, None), None
    used = scope.source()

    def want() -> _native.Want:
        return _native.Want(
            locator,
            wanted,
            call,
            frame=scope.id_of(frame),
            url=_inside.url_of(frame),
            parent=parent,
            mode=face._bc_mode,
            timeout_ms=timeout,
            site=site,
            used=used,
            can_stop=_inside.can_stop(frame),
            **how,
        )

    return await perform(scope, frame, wanted, timeout or 0.0, want, run)


def _frame_of(face: Any) -> Any:
    """Return the real frame that a page or a frame looks for its selectors in."""
    return face._main_frame if isinstance(face, _inside.PageImpl) else face._bc_real


async def _assert(
    face: Any, expression: str, options: Any, title: Any, selector: str, timeout: float
) -> Any:
    limited = {**options, "timeout": timeout}
    plain = _inside.LocatorImpl(face._frame, selector)
    result = await plain._expect(*_expect_arguments(expression, limited, title))
    if result["matches"] == bool(options.get("isNot")):
        raise Unmet(result)
    return result


_EXPECT_ARITY = (
    len(inspect.signature(getattr(_inside.LocatorImpl, "_expect", print)).parameters) - 1
)


def _expect_arguments(*arguments: Any) -> tuple[Any, ...]:
    """Return the arguments that this version of Playwright takes."""
    return arguments[:_EXPECT_ARITY]


def _maker(owner: Any, name: str) -> Any:
    original = getattr(owner, name)
    signature = inspect.signature(original)

    @functools.wraps(original)
    def make(self: Any, *args: Any, **kwargs: Any) -> Any:
        _, *arguments = signature.bind(self, *args, **kwargs).arguments.items()
        # Locators belong to the real frame, or those of a raw page could not be mixed with them.
        made = original(getattr(self, "_bc_real", self), *args, **kwargs)
        return _child(self, made, self._bc_locator.then(name, arguments))

    return make


def _maker_property(owner: Any, name: str) -> Any:
    original = getattr(owner, name)

    def get(self: Any) -> Any:
        made = original.__get__(self)
        return _child(self, made, self._bc_locator.then(name))

    return property(get, doc=original.__doc__)


def _caller(owner: Any, name: str, takes_selector: bool) -> Any:
    """Return a call that the engine has a hand in."""
    original = getattr(owner, name)
    signature = inspect.signature(original)
    is_check = _native.is_check(name)
    has_timeout = "timeout" in signature.parameters and not is_check
    has_target = _native.has_target(name)
    selector_name = "source" if name == "drag_and_drop" else "selector"

    async def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        given = dict(signature.bind(self, *args, **kwargs).arguments)
        given.pop("self")
        self._bc_scope.note_typed(name, given)
        real = self._bc_real if takes_selector else None
        frame = _frame_of(self) if takes_selector else self._frame

        async def run(selector: str, timeout: float) -> Any:
            changed = {**given, "timeout": timeout} if has_timeout else given
            if real is None:
                return await original(_inside.LocatorImpl(frame, selector), **changed)
            return await original(real, **{**changed, selector_name: selector})

        selector = given[selector_name] if takes_selector else None
        timeout = frame._timeout(given.get("timeout")) if has_timeout else None
        if _native.awaits_absence(str(given.get("state"))):
            return await run(selector or self._selector, timeout or 0)
        answer = await _perform(
            self,
            name,
            timeout,
            _with_target(self, given, name) if has_target else run,
            selector,
            argument=given.get("name"),
            is_strict=bool(given.get("strict")) if takes_selector else True,
            is_forced=bool(given.get("force")),
        )
        self._bc_scope.note_typed(name, given, answer)
        return _with_faces(self, answer) if name == "all" else answer

    @functools.wraps(original)
    async def named(self: Any, *args: Any, **kwargs: Any) -> Any:
        __tracebackhide__ = True
        try:
            return await call(self, *args, **kwargs)
        except _inside.Error as error:
            _name_plainly(error, name)
            hide_ours(error)
            raise

    return named


def _name_plainly(error: Any, name: str) -> None:
    """Let an error name `Locator.click`, where Playwright has read the name of our class."""
    message = str(getattr(error, "message", ""))
    plain = _WRAPPER.sub(name, _OUR_NAME.sub("", message))
    if plain != message:
        error._message = plain
        error.args = (plain, *error.args[1:])


_OUR_NAME = re.compile(r"^(?:Async)?Healable(?=[A-Z])")
_WRAPPER = re.compile(r"(?<=^Locator\.)wrapper(?=:)")


def _with_faces(face: Any, locators: list[Any]) -> list[Any]:
    """Return the locators of `all()` as if each was made by `nth()`."""
    for index, locator in enumerate(locators):
        nth = face._bc_locator.then("nth", [("index", index)])
        locator_face(locator, face._bc_scope, nth, face._bc_mode)
    return locators


def _with_target(face: Any, given: dict[str, Any], name: str) -> Run:
    """Return how a drag is made, which heals its target as well as its source."""
    target = given["target"]

    async def run(source: str, timeout: float) -> Any:
        async def drop(selector: str, left: float) -> Any:
            changed = {**given, "timeout": left}
            if name == "drag_to":
                changed["target"] = _inside.LocatorImpl(target._frame, selector)
                return await _inside.LocatorImpl.drag_to(
                    _inside.LocatorImpl(face._frame, source), **changed
                )
            changed.update(source=source, target=selector)
            return await face._bc_real.drag_and_drop(**changed)

        if name == "drag_and_drop":
            strict = bool(given.get("strict"))
            return await _perform(face, name, timeout, drop, target, is_strict=strict)
        if not hasattr(target, "_bc_scope"):
            return await drop(target._selector, timeout)
        return await _perform(target, name, timeout, drop)

    return run


def _equip(face: Any, owner: Any, takes_selector: bool) -> None:
    """Override in a face what makes locators and what needs an element."""
    for name, member in inspect.getmembers(owner):
        if name in _MAKER_PROPERTIES and isinstance(member, property):
            setattr(face, name, _maker_property(owner, name))
        elif name.startswith("_") or not inspect.isfunction(member):
            continue
        elif name in _MAKERS or name.startswith("get_by_"):
            setattr(face, name, _maker(owner, name))
        elif _needs_element(name, member, takes_selector):
            setattr(face, name, _caller(owner, name, takes_selector))


def _needs_element(name: str, member: Any, takes_selector: bool) -> bool:
    parameters = inspect.signature(member).parameters
    if takes_selector and not ("selector" in parameters or name == "drag_and_drop"):
        return False
    return _native.is_check(name) or "timeout" in parameters


_equip(LocatorFace, _inside.LocatorImpl, takes_selector=False)
_equip(FrameLocatorFace, _inside.FrameLocatorImpl, takes_selector=False)
_equip(PageFace, _inside.PageImpl, takes_selector=True)
_equip(FrameFace, _inside.FrameImpl, takes_selector=True)
