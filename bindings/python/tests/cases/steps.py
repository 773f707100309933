"""The steps of a case, from data to calls; `fixtures/cases/README.md` has the format."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from typing import Any

from .model import Calls, Popup, Run, Steps

#: Far above what an instant check takes, far below the timeout it must not wait for.
INSTANT_SECONDS = 5.0


def steps_of(written: Any, *, is_instant: bool) -> Steps:
    """Returns steps as a generator of calls; some differ between the versions of the site."""

    def steps(run: Run) -> Calls:
        started = time.monotonic()
        yield from _all(
            run, run.page, written if isinstance(written, list) else written[str(run.version)]
        )
        assert not is_instant or time.monotonic() - started < INSTANT_SECONDS

    return steps


def _all(run: Run, root: Any, steps: Iterable[dict[str, Any]]) -> Calls:
    for step in steps:
        yield from _one(run, root, step)


def _one(run: Run, root: Any, step: dict[str, Any]) -> Calls:
    if "accept_dialog" in step:
        root.once("dialog", lambda dialog: dialog.accept())
    elif "popup" in step:
        popup = yield Popup(lambda: _called(root, step["popup"]))
        yield from _all(run, popup, step["in_popup"])
    elif "each" in step:
        rows = yield _made(root, step["each"]).all()
        assert len(rows) == step["count"]
        for row in rows:
            yield from _one(run, row, step["do"])
    elif "expect" in step:
        asserted = getattr(run.expect(_made(root, step.get("on", ()))), step["expect"])
        yield asserted(*_arguments(root, step), **_options(root, step))
    else:
        answer = yield _called(root, step)
        if "then" in step:
            step = step["then"]
            answer = yield _called(answer, step)
        assert "answer" not in step or answer == step["answer"]


def _called(root: Any, step: dict[str, Any]) -> Any:
    call = getattr(_made(root, step.get("on", ())), step["call"])
    return call(*_arguments(root, step), **_options(root, step))


def _made(root: Any, makers: Iterable[dict[str, Any]]) -> Any:
    """Returns the locator that calls one after the other make; some are properties."""
    made = root
    for maker in makers:
        made = getattr(made, maker["call"])
        made = made(*_arguments(root, maker), **_options(root, maker)) if callable(made) else made
    return made


def _arguments(root: Any, call: dict[str, Any]) -> list[Any]:
    return [_value(root, value) for value in call.get("args", ())]


def _options(root: Any, call: dict[str, Any]) -> dict[str, Any]:
    return {name: _value(root, value) for name, value in call.get("options", {}).items()}


def _value(root: Any, value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    if "locator" in value:
        return _made(root, value["locator"])
    if "pattern" in value:
        return re.compile(value["pattern"], re.IGNORECASE if value["flags"] == "i" else 0)
    if "function" in value:
        return value["function"]
    if "bytes" in value:
        return value["bytes"].encode()
    return {name: _value(root, inner) for name, inner in value.items()}
