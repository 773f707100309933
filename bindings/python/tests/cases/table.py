"""All cases in one table: `fixtures/cases`, which every front reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .model import Case, Expected, Healed, Refused, Untouched
from .steps import steps_of

_FOLDER = Path(__file__).resolve().parents[4] / "fixtures" / "cases"


def _cases() -> list[Case]:
    return [
        _case(row, {name: "\n".join(lines) for name, lines in table["pages"].items()})
        for path in sorted(_FOLDER.glob("*.json"))
        for table in [json.loads(path.read_text(encoding="utf-8"))]
        for row in table["cases"]
        if "python" not in row.get("not_in", {})
    ]


def _case(row: dict[str, Any], pages: dict[str, str]) -> Case:
    def site(named: str | dict[str, str]) -> dict[str, str]:
        named = {"/": named} if isinstance(named, str) else named
        return {path: pages[name] for path, name in named.items()}

    return Case(
        row["name"],
        site(row["v1"]),
        site(row["v2"]),
        steps_of(row["steps"], is_instant=row.get("instant", False)),
        _expected(row),
        tuple(row.get("log", ())),
        row.get("events", "click"),
        row.get("heal_after", 0.0),
        row.get("timeout"),
    )


def _expected(row: dict[str, Any]) -> Expected:
    log = row.get("log_on_version_2")
    if "healed" in row:
        return Healed(row["healed"])
    if "refused" in row:
        return Refused(tuple(log or ()))
    return Untouched(row.get("error", ""), None if log is None else tuple(log))


CASES: tuple[Case, ...] = tuple(_cases())
