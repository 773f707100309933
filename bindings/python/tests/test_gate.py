"""`breadcrumb gate` after a real run of pytest: green only where that run was."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

GREEN = "def test_a(): pass\ndef test_b(): pass\n"
RED = GREEN + "def test_c(): assert False\n"
BROKEN_SETUP = "def pytest_configure(): raise OSError('no server')\n"
#: What a CI service says of a job, and what would lead our own runs astray.
CI_VARIABLES = ("GITHUB_ACTIONS", "GITHUB_RUN_ID", "GITHUB_RUN_ATTEMPT", "GITHUB_JOB")
DROPPED = (*CI_VARIABLES, "GITLAB_CI", "BREADCRUMB_VARIANT", "BREADCRUMB_RUN_ID", "BREADCRUMB_DB")


class Project:
    """A folder with tests, and a run before the one that is judged: a green one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {k: v for k, v in os.environ.items() if k not in DROPPED}
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
        return self.breadcrumb("gate", *flags)

    def breadcrumb(self, *arguments: str) -> tuple[int, str]:
        command = str(Path(sys.executable).with_name("breadcrumb"))
        done = self._run(command, *arguments)
        return done.returncode, done.stdout

    def job(self, run: str, attempt: int = 1, name: str = "e2e") -> None:
        """Go on as a job of a CI service."""
        values = ("true", run, str(attempt), name)
        self.environment |= dict(zip(CI_VARIABLES, values, strict=False))

    def leg(self, name: str, pipeline: str = "7") -> None:
        """Go on as a leg of a matrix of GitLab, whose jobs carry its values in their names."""
        values = ("true", pipeline, "1", name)
        names = ("GITLAB_CI", "CI_PIPELINE_ID", "CI_JOB_ID", "CI_JOB_NAME")
        self.environment |= dict(zip(names, values, strict=True))

    def leave(self) -> None:
        """Go on outside of CI."""
        for name in DROPPED:
            self.environment.pop(name, None)

    def variants(self) -> list[str | None]:
        """Return the variants of the attempts, in the order they were recorded."""
        with sqlite3.connect(self.folder / ".breadcrumb.db") as database:
            return [row[0] for row in database.execute("SELECT variant FROM test_runs ORDER BY id")]

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


@pytest.mark.parametrize(
    ("conftest", "flags", "sentence"),
    [
        pytest.param("1 / 0\n", (), "could not start", id="broken conftest.py"),
        pytest.param("", ("--no-such-flag",), "could not start", id="wrong flag"),
        pytest.param("", ("--breadcrumb-threshold=7",), "could not start", id="wrong setting"),
        pytest.param(BROKEN_SETUP, (), "began and did not end", id="broken setup of pytest"),
        pytest.param("", ("nowhere.py",), "could not start", id="no such file"),
    ],
)
def test_a_run_that_never_got_to_its_tests_is_missing(
    project: Project, conftest: str, flags: tuple[str, ...], sentence: str
) -> None:
    (project.folder / "conftest.py").write_text(conftest)
    assert project.pytest(*flags) not in (0, 1)
    code, text = project.gate()
    assert (code, sentence in text) == (4, True), text


@pytest.mark.parametrize("flag", ["--help", "--version", "--markers", "--fixtures", "--co"])
def test_what_runs_no_tests_is_no_run(project: Project, flag: str) -> None:
    assert project.pytest(flag) == 0
    code, text = project.gate()
    assert (code, "judged the last run" in text) == (0, True), text


def test_a_report_from_another_clock_hides_no_red_run(project: Project) -> None:
    case = '<testcase classname="s" name="t"/>'
    for year in ("2050", "1999"):
        report = f'<testsuite name="s" timestamp="{year}-01-01T00:00:00">{case}</testsuite>'
        (project.folder / "report.xml").write_text(report)
        assert project.breadcrumb("ingest", "report.xml")[0] == 0
        assert project.gate()[0] == 0
        project.write(RED)
        assert project.pytest() == 1
        assert project.gate()[0] == 1


def test_a_run_in_between_cuts_no_pipeline_in_two(project: Project) -> None:
    project.job("7")
    project.write(RED)
    assert project.pytest() == 1
    project.leave()
    project.write(GREEN)
    assert project.pytest() == 0
    project.job("7", name="e2e-2")
    assert project.pytest() == 0
    code, text = project.gate("--shards", "2")
    assert code == 1
    assert "judged 2 runs of `github-7`" in text


def test_merged_shards_are_judged_together(project: Project) -> None:
    project.environment["BREADCRUMB_RUN_ID"] = "nightly-3"
    for shard, source in (("1", RED), ("2", GREEN)):
        project.environment["BREADCRUMB_DB"] = f"shard-{shard}.db"
        project.write(source)
        project.pytest()
    project.environment["BREADCRUMB_DB"] = "all.db"
    assert project.breadcrumb("merge", "shard-1.db", "shard-2.db", "--output", "all.db")[0] == 0
    code, text = project.gate("--shards", "2")
    assert code == 1, text
    assert "judged 2 runs of `nightly-3`" in text
    assert project.gate("--shards", "3")[1].count("a shard or a leg is lost") == 1


def test_a_green_leg_after_a_red_one_is_not_green(project: Project) -> None:
    project.leg("e2e: [firefox, 1/2]")
    project.write(GREEN.replace("test_b(): pass", "test_b(): assert False"))
    assert project.pytest() == 1
    project.leg("e2e: [chromium, 1/2]")
    project.write(GREEN)
    assert project.pytest() == 0
    assert project.gate()[0] == 1
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    legs = (f"e2e: [firefox]/{version}", f"e2e: [chromium]/{version}")
    assert project.variants()[2:] == [legs[0], legs[0], legs[1], legs[1]]


def test_a_local_run_has_no_variant_and_a_name_can_be_given(project: Project) -> None:
    assert project.variants() == [None, None]
    project.environment["BREADCRUMB_VARIANT"] = "de"
    assert project.pytest("-n", "2") == 0
    assert project.variants()[2:] == ["de", "de"]


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
    code, text = project.gate()
    assert code == 0
    assert text.endswith("green: 3 tests, 0 failed, 0 quarantined\n")
    assert "judged 3 runs of `github-7`, the last of which began" in text
