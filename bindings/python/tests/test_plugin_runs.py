"""Every outcome of a test is recorded as a run."""

from __future__ import annotations

import subprocess

import pytest
from breadcrumb import _native
from conftest import LOGIN_V2
from test_plugin import CLICK, project, run, store

__all__ = ["project"]

OUTCOMES = """
import pytest
def test_passes(): pass
def test_fails(): assert False
def test_skips(): pytest.skip("not today")
@pytest.mark.xfail
def test_xfails(): assert False
@pytest.fixture
def broken(): raise OSError
def test_setup(broken): pass
"""


def runs(project: pytest.Pytester) -> list[_native.TestRun]:
    return store(project)._test_runs()


def test_every_outcome_is_a_run(project: pytest.Pytester) -> None:
    project.makepyfile(OUTCOMES)
    run(project, "--breadcrumb")
    found = {
        attempt.test_id.rpartition("::")[2]: (attempt.status, attempt.error_type)
        for attempt in runs(project)
    }
    assert found == {
        "test_passes": ("passed", None),
        "test_fails": ("failed", "AssertionError"),
        "test_skips": ("skipped", None),
        "test_xfails": ("skipped", None),
        "test_setup": ("error", "OSError"),
    }


def test_a_run_knows_heal_attempt_and_revision(project: pytest.Pytester) -> None:
    project.makepyfile(CLICK.format(fixture="page"))
    git = ("git", "-c", "user.name=n", "-c", "user.email=e")
    for command in (("init", "-q"), ("commit", "-q", "--allow-empty", "-m", "one")):
        subprocess.run((*git, *command), cwd=project.path, check=True)
    run(project, "--breadcrumb")
    run(project, "--breadcrumb", html=LOGIN_V2)
    plain, healed = sorted(runs(project), key=lambda attempt: attempt.healed)
    assert (plain.healed, healed.healed) == (False, True)
    assert healed.attempt_no == 1
    assert healed.commit_sha is not None
    assert len(healed.commit_sha) == 40
    assert healed.revision is not None
    assert len(healed.revision) == 40
    assert healed.heal_score is not None
    assert 0.5 < healed.heal_score <= 1


def test_a_message_that_is_no_unicode_is_a_run_like_any_other(project: pytest.Pytester) -> None:
    project.makepyfile("def test_fails(): raise OSError('no file \\udcff.txt')")
    result = run(project, "--breadcrumb", "--tb=no", "-rN")
    result.assert_outcomes(failed=1)
    [attempt] = runs(project)
    assert (attempt.status, attempt.error_type) == ("failed", "OSError")


def test_an_error_of_ours_is_a_warning(project: pytest.Pytester) -> None:
    project.makeconftest(
        """
        from breadcrumb.plugins._run import Run
        def broken(self): raise RuntimeError("a bug")
        Run.finish = broken
        """
    )
    project.makepyfile("def test_passes(): pass")
    result = run(project, "--breadcrumb")
    result.assert_outcomes(passed=1, warnings=1)
    result.stdout.fnmatch_lines(["*Breadcrumb is off for this test: a bug*"])


BUSY = """
from pathlib import Path
LOOP = "setTimeout(() => { const end = Date.now() + 2500; while (Date.now() < end); })"
def test_busy(page):
    html = Path("site.html").read_text()
    page.set_content(html)
    if "login" not in html:
        page.evaluate(LOOP)
    page.locator("#login").click(timeout=700)
"""


def test_a_page_that_does_not_answer_costs_no_result(project: pytest.Pytester) -> None:
    project.makepyfile(BUSY)
    run(project, "--breadcrumb")
    shown = run(project, "--breadcrumb", html="<p>Nothing here</p>").stdout.str()
    assert "Breadcrumb is off for this test: the page did not answer" in shown
    assert sorted(attempt.status for attempt in runs(project)) == ["failed", "passed"]
