"""End to end: real pytest, a real git repository, commit by commit."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

DAY = 86_400
BREADCRUMB = [sys.executable, "-m", "breadcrumb"]
# Each test does what its plan says, one letter an attempt: P passes, F and G fail differently.
SUITE = """
import pathlib
import pytest

def play(name):
    plan = pathlib.Path(__file__).with_name(name + ".plan")
    letters = plan.read_text() if plan.exists() else ""
    plan.write_text(letters[1:])
    if letters[:1] == "F":
        raise TimeoutError("took 31 ms")
    if letters[:1] == "G":
        raise ValueError("another reason")

@pytest.fixture
def server():
    if pathlib.Path(__file__).with_name("down").exists():
        raise OSError("no server")

def test_flaky(server):
    play("flaky")

def test_regressed():
    play("regressed")

def test_manual():
    play("manual")
"""


class Project:
    """A repository with a suite in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.commits = 0
        (folder / "test_app.py").write_text(SUITE)
        (folder / ".gitignore").write_text("*.plan\n*.db*\n__pycache__\nout.xml\ndown\n")
        self.git("init", "-q")
        self.commit()

    def git(self, *arguments: str) -> None:
        who = ("-c", "user.name=Ada", "-c", "user.email=ada@shop.test")
        subprocess.run(("git", *who, *arguments), cwd=self.folder, check=True)

    def commit(self) -> None:
        self.commits += 1
        (self.folder / "app.txt").write_text(str(self.commits))
        self.git("add", "-A")
        self.git("commit", "-q", "-m", str(self.commits))

    def plan(self, **letters: str) -> None:
        for name, text in letters.items():
            (self.folder / f"{name}.plan").write_text(text)

    def call(self, *command: str) -> subprocess.CompletedProcess[str]:
        drop = ("CI", "GITHUB_ACTIONS", "GITLAB_CI", "PYTEST_ADDOPTS", "BREADCRUMB_DB")
        environment = {name: value for name, value in os.environ.items() if name not in drop}
        environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
        return subprocess.run(
            command, cwd=self.folder, capture_output=True, text=True, env=environment, check=False
        )

    def pytest(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        options = ("-q", "-p", "no:cacheprovider", "--breadcrumb", "--reruns", "1")
        return self.call(sys.executable, "-m", "pytest", *options, *arguments)

    def breadcrumb(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return self.call(*BREADCRUMB, *arguments)

    def quarantined(self) -> list[str]:
        with sqlite3.connect(self.folder / ".breadcrumb.db") as database:
            rows = database.execute("SELECT test_id FROM quarantine ORDER BY 1").fetchall()
        return [test_id.rpartition("::")[2] for (test_id,) in rows]

    def let_pass(self, days: float) -> None:
        """Let time go by: all that has happened is so many days older."""
        columns = {
            "test_runs": ("timestamp", "started_at"),
            "quarantine": ("quarantined_at", "expires_at", "suspended_at"),
            "test_states": ("epoch_at", "released_at"),
        }
        with sqlite3.connect(self.folder / ".breadcrumb.db") as database:
            for table, names in columns.items():
                for name in names:
                    database.execute(f"UPDATE {table} SET {name} = {name} - {days * DAY}")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project whose flaky test has just got quarantined."""
    project = Project(tmp_path_factory.mktemp("project"))
    for revision in range(14):
        is_mixed = revision in (5, 8, 11)
        regressed = "FF" if revision > 9 else "P"
        project.plan(flaky="FP" if is_mixed else "P", regressed=regressed, manual="P")
        done = project.pytest()
        assert done.returncode == (1 if revision > 9 else 0), done.stdout
        project.commit()
    return project


def test_a_flaky_test_is_quarantined_and_the_run_turns_green(project: Project) -> None:
    assert project.quarantined() == ["test_flaky"]
    project.plan(flaky="FF")
    done = project.pytest("-k", "flaky", "--junitxml=out.xml")
    assert done.returncode == 0, done.stdout
    assert "1 quarantined" in done.stdout
    assert (
        "does not fail the run: test_app.py::test_flaky: passed and failed on" in done.stdout
    )
    assert "quarantined: passed and failed" in (project.folder / "out.xml").read_text()
    assert project.breadcrumb("gate").returncode == 0
    assert project.breadcrumb("gate", "--strict").returncode == 1


def test_a_regression_is_never_quarantined_and_stays_red(project: Project) -> None:
    assert "test_regressed" not in project.quarantined()
    shown = project.breadcrumb("flaky", "show", "test_app.py::test_regressed").stdout
    assert "status    failing (broken)" in shown, shown
    project.plan(regressed="FF")
    assert project.pytest("-k", "regressed").returncode == 1
    assert project.breadcrumb("gate").returncode == 1


def test_another_reason_and_a_broken_setup_turn_the_run_red(project: Project) -> None:
    project.plan(flaky="GG")
    done = project.pytest("-k", "flaky")
    assert done.returncode == 1, done.stdout
    assert "it failed for a new reason" in done.stdout
    (project.folder / "down").touch()
    done = project.pytest("-k", "flaky")
    (project.folder / "down").unlink()
    assert done.returncode == 1
    assert "the setup or teardown failed" in done.stdout


def test_a_test_that_only_fails_is_suspended_until_it_passes_again(project: Project) -> None:
    project.plan(flaky="FF")
    done = project.pytest("-k", "flaky")
    assert done.returncode == 1, done.stdout
    assert "its quarantine is suspended" in done.stdout
    project.commit()
    assert "quarantined again: test_app.py::test_flaky" in project.pytest("-k", "flaky").stdout


def test_the_controller_decides_under_xdist(project: Project) -> None:
    project.commit()
    project.plan(flaky="FF")
    done = project.pytest("-k", "flaky or manual", "-n", "2")
    assert done.returncode == 0, done.stdout
    assert "1 quarantined" in done.stdout


def test_an_assertion_of_the_engine_is_explained_in_one_sentence(project: Project) -> None:
    told = project.breadcrumb("quarantine", "explain", "test_app.py::test_flaky").stdout
    assert "entered by breadcrumb: passed and failed on" in told, told
    listed = project.breadcrumb("flaky", "list")
    assert listed.returncode == 1
    assert "failing (broken) test_app.py::test_regressed" in listed.stdout, listed.stdout


def test_confirm_finds_a_mix_on_one_revision(project: Project) -> None:
    project.commit()
    project.plan(manual="PPFPPP")
    done = project.breadcrumb("flaky", "confirm", "test_app.py::test_manual", "--runs", "6")
    assert done.returncode == 1, done.stderr
    assert "passed and failed on the same code (2 passed, 1 failed)" in done.stdout


def test_a_fixed_test_is_released_by_the_rule_and_a_manual_entry_stays(project: Project) -> None:
    added = project.breadcrumb("quarantine", "add", "test_app.py::test_manual", "--reason", "known")
    assert added.returncode == 0, added.stderr
    assert project.quarantined() == ["test_flaky", "test_manual"]
    project.let_pass(days=4)
    clean = 0
    while clean < 80:
        clean += 1
        project.commit()
        done = project.pytest("-k", "flaky or manual")
        assert done.returncode == 0, done.stdout
        if "released: test_app.py::test_flaky" in done.stdout:
            break
    assert 20 <= clean < 80
    assert project.quarantined() == ["test_manual"]


def test_expiry_bites(project: Project) -> None:
    assert project.breadcrumb("gate").returncode == 0
    project.let_pass(days=15)
    assert project.pytest("-k", "manual").returncode == 0
    gate = project.breadcrumb("gate")
    assert gate.returncode == 3, gate.stdout
    assert "has expired" in gate.stdout
    project.plan(manual="FF")
    done = project.pytest("-k", "manual")
    assert done.returncode == 1
    assert "the quarantine has expired" in done.stdout
