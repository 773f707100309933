"""What `breadcrumb init` writes runs at once, in a real browser, and heals."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "BREADCRUMB_DB"}
# These tests have a variable of their own; users have this one.
if chosen := os.environ.get("BREADCRUMB_CHROMIUM"):
    ENVIRONMENT["BREADCRUMB_BROWSER"] = chosen

CONFTEST = '''"""A project's own: its browser, and a fixture."""

import os
import shutil

import pytest


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args, browser_type):
    options = dict(browser_type_launch_args)
    own = browser_type.executable_path
    found = os.environ.get("BREADCRUMB_BROWSER") or shutil.which("chromium")
    if found and not os.path.exists(own):
        options["executable_path"] = found
    if os.getuid() == 0:
        options["args"] = ["--no-sandbox"]
    return options
'''


def init(folder: Path, *arguments: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "breadcrumb", "init", str(folder), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, timeout=60)
    assert done.returncode == code, done.stdout + done.stderr
    return done


def run_tests(folder: Path, *arguments: str) -> str:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, env=ENVIRONMENT, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def rename_button(folder: Path) -> None:
    page = folder / "tests" / "example.html"
    text = page.read_text(encoding="utf-8")
    assert 'id="greet"' in text
    page.write_text(text.replace('id="greet"', 'id="say-hello"'), encoding="utf-8")


def test_an_empty_folder_passes_twice_and_heals(tmp_path: Path) -> None:
    init(tmp_path)
    for _ in range(2):
        out = run_tests(tmp_path)
        assert "1 passed" in out
        assert "healed" not in out
    assert (tmp_path / ".breadcrumb.db").is_file()
    rename_button(tmp_path)
    out = run_tests(tmp_path)
    assert "1 healed" in out, out
    assert "passed only because healed" in out
    # Git would see nothing of what the runs have left behind.
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    command = ["git", "ls-files", "--others", "--exclude-standard"]
    seen = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert not [line for line in seen.stdout.split() if "breadcrumb.db" in line]


def test_the_code_is_formatted(tmp_path: Path) -> None:
    init(tmp_path)
    for check in (["format", "--check"], ["check"]):
        command = [sys.executable, "-m", "ruff", *check, "--isolated", "--line-length", "100", "."]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout


def test_doctor_finds_nothing_to_mend_after_a_run(tmp_path: Path) -> None:
    init(tmp_path)
    run_tests(tmp_path)
    command = [sys.executable, "-m", "breadcrumb", "doctor", "--json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=ENVIRONMENT)
    diagnosis = json.loads(done.stdout)
    assert done.returncode == 0, done.stdout
    assert diagnosis["is_sound"]
    python = diagnosis["environment"]["python"]
    assert python["answer"]["packages"]["playwright"], python


def test_a_project_with_a_conftest_keeps_it(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    out = init(tmp_path).stdout
    assert "conftest.py: it needs no line" in out
    assert (tmp_path / "conftest.py").read_text() == CONFTEST
    assert "tests/conftest.py" not in files(tmp_path)
    assert "1 passed" in run_tests(tmp_path)
    rename_button(tmp_path)
    assert "1 healed" in run_tests(tmp_path)


def test_a_project_with_tests_heals_by_the_flag(tmp_path: Path) -> None:
    init(tmp_path / "made")
    shop = tmp_path / "shop"
    shutil.copytree(tmp_path / "made" / "tests", shop / "tests")
    (shop / "tests" / "test_example.py").rename(shop / "tests" / "test_shop.py")
    (shop / "pyproject.toml").write_text("[tool.pytest.ini_options]\ntestpaths = ['tests']\n")
    before = files(shop)
    out = init(shop).stdout
    assert files(shop) - before == {"breadcrumb.toml", ".gitignore"}
    assert out.rstrip().endswith("pytest --breadcrumb")
    assert "1 passed" in run_tests(shop, "--breadcrumb")
    rename_button(shop)
    assert "1 healed" in run_tests(shop, "--breadcrumb")


def test_a_missing_folder_is_made(tmp_path: Path) -> None:
    init(tmp_path / "a" / "b")
    assert "tests/test_example.py" in files(tmp_path / "a" / "b")


def test_nothing_is_overwritten_but_by_force(tmp_path: Path) -> None:
    init(tmp_path)
    own = tmp_path / "tests" / "test_example.py"
    own.write_text("mine")
    assert "--force" in init(tmp_path).stdout
    assert own.read_text() == "mine"
    init(tmp_path, "--force")
    assert own.read_text() != "mine"


def test_a_file_in_the_way_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    for folder in (tmp_path / "file", tmp_path / "file" / "inner"):
        done = init(folder, code=2)
        assert "is in the way" in done.stderr
        assert "hint:" in done.stderr
    assert files(tmp_path) == {"file"}


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[Path]:
    """Make a folder that nobody can write to, root neither."""
    folder = tmp_path / "read-only"
    folder.mkdir()
    is_root = os.geteuid() == 0
    if is_root:
        changed = subprocess.run(["chattr", "+i", str(folder)], capture_output=True)
        if changed.returncode != 0:
            pytest.skip("root can write to every folder of this file system")
    else:
        folder.chmod(0o555)
    yield folder
    if is_root:
        subprocess.run(["chattr", "-i", str(folder)], check=True)
    folder.chmod(0o755)


def test_a_read_only_folder_is_said_and_nothing_is_half_written(read_only: Path) -> None:
    for folder in (read_only, read_only / "inner"):
        done = init(folder, code=2)
        assert "cannot" in done.stderr
        assert "make the folder writable" in done.stderr
    assert files(read_only) == set()
