"""Playwright's implementation objects with a second face that heals.

A `PageFace` is a Playwright page: it shares the state of the page it stands for, attribute by
attribute, and answers as that page does, except where a locator is made or a selector is used.
The same holds for frames. A `LocatorFace` is a locator that knows how it was made.

Which calls wait for an element, which answer at once and which make locators is read from
Playwright's own classes, so that a call added by a later version is covered too.
"""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Awaitable, Callable
from typing import Any

from .. import _native
from . import _flow as flow
from . import _learning as learning
from ._inside import (
    API_ATTR,
    Error,
    FrameImpl,
    FrameLocatorImpl,
    LocatorImpl,
    PageImpl,
    PlaywrightTimeout,
)
from ._scope import Mode, Scope, Source
from ._tracebacks import hide_ours

__all__ = ["FrameFace", "FrameLocatorFace", "LocatorFace", "PageFace", "locator_face"]

# Checks that answer at once, and when they mean "there, and only one".
_CHECKS: dict[str, Callable[[Any], bool]] = {
    "is_visible": lambda answer: answer is True,
    "is_hidden": lambda answer: answer is False,
    "count": lambda answer: answer == 1,
    "all": lambda answer: len(answer) == 1,
    "all_inner_texts": lambda answer: len(answer) == 1,
    "all_text_contents": lambda answer: len(answer) == 1,
    "element_handles": lambda answer: len(answer) == 1,
    "query_selector": lambda answer: answer is not None,
    "query_selector_all": lambda answer: len(answer) == 1,
}
# Waiting for one of these is waiting for an element to go away.
_ABSENT_STATES = ("hidden", "detached")
# Assertions that an element's absence fulfills.
_ABSENT_ASSERTIONS = ("to.be.hidden", "to.be.detached")
_MAKERS = ("locator", "frame_locator", "filter", "and_", "or_", "nth", "describe", "within")
_MAKER_PROPERTIES = ("first", "last", "visible", "content_frame", "owner")
# Calls that leave the page as it is.
_READS = {
    *("text_content", "inner_text", "inner_html", "input_value", "get_attribute"),
    *("aria_snapshot", "bounding_box", "element_handle", "wait_for", "wait_for_selector"),
    *("is_checked", "is_disabled", "is_editable", "is_enabled"),
}
# Calls that leave an element in a state which is the same after a second one.
_REPEATABLE = {"fill", "clear", "check", "uncheck", "set_checked", "select_option"}
# Calls that read, or that take several steps before they touch the element: there is time to take
# its fingerprint meanwhile. `evaluate` and `dispatch_event` take one, and may remove it.
_SLOW = {
    *_READS,
    *("click", "dblclick", "tap", "hover", "check", "uncheck", "set_checked"),
    *("drag_to", "drag_and_drop", "screenshot"),
    *("fill", "clear", "type", "press_sequentially", "press", "select_option", "select_text"),
    *("set_input_files", "focus", "blur", "scroll_into_view_if_needed"),
}
_BOTH_ENDS = ("drag_to", "drag_and_drop")


class Unmet(PlaywrightTimeout):
    """An assertion that did not come true in time."""

    def __init__(self, result: Any) -> None:
        """Keep Playwright's result."""
        super().__init__("unmet")
        self.result = result


class LocatorFace(LocatorImpl):  # type: ignore[misc]
    """A locator that heals."""

    _bc_scope: Scope
    _bc_locator: _native.Locator
    _bc_mode: Mode | None
    _bc_site: Source
    """Where it was made."""
    _bc_parent: str | None
    """The selector of what it was made from, where that was no page."""
    _bc_parent_key: str
    """And its key."""

    @property
    def _bc_key(self) -> str:
        return self._bc_locator.key

    @property
    def page(self) -> Any:
        """The page, with its healing face."""
        return page_face(self._bc_scope, self._frame.page)

    async def _expect(self, expression: str, options: Any, title: Any = None) -> Any:
        run = functools.partial(_assert, self, expression, options, title)
        if not _may_heal_assertion(expression, options):
            return await LocatorImpl._expect(self, *_expect_arguments(expression, options, title))
        timeout = flow.forever(float(options.get("timeout") or 0))
        name = "expect " + expression.replace(".", "_")
        argument = options.get("expressionArg")
        deed = _deed(self, name, timeout, run, is_slow=True, is_read=True, argument=argument)
        try:
            return await flow.perform(deed)
        except Unmet as unmet:
            notes = getattr(unmet, "__notes__", None)
            if notes:
                unmet.result["log"] = [*(unmet.result.get("log") or []), *notes]
            return unmet.result

    def with_mode(self, mode: Mode) -> Any:
        """Return the same locator with a mode of its own."""
        plain = LocatorImpl(self._frame, self._selector)
        face = locator_face(plain, self._bc_scope, self._bc_locator, mode)
        face._bc_site, face._bc_parent = self._bc_site, self._bc_parent
        face._bc_parent_key = self._bc_parent_key
        return face


class FrameLocatorFace(FrameLocatorImpl):  # type: ignore[misc]
    """A frame locator whose locators heal."""

    _bc_scope: Scope
    _bc_locator: _native.Locator
    _bc_mode: Mode | None

    @property
    def _bc_key(self) -> str:
        return self._bc_locator.key


class PageFace(PageImpl):  # type: ignore[misc]
    """A page whose locators heal."""

    _bc_key = ""
    _bc_locator = _native.Locator.root()
    __slots__ = ("_bc_mode", "_bc_real", "_bc_scope", API_ATTR)

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
        await learning.settle(self._bc_scope)
        await self._bc_real.close(*args, **kwargs)

    def frame(self, *args: Any, **kwargs: Any) -> Any:
        """Return the frame that fits, with its healing face."""
        found = self._bc_real.frame(*args, **kwargs)
        return found and frame_face(self._bc_scope, found)


class FrameFace(FrameImpl):  # type: ignore[misc]
    """A frame whose locators heal."""

    _bc_key = ""
    _bc_locator = _native.Locator.root()
    __slots__ = ("_bc_mode", "_bc_real", "_bc_scope", API_ATTR)

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


def locator_face(plain: Any, scope: Scope, locator: _native.Locator, mode: Mode | None) -> Any:
    """Give a fresh locator or frame locator its healing face."""
    is_locator = isinstance(plain, LocatorImpl)
    plain.__class__ = LocatorFace if is_locator else FrameLocatorFace
    plain._bc_scope = scope
    plain._bc_locator = locator
    plain._bc_mode = mode
    plain._bc_site = (None, None)
    plain._bc_parent = None
    plain._bc_parent_key = ""
    return plain


def _child(parent: Any, made: Any, locator: _native.Locator) -> Any:
    """Give a locator that was just made its healing face, and note where that was."""
    face = locator_face(made, parent._bc_scope, locator, parent._bc_mode)
    face._bc_site = parent._bc_scope.source()
    face._bc_parent_key = parent._bc_key
    if isinstance(parent, LocatorImpl):
        face._bc_parent = parent._selector
    elif isinstance(parent, FrameLocatorImpl):
        face._bc_parent = f"{parent._frame_selector} >> internal:control=enter-frame"
    return face


def _deed(
    face: Any,
    action: str,
    timeout: float,
    run: Callable[[str, float], Awaitable[Any]],
    selector: str | None = None,
    strict: bool = True,
    is_slow: bool = False,
    is_read: bool = False,
    is_repeatable: bool = False,
    argument: Any = None,
) -> flow.Deed:
    is_locator = selector is None
    frame = face._frame if is_locator else _frame_of(face)
    return flow.Deed(
        scope=face._bc_scope,
        frame=frame,
        selector=face._selector if selector is None else selector,
        key=face._bc_key if selector is None else selector,
        action=action,
        argument=argument if isinstance(argument, str) else None,
        strict=strict,
        mode=face._bc_mode,
        timeout=timeout,
        run=run,
        site=face._bc_site if is_locator else (None, None),
        parent=face._bc_parent if is_locator else None,
        parent_key=face._bc_parent_key if is_locator else "",
        is_slow=is_slow,
        is_read=is_read,
        is_repeatable=is_repeatable,
    )


def _frame_of(face: Any) -> Any:
    """Return the real frame that a page or a frame looks for its selectors in."""
    return face._main_frame if isinstance(face, PageImpl) else face._bc_real


async def _assert(
    face: Any, expression: str, options: Any, title: Any, selector: str, timeout: float
) -> Any:
    limited = {**options, "timeout": flow.for_playwright(timeout)}
    plain = LocatorImpl(face._frame, selector)
    result = await plain._expect(*_expect_arguments(expression, limited, title))
    if result["matches"] == bool(options.get("isNot")):
        raise Unmet(result)
    return result


def _may_heal_assertion(expression: str, options: Any) -> bool:
    if options.get("isNot") or expression in _ABSENT_ASSERTIONS or expression.endswith(".array"):
        return False
    return expression != "to.have.count" or options.get("expectedNumber") == 1


_EXPECT_ARITY = len(inspect.signature(LocatorImpl._expect).parameters) - 1


def _expect_arguments(*arguments: Any) -> tuple[Any, ...]:
    """Return the arguments that this version of Playwright takes."""
    return arguments[:_EXPECT_ARITY]


def _maker(owner: Any, name: str) -> Any:
    original = getattr(owner, name)
    signature = inspect.signature(original)

    @functools.wraps(original)
    def make(self: Any, *args: Any, **kwargs: Any) -> Any:
        arguments = dict(signature.bind(self, *args, **kwargs).arguments)
        arguments.pop("self", None)
        # Locators belong to the real frame, or those of a raw page could not be mixed with them.
        made = original(getattr(self, "_bc_real", self), *args, **kwargs)
        return _child(self, made, self._bc_locator.then(name, list(arguments.items())))

    return make


def _maker_property(owner: Any, name: str) -> Any:
    original = getattr(owner, name)

    def get(self: Any) -> Any:
        made = original.__get__(self)
        return _child(self, made, self._bc_locator.then(name))

    return property(get, doc=original.__doc__)


def _caller(owner: Any, name: str, takes_selector: bool) -> Any:
    """Return a call that goes through the flow."""
    original = getattr(owner, name)
    signature = inspect.signature(original)
    has_timeout = "timeout" in signature.parameters
    is_there = _CHECKS.get(name)
    selector_name = "source" if name == "drag_and_drop" else "selector"

    async def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        given = dict(signature.bind(self, *args, **kwargs).arguments)
        given.pop("self")
        real = self._bc_real if takes_selector else None

        async def run(selector: str, timeout: float) -> Any:
            changed = dict(given)
            if has_timeout and is_there is None:
                changed["timeout"] = flow.for_playwright(timeout)
            if real is not None:
                changed[selector_name] = selector
                return await original(real, **changed)
            return await original(LocatorImpl(self._frame, selector), **changed)

        selector = given[selector_name] if takes_selector else None
        strict = bool(given.get("strict")) if takes_selector else True
        frame = _frame_of(self) if takes_selector else self._frame
        timeout = flow.forever(frame._timeout(given.get("timeout"))) if has_timeout else 0.0
        if given.get("state") in _ABSENT_STATES:
            return await run(selector or self._selector, timeout)
        is_slow = name in _SLOW and not given.get("force")
        kind = (is_slow, name in _READS, name in _REPEATABLE)
        deed = _deed(self, name, timeout, run, selector, strict, *kind, given.get("name"))
        if is_there is not None:
            checked = self._bc_locator
            if selector is not None:
                checked = checked.then("locator", [("selector", selector)])
            key = checked.then(name).key
            answer = await flow.check(flow.with_key(deed, key), is_there)
            return _with_faces(self, answer) if name == "all" else answer
        if name in _BOTH_ENDS:
            deed = _with_target(self, deed, given, name)
        return await flow.perform(deed)

    @functools.wraps(original)
    async def named(self: Any, *args: Any, **kwargs: Any) -> Any:
        __tracebackhide__ = True
        try:
            return await call(self, *args, **kwargs)
        except Error as error:
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
    return [
        locator_face(
            locator, face._bc_scope, face._bc_locator.then("nth", [("index", index)]), face._bc_mode
        )
        for index, locator in enumerate(locators)
    ]


def _with_target(face: Any, deed: flow.Deed, given: dict[str, Any], name: str) -> flow.Deed:
    """Return a drag that heals its target as well as its source."""
    target = given["target"]

    async def run(source: str, timeout: float) -> Any:
        async def drop(selector: str, left: float) -> Any:
            changed = {**given, "timeout": flow.for_playwright(left)}
            if name == "drag_to":
                changed["target"] = LocatorImpl(target._frame, selector)
                return await LocatorImpl.drag_to(LocatorImpl(face._frame, source), **changed)
            changed.update(source=source, target=selector)
            return await face._bc_real.drag_and_drop(**changed)

        if name == "drag_and_drop":
            end = _deed(face, name, timeout, drop, target, deed.strict)
        elif hasattr(target, "_bc_scope"):
            end = _deed(target, name, timeout, drop)
        else:
            return await drop(target._selector, timeout)
        return await flow.perform(end)

    return flow.with_run(deed, run)


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
    return name in _CHECKS or "timeout" in parameters


_equip(LocatorFace, LocatorImpl, takes_selector=False)
_equip(FrameLocatorFace, FrameLocatorImpl, takes_selector=False)
_equip(PageFace, PageImpl, takes_selector=True)
_equip(FrameFace, FrameImpl, takes_selector=True)
