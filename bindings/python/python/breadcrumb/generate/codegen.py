"""Writing page objects and tests."""

from typing import Any, Literal

from .. import _native

__all__ = ["TestCodeGenerator"]


class TestCodeGenerator:
    """Writes code for the elements that a `PageCrawler` has found.

    What a page contains becomes a string literal or a part of a name, never code.
    """

    __test__ = False  # the name is no test's

    def __init__(self, language: Literal["python", "typescript"] = "python") -> None:
        """Write in this language."""
        self.language = language

    def generate_page_object(
        self, page_name: str, elements: list[dict[str, Any]], page_url: str = ""
    ) -> str:
        """Return the class of a page."""
        return self._files(page_name, elements, page_url).page_object

    def generate_test_file(
        self, page_name: str, elements: list[dict[str, Any]], page_url: str = ""
    ) -> str:
        """Return the tests of a page, which import its class."""
        return self._files(page_name, elements, page_url).test_file

    def _files(
        self, page_name: str, elements: list[dict[str, Any]], url: str
    ) -> _native.GeneratedFiles:
        return _native.generate_files(page_name, elements, url, self.language)
