"""`breadcrumb gate` after a real run of pytest: green only where that run was."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

GREEN = "def test_a(): pass\ndef test_b(): pass\n"
RED = GREEN + "def test_c(): assert False\n"
#: What a CI service says of a job, and what would lead our own runs astray.
CI_VARIABLES = ("GITHUB_ACTIONS", "GITHUB_RUN_ID", "GITHUB_RUN_ATTEMPT", "GITHUB_JOB", "GITLAB_CI")


class Project:
    """A folder with tests, and a run before the one that is judged: a green one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {k: v for k, v in os.environ.items() if k not in CI_VARIABLES}
        self.environment |= {"PYTHONDONTWRITEBYTECODE": "1"}
        self.write(GREEN)
        assert self.pytest() == 0

    def write(self, source: str) -> None:
        (self.folder / "test_it.py").write_text(source)

    def pytest(self, *flags: str) -> int:
        return self._run(sys.executable, "-m", "pytest", "--breadcrumb", "-q", *flags).returncode

    def start(self) -> subprocess.Popen[str]:
        command = (sys.executable, "-m", "pytest", "--breadcrumb", "-q")
        return subprocess.Popen(command, cwd=self.folder, env=self.environment, text=True)

    def gate(self, *flags: str) -> tuple[int, str]:
        command = str(Path(sys.executable).with_name("breadcrumb"))
        done = self._run(command, "gate", *flags)
        return done.returncode, done.stdout

    def job(self, run: str, attempt: int = 1, name: str = "e2e") -> None:
        """Go on as a job of a CI service."""
        values = ("true", run, str(attempt), name)
        self.environment |= dict(zip(CI_VARIABLES, values, strict=False))

    def _run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, cwd=self.folder, env=self.environment, text=True, capture_output=True
        )


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


@pytest.mark.parametrize(
    ("source", "flags", "code", "sentence"),
    [
        pytest.param(GREEN, (), 0, "green: 2 tests, 0 failed", id="green"),
        pytest.param(RED, (), 1, "red: 3 tests, 1 failed", id="red"),
        pytest.param(RED, ("-x",), 1, "red: 3 tests, 1 failed", id="stopped at a failure"),
        pytest.param("", (), 4, "collected no tests (exit code 5)", id="collected nothing"),
        pytest.param(GREEN, ("-k", "no"), 4, "collected no tests", id="deselected all"),
        pytest.param("def test_a(:", (), 4, "could not collect its tests", id="syntax error"),
        pytest.param(
            "import os\ndef test_a(): os._exit(1)\ndef test_b(): pass\n",
            ("-n", "1"),
            1,
            "ended with exit code 1, but no failed test is recorded",
            id="crashed worker",
        ),
        pytest.param(
            "def test_a(): raise KeyboardInterrupt\n",
            (),
            4,
            "was interrupted",
            id="interrupted",
        ),
        pytest.param(
            "import os\ndef test_a(): os._exit(0)\n", (), 4, "began and did not end", id="killed"
        ),
    ],
)
def test_the_gate_says_what_the_run_was(
    project: Project, source: str, flags: tuple[str, ...], code: int, sentence: str
) -> None:
    project.write(source)
    project.pytest(*flags)
    found = project.gate()
    assert found[0] == code, found[1]
    assert sentence in found[1]


def test_a_run_that_is_under_way_is_not_judged(project: Project) -> None:
    project.write("import time\ndef test_a(): pass\ndef test_b(): time.sleep(60)\n")
    running = project.start()
    end = time.monotonic() + 30
    while "began and did not end" not in project.gate()[1]:
        assert time.monotonic() < end
        time.sleep(0.1)
    assert project.gate()[0] == 4
    running.send_signal(signal.SIGKILL)
    running.wait()
    assert project.gate()[0] == 4


def test_a_job_is_not_green_by_the_run_of_another(project: Project) -> None:
    project.job("7")
    assert project.gate() == (4, "missing no run of `github-7` is recorded\n" + NOTHING)
    assert project.pytest() == 0
    assert project.gate()[0] == 0
    project.job("8")
    assert project.gate()[0] == 4


NOTHING = "no verdict: 0 tests, 0 failed, 0 quarantined\n"


def test_every_leg_and_shard_counts_and_a_later_try_replaces(project: Project) -> None:
    project.job("7")
    project.write(RED)
    assert project.pytest() == 1
    project.write(GREEN)
    assert project.pytest() == 0
    assert project.gate()[0] == 1
    code, text = project.gate("--shards", "3")
    assert code == 1
    assert "2 of 3 runs are recorded: a shard or a leg is lost" in text
    project.job("7", attempt=2)
    project.write(RED.replace("False", "True"))
    assert project.pytest("-n", "2") == 0
    assert project.gate() == (0, "green: 3 tests, 0 failed, 0 quarantined\n")
