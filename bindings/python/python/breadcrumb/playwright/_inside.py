"""The border to Playwright's inside: every name of it that Breadcrumb uses is imported here.

Playwright's public classes (`sync_api`, `async_api`) are two generated layers over one
implementation, which is asynchronous in both. Breadcrumb hooks in at that implementation, so that
one asynchronous flow serves both layers.
"""

from __future__ import annotations

import sys
from typing import Any

from playwright._impl import _async_base, _sync_base
from playwright._impl._errors import Error
from playwright._impl._errors import TimeoutError as PlaywrightTimeout
from playwright._impl._impl_to_api_mapping import API_ATTR
from playwright.sync_api import _generated as _generated_module

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
    "test_id_attribute_name",
]

_generated: Any = _generated_module

try:
    from playwright._impl.channel_owner import ApiCallOptions as _ApiCallOptions
except ImportError:  # before 1.65
    _ApiCallOptions = None  # type: ignore[assignment, misc]

ApiCallOptions: Any = _ApiCallOptions
BrowserContextImpl: Any = _generated.BrowserContextImpl
BrowserImpl: Any = _generated.BrowserImpl
FrameImpl: Any = _generated.FrameImpl
FrameLocatorImpl: Any = _generated.FrameLocatorImpl
LocatorImpl: Any = _generated.LocatorImpl
PageImpl: Any = _generated.PageImpl

# The attribute that `get_by_test_id` looks at; its module has had several names.
test_id_attribute_name: Any = getattr(
    sys.modules[LocatorImpl.__module__], "test_id_attribute_name", lambda: "data-testid"
)

# Which public class stands for which implementation class, for the two layers.
MAPPINGS: Any = (_sync_base.mapping, _async_base.mapping)
