"""What a run of pytest shows: each heal once, only those of the run, and no calls of ours."""

from __future__ import annotations

import subprocess
import sys

import pytest
from conftest import LOGIN_V1, LOGIN_V2
from test_plugin import CLICK, project, run

__all__ = ["project"]

ASYNC = """
import asyncio
from playwright.async_api import async_playwright
from breadcrumb.playwright import crumb
from conftest import launch_options

def test_click(tmp_path):
    async def body():
        async with async_playwright() as playwright:
            executable, arguments = launch_options(playwright.chromium)
            browser = await playwright.chromium.launch(executable_path=executable, args=arguments)
            page = crumb(await browser.new_page(), test_id="t")
            await page.set_content("<p>hello</p>")
            try:
                await page.locator("#login").click(timeout=100)
            finally:
                await browser.close()
    asyncio.run(body())
"""
REMOVED = "".join(line for line in LOGIN_V1.splitlines() if "button" not in line)


@pytest.mark.parametrize("style", ["long", "short", "native"])
@pytest.mark.parametrize("api", ["sync", "async"])
def test_a_failure_shows_no_calls_of_ours(project: pytest.Pytester, style: str, api: str) -> None:
    project.makepyfile(CLICK.format(fixture="page") if api == "sync" else ASYNC)
    flags = ("--breadcrumb", f"--tb={style}")
    if api == "sync":
        run(project, *flags).assert_outcomes(passed=1)
    result = run(project, *flags, html=REMOVED)
    result.assert_outcomes(failed=1)
    shown = result.stdout.str()
    assert "breadcrumb/playwright" not in shown
    assert "TimeoutError: Locator.click: Timeout" in shown


def test_a_script_shows_one_call_of_ours_at_most(project: pytest.Pytester) -> None:
    script = project.makepyfile(ASYNC + "\ntest_click(None)\n")
    done = subprocess.run((sys.executable, script), capture_output=True, text=True, check=False)
    assert "TimeoutError" in done.stderr
    assert done.stderr.count("breadcrumb/playwright") <= 1, done.stderr


def test_a_heal_is_shown_once_and_in_its_own_run_only(project: pytest.Pytester) -> None:
    project.makepyfile(CLICK.format(fixture="page") + "def test_other(page):\n    pass\n")
    run(project, "--breadcrumb")
    flags = ("--breadcrumb", "--breadcrumb-report", "-rA", "--log-level=INFO")
    shown = run(project, *flags, html=LOGIN_V2).stdout.str()
    assert shown.count("get_by_role(") == 1, shown
    assert "warnings summary" not in shown
    assert "\n      at test_a_heal_is_shown_once_and_in_its_own_run_only.py:2\n" in shown
    assert "\nnext: run `breadcrumb review`, then `breadcrumb fix`\n" in shown
    shown = run(project, *flags, "-k", "other").stdout.str()
    assert "get_by_role(" not in shown
    assert "fingerprints, 1 heals" in shown


def test_a_refusal_is_shown_in_words(project: pytest.Pytester) -> None:
    project.makepyfile(CLICK.format(fixture="page"))
    run(project, "--breadcrumb")
    shown = run(project, "--breadcrumb", html=REMOVED).stdout.str()
    assert "\nnot healed:\n" in shown
    assert "below_threshold" not in shown
