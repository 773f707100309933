"""The page-side code as a front embeds it: see `js/injected/README.md`."""

from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "injected"
COMMENT_STARTS = ("//", "/*", "*")


def source() -> str:
    """All files in the order of `order.txt`."""
    names = (FOLDER / "order.txt").read_text().split()
    return "\n".join((FOLDER / name).read_text() for name in names)


def strip(text: str) -> str:
    """Drops comment lines and indentation, as a front may."""
    lines = (line.strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith(COMMENT_STARTS))


def wrap(text: str) -> str:
    """The one function expression that every front evaluates."""
    return "(first, second) => {\n" + text + "\nreturn main(first, second);\n}"


ASSET = wrap(strip(source()))
UNSTRIPPED = wrap(source())
