"""Data that would like to be markup, script, style or an address."""

from __future__ import annotations

import time

from database import Database

# Each sets a global where it is taken for code.
PAYLOADS = [
    "<script>window.hacked = 1</script>",
    "</script><script>window.hacked = 2</script>",
    '"><img src=x onerror="window.hacked = 3">',
    "</style><style>* { display: none !important }</style>",
    "javascript:window.hacked = 4",
    "<svg onload=window.hacked=5>",
    "--><!-- <template>",
    "{{script}} {{data}}",
    "\u202egnp.exe \u2067right to left\u2069 \u200f",
    "broken \ufffd emoji \U0001f469\u200d \U0001f1e6",
    "__proto__",
    "constructor",
    "toString",
    "' onmouseover='window.hacked=6",
    "&lt;b&gt; &amp; &#x41;",
]
LONG = "x" * 1_000_000
LONG_WORDS = "word " * 200_000


def fill(database: Database) -> None:
    now = time.time()
    database.suite_run("r1", now - 3600)
    run_ref = 1
    for number, text in enumerate([*PAYLOADS, LONG, LONG_WORDS]):
        at = now - 3000 + number
        error = database.failure(text, text, at)
        database.attempt(
            text, "failed", at, run_uid="r1", run_ref=run_ref, error_type=text, error_ref=error,
            source_file=text, owner=text, tags=[text],
        )
        element = {
            "tag": text, "text": text, "attributes": [["id", text], [text, text], ["class", f"{text} b"]],
            "dom_path": [text], "siblings": [text], "bbox": {"x": 1, "y": 2, "width": 3, "height": 4},
            "role": text, "name": text, "heading": text, "__proto__": {"polluted": "yes"},
        }
        changed = {**element, "text": text + " new", "attributes": {"__proto__": text, "href": text}}
        database.heal(
            text, text, at, original=element, healed=changed, runner_up=element, reasons=[text] * 3,
            signals={text[:500]: (0.5, 2.0), "text": (1.0, 5.0)}, proposed_locator=text, action=text,
            page_key=text, source_file=text, source_line=1, margin=0.5,
            screenshot_before="javascript:window.hacked=7", screenshot_after="https://example.com/x.png",
        )
        database.verdict(
            "gone", text, text, at, message=text, action=text, page_key=text, source_file=text,
            suggestions=[{
                "description": text, "confidence": 0.4, "element": element,
                "scoring": {"total": 0.4, "breakdown": {}, "weights": {}}, "reasons": [text], "veto": text,
                "locators": [{"code": text, "within_parent": False}],
            }],
        )
        database.quarantine(text, text, at, expires_at=now + 86400, owner=text, ticket=text, mode="auto")
