"""The moments in the life of a document."""

from __future__ import annotations

from .model import PATIENT, TIMEOUT, Case, Stage, Steps


def _goto(path: str, wait_until: str = "load") -> object:
    def steps(stage: Stage) -> Steps:
        yield stage.page.goto(stage.base + path, wait_until=wait_until)

    return steps


def _left(path: str) -> object:
    """Go to a page without waiting for it at all."""

    def steps(stage: Stage) -> Steps:
        yield stage.page.goto(stage.base + "/good")
        yield stage.page.evaluate("(url) => { setTimeout(() => { location = url; }, 0); }", path)

    return steps


def _script(script: str, path: str = "/good") -> object:
    def steps(stage: Stage) -> Steps:
        yield stage.page.goto(stage.base + path)
        yield stage.page.evaluate(script)

    return steps


def _nothing(_stage: Stage) -> Steps:
    yield None


def _source(stage: Stage) -> Steps:
    yield stage.page.goto(f"view-source:{stage.base}/good")


def _back(stage: Stage) -> Steps:
    yield stage.page.goto(stage.base + "/good")
    yield stage.page.goto(stage.base + "/text")
    yield stage.page.go_back()


def _refused(stage: Stage) -> Steps:
    yield stage.page.goto(stage.base + "/good")
    yield stage.page.evaluate("() => { location = '/refused'; }")
    yield stage.page.wait_for_timeout(100)


def _click(stage: Stage) -> object:
    return stage.page.locator("#target").click(timeout=PATIENT)


def _read(stage: Stage) -> object:
    return stage.page.locator("#target").text_content(timeout=PATIENT)


def _expect(stage: Stage) -> object:
    return stage.expect(stage.page.locator("#target")).to_be_visible(timeout=PATIENT)


def _gone(stage: Stage) -> object:
    return stage.page.locator("#gone").click(timeout=TIMEOUT)


def _in_frame(stage: Stage) -> object:
    return stage.page.frame_locator("iframe").locator("#target").click(timeout=TIMEOUT)


_REWRITE = """() => { document.open(); document.write('<p>new'); setTimeout(() => {
  document.write('<button id=target>Buy</button>'); document.close(); }, 200); }"""
_BARE = """() => { const root = document.documentElement; root.remove();
  setTimeout(() => document.append(root), 200); }"""
_DETACH = "() => document.querySelector('iframe').remove()"
_PRERENDER = """() => { const rules = document.createElement('script');
  rules.type = 'speculationrules';
  rules.textContent = JSON.stringify({prerender: [{source: 'list', urls: ['/before']}]});
  document.head.append(rules); }"""

#: What is done there, for each way to get into a moment.
_OPENED = [
    ("before-root", _goto("/late-root", "commit"), (_click, _read, _expect, _gone)),
    ("before-root-by-link", _left("/late-root"), (_click, _expect)),
    ("before-body", _goto("/late-body", "commit"), (_click, _read, _expect)),
    ("before-rest", _goto("/late-rest", "commit"), (_click, _expect)),
    ("about-blank", _nothing, (_gone,)),
    ("xml", _goto("/xml"), (_read, _gone)),
    ("svg", _goto("/svg"), (_gone,)),
    ("text", _goto("/text"), (_gone,)),
    ("slow-text", _goto("/late-text", "commit"), (_gone,)),
    ("image", _goto("/image"), (_gone,)),
    ("pdf", _left("/pdf"), (_gone,)),
    ("download", _left("/download"), (_click, _gone)),
    ("document-open", _script(_REWRITE), (_click,)),
    ("no-root-for-a-while", _script(_BARE), (_click, _expect)),
    ("frame", _goto("/frame"), (_in_frame,)),
    ("frame-is-detached", _script(_DETACH, "/frame"), (_in_frame,)),
    ("error-page", _refused, (_gone,)),
    ("server-error", _goto("/error"), (_click,)),
    ("view-source", _source, (_gone,)),
    ("back", _back, (_click, _gone)),
    ("prerender", _script(_PRERENDER), (_click,)),
]

MOMENTS = [
    Case(f"{name}-{call.__name__.strip('_')}", opened, call)  # type: ignore[arg-type]
    for name, opened, calls in _OPENED
    for call in calls
]
