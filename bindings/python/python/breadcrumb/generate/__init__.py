"""From a page to tests that run: read it, say what its elements are for, write code."""

from .classifier import ElementClassifier
from .codegen import TestCodeGenerator
from .crawler import PageCrawler

__all__ = ["ElementClassifier", "PageCrawler", "TestCodeGenerator"]
