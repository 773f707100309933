"""What a test run has been asked for: marker, then flag, then ini file, then pyproject.toml."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

__all__ = ["Settings", "add_options", "database_of", "settings_of"]

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
    for value in (config.getoption(name, None), config.getini(name)):
        if value is not None:
            return bool(value)
    key = "enabled" if name == "breadcrumb" else name.removeprefix("breadcrumb_")
    return bool(_from_pyproject(config).get(key, False))


def settings_of(item: pytest.Item) -> Settings:
    """Return how Breadcrumb works in a test."""
    marker = item.get_closest_marker("breadcrumb")
    marked: dict[str, Any] = {} if marker is None else dict(marker.kwargs)
    file = _from_pyproject(item.config)
    chosen: dict[str, Any] = {}
    for name, kind, _ in _VALUES:
        field = _field(name)
        option = f"breadcrumb_{field}"
        candidates = (
            marked.get(field),
            item.config.getoption(option, None),
            item.config.getini(option),
            file.get(field, file.get(name)),
        )
        value = next((value for value in candidates if value not in (None, "")), None)
        if value is not None:
            chosen[field] = kind(value)
    if "db" in chosen:
        chosen["db"] = item.config.invocation_params.dir / chosen["db"]
    return Settings(**chosen, screenshots=is_on(item.config, "breadcrumb_screenshots"))


def database_of(config: pytest.Config) -> Path | None:
    """Return the database that the flags and files name, for the whole run."""
    file = _from_pyproject(config)
    for value in (
        config.getoption("breadcrumb_db", None),
        config.getini("breadcrumb_db"),
        file.get("db"),
    ):
        if value not in (None, ""):
            return config.invocation_params.dir / str(value)
    return None


def _field(name: str) -> str:
    return name.replace("-", "_")


_PYPROJECT = pytest.StashKey[dict[str, Any]]()


def _from_pyproject(config: pytest.Config) -> dict[str, Any]:
    """Return `[tool.breadcrumb]`; empty where there is none or it cannot be read."""
    if _PYPROJECT not in config.stash:
        config.stash[_PYPROJECT] = _read(config.rootpath / "pyproject.toml")
    return config.stash[_PYPROJECT]


def _read(path: Path) -> dict[str, Any]:
    # Python 3.10 has no TOML reader; pytest brings one along there.
    toml: Any = import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    try:
        with path.open("rb") as file:
            return dict(toml.load(file).get("tool", {}).get("breadcrumb", {}))
    except (OSError, ValueError):
        return {}
