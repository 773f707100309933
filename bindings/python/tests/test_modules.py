"""The front is thin: how long its modules may be, and what they may not contain."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from pathlib import Path

import breadcrumb
import pytest

PACKAGE = Path(breadcrumb.__file__).parent
#: Lines of code in all, without blank lines, comments and docstrings.
BUDGET = 1_900
#: The same for each part. What does not fit is a rule, most likely, and belongs into the engine.
PARTS = {
    "playwright/_faces.py": 300,
    "playwright/page_wrapper.py": 300,
    "playwright/_scope.py": 180,
    "playwright/_executor.py": 170,
    "playwright/_page_side.py": 120,
    "playwright/_inside.py": 100,
    "playwright/_stopping.py": 50,
    "playwright": 1_200,
    "plugins": 500,
    "core": 160,
    "generate": 70,
    "report": 40,
    "flaky": 15,
}
#: Numbers that may stand in the code: they count or index, and tune nothing.
PLAIN_NUMBERS = {0, 1, -1, 2, 1000, 5000}


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def docstrings(tree: ast.Module) -> set[ast.Constant]:
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    firsts = [node.body[0] for node in ast.walk(tree) if isinstance(node, kinds) and node.body]
    # A text by itself documents what stands before it.
    texts = [node for node in ast.walk(tree) if isinstance(node, ast.Expr)]
    found = (node.value for node in [*firsts, *texts] if isinstance(node, ast.Expr))
    return {value for value in found if isinstance(value, ast.Constant)}


def lines_of_code(file: Path) -> int:
    text = file.read_text()
    nothing = {
        *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE),
        *(tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER),
    }
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in nothing:
            lines.update(range(token.start[0], token.end[0] + 1))
    for text_of in docstrings(ast.parse(text)):
        lines -= set(range(text_of.lineno, (text_of.end_lineno or text_of.lineno) + 1))
    return len(lines)


def test_the_front_is_small() -> None:
    assert sum(map(lines_of_code, modules())) <= BUDGET


@pytest.mark.parametrize("part", PARTS)
def test_each_part_keeps_to_its_budget(part: str) -> None:
    files = [PACKAGE / part] if part.endswith(".py") else sorted((PACKAGE / part).glob("*.py"))
    assert files
    assert sum(map(lines_of_code, files)) <= PARTS[part]


@pytest.mark.parametrize("file", modules(), ids=lambda file: str(file.relative_to(PACKAGE)))
def test_no_number_tunes_anything(file: Path) -> None:
    tree = ast.parse(file.read_text())
    numbers = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, (int, float))
        and not isinstance(node.value, bool)
    ]
    assert {number for number in numbers if number not in PLAIN_NUMBERS} <= {0.001, 3, 10, 11}


@pytest.mark.parametrize("file", modules(), ids=lambda file: str(file.relative_to(PACKAGE)))
def test_no_page_is_read_and_no_heal_is_explained_here(file: Path) -> None:
    tree = ast.parse(file.read_text())
    known = docstrings(tree)
    texts = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in known
    ]
    # Code for pages is in `js/injected`, sentences about heals are the engine's.
    page = re.compile(r"document\.|querySelector|getAttribute|\.elements\b|getBoundingClientRect")
    heal = re.compile(r"was not healed|healed `|confidence|would heal|quarantined|%\)")
    assert [text for text in texts if page.search(text) or heal.search(text)] == []
