"""The page does not notice that it is read."""

from typing import Any

import pytest
from asset import ASSET
from playwright.sync_api import Page

CONTENT = """<!doctype html><body style="height:4000px"><div style="overflow:auto;height:50px"
id=box><p style="height:500px">x</p></div><details><summary>s</summary>d</details>
<label for=q>Q</label><input id=q><select><option>1</select><iframe srcdoc="<p>in</p>"></iframe>
<x-host></x-host>"""

WATCH = """() => {
  document.querySelector('x-host').attachShadow({mode: 'open'}).innerHTML = '<b>shadow</b>';
  window.scrollTo(0, 300);
  document.getElementById('box').scrollTop = 40;
  document.getElementById('q').focus();
  window.seen = [];
  const roots = [document, frames[0].document, document.querySelector('x-host').shadowRoot];
  const observer = new MutationObserver((records) => seen.push('mutation ' + records.length));
  const all = {subtree: true, childList: true, attributes: true, characterData: true};
  for (const root of roots) observer.observe(root, all);
  const names = new Set();
  for (let at = document.body; at; at = Object.getPrototypeOf(at))
    for (const name of Object.getOwnPropertyNames(at))
      if (/^on/.test(name)) names.add(name.slice(2));
  const quiet = new Set(['pointerrawupdate', 'pointermove', 'mousemove', 'selectionchange']);
  return new Promise((resolve) => setTimeout(() => {
    for (const name of [...names, 'scrollend', 'slotchange', 'focusin', 'focusout'])
      if (!quiet.has(name))
        window.addEventListener(name, (event) => seen.push(event.type), {capture: true});
    resolve();
  }, 300));
}"""

STATE = """() => ({
  globals: Object.getOwnPropertyNames(window).sort().join(),
  html: document.documentElement.outerHTML,
  scroll: [scrollX, scrollY, document.getElementById('box').scrollTop],
  focus: document.activeElement.id,
  selection: String(getSelection().rangeCount),
  prototypes: [Node, Element, HTMLElement, Document, Array, Object, String]
    .map((type) => Object.getOwnPropertyNames(type.prototype).length).join(),
})"""


OPS = [
    "snapshot", "capture", "element", "fingerprint", "quiet", "look", "check", "sight", "place",
    "meta",
]  # fmt: skip


@pytest.mark.parametrize("op", OPS)
def test_nothing_changes(page: Page, op: str) -> None:
    page.set_content(CONTENT)
    page.evaluate(WATCH)
    before: dict[str, Any] = page.evaluate(STATE)
    request = {"op": op, "index": 1, "count": 1, "tag": "p", "quiet": 20, "name": "x"}
    if op in ("check", "sight", "place"):
        page.eval_on_selector_all("#box", ASSET, request | {"address": "css=p", "marks": 1})
    elif op == "fingerprint":
        page.locator("#q").evaluate(ASSET, request)
    else:
        page.evaluate_handle(ASSET, request)
    page.evaluate("() => new Promise((done) => setTimeout(done, 50))")
    assert page.evaluate("seen") == []
    assert page.evaluate(STATE) == before
