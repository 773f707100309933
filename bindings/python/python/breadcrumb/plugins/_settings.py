"""What a test run has been asked for: marker, flag, environment, ini file, settings file.

This collects what was written where. What a setting may be, which of several counts, and what is
wrong with one is the engine's business.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from .. import _native
from .._settings import use
from ..errors import BreadcrumbWarning, InputError

__all__ = [
    "Settings",
    "add_options",
    "check_marker",
    "check_settings",
    "database_of",
    "is_on",
    "known_early",
    "settings_of",
    "use_settings_of",
]

_GROUP = "breadcrumb"
_MARKER = "breadcrumb"

Given = tuple[str, object, str, str]


@dataclass(frozen=True)
class Settings:
    """How Breadcrumb works in one test."""

    mode: str = "heal"
    threshold: float = _native.DEFAULT_THRESHOLD
    heal_after: float = _native.DEFAULT_HEAL_AFTER_MS / 1000
    max_heals: int | None = None
    locator_style: str | None = None
    auto_approve: float | str | None = None
    redact: tuple[str, ...] = ()
    screenshots: bool = False
    # `None` is the default of the engine.
    db: Path | None = None


def add_options(parser: pytest.Parser) -> None:
    """Register the flags and their ini options."""
    group = parser.getgroup(_GROUP, "Breadcrumb: self-healing locators")
    for _, flag, may_be, text in _native.setting_keys():
        if flag is None:
            continue
        # Only collected here, and checked with all others: that is where their names are known.
        if may_be is None:
            group.addoption(flag, action="store_true", default=None, help=text)
            parser.addini(_ini(flag), text, type="bool", default=None)
        else:
            shown = flag.removeprefix("--breadcrumb-").replace("-", "_").upper()
            group.addoption(flag, default=None, metavar=shown, help=f"{text} {_may_be(may_be)}")
            parser.addini(_ini(flag), text, default=None)


def check_settings(config: pytest.Config) -> None:
    """Check everything but markers, before the first test.

    Raises:
        pytest.UsageError: A setting is wrong.
    """
    try:
        known = _native.Config(config.rootpath, config.invocation_params.dir)
        config.stash[_CONFIG] = known.with_given([*_flags(config), *_ini_options(config)])
        config.stash[_VALUES] = config.stash[_CONFIG].values()
    except InputError as error:
        raise pytest.UsageError(f"breadcrumb: {error}") from None
    use(config.stash[_CONFIG])
    if not hasattr(config, "workerinput"):
        _warn_of_typos(config)


def known_early(config: pytest.Config) -> tuple[bool, Path | None]:
    """Tell whether Breadcrumb is on, and its database, where pytest was never configured.

    Where a setting is wrong, only what the flags say is known.
    """
    if _VALUES not in config.stash:
        try:
            check_settings(config)
        except pytest.UsageError:
            db: str | None = config.getoption("--breadcrumb-db", None)
            named = None if db is None else config.invocation_params.dir / db
            return bool(config.getoption("--breadcrumb", None)), named
    return is_on(config, "breadcrumb"), database_of(config)


def check_marker(item: pytest.Item) -> str | None:
    """Return what is wrong with the markers of a test."""
    try:
        _of_item(item)
    except InputError as error:
        return f"breadcrumb: {error}"
    return None


def is_on(config: pytest.Config, name: str) -> bool:
    """Tell whether `breadcrumb`, `breadcrumb_report` or `breadcrumb_screenshots` is switched on."""
    key = "enabled" if name == "breadcrumb" else name.removeprefix("breadcrumb_")
    return bool(config.stash[_VALUES][key])


def settings_of(item: pytest.Item) -> Settings:
    """Return how Breadcrumb works in a test."""
    values = _of_item(item).values()
    chosen: dict[str, Any] = {name: values[name] for name in Settings.__dataclass_fields__}
    chosen["redact"] = tuple(values["redact"])
    return Settings(**chosen)


def use_settings_of(item: pytest.Item) -> None:
    """Let the settings of a test hold for whoever calls `crumb()` in it."""
    use(_of_item(item))


def database_of(config: pytest.Config) -> Path | None:
    """Return the database that the flags and files name, for the whole run."""
    path: Path | None = config.stash[_VALUES]["db"]
    return path


_CONFIG = pytest.StashKey[_native.Config]()
_VALUES = pytest.StashKey[dict[str, Any]]()


def _of_item(item: pytest.Item) -> _native.Config:
    """Return the settings with the markers of a test, the nearest first."""
    given: list[Given] = []
    for marker in item.iter_markers(_MARKER):
        if marker.args:
            # Which setting they are meant for, nobody knows.
            given.append((str(marker.args[0]), None, "marker", item.nodeid))
        given += [
            (name, value, "marker", item.nodeid)
            for name, value in marker.kwargs.items()
            if value is not None
        ]
    config = item.config.stash[_CONFIG]
    return config.with_given(given) if given else config


def _flags(config: pytest.Config) -> list[Given]:
    given: list[Given] = []
    for name, flag, _, _ in _native.setting_keys():
        value = None if flag is None else config.getoption(flag, None)
        if flag is not None and value is not None:
            given.append((name, value, "flag", flag))
    return given


def _ini_options(config: pytest.Config) -> list[Given]:
    given: list[Given] = []
    for name, flag, _, _ in _native.setting_keys():
        if flag is None:
            continue
        option = _ini(flag)
        place = f"`{option}` {_ini_place(config, option)}"
        try:
            value = config.getini(option)
        except (TypeError, ValueError, pytest.UsageError) as error:
            # What pytest itself makes of it: options of its files have types.
            text = f"cannot use the setting `{name}` from the ini option {place}: {error}"
            raise pytest.UsageError(f"breadcrumb: {text}") from None
        if value is not None:
            given.append((name, value, "ini", place))
    return given


def _ini_place(config: pytest.Config, option: str) -> str:
    overridden = any(
        text.startswith(f"{option}=") for text in config.getoption("override_ini") or ()
    )
    return "of `-o`" if overridden or config.inipath is None else f"in `{config.inipath}`"


def _ini(flag: str) -> str:
    return flag.removeprefix("--").replace("-", "_")


def _may_be(text: str) -> str:
    # Formatted with % by argparse.
    return f"({text})".replace("`", "").replace("%", "%%")


def _warn_of_typos(config: pytest.Config) -> None:
    for text in _native.misspelled_variables():
        try:
            config.issue_config_time_warning(BreadcrumbWarning(text), stacklevel=2)
        except BreadcrumbWarning as error:
            # Whoever turns warnings into errors means this one too.
            raise pytest.UsageError(f"breadcrumb: {error}") from None
