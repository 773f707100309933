"""The settings that hold here: of the test runner around us, else of the working directory.

What a setting may be, and which of several counts, is the engine's business.
"""

from collections.abc import Mapping
from pathlib import Path

from . import _native

_of_runner: list[_native.Config] = []


def use(config: _native.Config | None) -> None:
    """Let the settings of a test runner hold from now on, for `crumb()` too; `None` ends that."""
    _of_runner[:] = [] if config is None else [config]


def with_arguments(call: str, arguments: Mapping[str, object]) -> _native.Settings:
    """Return the settings with the arguments of a call; `None` is not given.

    Raises:
        InputError: One of them is wrong.
    """
    known = _of_runner[0] if _of_runner else _native.Config(Path.cwd(), Path.cwd())
    return known.with_arguments(call, dict(arguments)).settings()
