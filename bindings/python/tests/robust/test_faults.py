"""Whatever the page, the engine or the store answers, the test's own call ends as before."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from breadcrumb import _native
from breadcrumb.playwright import _browser_side, _flow, _limits, _shots
from breadcrumb.playwright._inside import Error

from .conftest import Bench
from .model import Case, End, Stage, Steps

#: The test's own time for a call that fails, in milliseconds.
_TIMEOUT = 300


def _raise(error: Exception) -> Any:
    raise error


#: What a question or a method may do instead of answering.
FAULTS: dict[str, Callable[[], Any]] = {
    "raises": lambda: _raise(RuntimeError("broken")),
    "fails": lambda: _raise(Error("the page is gone")),
    "none": lambda: None,
    "garbage": lambda: "garbage",
}
METHODS = [
    *("knows", "should_learn", "known_nodes", "learn", "look", "refuse", "confirm"),
    *("add_site", "add_picture", "finish"),
]


def _on(path: str) -> Callable[[Stage], Steps]:
    def steps(stage: Stage) -> Steps:
        yield stage.page.goto(stage.base + path)

    return steps


def _locator(stage: Stage, name: str) -> Any:
    return stage.page.locator(name)


CASES = [
    Case("click", _on("/good"), lambda stage: _locator(stage, "#target").click()),
    Case("read", _on("/good"), lambda stage: _locator(stage, "#target").text_content()),
    Case("evaluate", _on("/good"), lambda stage: _locator(stage, "#target").evaluate("e => e.id")),
    Case("check", _on("/good"), lambda stage: _locator(stage, "#target").is_visible()),
    Case("missing", _on("/good"), lambda stage: _locator(stage, "#gone").click(timeout=_TIMEOUT)),
    Case("missing-check", _on("/good"), lambda stage: _locator(stage, "#gone").is_visible()),
    Case("moved", _on("/moved"), lambda stage: _locator(stage, "#gone").click(timeout=_TIMEOUT)),
    Case(
        "expect",
        _on("/moved"),
        lambda stage: stage.expect(_locator(stage, "#gone")).to_be_visible(timeout=_TIMEOUT),
    ),
    Case("moved-check", _on("/moved"), lambda stage: _locator(stage, "#gone").is_visible()),
]
#: How those end that may be healed; a slow machine decides whether they are.
HEALED = {
    "moved": ("value", "None"),
    "expect": ("value", "None"),
    "moved-check": ("value", "True"),
}


def _ends(case: Case, plain: End) -> set[tuple[str, str]]:
    """Return how a call may end: as without Breadcrumb, or healed."""
    return {plain.outcome, HEALED.get(case.name, plain.outcome)}


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody wait long for an answer that does not come."""
    monkeypatch.setattr(_native, "ANSWER_MS", 200.0)
    monkeypatch.setattr(_flow, "LAST_LOOK_MS", 200.0)


class Questions:
    """Counts the questions of a call, and answers one of them wrongly."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked = 0
        self.wrong = -1
        self.fault: Callable[[], Any] | None = None
        self._unseen = _browser_side.unseen
        monkeypatch.setattr(_browser_side, "unseen", self._ask)
        monkeypatch.setattr(_shots, "unseen", self._ask)

    async def _ask(self, frame: Any, call: Any, own_timeout: float = 0.0) -> Any:
        self.asked += 1
        if self.asked != self.wrong:
            return await self._unseen(frame, call, own_timeout)
        if self.fault is None:
            return await _limits.answered(asyncio.get_running_loop().create_future(), own_timeout)
        return self.fault()


@pytest.mark.parametrize("fault", [*FAULTS, "hangs"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_wrong_answer_of_the_page(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, case: Case, fault: str
) -> None:
    questions = Questions(monkeypatch)
    plain = bench(case)
    bench(case, ("heal", True))
    count, ends = questions.asked, _ends(case, plain)
    questions.fault = FAULTS.get(fault)
    for wrong in range(1, count + 1):
        questions.asked, questions.wrong = 0, wrong
        end = bench(case, ("heal", True))
        assert end.outcome in ends, (wrong, end)
        assert end.seconds < plain.seconds + 2, (wrong, end)


class Session:
    """A session one of whose methods is broken."""

    def __init__(self, session: Any, method: str, fault: Callable[[], Any]) -> None:
        self._session = session
        self._method = method
        self._fault = fault

    def __getattr__(self, name: str) -> Any:
        if name == self._method:
            return lambda *_args, **_options: self._fault()
        return getattr(self._session, name)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("case", CASES[::2], ids=lambda case: case.name)
def test_a_wrong_answer_of_the_engine(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, case: Case, method: str
) -> None:
    ends = _ends(case, bench(case))
    real = _native.Session
    for fault in (FAULTS["raises"], FAULTS["garbage"]):

        def make(*args: Any, fault: Callable[[], Any] = fault, **options: Any) -> Session:
            return Session(real(*args, **options), method, fault)

        monkeypatch.setattr(_native, "Session", make)
        assert bench(case, ("heal", True)).outcome in ends


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_store_that_does_not_open(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, case: Case
) -> None:
    plain = bench(case)
    monkeypatch.setattr(_native, "Recorder", lambda *_args: _raise(RuntimeError("no store")))
    assert bench(case, ("heal", True)).outcome == plain.outcome
