"""What a test run has been asked for: marker, flag, environment, ini file, settings file.

What the settings file is, and what may be in it, is the engine's business.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

__all__ = ["Settings", "add_options", "database_of", "is_on", "settings_of", "trouble_of"]

_GROUP = "breadcrumb"


def _names(value: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    """Return a list of names: a list, or a text with commas, spaces or lines between them."""
    return tuple(value.replace(",", " ").split()) if isinstance(value, str) else tuple(value)


# Name, type and help of each setting that is more than on or off.
_VALUES: tuple[tuple[str, Callable[[Any], Any], str], ...] = (
    ("db", str, "the database (default: BREADCRUMB_DB, else .breadcrumb.db)"),
    ("threshold", float, "the confidence from which on it heals"),
    ("mode", str, "heal, suggest (say what it would have done, and fail) or off"),
    ("heal-after", float, "seconds to wait for a locator before healing it"),
    ("max-heals", int, "how many heals one test may have"),
    ("locator-style", str, "which kind of locator it proposes: best, css or as-before"),
    ("redact", _names, "attributes that are never kept, by name; `*` at the end: any ending"),
)


@dataclass(frozen=True)
class Settings:
    """How Breadcrumb works in one test; `None` leaves it to the engine."""

    db: Path | None = None
    threshold: float | None = None
    mode: str | None = None
    heal_after: float | None = None
    max_heals: int | None = None
    locator_style: str | None = None
    redact: tuple[str, ...] = ()
    screenshots: bool = False


def add_options(parser: pytest.Parser) -> None:
    """Register the flags and their ini options."""
    group = parser.getgroup(_GROUP, "Breadcrumb: self-healing locators")
    group.addoption(
        "--breadcrumb", action="store_true", default=None, help="Heal `page` in every test."
    )
    group.addoption(
        "--breadcrumb-report",
        action="store_true",
        default=None,
        help="Print what Breadcrumb knows and has healed at the end.",
    )
    group.addoption(
        "--breadcrumb-screenshots",
        action="store_true",
        default=None,
        help="Keep small pictures of the elements beside the database, for the report.",
    )
    parser.addini("breadcrumb_screenshots", "keep pictures of elements", type="bool", default=None)
    parser.addini("breadcrumb", "heal `page` in every test", type="bool", default=None)
    parser.addini("breadcrumb_report", "print a report at the end", type="bool", default=None)
    for name, kind, text in _VALUES:
        group.addoption(f"--breadcrumb-{name}", type=kind, default=None, help=text)
        parser.addini(f"breadcrumb_{_field(name)}", text, default=None)


def is_on(config: pytest.Config, name: str) -> bool:
    """Tell whether `breadcrumb`, `breadcrumb_report` or `breadcrumb_screenshots` is switched on."""
    key = "enabled" if name == "breadcrumb" else name.removeprefix("breadcrumb_")
    stored = _stored(config)
    for value in (
        config.getoption(name, None),
        stored.environment.get(key),
        config.getini(name),
        stored.file.get(key),
    ):
        if value is not None:
            return bool(value)
    return False


def settings_of(item: pytest.Item) -> Settings:
    """Return how Breadcrumb works in a test."""
    marker = item.get_closest_marker("breadcrumb")
    marked: dict[str, Any] = {} if marker is None else dict(marker.kwargs)
    chosen: dict[str, Any] = {}
    for name, kind, _ in _VALUES:
        value = _first(item.config, _field(name), marked)
        if value is not None:
            chosen[_field(name)] = kind(value)
    if "db" in chosen:
        chosen["db"] = item.config.invocation_params.dir / chosen["db"]
    return Settings(**chosen, screenshots=is_on(item.config, "breadcrumb_screenshots"))


def database_of(config: pytest.Config) -> Path | None:
    """Return the database that the flags and files name, for the whole run."""
    value = _first(config, "db", {})
    return None if value is None else config.invocation_params.dir / str(value)


def trouble_of(config: pytest.Config) -> str | None:
    """Return why the settings file is left out, where it is."""
    return _stored(config).trouble


def _first(config: pytest.Config, name: str, marked: dict[str, Any]) -> Any:
    stored = _stored(config)
    candidates = (
        marked.get(name),
        config.getoption(f"breadcrumb_{name}", None),
        stored.environment.get(name),
        config.getini(f"breadcrumb_{name}"),
        stored.file.get(name),
    )
    return next((value for value in candidates if value not in (None, "")), None)


def _field(name: str) -> str:
    return name.replace("-", "_")


@dataclass(frozen=True)
class _Stored:
    """What the environment and the settings file say."""

    environment: dict[str, Any] = field(default_factory=dict[str, Any])
    file: dict[str, Any] = field(default_factory=dict[str, Any])
    trouble: str | None = None


_STORED = pytest.StashKey[_Stored]()


def _stored(config: pytest.Config) -> _Stored:
    if _STORED not in config.stash:
        # Only here: a run that does not use Breadcrumb should not wait for it.
        from breadcrumb import _native
        from breadcrumb.errors import BreadcrumbError

        try:
            config.stash[_STORED] = _Stored(*_native.load_settings(config.rootpath))
        except BreadcrumbError as error:
            # A typo in a file is no reason to fail somebody's tests; the header says so.
            config.stash[_STORED] = _Stored(trouble=str(error))
    return config.stash[_STORED]
