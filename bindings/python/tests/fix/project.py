"""A small project with a shop in two versions: the ids of version 2 are others."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

SHOP = """<!doctype html><title>Shop</title><h1>Log in</h1>
<form id="login" onsubmit="return false">
<label>E-mail <input id="mail" name="mail"></label>
<button id="login-btn" class="btn" type="button"
        onclick="document.querySelector('output').value = 'welcome'">Sign in</button>
<output></output></form>
<section id="cart"><h2>Cart</h2><p id="total">12 EUR</p>
<button id="pay" type="button" onclick="document.title = 'paid'">Pay now</button>
<button id="empty" type="button">Empty the cart</button></section>"""
RENAMED = {"login-btn": "signin", "mail": "user-mail", "total": "sum", "pay": "checkout"}

CONFTEST = """import os
import shutil
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args, browser_type):
    options = dict(browser_type_launch_args)
    own = browser_type.executable_path
    found = os.environ.get("BREADCRUMB_CHROMIUM") or shutil.which("chromium")
    if found and not os.path.exists(own):
        options["executable_path"] = found
    if os.getuid() == 0:
        options["args"] = ["--no-sandbox"]
    return options


@pytest.fixture
def url():
    return (Path(__file__).parent / f"{os.environ['SHOP']}.html").as_uri()
"""

PAGES = '''"""Page objects."""

from selectors_of_shop import TOTAL


class LoginPage:
    MAIL = "#mail"

    def __init__(self, page):
        self.page = page
        # The button "#login-btn" signs in.
        self.submit = page.locator('#login-btn')

    def log_in(self, mail):
        self.page.fill(self.MAIL, mail)
        self.submit.click()


class Cart:
    def __init__(self, page):
        self.page = page
        self.root = page.locator("#cart")

    def pay(self):
        (
            self.root
            .locator("#pay")
            .click()
        )

    def total(self):
        return self.page.locator(TOTAL).inner_text()
'''

SELECTORS = """TOTAL = '#total'  # what is to be paid
"""

TESTS = """from playwright.sync_api import expect

from pages import Cart, LoginPage


def test_login(page, url):
    page.goto(url)
    LoginPage(page).log_in("ann@shop.test")
    expect(page.get_by_text("welcome")).to_be_visible()


def test_pay(page, url):
    page.goto(url)
    LoginPage(page).log_in("bob@shop.test")
    cart = Cart(page)
    assert page.locator("#pay").is_visible(), "no #pay"
    assert cart.total() == "12 EUR"
    cart.pay()
    assert page.title() == "paid"
"""


class Project:
    """Its folder, and the commands that are run in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.write("v1.html", SHOP)
        shop = SHOP
        for old, new in RENAMED.items():
            shop = shop.replace(f'id="{old}"', f'id="{new}"')
        self.write("v2.html", shop)
        self.write("conftest.py", CONFTEST)
        self.write("pages.py", PAGES)
        self.write("selectors_of_shop.py", SELECTORS)
        self.write("test_shop.py", TESTS)

    def write(self, name: str, text: str) -> None:
        """Write a file."""
        (self.folder / name).write_text(text, encoding="utf-8")

    def read(self, name: str) -> str:
        """Return the text of a file."""
        return (self.folder / name).read_text(encoding="utf-8")

    def test(self, version: str, *arguments: str, code: int = 0) -> str:
        """Run the tests on a version of the shop."""
        options = ["--breadcrumb", "--breadcrumb-heal-after=0.2", "-p", "no:cacheprovider", "-q"]
        return self._run(
            [sys.executable, "-m", "pytest", *options, *arguments], code, {"SHOP": version}
        )

    def breadcrumb(self, *arguments: str, code: int = 0) -> str:
        """Run the command."""
        return self._run([sys.executable, "-m", "breadcrumb", *arguments], code, {})

    def json(self, *arguments: str) -> Any:
        """Run the command and return what it answers."""
        return json.loads(self.breadcrumb(*arguments, "--json"))

    def json_report(self) -> Any:
        """Return the report as the machine-readable format has it."""
        return json.loads(self.breadcrumb("report", "--format", "json"))

    def _run(self, command: list[str], code: int, more: dict[str, str]) -> str:
        environment = {k: v for k, v in os.environ.items() if not k.startswith("BREADCRUMB_DB")}
        done = subprocess.run(
            command,
            cwd=self.folder,
            capture_output=True,
            text=True,
            env={**environment, **more},
            timeout=300,
        )
        assert done.returncode == code, f"{done.stdout}\n{done.stderr}"
        return done.stdout
