"""What `breadcrumb generate` writes runs and passes on the page it was made from."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from breadcrumb.generate import ElementClassifier, PageCrawler, TestCodeGenerator
from conftest import launch_options
from hostile import address
from playwright.sync_api import Browser, sync_playwright
from site_server import server

__all__ = ["server"]

NAMES = [
    "login", "signup", "search", "table", "wizard", "shadow", "frame", "spa", "german", "japanese",
    "duplicates", "noids",
]  # fmt: skip
with sync_playwright() as _playwright:
    BROWSER = launch_options(_playwright.chromium)[0]
ENVIRONMENT = {**os.environ, "BREADCRUMB_BROWSER": BROWSER}
NODE = Path(sys.prefix) / "lib" / "tsc" / "node_modules"
CONFTEST = """
import os
import pytest
from playwright.sync_api import Browser, sync_playwright

@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        path = os.environ["BREADCRUMB_BROWSER"]
        browser = playwright.chromium.launch(executable_path=path)
        yield browser
        browser.close()

@pytest.fixture
def page(browser):
    context = browser.new_context()
    yield context.new_page()
    context.close()
"""


def generate(*arguments: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "breadcrumb", "generate", *arguments],
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        timeout=300,
    )
    assert done.returncode == code, done.stderr
    return done


@pytest.fixture(scope="module")
def folder(server: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("made")
    for name in NAMES:
        generate(f"{server}/{name}.html", "--browser", "--out", str(out))
    generate(f"{server}/large", "--browser", "--out", str(out))
    return out


def test_the_tests_pass_in_a_browser(folder: Path) -> None:
    (folder / "conftest.py").write_text(CONFTEST)
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:playwright",
            "-p",
            "no:cacheprovider",
            ".",
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        timeout=600,
    )
    (folder / "conftest.py").unlink()
    assert done.returncode == 0, done.stdout
    # Each page is complete, and what was tried on them is tested.
    assert int(done.stdout.rsplit(" passed", 1)[0].rsplit(maxsplit=1)[-1]) >= 30


def test_the_code_is_formatted(folder: Path) -> None:
    ruff = [sys.executable, "-m", "ruff", "format", "--isolated", "--check", str(folder)]
    done = subprocess.run(ruff, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_no_name_is_given_twice(folder: Path) -> None:
    for path in folder.glob("*_page.py"):
        members: list[str] = []
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                members.append(node.attr)
            elif isinstance(node, ast.FunctionDef):
                members.append(node.name)
        assert len(members) == len(set(members)), path


@pytest.mark.parametrize("name", [*NAMES, "hostile"])
def test_typescript_is_checked(server: str, tmp_path: Path, name: str) -> None:
    url = f"{server}/{name}.html" if name != "hostile" else server + address()
    generate(url, "--lang", "typescript", "--out", str(tmp_path / "ts"))
    (tmp_path / "node_modules").symlink_to(NODE)
    settings = {
        "compilerOptions": {
            "strict": True,
            "noEmit": True,
            "target": "es2022",
            "module": "esnext",
            "moduleResolution": "bundler",
            "types": [],
            "skipLibCheck": True,
        }
    }
    (tmp_path / "tsconfig.json").write_text(json.dumps(settings))
    commands = [[".bin/tsc", "-p", "."], [".bin/prettier", "--check", "ts"]]
    # No formatter has to like what such a page is called.
    for command in commands[: 1 if name == "hostile" else 2]:
        done = subprocess.run(
            [str(NODE / command[0]), *command[1:]], cwd=tmp_path, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr


ALLOWED_CALLS = {
    "expect", "to_be_visible", "to_have_value", "to_be_checked", "to_have_url", "click",
    "check", "fill", "select_option", "filter", "open", "frame_locator", "locator", "get_by_role",
    "get_by_label", "get_by_placeholder", "get_by_test_id", "get_by_text", "goto",
}  # fmt: skip


@pytest.mark.parametrize("mode", ["static", "browser"])
def test_no_page_becomes_code(server: str, tmp_path: Path, mode: str) -> None:
    out = tmp_path / "out"
    flags = ["--browser"] if mode == "browser" else []
    generate(server + address(), *flags, "--out", str(out))
    assert {path.parent for path in tmp_path.rglob("*.py")} == {out}
    files = list(out.iterdir())
    assert len(files) == 2
    for path in files:
        assert len(path.name) < 60
        tree = ast.parse(path.read_text(encoding="utf-8"))
        allowed = {"__future__", "pytest", "playwright.sync_api", files[0].stem, files[1].stem}
        for node in ast.walk(tree):
            assert not isinstance(node, ast.JoinedStr | ast.Lambda | ast.Raise | ast.While)
            if isinstance(node, ast.Import | ast.ImportFrom):
                assert (getattr(node, "module", None) or node.names[0].name) in allowed
            if isinstance(node, ast.Call):
                function: Any = node.func
                called = function.attr if isinstance(function, ast.Attribute) else function.id
                is_own = (
                    called.startswith("fill_") or "_in_row" in called or called.endswith("Page")
                )
                assert called in ALLOWED_CALLS or is_own, called
    assert not (tmp_path / "hacked").exists()


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("file:///etc/passwd", "not asked"),
        ("data:text/html,<p>x", "not asked"),
        ("javascript:alert(1)", "not asked"),
        ("{server}/away?file:///etc/passwd", "not followed"),
        ("{server}/away?javascript:1", "not followed"),
        ("{server}/away?http://169.254.169.254/", "private address"),
        ("{server}/away?http://localhost:1/", "private address"),
        ("{server}/data.json", "not HTML"),
        ("{server}/missing", "status 404"),
        ("{server}/endless", "more than 10 MB"),
        ("http://127.0.0.1:1/", "cannot get"),
        ("no-such-file.html", "cannot read"),
    ],
)
def test_what_is_no_page_is_refused(server: str, tmp_path: Path, target: str, message: str) -> None:
    out = tmp_path / "out"
    done = generate(target.format(server=server), "--out", str(out), code=2)
    assert message in done.stderr
    assert not out.exists()


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("{server}/away?http://169.254.169.254/", "private address"),
        ("{server}/data.json", "not HTML"),
        ("{server}/missing", "status 404"),
        ("http://127.0.0.1:1/", "cannot get"),
    ],
)
def test_a_browser_refuses_the_same(server: str, tmp_path: Path, target: str, message: str) -> None:
    done = generate(target.format(server=server), "--browser", "--out", str(tmp_path), code=2)
    assert message in done.stderr


def test_broken_frames_do_not_matter(server: str, tmp_path: Path) -> None:
    done = generate(f"{server}/broken-frames", "--browser", "--dry-run")
    assert 'get_by_role("button", name="Go")' in done.stdout


def test_nothing_is_overwritten(server: str, tmp_path: Path) -> None:
    target = f"{server}/login.html"
    outside = tmp_path / "outside.py"
    outside.write_text("mine")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "login_page.py").symlink_to(outside)
    done = generate(target, "--out", str(tmp_path / "out"), code=2)
    assert "--force" in done.stderr
    assert not (tmp_path / "out" / "test_login.py").exists()
    generate(target, "--out", str(tmp_path / "out"), "--force")
    assert outside.read_text() == "mine"


def test_links_are_followed_as_far_as_asked(server: str, tmp_path: Path) -> None:
    done = generate(f"{server}/login.html", "--depth", "2", "--dry-run", "--json")
    found = {page["url"].rpartition("/")[2] for page in json.loads(done.stdout)}
    assert found >= {"login.html", "search.html", "table.html"}
    done = generate(
        f"{server}/login.html", "--depth", "2", "--max-pages", "2", "--dry-run", "--json"
    )
    assert len(json.loads(done.stdout)) == 2


def test_a_page_of_your_own_is_read_as_well(server: str, browser: Browser) -> None:
    page = browser.new_page()
    elements = PageCrawler().crawl(f"{server}/duplicates.html", page)
    last = elements[-1]
    assert last["data_testid"] == "twice"
    assert page.locator(last["selector"]).get_attribute("data-testid") == "twice"
    assert page.locator(last["selector"]).is_visible()
    page.close()


def test_the_names_of_the_package() -> None:
    html = '<form><input type="email" id="mail"><button>Sign in</button></form>'
    elements = ElementClassifier().classify_page(PageCrawler().crawl_static(html))
    assert [element["role"] for element in elements] == [
        "login_form",
        "email_input",
        "login_form",
    ]
    generator = TestCodeGenerator()
    page_object = generator.generate_page_object("My Login", elements)
    assert "class MyLoginPage:" in page_object
    tests = generator.generate_test_file("My Login", elements, "http://a.test/")
    assert 'URL = "http://a.test/"' in tests
    ast.parse(page_object)
    ast.parse(tests)
