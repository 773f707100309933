"""A locator as the calls that made it: the readable key its fingerprint is stored under."""

from __future__ import annotations

import re
from typing import Any, cast

__all__ = ["as_call", "call_text", "child_key"]


def child_key(parent: str, method: str, arguments: dict[str, Any]) -> str:
    """Return the key of a locator that `method` made from the one with the key `parent`.

    A root CSS selector without options is its own key, as in the databases of the Python package
    `pytest-breadcrumb`; so is the selector of `page.click(selector)`.
    """
    given = {_snake(name): value for name, value in arguments.items() if value is not None}
    if method == "locator" and not parent and len(given) == 1:
        only = next(iter(given.values()))
        if isinstance(only, str):
            return only
    call = call_text(method, given)
    return f"{as_call(parent)}.{call}" if parent else call


def as_call(key: str) -> str:
    """Return a key that other calls can follow."""
    is_call = _STARTS_WITH_CALL.match(key) is not None
    return key if is_call else call_text("locator", {"selector": key})


def call_text(method: str, given: dict[str, Any]) -> str:
    """Return a call in Python: the first argument by position, the rest by name."""
    parts = [
        _value_text(value) if index == 0 and name in _FIRST else f"{name}={_value_text(value)}"
        for index, (name, value) in enumerate(given.items())
    ]
    return f"{method}({', '.join(parts)})"


_STARTS_WITH_CALL = re.compile(r"(?:locator|frame_locator|get_by_[a-z_]+)\(")
_FIRST = {"selector", "selector_or_locator", "text", "test_id", "role", "index", "locator"}


def _value_text(value: Any) -> str:
    key = getattr(value, "_bc_key", None)
    if key is not None:
        return as_call(str(key))
    selector = getattr(value, "_selector", None)
    if selector is not None:
        return call_text("locator", {"selector": selector})
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, re.Pattern):
        return _pattern_text(cast("re.Pattern[str]", value))
    return repr(value)


def _snake(name: str) -> str:
    """Return a parameter's public name: before 1.65 Playwright has others inside."""
    return re.sub(r"(?<=[a-z])([A-Z])", lambda match: "_" + match[1].lower(), name)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _pattern_text(pattern: re.Pattern[str]) -> str:
    flags = re.RegexFlag(pattern.flags & ~re.UNICODE)
    tail = f", {flags!r}" if flags else ""
    return f"re.compile(r{_quoted(pattern.pattern)}{tail})"
