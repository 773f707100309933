"""A database as the engine writes it, filled row by row, and the command that reports on it."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

# Reading it makes the tables; what it leaves in them is removed again.
ONE_RESULT = '<testsuite name="s"><testcase classname="c" name="t" time="1"/></testsuite>'


def command() -> str:
    """The command that is tested: what BREADCRUMB_COMMAND names, else the one on the path."""
    found = os.environ.get("BREADCRUMB_COMMAND") or shutil.which("breadcrumb")
    if found is None:
        raise RuntimeError("there is no `breadcrumb` on the path; set BREADCRUMB_COMMAND")
    return found


def run(*arguments: str | Path, folder: Path | None = None) -> str:
    done = subprocess.run(
        [command(), *map(str, arguments)], cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise RuntimeError(f"breadcrumb {arguments} failed: {done.stderr or done.stdout}")
    return done.stdout


class Database:
    """Writes rows as the fronts do; what is left out is NULL."""

    def __init__(self, path: Path) -> None:
        self.path = path
        results = path.with_suffix(".xml")
        results.write_text(ONE_RESULT)
        run("ingest", results, "--db", path)
        self._connection = sqlite3.connect(path)
        for table in ("test_runs", "runs", "revisions"):
            self._connection.execute(f"DELETE FROM {table}")
        self._revisions: dict[str, int] = {}

    def add(self, table: str, **columns: Any) -> int:
        names = ", ".join(columns)
        marks = ", ".join("?" for _ in columns)
        cursor = self._connection.execute(
            f"INSERT INTO {table} ({names}) VALUES ({marks})", tuple(columns.values())
        )
        return int(cursor.lastrowid or 0)

    def suite_run(self, uid: str, started_at: float) -> int:
        """One run of the suite, on a revision of the same name."""
        self._revisions[uid] = self.add(
            "revisions", revision_id=uid, commit_sha=uid, tree_hash=uid, first_seen_at=started_at
        )
        return self.add(
            "runs", run_uid=uid, commit_sha=uid, tree_hash=uid, branch="main",
            branch_kind="protected", started_at=started_at, runner="pytest", ci_provider="ci",
        )

    def attempt(
        self, test_id: str, status: str, timestamp: float, *,
        run_uid: str | None = None, run_ref: int | None = None, **columns: Any,
    ) -> int:
        tags = columns.pop("tags", None)
        return self.add(
            "test_runs", test_id=test_id, status=status, outcome=status, phase="call",
            timestamp=timestamp, run_ref=run_ref, revision_ref=self._revisions.get(run_uid or ""),
            **{"duration_ms": 1200.0, "attempt_no": 1, "healing_occurred": 0, **columns},
            tags=json.dumps(tags) if tags else None,
        )

    def failure(self, kind: str, message: str, first_seen_at: float) -> int:
        fingerprint = f"{kind}:{message}"[:60]
        return self.add(
            "errors", error_fp=fingerprint, error_fp_coarse=fingerprint, error_class=kind,
            message_norm=message, sample=message, first_seen_at=first_seen_at,
        )

    def heal(
        self, test_id: str, locator: str, timestamp: float, *,
        original: Mapping[str, Any], healed: Mapping[str, Any], confidence: float = 0.97,
        signals: Mapping[str, tuple[float, float]] | None = None,
        reasons: Iterable[str] = (), runner_up: Mapping[str, Any] | None = None, **columns: Any,
    ) -> int:
        scoring = signals and {
            "total": confidence,
            "breakdown": {name: score for name, (score, _) in signals.items()},
            "weights": {name: weight for name, (_, weight) in signals.items()},
        }
        return self.add(
            "healing_events", test_id=test_id, locator=locator, confidence=confidence,
            original_json=json.dumps(original), healed_json=json.dumps(healed),
            timestamp=timestamp, scorer="evidence",
            scoring_json=json.dumps(scoring) if scoring else None,
            reasons_json=json.dumps(list(reasons)),
            runner_up_json=json.dumps(runner_up) if runner_up else None, **columns,
        )

    def verdict(
        self, kind: str, test_id: str, locator: str, timestamp: float, *,
        message: str, suggestions: Iterable[Mapping[str, Any]] = (),
        original: Mapping[str, Any] | None = None, **columns: Any,
    ) -> int:
        details = {
            "scorer": "evidence", "threshold": 0.5, "margin": None, "candidate_count": 40,
            "original": original, "suggestions": list(suggestions),
        }
        return self.add(
            "verdicts", kind=kind, test_id=test_id, locator=locator, timestamp=timestamp,
            message=message, details_json=json.dumps(details), **columns,
        )

    def forget_suggested_elements(self, verdict: int) -> None:
        """Leaves only what builds before fingerprints were kept have written of suggestions."""
        (text,) = self._connection.execute("SELECT details_json FROM verdicts WHERE id = ?", (verdict,)).fetchone()
        details = json.loads(text)
        for suggestion in details["suggestions"]:
            suggestion["element"] = None
        self._connection.execute("UPDATE verdicts SET details_json = ? WHERE id = ?", (json.dumps(details), verdict))
        self.save()

    def quarantine(self, test_id: str, reason: str, since: float, **columns: Any) -> int:
        return self.add(
            "quarantine", test_id=test_id, reason=reason, quarantined_at=since,
            **{"auto_unquarantine": 1, **columns},
        )

    def save(self) -> None:
        self._connection.commit()

    def close(self) -> None:
        self.save()
        self._connection.close()

    def html(self, *arguments: str) -> Path:
        """Saves what there is, and writes the page."""
        self.save()
        page = self.path.with_suffix(".html")
        run("report", "--format", "html", "--output", page, "--db", self.path, *arguments)
        return page

    def json(self, *arguments: str) -> dict[str, Any]:
        self.save()
        return json.loads(run("report", "--format", "json", "--db", self.path, *arguments))
