"""Healing for Playwright pages."""

from .extractor import extract_fingerprint
from .page_wrapper import HealableLocator, HealablePage, crumb, heal

__all__ = ["HealableLocator", "HealablePage", "crumb", "extract_fingerprint", "heal"]
