"""From a heal to the source of the tests, in a real browser."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from project import Project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def keys(project: Project) -> dict[tuple[str, str], dict[str, object]]:
    listed = project.json("fingerprints", "list")["fingerprints"]
    return {(entry["test_id"], entry["locator"]): entry for entry in listed}


def test_the_loop_is_closed(project: Project) -> None:
    project.test("v1")
    known = keys(project)
    healed = project.test("v2")
    assert "passed only because healed" in healed
    pending = project.json("review", "--list")["heals"]
    assert {heal["locator"] for heal in pending} == {
        "#mail",
        "#login-btn",
        "#total",
        'locator("#cart").locator("#pay")',
        'locator("#pay").is_visible()',
    }
    project.breadcrumb("fix", "--check")
    project.breadcrumb("review", "--approve", "all", "--min-confidence", "0.8")
    project.breadcrumb("fix", "--check", code=1)
    patch = project.breadcrumb("fix")
    checked = subprocess.run(
        ["git", "apply", "--check", "-"], cwd=project.folder, input=patch, text=True, check=False
    )
    assert checked.returncode == 0, patch

    project.breadcrumb("fix", "--apply")
    assert "page.get_by_role('button', name='Sign in')" in project.read("pages.py")
    assert '# The button "#login-btn" signs in.' in project.read("pages.py")
    assert '.locator("#cart")' in project.read("pages.py")
    assert "# what is to be paid" in project.read("selectors_of_shop.py")
    assert ', "no #pay"' in project.read("test_shop.py")
    moved = keys(project)
    assert len(moved) == len(known), "what was known stays known"
    assert not any("#pay" in locator or locator == "#mail" for _, locator in moved)

    after = project.test("v2")
    assert "2 passed" in after
    assert "healed" not in after
    assert set(keys(project)) == set(moved), "the tests have these keys"
    project.breadcrumb("fix", "--check")
    assert project.breadcrumb("fix") == ""


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("css", "page.locator('#signin')"),
        ("as-before", "page.locator('#signin')"),
        ("best", "page.get_by_role('button', name='Sign in')"),
    ],
)
def test_the_style_of_a_fix_is_chosen_among_what_was_checked(
    project: Project, style: str, expected: str
) -> None:
    project.test("v1", "-k", "login")
    said = project.test("v2", "-k", "login", "--breadcrumb-locator-style", style)
    best = 'get_by_role("button", name="Sign in")'
    proposed = best if style == "best" else 'locator("#signin")'
    assert f"healed `#login-btn` -> `{proposed}`" in said
    project.breadcrumb("fix", "--all-above", "0.8", "--style", style, "--apply")
    assert f"self.submit = {expected}\n" in project.read("pages.py")
    assert "healed" not in project.test("v2", "-k", "login")


def test_a_rejected_heal_is_not_made_again_by_any_locator(project: Project) -> None:
    project.test("v1")
    project.test("v2")
    heals = project.json("review", "--list")["heals"]
    wrong = [heal for heal in heals if heal["locator"] == "#login-btn"]
    assert len(wrong) == 2, "one for each test"
    project.breadcrumb("review", "--reject", str(wrong[0]["id"]))

    refused = project.test("v2", code=1)
    assert f"was rejected in a review (heal {wrong[0]['id']})" in refused
    # Another locator for the same element, in another test, has no better luck.
    source = project.read("pages.py").replace("'#login-btn'", "'form > button#login-btn'")
    (project.folder / "pages.py").write_text(source, encoding="utf-8")
    project.test("v1")
    refused = project.test("v2", code=1)
    assert "was rejected in a review" in refused
    assert "form > button#login-btn` -> " not in refused
    # Who changes their mind gets the heal back.
    project.breadcrumb("review", "--pending", str(wrong[0]["id"]))
    assert "passed only because healed" in project.test("v2")
