"""The calls that every client makes: each tool with good arguments, and with bad ones."""

from __future__ import annotations

from typing import Any

Arguments = dict[str, Any]

TOOLS = [
    "breadcrumb_stats",
    "breadcrumb_report",
    "breadcrumb_doctor",
    "breadcrumb_healing_events",
    "breadcrumb_flaky_tests",
    "breadcrumb_generate_tests",
    "breadcrumb_list_fingerprints",
    "breadcrumb_explain_heal",
    "breadcrumb_suggest_locator",
    "breadcrumb_failing_tests",
]
# What a tool needs to be called at all.
NEEDED: dict[str, Arguments] = {
    "breadcrumb_generate_tests": {"url": "page.html"},
    "breadcrumb_explain_heal": {"event_id": 1},
    "breadcrumb_suggest_locator": {"test_id": "test_login", "locator": "#login"},
}
READING = [tool for tool in TOOLS if tool != "breadcrumb_generate_tests"]

GOOD: list[tuple[str, Arguments]] = [
    *((tool, NEEDED.get(tool, {})) for tool in TOOLS),
    *((tool, {**NEEDED.get(tool, {}), "db_path": ".breadcrumb.db"}) for tool in TOOLS),
    # Databases of the Python package, as they are.
    *((tool, {**NEEDED.get(tool, {}), "db_path": "v1.db"}) for tool in READING if tool not in NEEDED),
    *((tool, {**NEEDED.get(tool, {}), "db_path": "v2.db"}) for tool in READING if tool not in NEEDED),
    ("breadcrumb_explain_heal", {"event_id": 1, "db_path": "v1.db"}),
    ("breadcrumb_report", {"days": 1, "limit": 1}),
    ("breadcrumb_report", {"days": 90, "limit": 3, "cursor": "tests:2"}),
    ("breadcrumb_report", {"cursor": "healing_events:20"}),
    ("breadcrumb_healing_events", {"test_id": "test_login"}),
    ("breadcrumb_healing_events", {"test_id": "nobody", "limit": 1}),
    ("breadcrumb_healing_events", {"decision": "rejected"}),
    ("breadcrumb_healing_events", {"decision": "pending", "limit": 1}),
    ("breadcrumb_healing_events", {"decision": "approved", "db_path": "v1.db"}),
    ("breadcrumb_list_fingerprints", {"test_id": "test_login", "limit": 1}),
    ("breadcrumb_flaky_tests", {"limit": 1}),
    ("breadcrumb_failing_tests", {"days": 7, "limit": 1}),
    ("breadcrumb_suggest_locator", {"event_id": 1}),
    ("breadcrumb_suggest_locator", {"test_id": "test_001", "locator": "#x"}),
    ("breadcrumb_generate_tests", {"url": "page.html", "language": "typescript", "name": "sign in"}),
]

# With a part of what the refusal says.
BAD: list[tuple[str, Arguments, str]] = [
    *((tool, {**NEEDED.get(tool, {}), "nonsense": 1}, "has no argument `nonsense`") for tool in TOOLS),
    *((tool, {**NEEDED.get(tool, {}), "db_path": 7}, "`db_path` is a text") for tool in TOOLS),
    *((tool, {**NEEDED.get(tool, {}), "db_path": "/etc/passwd"}, "outside the allowed") for tool in READING),
    *((tool, {**NEEDED.get(tool, {}), "db_path": "nothing.db"}, "no database at `nothing.db`") for tool in READING),
    ("breadcrumb_report", {"days": 0}, "from 1 to 3650"),
    ("breadcrumb_report", {"days": "thirty"}, "a whole number"),
    ("breadcrumb_report", {"cursor": "nonsense:1"}, "leave `cursor` out"),
    ("breadcrumb_healing_events", {"limit": 501}, "from 1 to 500"),
    ("breadcrumb_healing_events", {"limit": -1}, "from 1 to 500"),
    ("breadcrumb_healing_events", {"decision": "maybe"}, "one of `any`, `pending`, `approved`, `rejected`"),
    ("breadcrumb_healing_events", {"cursor": "tests:1"}, "leave `cursor` out"),
    ("breadcrumb_list_fingerprints", {"cursor": "x"}, "leave `cursor` out"),
    ("breadcrumb_flaky_tests", {"cursor": "days:1"}, "leave `cursor` out"),
    ("breadcrumb_failing_tests", {"limit": 1.5}, "a whole number"),
    ("breadcrumb_explain_heal", {}, "needs the argument `event_id`"),
    ("breadcrumb_explain_heal", {"event_id": 9_999}, "there is no heal with the id 9999"),
    ("breadcrumb_suggest_locator", {}, "`test_id` and `locator`, or `event_id`"),
    ("breadcrumb_suggest_locator", {"test_id": "test_login"}, "`test_id` and `locator`, or `event_id`"),
    ("breadcrumb_suggest_locator", {"test_id": "nobody", "locator": "#x"}, "nothing is recorded"),
    ("breadcrumb_generate_tests", {}, "needs the argument `url`"),
    ("breadcrumb_generate_tests", {"url": "/etc/hostname"}, "outside the allowed"),
    ("breadcrumb_generate_tests", {"url": "up/secret.html"}, "outside the allowed"),
    ("breadcrumb_generate_tests", {"url": "file:///etc/passwd"}, "are not asked"),
    ("breadcrumb_generate_tests", {"url": "javascript:alert(1)"}, "are not asked"),
    ("breadcrumb_generate_tests", {"url": "nothing.html"}, "no page at `nothing.html`"),
    ("breadcrumb_generate_tests", {"url": "page.html", "language": "cobol"}, "one of `python`, `typescript`"),
]

# Paths that no call may follow.
BAD_PATHS: list[tuple[str, str]] = [
    ("/etc/passwd", "outside the allowed"),
    ("../outside/secret.db", "outside the allowed"),
    ("../../x", "outside the allowed"),
    ("out.db", "outside the allowed"),
    ("up/secret.db", "outside the allowed"),
    ("up/nothing.db", "outside the allowed"),
    ("/dev/zero", "outside the allowed"),
    ("pipe.db", "not a regular file"),
    ("folder", "is a folder"),
    (".", "is a folder"),
    ("https://example.com/a.db", "is an address"),
    ("file:///etc/passwd", "is an address"),
    ("a\0b", "NUL"),
    ("", "is empty"),
    ("nothing.db", "there is no database"),
    ("file:new.db?mode=rwc", "there is no database"),
    (":memory:", "there is no database"),
    ("text.db", "is not an SQLite database"),
]
RESOURCES = {
    "breadcrumb://report/latest": "application/json",
    "breadcrumb://report/latest.md": "text/markdown",
}
PROMPTS = {"triage_flaky_tests": "Triage flaky tests", "review_heals": "Review heals"}
