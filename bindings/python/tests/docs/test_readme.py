"""The README says what is: links lead somewhere, commands exist, the recording is current."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from pages import ROOT
from shell import environment
from test_docs import NOT_RUN, TARGETS, _anchors

README = ROOT / "README.md"
#: A stranger reads no more before they try it.
MAX_LINES = 150
#: The front doors: of the repository, of the package on PyPI, and what GitHub shows beside them.
DOORS = [README, ROOT / "bindings/python/README.md", ROOT / "SECURITY.md", ROOT / "CONTRIBUTING.md"]

_FENCE = re.compile(r"^```(\S*)[^\n]*\n(.*?)^```$", re.M | re.S)
_LINK = re.compile(r'\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"')
_CODE = re.compile(r"`([^`\n]+)`")
_PICTURE = re.compile(r"!\[([^\]]*)\]\(|<img\b[^>]*?alt=\"([^\"]*)\"")


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("door", DOORS, ids=_name)
def test_links_lead_somewhere(door: Path) -> None:
    text = _FENCE.sub("", door.read_text(encoding="utf-8"))
    for match in _LINK.finditer(text):
        link = match[1] or match[2]
        if "://" in link:
            assert link.startswith("https://"), link
            continue
        file, _, anchor = link.partition("#")
        target = (door.parent / file).resolve() if file else door
        assert target.exists(), link
        assert not anchor or anchor in _anchors(target), link


def test_it_is_short() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) < MAX_LINES


def test_pictures_have_words_for_who_cannot_see_them() -> None:
    found = _PICTURE.findall(README.read_text(encoding="utf-8"))
    assert len(found) >= 2
    assert all(markdown or html for markdown, html in found)


@pytest.mark.parametrize("door", DOORS, ids=_name)
def test_blocks_and_commands_exist(door: Path, tmp_path: Path) -> None:
    text = door.read_text(encoding="utf-8")
    commands = _CODE.findall(_FENCE.sub("", text))
    for language, block in _FENCE.findall(text):
        if language == "python":
            compile(block, str(door), "exec")
        if language == "sh":
            lines = block.splitlines()
            assert all(NOT_RUN.fullmatch(line) for line in lines if line), lines
            commands += lines
    for command in commands:
        words = command.split()
        if words[0] == "make" and len(words) > 1:
            assert words[1] in TARGETS, command
        if words[0] == "breadcrumb" and len(words) > 1 and not words[1].startswith("-"):
            asked = subprocess.run(
                ["breadcrumb", words[1], "--help"],
                env=environment(tmp_path),
                capture_output=True,
                check=False,
            )
            assert asked.returncode == 0, command


def test_the_recording_is_what_the_commands_say(tmp_path: Path) -> None:
    asked = subprocess.run(
        [sys.executable, str(ROOT / "scripts/recording.py"), "--check"],
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert asked.returncode == 0, asked.stdout + asked.stderr
