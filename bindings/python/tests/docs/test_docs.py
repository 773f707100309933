"""The documentation says what is: its commands are run, its blocks parsed, its links followed."""

from __future__ import annotations

import difflib
import json
import re
import subprocess
import sys
from importlib import import_module
from itertools import islice
from pathlib import Path

import pytest
import yaml
from pages import DOCS, EXAMPLES, ROOT, Block, Command, blocks, commands, pages
from shell import Shell, environment

# Python 3.10 has none of its own; pytest brings that one.
tomllib = import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")

#: Languages whose blocks are run, parsed or compared with a file; `text` is for what cannot be.
LANGUAGES = {
    "console", "html", "json", "python", "rust", "sh", "text", "toml", "typescript", "yaml",
}  # fmt: skip
#: What needs the network or takes minutes; all other commands belong into a console block.
NOT_RUN = re.compile(r"(pip (un)?install|npm install|cargo install|playwright install|make|#) ?.*")
TARGETS = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
PAGES = pages()
BLOCKS = [block for page in PAGES for block in blocks(page)]
#: Pages that a command writes; the others are written by hand.
GENERATED = ("cli.md", "config.md")

_LINK = re.compile(r"(?<!\\)\]\((?!https?:|mailto:)([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.M)
#: What a browser fetches by itself, from elsewhere; a link that somebody follows is none of these.
_ASKED = re.compile(r'<(?:script|img|iframe|link)\b[^>]*?(?:src|href)="(?:https?:)?//[^"]+"')
_FENCED = re.compile(r"^```.*?^```$", re.M | re.S)


def _name(value: object) -> str:
    return str(value.relative_to(DOCS)) if isinstance(value, Path) else str(value)


@pytest.mark.parametrize("path", [path for path in PAGES if commands(path)], ids=_name)
def test_commands_say_what_the_page_shows(path: Path, tmp_path: Path) -> None:
    with Shell(path, tmp_path) as shell:
        for command in commands(path):
            code, said = shell.run(command)
            shown = f"{command.place}: `{command.line}`"
            if command.pattern().fullmatch(said) is None:
                pytest.fail(f"{shown} {_difference(command, said)}", pytrace=False)
            if code != command.code and not command.is_interrupted:
                pytest.fail(f"{shown} exits with {code}\n{said[:4000]}", pytrace=False)


def _difference(command: Command, said: str) -> str:
    shown = [line + "\n" for line in command.output]
    lines = difflib.unified_diff(shown, said.splitlines(True), "page", "command")
    return "says something else\n" + "".join(islice(lines, 100))


@pytest.mark.parametrize("block", BLOCKS, ids=_name)
def test_a_block_is_what_it_says(block: Block) -> None:
    assert block.language in LANGUAGES, f"{block}: no such language"
    text = block.text
    if block.title is not None and (file := EXAMPLES / block.page.stem / block.title).exists():
        assert text == file.read_text(encoding="utf-8"), f"{block}: not what {file} has"
    match block.language:
        case "json":
            json.loads(text)
        case "toml":
            tomllib.loads(text)
        case "yaml":
            yaml.safe_load(text)
        case "python":
            compile(text, str(block), "exec")
        case "sh":
            left = [line for line in text.splitlines() if line and not NOT_RUN.fullmatch(line)]
            assert not left, f"{block}: these can be run, in a console block"
            assert set(re.findall(r"^make ([\w-]+)", text, re.M)) <= TARGETS, f"{block}: no target"
        case _:
            pass


def test_every_example_belongs_to_a_page() -> None:
    stems = {page.stem for page in PAGES}
    assert {path.name for path in EXAMPLES.iterdir()} <= stems


@pytest.mark.parametrize("path", PAGES, ids=_name)
def test_links_lead_somewhere(path: Path) -> None:
    text = _FENCED.sub("", path.read_text(encoding="utf-8"))
    for link in _LINK.findall(text):
        file, _, anchor = link.partition("#")
        target = (path.parent / file).resolve() if file else path
        assert target.exists(), f"{path.name}: {link}"
        assert DOCS in target.parents, f"{path.name}: {link} leads out of the site"
        assert not anchor or anchor in _anchors(target), f"{path.name}: {link}"


def _anchors(page: Path) -> set[str]:
    text = _FENCED.sub("", page.read_text(encoding="utf-8"))
    plain = (re.sub(r"[^\w\s-]", "", heading).strip().lower() for heading in _HEADING.findall(text))
    return {re.sub(r"[\s-]+", "-", heading) for heading in plain}


@pytest.mark.parametrize("name", GENERATED)
def test_generated_pages_are_current(name: str, tmp_path: Path) -> None:
    asked = subprocess.run(
        [sys.executable, str(ROOT / "scripts/reference_pages.py"), "--check", name],
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert asked.returncode == 0, asked.stderr


def test_the_site_is_whole_and_asks_nobody(tmp_path: Path) -> None:
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    for page in tmp_path.rglob("*.html"):
        asked = _ASKED.findall(page.read_text(encoding="utf-8"))
        assert not asked, f"{page.relative_to(tmp_path)} asks for {asked}"
