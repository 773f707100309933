"""What a call is given that is no setting: pages, healers, ids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict

from ..core.healer import Healer
from ..errors import InputError

__all__ = ["CrumbSettings", "Mode", "check_arguments", "describe"]

Mode = Literal["heal", "suggest", "off"]

# What a healer has of its own.
_OF_HEALER = ("threshold", "db")


class CrumbSettings(TypedDict, total=False):
    """Settings of a test by their names; `None` is not given."""

    mode: Mode | None
    heal_after: float | None
    max_heals: int | None
    redact: Sequence[str] | None
    locator_style: str | None
    relearn_after: float | None


_KNOWN = {*CrumbSettings.__annotations__, *_OF_HEALER}


def check_arguments(
    call: str,
    page: object,
    api: type[Any],
    test_id: object,
    weights: object,
    healer: object,
    given: Mapping[str, object],
) -> None:
    """Say at once what is no page, no id or no healer.

    Raises:
        TypeError: A value is of another type.
        InputError: A healer comes with settings that it has of its own.
    """
    unknown = [name for name in given if name not in _KNOWN]
    if unknown:
        raise TypeError(f"{call}() got an unexpected keyword argument '{unknown[0]}'")
    if not isinstance(page, api):
        raise TypeError(f"{call}() wants a Playwright page, not {describe(page)}")
    for name, value, kinds, wanted in (
        ("test_id", test_id, str, "a text"),
        ("weights", weights, (Mapping, type(None)), "names with their weights"),
        ("healer", healer, (Healer, type(None)), "a Healer"),
    ):
        if not isinstance(value, kinds):
            raise TypeError(f"{call}() wants {wanted} as `{name}`, not {describe(value)}")
    if healer is not None:
        beside = [
            "db_path" if name == "db" else name for name in _OF_HEALER if given[name] is not None
        ]
        beside += [] if weights is None else ["weights"]
        if beside:
            raise InputError(
                f"{call}() takes a `healer` or `{beside[0]}`, not both: a healer has its own"
            )


def describe(value: object) -> str:
    """Return a wrong value in a few words."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return repr(value)
    name = type(value).__name__
    return f"{'an' if name[0] in 'AEIOUaeiou' else 'a'} {name}"
