"""The demo: a shop, its tests, a redesign, and what Breadcrumb makes of it.

    python examples/shop/run_demo.py [--output DIR]

Runs the tests on version 1, where Breadcrumb learns, and then unchanged on version 2, where it
heals what has only changed and refuses what is gone. Exit code 0 if that is what happened.
"""

from __future__ import annotations

import argparse
import sqlite3
import subprocess
import sys
from collections import defaultdict
from contextlib import closing
from pathlib import Path
from xml.etree import ElementTree

from breadcrumb.core.storage import FingerprintStore
from breadcrumb.report import ReportHTML
from serve import SHOP, open_shop

#: How many locators of each test version 2 breaks without removing the element.
BROKEN = {
    "test_search_narrows_the_list": 1,
    "test_category_narrows_the_list": 1,
    "test_cart_adds_up": 4,
    "test_login_greets_by_name": 2,
    "test_newsletter_thanks": 2,
    "test_promotion_is_shown": 1,
    "test_checkout_confirms_the_choices": 5,
    "test_order_is_tracked": 1,
    "test_no_error_before_login": 0,
}
#: The test whose element version 2 removes.
REMOVED = "test_gift_card_can_be_bought"


def main() -> int:
    """Runs the demo and returns its exit code."""
    parser = argparse.ArgumentParser(
        description="Learns on one version of a shop, heals on the next."
    )
    parser.add_argument("--output", type=Path, default=Path("demo-output"), metavar="DIR")
    output: Path = parser.parse_args().output.resolve()
    output.mkdir(parents=True, exist_ok=True)
    for old in output.glob("breadcrumb.db*"):
        old.unlink()
    with open_shop("v1") as shop:
        say("1. Version 1 of the shop: the tests pass, and Breadcrumb learns what they touch.")
        learned = run_tests(shop.url, output, "v1")
        shop.version = "v2"
        say("2. Version 2: ids, classes and texts have changed. The same tests, unchanged.")
        redesigned = run_tests(shop.url, output, "v2")
    say("3. What happened")
    heals = read_heals(output / "breadcrumb.db")
    problems = [*check_learned(learned), *check_redesigned(redesigned, heals)]
    tell(redesigned, heals)
    page = output / "report.html"
    ReportHTML().export(FingerprintStore(output / "breadcrumb.db"), page)
    say(f"Database: {shown(output / 'breadcrumb.db')}\nReport:   {shown(page)}")
    for problem in problems:
        print(f"not as expected: {problem}")
    return 1 if problems else 0


def run_tests(url: str, output: Path, version: str) -> dict[str, str]:
    """Runs the suite and returns how each test ended."""
    results = output / f"results-{version}.xml"
    results.unlink(missing_ok=True)
    options = ["--breadcrumb", f"--breadcrumb-db={output / 'breadcrumb.db'}"]
    quiet = [
        "-q",
        "--no-header",
        "--tb=no",
        "--disable-warnings",
        f"--junitxml={results}",
        f"--base-url={url}",
    ]
    subprocess.run([sys.executable, "-m", "pytest", *quiet, *options], cwd=SHOP, check=False)
    if not results.exists():
        return {}
    cases = ElementTree.parse(results).iter("testcase")
    return {bare_name(case.get("name", "")): outcome(case) for case in cases}


def outcome(case: ElementTree.Element) -> str:
    """Returns how a test ended: `passed`, `failed`, `error` or `skipped`."""
    tags = {"failure": "failed", "error": "error", "skipped": "skipped"}
    return next((tags[child.tag] for child in case if child.tag in tags), "passed")


def read_heals(db_path: Path) -> dict[str, list[tuple[str, float]]]:
    """Returns the healed locators of each test with their confidence."""
    heals: dict[str, list[tuple[str, float]]] = defaultdict(list)
    if not db_path.exists():
        return heals
    query = "SELECT test_id, locator, MAX(confidence) FROM healing_events GROUP BY 1, 2 ORDER BY MIN(id)"
    with closing(sqlite3.connect(db_path)) as db:
        for test_id, locator, confidence in db.execute(query):
            heals[bare_name(test_id)].append((locator, confidence))
    return heals


def check_learned(outcomes: dict[str, str]) -> list[str]:
    """Version 1 must pass as a whole."""
    if not outcomes:
        return ["version 1 gave no results"]
    return [f"{test} {end} on version 1" for test, end in outcomes.items() if end != "passed"]


def check_redesigned(
    outcomes: dict[str, str], heals: dict[str, list[tuple[str, float]]]
) -> list[str]:
    """On version 2 all that was broken is healed, and what is gone is refused."""
    problems = []
    for test, count in BROKEN.items():
        healed = len(heals.get(test, []))
        if outcomes.get(test) != "passed" or healed != count:
            problems.append(
                f"{test} {outcomes.get(test, 'did not run')}, {healed} of {count} healed"
            )
    if outcomes.get(REMOVED) != "failed" or heals.get(REMOVED):
        problems.append(f"{REMOVED} should have been refused")
    return problems


def tell(outcomes: dict[str, str], heals: dict[str, list[tuple[str, float]]]) -> None:
    """Prints each test, and the locators that were healed in it."""
    for test, end in outcomes.items():
        healed = heals.get(test, [])
        word = "healed" if end == "passed" and healed else end
        if test == REMOVED and end == "failed" and not healed:
            word = "refused"
        print(f"   {word:8} {test}")
        for locator, confidence in healed:
            print(f"            {confidence:.2f}  {locator}")
    if REMOVED in outcomes:
        print("\n   Version 2 sells no gift cards: that test fails, and nothing else was clicked.")
    count = sum(map(len, heals.values()))
    print(f"   {count} locators healed in {len(heals)} tests.")


def bare_name(test_id: str) -> str:
    """Returns the bare name of a test, without its file and its browser."""
    return test_id.rpartition("::")[2].partition("[")[0]


def shown(path: Path) -> str:
    """Returns a path as a person would type it here."""
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)


def say(line: str) -> None:
    """Prints a line of the narration, at once: the tests write to the same terminal."""
    print(f"\n{line}\n", flush=True)


if __name__ == "__main__":
    sys.exit(main())
