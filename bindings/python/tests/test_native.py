"""What the type checkers are told of the engine is what is there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from breadcrumb import _native

# Every class has them.
_OF_OBJECT = set(dir(object)) | {"__module__", "__doc__"}


def told() -> dict[str, set[str]]:
    """Return the names in `_native.pyi`, those of classes with their attributes."""
    text = Path(_native.__file__).with_name("_native.pyi").read_text()
    found: dict[str, set[str]] = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef):
            found[node.name] = {
                part.name for part in node.body if isinstance(part, ast.FunctionDef)
            } - {"__init__"}
        elif isinstance(node, ast.FunctionDef):
            found[node.name] = set()
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = set()
    # An alias is a name for the checkers only.
    return {name: parts for name, parts in found.items() if name not in aliases(text)}


def aliases(text: str) -> set[str]:
    return set(re.findall(r"^(\w+): TypeAlias", text, re.MULTILINE))


def test_the_types_name_what_is_there_and_nothing_else() -> None:
    known = told()
    assert {name for name in vars(_native) if not name.startswith("_")} == set(known)
    for name, attributes in known.items():
        value = getattr(_native, name)
        if isinstance(value, type):
            assert set(vars(value)) - _OF_OBJECT == attributes, name
