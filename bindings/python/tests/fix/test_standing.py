"""What becomes of heals and refusals, in a real browser: reviewed, accepted, let go of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from project import SHOP, Project

LOGIN = ("-k", "login")
#: Two buttons could be the one.
TWINS = SHOP.replace(
    '<button id="login-btn" class="btn" type="button"\n'
    "        onclick=\"document.querySelector('output').value = 'welcome'\">Sign in</button>",
    "".join(
        f'<button id="{name}" class="btn" type="button" onclick="document.querySelector('
        f"'output').value = '{said}'\">Sign in</button>"
        for name, said in (("member", "welcome"), ("guest", "hello"))
    ),
)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    assert TWINS != SHOP
    (tmp_path / "twins.html").write_text(TWINS, encoding="utf-8")
    return Project(tmp_path)


def heals(project: Project, *more: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = project.json("review", "--list", *more)["heals"]
    return found


def counts(project: Project) -> dict[str, int]:
    summary: dict[str, int] = project.json_report()["summary"]
    return {name: summary[name] for name in ("healed", "open", "pending", "fixed")}


def test_a_heal_in_a_test_that_fails_later_can_be_reviewed_and_fixed(project: Project) -> None:
    project.test("v1", *LOGIN)
    source = project.read("test_shop.py")
    project.write("test_shop.py", source.replace('get_by_text("welcome")', 'get_by_text("hi")'))
    assert "not healed" not in project.test("v2", *LOGIN, code=1)
    known = {heal["locator"]: heal for heal in heals(project)}
    assert set(known) == {"#mail", "#login-btn"}
    assert {heal["occasion"] for heal in known.values()} == {"failing_test"}
    assert "in a failing test" in project.breadcrumb("review", "--list")
    assert counts(project) == {"healed": 0, "open": 2, "pending": 2, "fixed": 0}
    # Nothing was learned: the next run has the same doubts.
    project.test("v2", *LOGIN, code=1)
    again = {heal["locator"]: heal for heal in heals(project)}
    for locator, heal in known.items():
        assert again[locator]["confidence"] == heal["confidence"]
        assert again[locator]["before"] == heal["before"]
    assert project.breadcrumb("fix", "--all-above", "0.1") == "", "nobody has looked at them"
    project.breadcrumb("review", "--approve", "all")
    project.breadcrumb("fix", "--apply")
    project.write("test_shop.py", source)
    assert "healed" not in project.test("v2", *LOGIN)


def test_an_accepted_suggestion_heals_and_is_fixed(project: Project) -> None:
    project.test("v1", *LOGIN)
    said = project.test("twins", *LOGIN, "--breadcrumb-max-heals=5", code=1)
    assert "run `breadcrumb review` to accept one of them" in said
    (refusal,) = project.json("review", "--list")["refusals"]
    assert refusal["kind"] == "ambiguous"
    assert refusal["sites"], "it is known where the locator is written"
    elements = [suggestion["element"] for suggestion in refusal["suggestions"]]
    place = next(n for n, element in enumerate(elements, 1) if "#member" in element)
    assert refusal["suggestions"][place - 1]["locator"] is not None
    project.breadcrumb("review", "--accept", f"{refusal['id']}:{place}")
    assert project.json("review", "--list")["refusals"] == []
    healed = project.test("twins", *LOGIN)
    assert "accepted in a review" in healed
    (heal,) = heals(project, "--all")
    assert (heal["state"], heal["after"].split()[0]) == ("approved", "<button#member>")
    project.breadcrumb("fix", "--apply")
    assert "member" in project.read("pages.py")
    assert "healed" not in project.test("twins", *LOGIN)
    assert counts(project) == {"healed": 0, "open": 0, "pending": 0, "fixed": 1}


def test_suggest_mode_says_what_it_would_do_and_can_be_accepted(project: Project) -> None:
    project.test("v1", *LOGIN)
    said = project.test("v2", *LOGIN, "--breadcrumb-mode=suggest", code=1)
    assert "`#mail` would heal to " in said
    assert "was not healed: healed" not in said
    (refusal,) = project.json("review", "--list")["refusals"]
    assert refusal["kind"] == "suggested"
    project.breadcrumb("review", "--accept", str(refusal["id"]))
    assert "user-mail" in project.breadcrumb("fix") or "E-mail" in project.breadcrumb("fix")


def test_confidence_does_not_certify_itself(project: Project) -> None:
    project.test("v1", *LOGIN)
    project.test("v2", *LOGIN)
    first = {heal["locator"]: heal for heal in heals(project)}
    for _ in range(2):
        project.test("v2", *LOGIN)
    later = {heal["locator"]: heal for heal in heals(project)}
    for locator, heal in first.items():
        assert later[locator]["confidence"] == heal["confidence"]
        assert later[locator]["before"] == heal["before"]
        assert later[locator]["reasons"] == heal["reasons"]
    above = max(heal["confidence"] for heal in first.values()) + 0.0001
    project.breadcrumb("review", "--approve", "all", "--min-confidence", str(min(above, 1)))
    assert len(heals(project)) == len(first)


def test_only_the_setting_approves_without_a_person(project: Project) -> None:
    project.test("v1", *LOGIN)
    project.test("v2", *LOGIN, "--breadcrumb-auto-approve=0.5")
    found = heals(project, "--all")
    assert {(heal["state"], heal["decided_by"]) for heal in found} == {("approved", "auto_approve")}


def test_a_locator_that_comes_late_leaves_no_refusal(project: Project) -> None:
    project.test("v1", *LOGIN)
    late = (
        "<!doctype html><title>Shop</title><h1>Log in</h1><div id=app>Loading</div><script>"
        f"setTimeout(() => document.body.innerHTML = {SHOP.split('<h1>')[1]!r}, 1500)</script>"
    )
    project.write("late.html", late)
    project.test("late", *LOGIN)
    assert project.json("review", "--list") | {"schema_version": 0} == {
        "schema_version": 0,
        "heals": [],
        "refusals": [],
    }
