"""Whatever the page, the engine or the store answers, the test's own call ends as before."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from answers import limit_answers
from breadcrumb import _native
from breadcrumb.playwright import _page_side
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
#: Of the engine's side of a test, and of its calls.
METHODS = [
    *("call", "navigated", "take_events", "take_notice", "finish"),
    *("call.start", "call.answer", "call.give_up"),
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
    limit_answers(monkeypatch, most=0.2)


class Questions:
    """Counts the questions of a call, and answers one of them wrongly."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked = 0
        self.wrong = -1
        self.fault: Callable[[], Any] | None = None
        self._unseen = _page_side.unseen
        monkeypatch.setattr(_page_side, "unseen", self._ask)

    async def _ask(self, frame: Any, call: Any) -> Any:
        self.asked += 1
        if self.asked != self.wrong:
            return await self._unseen(frame, call)
        if self.fault is None:
            return await asyncio.get_running_loop().create_future()
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


class Broken:
    """Something of the engine one of whose methods is broken."""

    def __init__(self, real: Any, method: str, fault: Callable[[], Any]) -> None:
        self._real = real
        self._method = method
        self._fault = fault

    def __getattr__(self, name: str) -> Any:
        if name == self._method:
            return lambda *_args, **_options: self._fault()
        made = getattr(self._real, name)
        first, _, rest = self._method.partition(".")
        if name == first and rest:
            return lambda *args: Broken(made(*args), rest, self._fault)
        return made


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("case", CASES[::2], ids=lambda case: case.name)
def test_a_wrong_answer_of_the_engine(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, case: Case, method: str
) -> None:
    ends = _ends(case, bench(case))
    real = _native.Test
    for fault in (FAULTS["raises"], FAULTS["garbage"]):

        def make(*args: Any, fault: Callable[[], Any] = fault, **options: Any) -> Broken:
            return Broken(real(*args, **options), method, fault)

        monkeypatch.setattr(_native, "Test", make)
        assert bench(case, ("heal", True)).outcome in ends


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_store_that_does_not_open(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, case: Case
) -> None:
    plain = bench(case)
    monkeypatch.setattr(_native, "Recorder", lambda *_args: _raise(RuntimeError("no store")))
    assert bench(case, ("heal", True)).outcome == plain.outcome
