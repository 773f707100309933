"""The border to Playwright's inside: every name of it that Breadcrumb uses stands here.

Playwright's public classes (`sync_api`, `async_api`) are two generated layers over one
implementation, which is asynchronous in both. Breadcrumb hooks in at that implementation, so that
one asynchronous flow serves both layers. No version promises that it stays as it is: what is not
there any more is in `missing`, and Breadcrumb is off then.
"""

import importlib
import sys
from importlib.metadata import version
from typing import Any

from .. import _native

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

# New in 1.65, as its module is.
ApiCallOptions: Any = getattr(
    sys.modules.get("playwright._impl.channel_owner"), "ApiCallOptions", None
)

# The attribute that `get_by_test_id` looks at; its module has had several names.
test_id_attribute_name: Any = getattr(
    sys.modules[LocatorImpl.__module__], "test_id_attribute_name", lambda: "data-testid"
)

# What the classes must have, beside the calls that are read from them.
_OF_CLASSES = (
    (LocatorImpl, "_expect count wait_for"),
    (FrameImpl, "_timeout evaluate_handle eval_on_selector_all text_content"),
    (PageImpl, "screenshot main_frame frames goto reload close frame"),
    (MAPPINGS[0], "register from_impl"),
    (MAPPINGS[1], "register from_impl"),
)


def why_off(page: Any = None) -> str | None:
    """Say why Breadcrumb cannot work with this version of Playwright, if that is so.

    With the implementation of a page, what objects have is looked at too.
    """
    gone = missing or _gone_from(*_OF_CLASSES)
    if not gone and page is not None:
        frame = page.main_frame
        gone = _gone_from(
            (page, "_main_frame"),
            (frame, "_channel _connection _guid _loop"),
            (LocatorImpl(frame, "css=html"), "_frame _selector"),
        )
    return _native.what_is_missing(version("playwright"), gone) if gone else None


def _gone_from(*needed: tuple[Any, str]) -> list[str]:
    return [name for owner, names in needed for name in names.split() if not hasattr(owner, name)]


def url_of(frame: Any) -> str:
    """Return the address of the page that a frame is in, if it is in one."""
    return "" if frame.page is None else str(frame.page.url)


def can_stop(frame: Any) -> bool:
    """Tell whether the driver can stop a call, and says then how far that has come."""
    needed = (frame._connection, "_callbacks onmessage")
    return ApiCallOptions is not None and not _gone_from(needed)


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
