"""The border to Playwright's inside: every name of it that Breadcrumb uses stands here.

Playwright's public classes (`sync_api`, `async_api`) are two generated layers over one
implementation, which is asynchronous in both. Breadcrumb hooks in at that implementation, so that
one asynchronous flow serves both layers. No version promises that it stays as it is: what is not
there any more is in `missing`, and Breadcrumb is off then.
"""

from __future__ import annotations

import importlib
import sys
from importlib.metadata import version
from typing import Any

from .. import _native

__all__ = [
    "API_ATTR",
    "MAPPINGS",
    "ApiCallOptions",
    "BrowserContextImpl",
    "BrowserImpl",
    "Error",
    "FrameImpl",
    "FrameLocatorImpl",
    "LocatorImpl",
    "PageImpl",
    "PlaywrightTimeout",
    "abort",
    "can_stop",
    "pending_calls",
    "test_id_attribute_name",
    "told",
    "why_off",
]

# What this version of Playwright does not have.
missing: list[str] = []
# What the user was told of that: once in a process.
told: set[str] = set()


def _found(module: str, name: str) -> Any:
    """Return something of Playwright's inside; where it is gone, something to go on with."""
    try:
        return getattr(importlib.import_module(f"playwright.{module}"), name)
    except (ImportError, AttributeError):
        missing.append(name)
        return type(name, (Exception,), {})


Error: Any = _found("_impl._errors", "Error")
PlaywrightTimeout: Any = _found("_impl._errors", "TimeoutError")
API_ATTR: Any = _found("_impl._impl_to_api_mapping", "API_ATTR")
BrowserContextImpl: Any = _found("sync_api._generated", "BrowserContextImpl")
BrowserImpl: Any = _found("sync_api._generated", "BrowserImpl")
FrameImpl: Any = _found("sync_api._generated", "FrameImpl")
FrameLocatorImpl: Any = _found("sync_api._generated", "FrameLocatorImpl")
LocatorImpl: Any = _found("sync_api._generated", "LocatorImpl")
PageImpl: Any = _found("sync_api._generated", "PageImpl")
# Which public class stands for which implementation class, for the two layers.
MAPPINGS: Any = (_found("_impl._sync_base", "mapping"), _found("_impl._async_base", "mapping"))

try:
    _channel_owner: Any = importlib.import_module("playwright._impl.channel_owner")
    ApiCallOptions: Any = _channel_owner.ApiCallOptions
except (ImportError, AttributeError):  # before 1.65
    ApiCallOptions = None

# The attribute that `get_by_test_id` looks at; its module has had several names.
test_id_attribute_name: Any = getattr(
    sys.modules[LocatorImpl.__module__], "test_id_attribute_name", lambda: "data-testid"
)

# What the classes must have, beside the calls that are read from them.
_MEMBERS = (
    (LocatorImpl, "_expect count wait_for"),
    (FrameImpl, "_timeout evaluate_handle eval_on_selector_all text_content"),
    (PageImpl, "screenshot main_frame frames goto reload close frame"),
    (MAPPINGS[0], "register from_impl"),
    (MAPPINGS[1], "register from_impl"),
)
_OF_PAGE = ("_main_frame",)
_OF_FRAME = ("_channel", "_connection", "_guid", "_loop")
_OF_LOCATOR = ("_frame", "_selector")


def why_off(page: Any = None) -> str | None:
    """Say why Breadcrumb cannot work with this version of Playwright, if that is so.

    With the implementation of a page, what objects have is looked at too.
    """
    gone = list(missing)
    if not gone:
        for owner, names in _MEMBERS:
            gone += [name for name in names.split() if not hasattr(owner, name)]
    if not gone and page is not None:
        gone = _gone_from(page)
    return _native.what_is_missing(version("playwright"), gone) if gone else None


def _gone_from(page: Any) -> list[str]:
    gone = [name for name in _OF_PAGE if not hasattr(page, name)]
    frame = page.main_frame
    gone += [name for name in _OF_FRAME if not hasattr(frame, name)]
    locator = LocatorImpl(frame, "css=html")
    return gone + [name for name in _OF_LOCATOR if not hasattr(locator, name)]


def can_stop(frame: Any) -> bool:
    """Tell whether the driver can stop a call, and says then how far that has come."""
    connection = frame._connection
    return (
        ApiCallOptions is not None
        and hasattr(connection, "_callbacks")
        and hasattr(connection, "onmessage")
    )


def pending_calls(frame: Any) -> Any:
    """Return the messages that wait for the driver's answer, in the order they went out."""
    return frame._connection._callbacks


def abort(frame: Any, message: Any) -> bool:
    """Have the driver stop what it does for a message; false where that is over."""
    if message not in pending_calls(frame):
        return False
    told = {"id": message, "reason": "breadcrumb: the element is not there"}
    frame._connection.onmessage({"guid": frame._guid, "method": "__abort__", "params": told})
    return True
