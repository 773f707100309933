"""What a call is given that is no setting: pages, healers, ids."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypedDict

from ..core.healer import Healer
from ..errors import InputError

Mode = Literal["heal", "suggest", "off"]


class CrumbSettings(TypedDict, total=False):
    """Settings of a test by their names; `None` is not given."""

    mode: Mode | None
    heal_after: float | None
    max_heals: int | None
    redact: Sequence[str] | None
    locator_style: str | None
    relearn_after: float | None


class Given(NamedTuple):
    """What a page is made with beside those."""

    test_id: str
    db_path: Path | str | None
    threshold: float | None
    weights: Mapping[str, float] | None
    healer: Healer | None

    def check(self, call: str) -> None:
        """Say at once what is no id or no healer.

        Raises:
            TypeError: A value is of another type.
            InputError: A healer comes with settings that it has of its own.
        """
        for name, kinds, wanted in (
            ("test_id", str, "a text"),
            ("weights", (Mapping, type(None)), "names with their weights"),
            ("healer", (Healer, type(None)), "a Healer"),
        ):
            value = getattr(self, name)
            if not isinstance(value, kinds):
                raise TypeError(f"{call}() wants {wanted} as `{name}`, not {describe(value)}")
        for name in ("threshold", "db_path", "weights"):
            if self.healer is not None and getattr(self, name) is not None:
                raise InputError(
                    f"{call}() takes a `healer` or `{name}`, not both: a healer has its own"
                )


def check_page(call: str, page: object, api: type[Any], settings: Mapping[str, object]) -> None:
    """Say at once what is no page and no setting."""
    for name in settings:
        if name not in CrumbSettings.__annotations__:
            raise TypeError(f"{call}() got an unexpected keyword argument '{name}'")
    if not isinstance(page, api):
        raise TypeError(f"{call}() wants a Playwright page, not {describe(page)}")


def describe(value: object) -> str:
    """Return a wrong value in a few words."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return repr(value)
    name = type(value).__name__
    return f"{'an' if name[0] in 'AEIOUaeiou' else 'a'} {name}"
