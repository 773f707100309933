"""One file: nothing is asked for, and nothing but our script and style may run.

Every page that the tests open is watched the same way (see `conftest.py`).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from conftest import PHONE, Open


def policy(page: Page) -> str:
    return page.locator('meta[http-equiv="Content-Security-Policy"]').get_attribute("content") or ""


def test_the_policy_lets_only_our_script_and_style_run(opened: Open, shop_report: Path) -> None:
    rules = dict(
        rule.strip().split(" ", 1) for rule in policy(opened(shop_report)).split(";") if rule.strip()
    )
    assert rules["default-src"] == "'none'"
    assert re.fullmatch(r"'sha256-[\w+/=]+'", rules["script-src"])
    assert re.fullmatch(r"'sha256-[\w+/=]+'", rules["style-src"])
    assert rules["img-src"] == "data:"
    assert rules.get("connect-src", "'none'") == "'none'"
    assert rules["base-uri"] == "'none'"
    assert rules["form-action"] == "'none'"


def test_the_policy_holds(browser: Browser, shop_report: Path) -> None:
    page = browser.new_page()
    page.route(re.compile("^https?:"), lambda route: route.abort())
    page.goto(shop_report.as_uri())
    page.wait_for_selector("main h1")
    blocked = page.evaluate(
        """async () => {
            const blocked = new Set();
            document.addEventListener('securitypolicyviolation', (e) => blocked.add(e.effectiveDirective));
            window.ran = false;
            const script = document.createElement('script');
            script.textContent = 'window.ran = true';
            document.body.append(script);
            const style = document.createElement('style');
            style.textContent = 'h1 { display: none }';
            document.body.append(style);
            const image = new Image();
            image.src = 'https://example.com/x.png';
            document.body.append(image);
            document.body.setAttribute('onclick', 'window.ran = true');
            document.body.click();
            await fetch('https://example.com/').catch(() => null);
            await new Promise((done) => setTimeout(done, 100));
            return { ran: window.ran, blocked: Array.from(blocked).sort() };
        }"""
    )
    assert blocked["ran"] is False
    assert set(blocked["blocked"]) >= {"connect-src", "img-src", "script-src-elem", "style-src-elem"}
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.close()


def test_the_source_writes_no_markup() -> None:
    scripts = Path(__file__).parent.parent / "assets" / "js"
    forbidden = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|srcdoc")
    for script in scripts.glob("*.js"):
        assert not forbidden.search(script.read_text(encoding="utf-8")), script.name


def test_the_order_names_every_file() -> None:
    assets = Path(__file__).parent.parent / "assets"
    listed = (assets / "order.txt").read_text(encoding="utf-8").split()
    there = [path.relative_to(assets).as_posix() for kind in ("css", "js") for path in (assets / kind).iterdir()]
    assert sorted(listed) == sorted(there)


def test_nothing_scrolls_sideways_on_a_phone(
    opened: Open, shop_report: Path, document: dict[str, Any]
) -> None:
    views = ["#/", "#/tests", "#/heals", "#/refusals", f"#/heal/{document['healing_events'][0]['id']}",
             f"#/refusal/{document['refusals'][0]['id']}"]
    page = opened(shop_report, viewport=PHONE)
    page.locator(".tile").first.click()
    page.locator("td.c-name a").first.click()
    expect(page.get_by_role("heading", name="Last runs")).to_be_visible()
    for view in [None, *views]:
        if view is not None:
            page.evaluate("view => { location.hash = view; }", view)
            page.wait_for_function("() => !document.querySelector('.loading')")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], view
