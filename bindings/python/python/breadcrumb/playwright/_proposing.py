"""Locators for an element that could be meant, each checked on the live page."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .. import _native
from . import _browser_side as browser
from ._inside import Error, test_id_attribute_name

if TYPE_CHECKING:
    from ._flow import Deed

__all__ = ["Verified", "verified"]


@dataclass(frozen=True)
class Verified:
    """A locator that finds the element and no other."""

    selector: str
    code: str
    is_in_parent: bool = False
    """Whether it does so, too, inside what the old locator was made from."""


async def verified(
    deed: Deed, look: _native.Look, candidate: _native.Candidate, place: tuple[str, str]
) -> list[Verified]:
    """Return the locators that find just this element, in the order of the wanted style."""
    address, selector = place
    proposed = [Verified(_selector(made), made.python) for made in candidate.proposals]
    own = await _own(deed, selector)
    if own is not None and candidate.may_propose(own.code):
        # Playwright knows best; but who asks for CSS gets CSS.
        before = [p for p in proposed if look.distance(p.code) < look.distance(own.code)]
        rest = [p for p in proposed if p not in before and p.code != own.code]
        proposed = [*before, own, *rest]
    finding = await _finding(deed, [p.selector for p in proposed], address)
    found = [p for p, is_found in zip(proposed, finding, strict=True) if is_found]
    if not deed.parent or not found:
        return found
    inside = await _finding(deed, [f"{deed.parent} >> {p.selector}" for p in found], address)
    found = [
        Verified(p.selector, p.code, is_inside) for p, is_inside in zip(found, inside, strict=True)
    ]
    return [*found, *await _only_inside(deed, candidate, found, address)]


async def _only_inside(
    deed: Deed, candidate: _native.Candidate, found: list[Verified], address: str
) -> list[Verified]:
    """Return locators that find the element only inside what the old locator was made from."""
    known = {locator.code for locator in found}
    parent = _native.Locator.from_key(deed.parent_key)
    proposed = [
        Verified(f"{deed.parent} >> {_selector(made)}", made.inside(parent).python)
        for made in candidate.proposals_within
        if made.python not in known
    ]
    finding = await _finding(deed, [p.selector for p in proposed], address)
    return [p for p, is_found in zip(proposed, finding, strict=True) if is_found]


def _selector(locator: _native.Locator) -> str:
    """Return the selector of a proposal, which has one always."""
    return str(locator.selector(test_id_attribute_name()))


async def _own(deed: Deed, selector: str) -> Verified | None:
    """Return what Playwright itself would write."""
    try:
        best = await browser.normalized(deed.frame, selector)
    except Error:
        return None
    return None if best is None else Verified(*best)


async def _finding(deed: Deed, selectors: list[str], address: str) -> list[bool]:
    """Tell which selectors find the element at this address, and nothing else.

    Mostly all of them do, and then two questions are enough: what all of them find together, and
    what any of them finds.
    """
    if not selectors:
        return []
    first, *others = selectors
    for operator in ("and", "or"):
        joined = first + "".join(f" >> internal:{operator}={json.dumps(other)}" for other in others)
        if not await _finds(deed, joined, address):
            break
    else:
        return [True] * len(selectors)
    answers = await asyncio.gather(*(_finds(deed, one, address) for one in selectors))
    return list(answers)


async def _finds(deed: Deed, selector: str, address: str) -> bool:
    try:
        return await browser.addresses(deed.frame, selector) == [address]
    except Error:
        return False
