"""The pages of the documentation as data: their blocks, and the commands in them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
DOCS = ROOT / "docs"
EXAMPLES = DOCS / "examples"
#: For people who work on Breadcrumb; they quote what was, and are not run.
DESIGN = DOCS / "design"

_FENCE = re.compile(r"^```(?P<language>\S*)(?P<options>[^\n]*)\n(?P<text>.*?)^```$", re.M | re.S)
_TITLE = re.compile(r'title="([^"]+)"')
_EXIT = re.compile(r"\[exit (\d+)\]")
#: What a reader presses where a command does not end by itself.
INTERRUPT = "^C"


@dataclass(frozen=True)
class Block:
    """A fenced block of a page."""

    page: Path
    line: int
    language: str
    title: str | None
    text: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(DOCS)}:{self.line}"


@dataclass
class Command:
    """A command of a console block, and what it should say."""

    place: str
    line: str
    output: list[str] = field(default_factory=list)
    code: int = 0
    is_interrupted: bool = False

    def pattern(self) -> re.Pattern[str]:
        """Return what the output is compared with: `[..]` is any text, `...` any lines."""
        parts = []
        for line in self.output:
            if line == "...":
                parts.append(r"(?:[^\n]*\n)*?")
            else:
                parts.append(re.escape(line).replace(r"\[\.\.\]", r"[^\n]*") + r"\n")
        return re.compile("".join(parts))


def pages() -> list[Path]:
    """Return the pages that users read."""
    return sorted(path for path in DOCS.rglob("*.md") if DESIGN not in path.parents)


def blocks(page: Path) -> list[Block]:
    """Return the fenced blocks of a page."""
    text = page.read_text(encoding="utf-8")
    found = []
    for match in _FENCE.finditer(text):
        title = _TITLE.search(match["options"])
        line = text.count("\n", 0, match.start()) + 1
        found.append(Block(page, line, match["language"], title and title[1], match["text"]))
    return found


def commands(page: Path) -> list[Command]:
    """Return the commands of a page's console blocks, in order."""
    return [
        command
        for block in blocks(page)
        if block.language == "console"
        for command in _parse(block)
    ]


def _parse(block: Block) -> list[Command]:
    found: list[Command] = []
    for number, line in enumerate(block.text.splitlines(), block.line + 1):
        if line.startswith("$ "):
            place = f"{block.page.relative_to(DOCS)}:{number}"
            found.append(Command(place, line[2:]))
        elif line.startswith("> ") and not found[-1].output:
            found[-1].line += "\n" + line[2:]
        elif match := _EXIT.fullmatch(line):
            found[-1].code = int(match[1])
        elif line == INTERRUPT:
            found[-1].is_interrupted = True
        else:
            found[-1].output.append(line.rstrip())
    for command in found:
        while command.output and not command.output[-1]:
            command.output.pop()
    return found
