"""Healing for Playwright pages."""

from .page_wrapper import HealableLocator, HealablePage, crumb, heal

__all__ = ["HealableLocator", "HealablePage", "crumb", "heal"]
