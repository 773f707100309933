"""Saying what an element is for."""

from typing import Any

from .._native import classify_element

__all__ = ["ElementClassifier"]


class ElementClassifier:
    """Gives elements semantic roles: `email_input`, `search`, `submit`, …"""

    def classify(self, element: dict[str, Any]) -> str:
        """Return what an element is for."""
        return classify_element(element).role

    def explain(self, element: dict[str, Any]) -> str:
        """Return what tells."""
        return classify_element(element).reason

    def classify_page(self, elements: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return the elements with their `role` set to what they are for."""
        return [{**element, "role": self.classify(element)} for element in elements]
