"""What a test run has been asked for: marker, flag, environment, ini file, settings file.

This collects what was written where; all else is the engine's business.
"""

from pathlib import Path

import pytest

from .. import _native
from .._settings import use
from ..errors import BreadcrumbWarning, InputError

_CONFIG = pytest.StashKey[_native.Config]()
_SETTINGS = pytest.StashKey[_native.Settings]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Register the flags and their ini options."""
    group = parser.getgroup("breadcrumb", "Breadcrumb: self-healing locators")
    for key in _native.setting_keys():
        # Only collected here, and checked with all others: that is where their names are known.
        if key.placeholder is None:
            group.addoption(key.flag, action="store_true", default=None, help=key.flag_help)
            parser.addini(key.option, key.option_help, type="bool", default=None)
        else:
            # Formatted with % by argparse.
            text = key.flag_help.replace("%", "%%")
            group.addoption(key.flag, default=None, metavar=key.placeholder, help=text)
            parser.addini(key.option, key.option_help, default=None)


def check_settings(config: pytest.Config) -> None:
    """Check everything but markers, before the first test.

    Raises:
        pytest.UsageError: A setting is wrong.
    """
    try:
        known = _native.Config(config.rootpath, config.invocation_params.dir)
        known = known.with_options(_options(config))
        config.stash[_SETTINGS] = known.settings()
    except InputError as error:
        raise pytest.UsageError(f"breadcrumb: {error}") from None
    config.stash[_CONFIG] = known
    use(known)
    if not hasattr(config, "workerinput"):
        _warn_of_typos(config)


def known_early(config: pytest.Config) -> _native.Settings:
    """Return the settings where pytest was never configured."""
    if _SETTINGS not in config.stash:
        try:
            check_settings(config)
        except pytest.UsageError:
            start = config.invocation_params.dir
            return _native.Config.of_flags(_options(config), start).settings()
    return of_run(config)


def of_run(config: pytest.Config) -> _native.Settings:
    """Return the settings of the whole run."""
    return config.stash[_SETTINGS]


def check_marker(item: pytest.Item) -> str | None:
    """Return what is wrong with the markers of a test."""
    try:
        config_of(item)
    except InputError as error:
        return f"breadcrumb: {error}"
    return None


def settings_of(item: pytest.Item) -> _native.Settings:
    """Return how Breadcrumb works in a test."""
    return config_of(item).settings()


def config_of(item: pytest.Item) -> _native.Config:
    """Return the settings with the markers of a test, the nearest first."""
    known = item.config.stash[_CONFIG]
    for marker in item.iter_markers("breadcrumb"):
        known = known.with_marker(item.nodeid, marker.args, marker.kwargs)
    return known


def _options(config: pytest.Config) -> _native.RunnerOptions:
    options = _native.RunnerOptions()
    overridden = [text.partition("=")[0] for text in config.getoption("override_ini") or ()]
    for key in _native.setting_keys():
        options.add_flag(key, config.getoption(key.flag, None))
        file: Path | None = None if key.option in overridden else config.inipath
        try:
            value = config.getini(key.option)
        except (TypeError, ValueError, pytest.UsageError) as error:
            # What pytest itself makes of it: options of its files have types.
            value = error
        options.add_option(key, value, file)
    return options


def _warn_of_typos(config: pytest.Config) -> None:
    for text in _native.misspelled_variables():
        try:
            config.issue_config_time_warning(BreadcrumbWarning(text), stacklevel=2)
        except BreadcrumbWarning as error:
            # Whoever turns warnings into errors means this one too.
            raise pytest.UsageError(f"breadcrumb: {error}") from None
