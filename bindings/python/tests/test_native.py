"""What the type checkers are told of the engine is what is there."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path
from typing import Any

import pytest
from breadcrumb import _native

# Every class has them; the last two where its instances may have attributes of a user's own.
OF_EVERY_CLASS = set(dir(object)) | {"__module__", "__dict__", "__weakref__"}

Function = ast.FunctionDef
STUB = ast.parse(Path(_native.__file__).with_name("_native.pyi").read_text())
CLASSES = {node.name: node for node in STUB.body if isinstance(node, ast.ClassDef)}
FUNCTIONS = {node.name: node for node in STUB.body if isinstance(node, Function)}


def names(body: list[ast.stmt]) -> set[str]:
    """Return the names that are declared, but aliases, which are for the checkers only."""
    found: set[str] = set()
    for node in body:
        if isinstance(node, (ast.ClassDef, Function)):
            found.add(node.name)
        elif isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) != "TypeAlias":
            found.add(ast.unparse(node.target))
    return found


def callables() -> dict[str, tuple[Function, Any]]:
    """Return what can be called, with what is told of it."""
    found: dict[str, tuple[Function, Any]] = {
        name: (node, getattr(_native, name, None)) for name, node in FUNCTIONS.items()
    }
    for name, node in CLASSES.items():
        kind = getattr(_native, name, None)
        for part in node.body:
            if not isinstance(part, Function) or is_property(part):
                continue
            value = kind if part.name == "__init__" else getattr(kind, part.name, None)
            found[f"{name}.{part.name}"] = (part, value)
    return found


def is_property(node: Function) -> bool:
    return any(ast.unparse(decorator) == "property" for decorator in node.decorator_list)


def told(function: Function) -> list[tuple[str, bool, bool]]:
    """Return each parameter: its name, whether it needs the name, whether it can be left out."""
    arguments = function.args
    positional = arguments.posonlyargs + arguments.args
    required = len(positional) - len(arguments.defaults)
    found = [(one.arg, False, place >= required) for place, one in enumerate(positional)]
    pairs = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    found += [(one.arg, True, default is not None) for one, default in pairs]
    return [parameter for parameter in found if parameter[0] != "self"]


def there(value: Any) -> list[tuple[str, bool, bool]]:
    """Return the same of what is there."""
    return [
        (one.name, one.kind is one.KEYWORD_ONLY, one.default is not one.empty)
        for one in inspect.signature(value).parameters.values()
        if one.name != "self"
    ]


def test_the_types_name_what_is_there_and_nothing_else() -> None:
    assert {name for name in vars(_native) if not name.startswith("_")} == names(STUB.body)
    for name, node in CLASSES.items():
        parts = names(node.body) - {"__init__"}
        assert set(vars(getattr(_native, name))) - OF_EVERY_CLASS == parts, name


@pytest.mark.parametrize("name", callables())
def test_parameters_are_those_that_are_there(name: str) -> None:
    function, value = callables()[name]
    assert told(function) == there(value)


def test_what_can_be_made_is_what_is_said_to_have_a_constructor() -> None:
    for name, node in CLASSES.items():
        can_be_made = getattr(_native, name).__new__ is not object.__new__
        assert can_be_made == ("__init__" in names(node.body)), name


def test_texts_are_those_that_are_there() -> None:
    described: list[tuple[str, Any, Any]] = [
        *((name, node, getattr(_native, name)) for name, node in (CLASSES | FUNCTIONS).items()),
        *(
            (f"{name}.{part.name}", part, getattr(getattr(_native, name), part.name))
            for name, node in CLASSES.items()
            for part in node.body
            if isinstance(part, Function)
        ),
    ]
    for name, node, value in described:
        text = ast.get_docstring(node)
        assert text is None or text == inspect.getdoc(value), name
