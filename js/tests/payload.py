"""A small reader of the page payload that checks its structure as it goes."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from typing import Any, cast

VISIBLE, FRAME_ROOT, SHADOW_CHILD, DISABLED = 1, 2, 4, 8


@dataclass
class Element:
    """One element of a payload."""

    index: int
    parent: Element | None
    tag: str
    kind: int
    attrs: dict[str, str]
    box: tuple[float, float, float, float] | None
    children: list[Element] = field(default_factory=list)
    own_texts: list[str] = field(default_factory=list)

    @property
    def path(self) -> list[str]:
        above = self.parent.path if self.parent else []
        return [*above, self.tag]

    @property
    def siblings(self) -> list[str]:
        return [child.tag for child in self.parent.children] if self.parent else []

    @property
    def is_visible(self) -> bool:
        return bool(self.kind & VISIBLE)

    def closest(self, *tags: str) -> Element | None:
        at = self.parent
        while at and at.tag not in tags:
            at = at.parent
        return at


@dataclass
class Page:
    """A payload, read."""

    raw: dict[str, Any]
    elements: list[Element]
    texts: list[tuple[int, int, str]]

    @property
    def target(self) -> Element:
        return self.elements[int(self.raw["target"])]

    def find(self, tag: str | None = None, **attrs: str) -> Element:
        found = self.find_all(tag, **attrs)
        assert len(found) == 1, f"{len(found)} of {tag} {attrs}"
        return found[0]

    def find_all(self, tag: str | None = None, **attrs: str) -> list[Element]:
        wanted = {name.replace("_", "-"): value for name, value in attrs.items()}
        return [
            element
            for element in self.elements
            if tag in (None, element.tag) and wanted.items() <= element.attrs.items()
        ]

    def ids(self) -> set[str]:
        return {element.attrs["id"] for element in self.elements if "id" in element.attrs}

    def text_of(self, element: Element) -> str:
        """Everything written inside an element, in order, white space collapsed."""
        inside = {element.index}
        for other in self.elements[element.index + 1 :]:
            if other.parent and other.parent.index in inside:
                inside.add(other.index)
        return " ".join("".join(text for parent, _, text in self.texts if parent in inside).split())

    @property
    def text(self) -> str:
        return self.text_of(self.elements[0])


def read(payload: str) -> Page:
    """Reads a payload and fails on anything that the form does not allow."""
    payload.encode()
    raw = cast("dict[str, Any]", json.loads(payload))
    assert raw["v"] == 1
    strings: list[str] = raw["strings"]
    assert all(isinstance(text, str) for text in strings)
    assert len(set(strings)) == len(strings), "a string is there twice"
    count = len(raw["parent"])
    assert count == len(raw["tag"]) == len(raw["kind"])
    boxes, attrs = iter(raw["box"]), iter(raw["attrs"])
    elements: list[Element] = []
    for index in range(count):
        parent: int = raw["parent"][index]
        assert -1 <= parent < index
        assert (parent == -1) == (index == 0)
        kind: int = raw["kind"][index]
        assert 0 <= kind < 16
        pairs = {strings[next(attrs)]: strings[next(attrs)] for _ in range(next(attrs))}
        box = None
        if kind & VISIBLE:
            box = (next(boxes), next(boxes), next(boxes), next(boxes))
            assert all(math.isfinite(number) for number in box)
        above = elements[parent] if parent >= 0 else None
        element = Element(index, above, strings[raw["tag"][index]], kind, pairs, box)
        if above:
            above.children.append(element)
        elements.append(element)
    assert next(boxes, None) is None, "boxes are left over"
    assert next(attrs, None) is None, "attributes are left over"
    return Page(raw, elements, read_texts(raw, strings, elements))


def read_texts(
    raw: dict[str, Any], strings: list[str], elements: list[Element]
) -> list[tuple[int, int, str]]:
    column: list[int] = raw["texts"]
    assert len(column) % 3 == 0
    texts: list[tuple[int, int, str]] = []
    for at in range(0, len(column), 3):
        parent, before, string = column[at : at + 3]
        assert parent < before <= len(elements)
        assert not texts or texts[-1][1] <= before, "texts are out of order"
        elements[parent].own_texts.append(strings[string])
        texts.append((parent, before, strings[string]))
    return texts
