"""A run that is killed, and a database that is taken away while a run goes on."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from breadcrumb.core import FingerprintStore
from breadcrumb.flaky import TestTracker as Tracker
from test_plugin import CLICK, OFF, project, run

__all__ = ["project"]


def recorded(path: Path) -> set[str]:
    """Return the tests that a database has results of."""
    store = FingerprintStore(path)
    names = {name.split("::")[1] for name in Tracker(store).get_all_test_ids()}
    store.close()
    return names


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_copy_of_the_file_alone_has_what_a_killed_run_has_learned(
    project: pytest.Pytester, how: signal.Signals
) -> None:
    waits = "def test_waits():\n    Path('waits').touch()\n    time.sleep(60)\n"
    test = project.makepyfile(
        "import time\nfrom pathlib import Path\n" + CLICK.format(fixture="page") + waits
    )
    command = [sys.executable, "-m", "pytest", *OFF, "--breadcrumb", str(test)]
    running = subprocess.Popen(command, cwd=project.path)
    end = time.monotonic() + 60
    while not (project.path / "waits").exists():
        assert time.monotonic() < end
        assert running.poll() is None
        time.sleep(0.05)
    running.send_signal(how)
    running.wait()
    copy = project.mkdir("elsewhere") / ".breadcrumb.db"
    shutil.copy(project.path / ".breadcrumb.db", copy)
    assert FingerprintStore(copy).stats()["fingerprints"] == 1
    assert recorded(copy) == {"test_click"}


@pytest.mark.parametrize("how", ["moved", "deleted", "with its log"])
@pytest.mark.parametrize("workers", [0, 2])
def test_a_database_that_is_taken_away_is_said_and_made_anew(
    pytester: pytest.Pytester, how: str, workers: int
) -> None:
    take = {
        "moved": "Path('.breadcrumb.db').rename('moved.db')",
        "deleted": "Path('.breadcrumb.db').unlink()",
        "with its log": "[path.unlink() for path in Path().glob('.breadcrumb.db*')]",
    }
    pytester.makepyfile(test_earlier="def test_earlier(): pass")
    pytester.makepyfile(
        test_it=f"""
        from pathlib import Path
        def test_before(): pass
        def test_takes(): {take[how]}
        def test_after(): pass
        """
    )
    run(pytester, "--breadcrumb", "test_earlier.py").assert_outcomes(passed=1)
    flags = ["-n2", "--dist=loadfile"] if workers else []
    result = run(pytester, "--breadcrumb", "test_it.py", *flags)
    assert result.ret == 0
    assert recorded(pytester.path / ".breadcrumb.db") == {"test_before", "test_takes", "test_after"}
    words = "*`.breadcrumb.db` was moved or deleted during this run; what this run has recorded is*"
    result.stdout.fnmatch_lines([words])
    # The new file has the run as well.
    gate = [sys.executable, "-m", "breadcrumb", "gate"]
    done = subprocess.run(gate, cwd=pytester.path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
