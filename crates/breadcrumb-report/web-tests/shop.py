"""The results of a shop's suite: tests that hold, heal, flake and fail."""

from __future__ import annotations

import random
import time
from typing import Any

from database import Database

DAY = 86400.0

FILES = {
    "tests/account/test_login.py": ["logs_in", "rejects_a_wrong_password", "remembers_the_user", "logs_out"],
    "tests/account/test_profile.py": ["changes_the_name", "uploads_a_picture", "asks_before_deleting"],
    "tests/cart/test_cart.py": ["adds_an_item", "removes_an_item", "keeps_items_after_login", "shows_the_total", "applies_a_voucher"],
    "tests/catalog/test_search.py": ["finds_by_name", "filters_by_price", "sorts_by_rating", "says_when_nothing_is_found"],
    "tests/catalog/test_product.py": ["shows_pictures", "shows_the_stock", "opens_a_review"],
    "tests/checkout/test_checkout.py": ["confirms_the_order", "asks_for_an_address", "offers_express_delivery", "wraps_it_as_a_gift"],
    "tests/checkout/test_payment.py": ["pays_by_card", "pays_by_invoice", "survives_a_declined_card"],
    "tests/orders/test_orders.py": ["lists_orders", "tracks_an_order", "cancels_an_order", "downloads_the_invoice"],
}
OWNERS = {"account": "identity", "cart": "shop", "catalog": "discovery", "checkout": "payments", "orders": "shop"}
BROWSERS = ("chromium", "firefox")
FLAKY = {"uploads_a_picture[firefox]": 0.3, "finds_by_name[chromium]": 0.2, "survives_a_declined_card[firefox]": 0.25, "tracks_an_order[firefox]": 0.22}
FIXED_TEST = "tests/account/test_login.py::test_logs_out[chromium]"
FAILING_TEST = "tests/orders/test_orders.py::test_cancels_an_order[chromium]"
BROKEN = {"cancels_an_order[chromium]", "cancels_an_order[firefox]", "applies_a_voucher[firefox]"}

# Old locator, new locator, tag, text before, text after, attributes before, attributes after.
CHANGES: list[tuple[str, str, str, str, str, str, dict[str, str], dict[str, str]]] = [
    ("tests/checkout/test_checkout.py::test_confirms_the_order", "button.place-order", 'get_by_role("button", name="Place order")', "button", "Place order", "Place order", {"class": "btn btn-primary place-order", "type": "submit"}, {"class": "btn btn--solid btn--wide", "type": "submit", "data-step": "3"}),
    ("tests/cart/test_cart.py::test_adds_an_item", "#add-arc-lamp", 'get_by_role("button", name="Add Arc desk lamp to cart")', "button", "Add to cart", "Add lamp", {"id": "add-arc-lamp", "class": "btn"}, {"id": "buy-arc-lamp", "class": "btn btn--solid", "aria-label": "Add Arc desk lamp to cart"}),
    ("tests/account/test_login.py::test_logs_in", 'get_by_role("button", name="Log in")', 'get_by_role("button", name="Sign in")', "button", "Log in", "Sign in", {"id": "login-btn", "type": "submit"}, {"id": "sign-in", "type": "submit"}),
    ("tests/catalog/test_search.py::test_filters_by_price", "input[name=max]", 'get_by_label("Highest price")', "input", "", "", {"name": "max", "type": "number", "class": "field"}, {"name": "price-max", "type": "number", "class": "finder__field"}),
    ("tests/orders/test_orders.py::test_tracks_an_order", 'get_by_role("row").filter(has_text="Order 1042").locator(".track")', 'get_by_role("button", name="Track lamp")', "button", "Track lamp", "Track lamp", {"class": "btn btn-quiet track", "type": "button"}, {"class": "btn btn--ghost", "type": "button"}),
    ("tests/checkout/test_checkout.py::test_wraps_it_as_a_gift", 'get_by_label("Wrap it as a gift")', 'get_by_role("checkbox", name="Wrap it up as a gift")', "input", "", "", {"type": "checkbox", "id": "gift"}, {"type": "checkbox", "id": "gift-wrap"}),
]
SIGNALS = {
    "text": (1.0, 5.03), "id": (0.4, 2.1), "row": (1.0, 1.55), "position": (0.41, 1.39), "size": (0.97, 1.08),
    "heading": (1.0, 0.85), "class": (0.25, 0.54), "tag": (1.0, 0.51), "type": (1.0, 0.5), "path": (0.71, 0.18),
}
REASONS = ["same text around it", "size 97 % similar", 'same heading above "checkout"', "moved by 178 px", "same tag", "path 71 % similar"]


def fingerprint(tag: str, text: str, attributes: dict[str, str], x: float, path: str) -> dict[str, Any]:
    return {
        "tag": tag, "text": text.lower(), "attributes": sorted(attributes.items()), "dom_path": path.split(),
        "siblings": ["div", "fieldset"], "bbox": {"x": x, "y": 281.2, "width": 117.6, "height": 44.8},
        "role": "button" if tag == "button" else "textbox", "name": text.lower(), "heading": "checkout",
        "visible": True, "nth": 0,
    }


def fill(database: Database, now: float | None = None, days: int = 30) -> None:
    """Fills a database with two runs a weekday up to now."""
    now = now or time.time()
    dice = random.Random(7)
    timeout = database.failure("TimeoutError", 'Locator.click: Timeout 5000ms exceeded waiting for get_by_role("button", name="Cancel")', now - days * DAY)
    assertion = database.failure("AssertionError", "assert total == '107.00 EUR'", now - days * DAY)
    for number in range(days * 2):
        started = now - (days - number / 2) * DAY + 3600
        if time.gmtime(started).tm_wday > 4 and number % 4:
            continue
        uid = f"{0x3F2A91C0 + number * 7919:08x}"
        run_ref = database.suite_run(uid, started)
        for order, (file, name) in enumerate((file, f"{name}[{browser}]") for file, names in FILES.items() for name in names for browser in BROWSERS):
            common = {
                "run_uid": uid, "run_ref": run_ref, "order_index": order, "source_file": file, "source_line": 12 + order,
                "owner": OWNERS[file.split("/")[1]], "tags": ["smoke"] if order % 5 == 0 else ["slow", "checkout"] if "checkout" in file else [],
            }
            _attempts(database, dice, f"{file}::test_{name}", name, number >= days * 2 - 6, started + order * 4, common, timeout, assertion)
    _heals(database, now)
    _fixed_and_failing(database, now)
    _refusals(database, now)
    _quarantine(database, now)


def _attempts(database: Database, dice: random.Random, test_id: str, name: str, is_late: bool, at: float, common: dict[str, Any], timeout: int, assertion: int) -> None:
    duration = 400.0 + len(name) * 90 + dice.random() * 600
    if name in BROKEN and is_late:
        database.attempt(test_id, "failed", at, duration_ms=5200.0, error_type="TimeoutError", error_ref=timeout, **common)
        return
    if dice.random() < FLAKY.get(name, 0.0):
        database.attempt(test_id, "failed", at, duration_ms=duration * 2, error_type="AssertionError", error_ref=assertion, **common)
        database.attempt(test_id, "passed", at + 2, duration_ms=duration, attempt_no=2, **common)
        return
    healed = is_late and any(test_id.startswith(change[0]) for change in CHANGES)
    status = "skipped" if "invoice[firefox]" in name and is_late else "passed"
    database.attempt(test_id, status, at, duration_ms=duration, healing_occurred=int(healed), **common)


def _heals(database: Database, now: float) -> None:
    for number in range(48):
        test, old, new, tag, before, after, old_attributes, new_attributes = CHANGES[number * number // 3 % len(CHANGES)]
        original = fingerprint(tag, before, old_attributes, 990.9, "html body main form " + tag)
        healed = fingerprint(tag, after, new_attributes, 1075.4, "html body div main div form " + tag)
        database.heal(
            f"{test}[{BROWSERS[number % 2]}]", old, now - number * 0.06 * DAY, original=original, healed=healed,
            confidence=0.99 - number % 7 * 0.012, signals={**SIGNALS, "text": (1.0 if before == after else 0.55, 5.03)},
            reasons=[_text_reason(before.lower(), after.lower()), *REASONS],
            runner_up=fingerprint("div", after, {"class": "card__actions"}, 1001.1, "html body div main div"),
            margin=1.68 - number % 5 * 0.1, proposed_locator=new, action="click", page_key="/checkout.html",
            source_file=test.split("::")[0], source_line=69,
        )


def _fixed_and_failing(database: Database, now: float) -> None:
    """A heal whose test has passed since without it, and one in a test that failed later."""
    for test, locator, occasion, at in (
        (FIXED_TEST, "#logout", "passing_test", now - 4 * DAY),
        (FAILING_TEST, "#order-1042 .more", "failing_test", now - 0.3 * DAY),
    ):
        element = fingerprint("button", "More", {"id": "more"}, 20.0, "html body main button")
        database.heal(
            test, locator, at, original=element, healed=element, confidence=0.91, signals=SIGNALS, reasons=REASONS,
            proposed_locator='get_by_role("button", name="More")', action="click", occasion=occasion,
        )


def _text_reason(before: str, after: str) -> str:
    if before == after:
        return f'same text "{after}"' if after else "same label"
    return f'text "{before}" is now "{after}", 55 % similar'


def _refusals(database: Database, now: float) -> None:
    element = fingerprint("button", "Cancel all", {"id": "cancel-all"}, 20.0, "html body main button")
    suggestion = {
        "description": '<button#cancel-all> "cancel all"', "confidence": 0.41, "element": element,
        "scoring": {"total": 0.41, "breakdown": {"text": 0.6}, "weights": {"text": 5.0}},
        "reasons": ['text "cancel" is now "cancel all", 60 % similar', "same tag", "moved by 340 px"], "veto": None,
        "locators": [{"code": 'get_by_role("button", name="Cancel all")', "within_parent": False}],
    }
    kinds = ["gone", "ambiguous", "below_threshold", "suggested"]
    for number in range(9):
        database.verdict(
            kinds[number % 4], f"tests/orders/test_orders.py::test_cancels_an_order[{BROWSERS[number % 2]}]",
            'get_by_role("button", name="Cancel")', now - number * 0.4 * DAY, confidence=0.41,
            message='no close match for <button#cancel> "cancel"; closest: <button#cancel-all> "cancel all" (41 %, needs 50 %)',
            original=fingerprint("button", "Cancel", {"id": "cancel"}, 20.0, "html body main button"),
            suggestions=[suggestion, {**suggestion, "confidence": 0.2, "locators": [], "veto": "stands in another row, \"order 1040\""}],
            action="click", page_key="/orders.html", source_file="tests/orders/test_orders.py", source_line=88,
        )
    database.verdict(
        "drift", "tests/checkout/test_payment.py::test_pays_by_card[chromium]", "#pay", now - 0.2 * DAY, confidence=0.44,
        message='`#pay` finds <a#pay> "pay later", a different element than <button#pay> "pay now" (44 % similar)',
        action="click", page_key="/pay.html", source_file="tests/checkout/test_payment.py", source_line=31,
    )


def _quarantine(database: Database, now: float) -> None:
    reason = "it passes and fails on the same code, and is not broken"
    database.quarantine("tests/account/test_profile.py::test_uploads_a_picture[firefox]", reason, now - 9 * DAY, expires_at=now + 21 * DAY, owner="identity", ticket="https://tracker.example/SHOP-118", rate_at_entry=0.3, mode="auto")
    database.quarantine("tests/catalog/test_search.py::test_finds_by_name[chromium]", reason, now - 33 * DAY, expires_at=now - 3 * DAY, owner="discovery", ticket="SHOP-97", rate_at_entry=0.2, mode="auto")
