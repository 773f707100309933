"""What was known of an element when it was last seen good."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from .. import _native


@dataclass(frozen=True)
class BoundingBox:
    """The rectangle an element covers, in CSS pixels."""

    x: float
    y: float
    width: float
    height: float

    @property
    def center(self) -> tuple[float, float]:
        """The center point."""
        return (self.x + self.width / 2, self.y + self.height / 2)


@dataclass(frozen=True)
class ElementFingerprint:
    """An immutable snapshot of one element's identity."""

    tag: str
    text: str
    attributes: frozenset[tuple[str, str]]
    dom_path: tuple[str, ...]
    siblings: tuple[str, ...]
    bbox: BoundingBox | None = None
    locator: str = ""
    test_id: str = ""
    # What is known beyond the eight signals, as JSON: it stays hashable and survives unread.
    _more: str = field(default="", repr=False)

    _normalize_text = staticmethod(_native.normalize_text)
    _normalize_tag = staticmethod(_native.normalize_tag)

    @property
    def more(self) -> dict[str, Any]:
        """What is known beyond the eight signals: role, name, label, ..."""
        return dict(json.loads(self._more)) if self._more else {}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> ElementFingerprint:
        """Read the dictionary form; tag and text are brought into normal form.

        Only `tag` is needed. Unknown fields are kept.
        """
        fingerprint = cls.from_json(json.dumps(dict(data), default=_plain))
        box = data.get("bbox")
        return replace(fingerprint, bbox=box) if isinstance(box, BoundingBox) else fingerprint

    @classmethod
    def from_json(cls, text: str) -> ElementFingerprint:
        """Read the JSON form."""
        return _native.read_fingerprint(cls, text)

    def to_dict(self) -> dict[str, Any]:
        """Return the dictionary form, as it is stored."""
        return {
            "tag": self.tag,
            "text": self.text,
            "attributes": sorted([name, value] for name, value in self.attributes),
            "dom_path": list(self.dom_path),
            "siblings": list(self.siblings),
            "locator": self.locator,
            "test_id": self.test_id,
            "bbox": self.bbox and _plain(self.bbox),
            **self.more,
        }

    def to_json(self) -> str:
        """Return the JSON form."""
        return json.dumps(self.to_dict())


def _plain(value: Any) -> Any:
    if isinstance(value, BoundingBox):
        return asdict(value)
    if isinstance(value, (frozenset, set)):
        return sorted(value)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    raise TypeError(f"a fingerprint cannot hold a {type(value).__name__}")
