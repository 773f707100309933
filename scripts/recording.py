"""Records a run in a terminal as an animated SVG, from what the commands really say.

python scripts/recording.py [--check]

Follows docs/getting-started.md in an empty folder: learn, change the page, heal, review, fix. `--check` only
compares the words of docs/images/recording.svg with what the commands say now; times may differ.
"""

from __future__ import annotations

import argparse
import html
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXAMPLE = ROOT / "docs" / "examples" / "getting-started"
PICTURE = ROOT / "docs" / "images" / "recording.svg"

RENAME = """sed -i 's/id="login-btn" class="btn primary">Log in/id="sign-in" class="button">Sign in/' login.html"""
# A suite has no warnings of other plugins in it.
PYTEST = "pytest -q --breadcrumb --color=yes -W ignore -p no:asyncio"
#: What is shown, and what is run where that is something else.
SCENES: list[tuple[str, str]] = [
    ("pytest -q --breadcrumb", PYTEST),
    ("# a release renames the button: another id, another class, another text", RENAME),
    ("pytest -q --breadcrumb", PYTEST),
    ("breadcrumb review --approve all", ""),
    ("breadcrumb fix", ""),
]

COLUMNS = 92
CHARACTER, LINE, SIZE, MARGIN = 7.8, 19, 13, 18
"""In pixels, for a monospaced font of `SIZE`; `textLength` keeps a line in place where the reader's font is another."""

TYPING, ANSWER, PAUSE, END = 0.035, 0.12, 0.9, 7.0
"""In seconds: per typed character, per line of output, after a command, after all of it."""

#: Foreground colors by their ANSI number, for light and dark.
COLORS = {31: ("#b42318", "#ff8a80"), 32: ("#1a7f4b", "#6ddc9a"), 33: ("#8a5a00", "#f0c060"),
          34: ("#2456b8", "#8ab4ff"), 35: ("#7a3e9d", "#d7a6ff"), 36: ("#0b7285", "#6fd3e0")}
_ANSI = re.compile(r"\x1b\[([\d;]*)m")
#: What differs from run to run.
_TIMES = re.compile(r"\d+(\.\d+)?(s| ms| px)\b")


@dataclass
class Line:
    """A line on the screen: styled pieces, and when it appears."""

    at: float
    pieces: list[tuple[str, str]] = field(default_factory=list)

    def text(self) -> str:
        return "".join(text for text, _ in self.pieces)


def record() -> list[Line]:
    """Runs all scenes and returns what the screen shows."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name) / "shop"
        shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("__pycache__", ".*"))
        return list(_screen(folder))


def _screen(folder: pathlib.Path):
    clock = 0.4
    for shown, command in SCENES:
        is_remark = shown.startswith("#")
        prompt = [(shown, "dim")] if is_remark else [("$ ", "dim"), (shown, "bold")]
        clock += TYPING * len(shown)
        yield Line(clock, prompt)
        said = _run(command or shown, folder)
        clock += PAUSE / 2
        for text in said.splitlines():
            for piece in _wrapped(_pieces(text)):
                clock += ANSWER
                yield Line(clock, piece)
        clock += PAUSE
        if not is_remark:
            yield Line(clock)


def _run(command: str, folder: pathlib.Path) -> str:
    environment = {**os.environ, "COLUMNS": str(COLUMNS), "CLICOLOR_FORCE": "1", "HOME": str(folder.parent)}
    environment["PATH"] = f"{pathlib.Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    for name in ("NO_COLOR", "PYTEST_ADDOPTS"):
        environment.pop(name, None)
    ran = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment, check=False, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )
    if ran.returncode != 0:
        sys.exit(f"error: `{command}` exits with {ran.returncode}\n{ran.stdout}")
    return ran.stdout.replace(f"{folder}/", "").strip("\n")


def _pieces(text: str) -> list[tuple[str, str]]:
    """Splits a line where its style changes."""
    found, style, start = [], "", 0
    for match in _ANSI.finditer(text):
        found.append((text[start:match.start()], style))
        codes = {int(code or 0) for code in match[1].split(";")}
        if 0 in codes:
            style = ""
        names = [f"c{code}" for code in sorted(codes & COLORS.keys())]
        names += ["bold"] if 1 in codes else []
        names += ["dim"] if 2 in codes else []
        style = " ".join(filter(None, [style, *names]))
        start = match.end()
    found.append((text[start:], style))
    return [(text, style) for text, style in found if text]


def _wrapped(pieces: list[tuple[str, str]]):
    """Breaks a line where a terminal would."""
    line: list[tuple[str, str]] = []
    width = 0
    for text, style in pieces:
        while text:
            room = COLUMNS - width
            line.append((text[:room], style))
            width += len(text[:room])
            text = text[room:]
            if width == COLUMNS and text:
                yield line
                line, width = [], 0
    yield line


def draw(lines: list[Line]) -> str:
    total = lines[-1].at + END
    width = round(COLUMNS * CHARACTER + 2 * MARGIN)
    height = len(lines) * LINE + 2 * MARGIN + 24
    frames, rows = [], []
    for number, line in enumerate(lines):
        if not line.pieces:
            continue
        share = 100 * line.at / total
        frames.append(f"@keyframes l{number}{{0%,{share:.2f}%{{opacity:0}}{share + 0.01:.2f}%,100%{{opacity:1}}}}")
        y = MARGIN + 24 + (number + 0.75) * LINE
        spans = "".join(_span(text, style) for text, style in line.pieces)
        length = len(line.text()) * CHARACTER
        rows.append(
            f'<text x="{MARGIN}" y="{y:.0f}" textLength="{length:.1f}" lengthAdjust="spacingAndGlyphs"'
            f' style="animation-name:l{number}">{spans}</text>'
        )
    light = "".join(f".c{code}{{fill:{colors[0]}}}" for code, colors in COLORS.items())
    dark = "".join(f".c{code}{{fill:{colors[1]}}}" for code, colors in COLORS.items())
    style = (
        f"text{{font:{SIZE}px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#1f2328;"
        f"white-space:pre;animation-duration:{total:.1f}s;animation-iteration-count:infinite}}"
        ".bold{font-weight:600}.dim{opacity:.65}.screen{fill:#f6f8fa;stroke:#d0d7de}.dot{fill:#c4cad1}" + light
        + "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.screen{fill:#0d1117;stroke:#30363d}"
        ".dot{fill:#484f58}" + dark + "}@media(prefers-reduced-motion:reduce){text{animation:none}}"
    )
    dots = "".join(f'<circle class="dot" cx="{MARGIN + 6 + 18 * n}" cy="18" r="5"/>' for n in range(3))
    title = "A test learns, its button is renamed, the test heals, and breadcrumb fix writes the new locator"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img" aria-label="{title}">\n<title>{title}</title>\n<style>{style}{"".join(frames)}</style>\n'
        f'<rect class="screen" x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="8"/>\n{dots}\n'
        + "\n".join(rows) + "\n</svg>\n"
    )


def _span(text: str, style: str) -> str:
    escaped = html.escape(text, quote=False)
    return f'<tspan class="{style}">{escaped}</tspan>' if style else f"<tspan>{escaped}</tspan>"


def words(picture: str) -> list[str]:
    """Returns the lines of a picture without what differs from run to run."""
    rows = re.findall(r"<text[^>]*>(.*?)</text>", picture)
    return [_TIMES.sub("TIME", html.unescape(re.sub(r"<[^>]+>", "", row))) for row in rows]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="only compares, and fails where the words differ")
    args = parser.parse_args()
    picture = draw(record())
    if not args.check:
        PICTURE.write_text(picture, encoding="utf-8")
        return 0
    old, new = words(PICTURE.read_text(encoding="utf-8")), words(picture)
    for before, after in zip(old + [""] * len(new), new, strict=False):
        if before != after:
            print(f"docs/images/recording.svg shows `{before}`, the command says `{after}`", file=sys.stderr)
    if old != new:
        print("hint: run `python scripts/recording.py`", file=sys.stderr)
    return 0 if old == new else 1


if __name__ == "__main__":
    sys.exit(main())
