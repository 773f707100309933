"""Fingerprints of live elements, for callers with their own plans."""

from playwright import async_api, sync_api

from .. import _native
from ..core.fingerprint import ElementFingerprint
from ..errors import InputError
from ._page_side import ASSET

_ELEMENT = {"op": "fingerprint"}
_PAGE = {"op": "snapshot"}


def extract_fingerprint_sync(
    locator: sync_api.Locator, locator_str: str = "", test_id: str = ""
) -> ElementFingerprint:
    """Return the fingerprint of the element that a locator finds."""
    return _fingerprint(locator.evaluate(ASSET, _ELEMENT), locator_str, test_id)


async def extract_fingerprint(
    locator: async_api.Locator, locator_str: str = "", test_id: str = ""
) -> ElementFingerprint:
    """Return the fingerprint of the element that a locator finds."""
    return _fingerprint(await locator.evaluate(ASSET, _ELEMENT), locator_str, test_id)


def extract_all_candidates_sync(page: sync_api.Page) -> list[ElementFingerprint]:
    """Return the fingerprints of all visible elements of a page."""
    return _native.fingerprints_of_page(page.evaluate(ASSET, _PAGE))


async def extract_all_candidates(page: async_api.Page) -> list[ElementFingerprint]:
    """Return the fingerprints of all visible elements of a page."""
    return _native.fingerprints_of_page(await page.evaluate(ASSET, _PAGE))


def _fingerprint(payload: str | None, locator: str, test_id: str) -> ElementFingerprint:
    found = None if payload is None else _native.fingerprint_of_target(payload, test_id, locator)
    if found is None:
        raise InputError("the element is not on the page any more")
    return found
