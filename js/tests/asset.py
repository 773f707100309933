"""The page-side code as a front embeds it: see `js/injected/README.md`."""

import json
from pathlib import Path
from urllib.parse import quote

FOLDER = Path(__file__).resolve().parent.parent / "injected"
COMMENT_STARTS = ("//", "/*", "*")
ENTER_FRAME = " >> internal:control=enter-frame >> "
ENGINE_NAME = "_breadcrumb"


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


def engine() -> str:
    """The selector engine, which wraps the same text."""
    own = strip((FOLDER / "engine.js").read_text())
    load = "const load = () => {\n" + strip(source()) + "\nreturn main;\n};\n"
    return "(() => {\n" + load + own + "\nreturn selectorEngine(load);\n})()"


def ask_engine(selector: str, **request: object) -> str:
    """Leads from what a selector finds to answers of the engine."""
    return f"{selector} >> {ENGINE_NAME}={quote(json.dumps(request), safe='')}"


def joined(selectors: list[str]) -> str:
    """One selector that leads to the answers for several, which are all in the same frame."""
    frames = {selector.rpartition(ENTER_FRAME)[0] for selector in selectors}
    assert len(frames) == 1, "selectors of several frames cannot be joined"
    (frame,) = frames
    asked = [
        ask_engine(selector.rpartition(ENTER_FRAME)[2], op="mark", mark=mark)
        for mark, selector in enumerate(selectors)
    ]
    others = "".join(f" >> internal:or={json.dumps(one)}" for one in asked)
    return (frame + ENTER_FRAME if frame else "") + "css=:root" + others


ASSET = wrap(strip(source()))
UNSTRIPPED = wrap(source())
ENGINE = engine()
