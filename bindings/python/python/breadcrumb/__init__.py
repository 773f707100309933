"""Breadcrumb: UI tests that survive change.

`crumb(page)` returns a Playwright page whose locators learn what they find and heal when they
stop matching.
"""

from typing import TYPE_CHECKING

from ._native import VERSION as __version__

if TYPE_CHECKING:
    from .playwright.page_wrapper import (
        AsyncHealableLocator,
        AsyncHealablePage,
        HealableLocator,
        HealablePage,
        crumb,
        heal,
        with_mode,
    )

__all__ = [
    "AsyncHealableLocator",
    "AsyncHealablePage",
    "HealableLocator",
    "HealablePage",
    "__version__",
    "crumb",
    "heal",
    "with_mode",
]


def __getattr__(name: str) -> object:
    """Import what needs Playwright only when it is asked for."""
    if name.startswith("__") or name not in __all__:
        raise AttributeError(f"module 'breadcrumb' has no attribute {name!r}")
    from .playwright import page_wrapper

    return getattr(page_wrapper, name)
