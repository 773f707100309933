"""What real applications showed beside the table: other things that look like the right one."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Trial
from .model import Row
from .scenes import document
from .table import expects
from .trial import SHORT


def sizes(numbers: tuple[int, ...], shown: int, name: str) -> str:
    """A menu of page sizes, closed but for one entry."""
    links = "".join(
        f'<li{"" if n <= shown else " hidden"}><a class="{name}-{n}" href="/list?page_size={n}">'
        f"{n} items</a></li>"
        for n in numbers
    )
    return document(f"<h1>List</h1><ul>{links}</ul>")


def clicks(selector: str) -> object:
    """Return a check that clicks."""

    def check(page: object, _expect: object) -> object:
        yield page.locator(selector).click()  # type: ignore[attr-defined]

    return check


TRAIL = '<div class="breadcrumbs"><a class="{0}" href="/books">Books</a> / Edit</div>'
SIDE = '<nav class="sidebar"><a href="/books">Books</a> <a href="/authors">Authors</a></nav>'

ROWS = [
    Row(
        "another number",
        clicks(".size-20"),  # type: ignore[arg-type]
        sizes((10, 20, 50), 20, "size"),
        None,
        sizes((10, 50), 50, "count"),
    ),
    Row(
        "another part of the page",
        expects("a.crumb", "to_be_visible"),
        document(SIDE + TRAIL.format("crumb") + "<h1>Edit</h1>"),
        None,
        document(SIDE + "<h1>Edit</h1>"),
    ),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
@pytest.mark.filterwarnings("ignore")
def test_what_is_gone_is_not_taken_for_its_neighbor(trial: Trial, row: Row, tmp_path: Path) -> None:
    assert trial(row, row.broken, tmp_path, SHORT) == (False, 0)
