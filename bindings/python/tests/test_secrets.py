"""What is secret on a page, or in the message of a failure, stands in nothing that is kept."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from test_plugin import CONFTEST, PAGE_FIXTURE, run

# What each of them is found by: no other text has it.
PAGE_SECRETS = {
    "a JWT in a data attribute": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhMSJ9.0a1b2c3d4e5f60718293",
    "an address of a person": "ann.secret@example.test",
    "a token in the query of a link": "qtoken-plain-word",
    "a token in the fragment of a link": "ftoken-plain-word",
    "a token in the path of a link": "Pk3x9Qw7Lm2pR8vT",
    "a token in the address of a picture": "imgtoken-plain-word",
    "a password in an address": "urlpassword",
    "the value of a button": "BUTTON-Value-77-Secret",
    "aria-valuetext": "valuetext secret",
    "a key in a title": "sk_live_4eC39HqLyjWDarjtT1zdp7dc",
    "the default text of an editable element": "editable default",
    "the text of a textbox that is no field": "role textbox text",
    "a card number": "4111 1111 1111 1111",
    "a key of a cloud": "AKIAIOSFODNN7EXAMPLE1",
    "a session in a data attribute": "plain-session-name",
    "a hidden input": "hidden-input-secret",
    "a nonce": "noncesecret",
    "a handler": "handlersecret",
    "a prefilled password": "prefilled-pw",
    "a prefilled text": "prefilled-text",
    "a textarea": "textarea-secret",
    "a token of a repository": "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "a hash": "5f4dcc3b5aa765d61d8327deb882cf99",
    "an id of a record": "3f2504e0-4f89-11d3-9a0c-0305e82c3301",
}
TYPED = {
    "a typed password": "typed-pw-77",
    "a typed card": "typed card 4242",
    "a text typed into an editable element": "typed editable",
    "an expected value": "expected-value-9",
}
SAID = {
    "a password in a message": "message-pw-1",
    "a bearer token": "bearer-token-1",
}
S = PAGE_SECRETS
PAGE = f"""<!doctype html><title>Shop</title><h1>Pay</h1>
<form onsubmit="return false">
<label>Card <input id="card"></label>
<label>Password <input id="pw" type="password" value="{S["a prefilled password"]}"></label>
<label>Note <input id="note" value="{S["a prefilled text"]}"></label>
<textarea aria-label="More">{S["a textarea"]}</textarea>
<input type="hidden" name="csrf" value="{S["a hidden input"]}">
<div id="edit" contenteditable aria-label="Comment"
>{S["the default text of an editable element"]}</div>
<div role="textbox" tabindex="0">{S["the text of a textbox that is no field"]}</div>
<div role="slider" tabindex="0" aria-label="Tip" aria-valuetext="{S["aria-valuetext"]}">tip</div>
<button id="login" class="btn" value="{S["the value of a button"]}"
  title="Key {S["a key in a title"]}" data-jwt="{S["a JWT in a data attribute"]}"
  data-user="{S["an address of a person"]}" data-session="{S["a session in a data attribute"]}"
  nonce="{S["a nonce"]}" onclick="window.x = '{S["a handler"]}'">Pay now</button>
<p>Card {S["a card number"]}, key {S["a key of a cloud"]}, {S["a token of a repository"]}</p>
<a href="/go?t={S["a token in the query of a link"]}">One</a>
<a href="/go#t={S["a token in the fragment of a link"]}">Two</a>
<a href="/go/{S["a token in the path of a link"]}/on">Three</a>
<a href="https://u:{S["a password in an address"]}@shop.test/">Four</a>
<a href="/r/{S["an id of a record"]}">Five</a>
<a href="#" aria-label="{S["a hash"]}">Six</a>
<img alt="logo" width="9" height="9" src="/logo.png?k={S["a token in the address of a picture"]}">
</form>"""
SUITE = f"""
import pytest
from playwright.sync_api import expect

@pytest.fixture
def on_page(heal_page):
    heal_page.goto("http://shop.test/reset/Zz9y8Xx7Ww6v5Uu4/pay?key=pagequery-secret")
    return heal_page

def test_pay(on_page):
    on_page.locator("#card").fill("{TYPED["a typed card"]}")
    on_page.locator("#pw").fill("{TYPED["a typed password"]}")
    on_page.locator("#edit").fill("{TYPED["a text typed into an editable element"]}")
    for name in ("One", "Two", "Three", "Four", "Five"):
        assert on_page.get_by_role("link", name=name).is_visible()
    on_page.locator("#login").click(timeout=1500)

def test_expected(on_page):
    on_page.locator("#pw").fill("{TYPED["a typed password"]}")
    expect(on_page.locator("#pw")).to_have_value("{TYPED["an expected value"]}", timeout=300)

def test_prefilled(on_page):
    expect(on_page.locator("#note")).to_have_value("other", timeout=300)

def test_read(on_page):
    assert on_page.locator("#note").input_value() == "other"

def test_typed(on_page):
    on_page.locator("#card").fill("{TYPED["a typed card"]}")
    raise ValueError("no such card: {TYPED["a typed card"]}")

def test_said():
    raise RuntimeError(
        "login failed, password={SAID["a password in a message"]}, "
        "Authorization: Bearer {SAID["a bearer token"]}"
    )
"""
OF_THE_ADDRESS = ("Zz9y8Xx7Ww6v5Uu4", "pagequery-secret")


@pytest.fixture
def kept(pytester: pytest.Pytester) -> Path:
    """Return the folder of a suite that has learned, healed and failed."""
    pytester.makeconftest(CONFTEST.replace('pytest_plugins = ["pytester"]', "") + PAGE_FIXTURE)
    pytester.makepyfile(SUITE)
    (pytester.path / "site.html").write_text(PAGE)
    run(pytester).assert_outcomes(passed=1, failed=5)
    healed = run(pytester, html=PAGE.replace('id="login"', 'id="pay"'))
    healed.stdout.fnmatch_lines(["*healed `#login`*", "*5 failed, 1 healed*"])
    return pytester.path


def test_no_secret_is_kept(kept: Path) -> None:
    database = kept / ".breadcrumb.db"
    texts = {path.name: _text(path.read_bytes()) for path in kept.glob(".breadcrumb*")}
    texts["page memories"] = _memories(database)
    for command in (("export",), ("report", "--format", "json"), ("flaky", "list", "--json")):
        texts[" ".join(command)] = _said_by(*command, "--db", str(database))
    assert "pay now" in texts["page memories"]
    secrets = {**PAGE_SECRETS, **TYPED, **SAID} | {name: name for name in OF_THE_ADDRESS}
    found = [
        f"{name} in {place}"
        for place, text in texts.items()
        for name, secret in secrets.items()
        if secret.lower() in text.lower()
    ]
    assert found == []


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace") + data.decode("utf-16-le", "replace")


def _memories(database: Path) -> str:
    with sqlite3.connect(database) as connection:
        rows = connection.execute("SELECT data FROM page_memories").fetchall()
    assert rows
    unpacked = (zlib.decompress(data, -15).decode() for (data,) in rows)
    return "\n".join(json.dumps(json.loads(text), ensure_ascii=False) for text in unpacked)


def _said_by(*command: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "breadcrumb", *command], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
