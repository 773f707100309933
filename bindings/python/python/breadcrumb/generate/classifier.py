"""Saying what an element is for."""

from __future__ import annotations

import json
from typing import Any

from .. import _native

__all__ = ["ElementClassifier"]


class ElementClassifier:
    """Gives elements semantic roles: `email_input`, `search`, `submit`, …"""

    def classify(self, element: dict[str, Any]) -> str:
        """Return what an element is for."""
        return _native.classify_element(json.dumps(element))[0]

    def explain(self, element: dict[str, Any]) -> str:
        """Return what tells."""
        return _native.classify_element(json.dumps(element))[1]

    def classify_page(self, elements: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return the elements with their `role` set to what they are for."""
        return [{**element, "role": self.classify(element)} for element in elements]
