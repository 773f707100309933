"""The pages of a case as whole documents that log who gets which event.

An element says who it is with `data-who`. The recorder reads that and takes it away at once, so
that the truth is not among the things an element can be recognized by. The log lives in the
session storage: it outlives a navigation and is shared with the frames of the page.
"""

from __future__ import annotations

from .model import Case

READ_LOG = "() => JSON.parse(sessionStorage.getItem('log') || '[]')"

_STYLE = """
body { font: 16px/1.5 sans-serif; margin: 24px; }
nav, header, section, form, table, ul { margin-bottom: 16px; }
nav a { margin-right: 12px; }
[draggable], .lane { display: inline-block; padding: 16px; border: 1px solid; }
iframe { width: 480px; height: 160px; }
"""

_RECORDER = """
(() => {
  const names = new WeakMap();
  const claim = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.hasAttribute('data-who')) {
        names.set(element, element.getAttribute('data-who'));
        element.removeAttribute('data-who');
      }
      if (element.shadowRoot) claim(element.shadowRoot);
    }
  };
  claim(document);
  new MutationObserver(() => claim(document)).observe(document, { childList: true, subtree: true });

  window.record = (entry) => {
    const log = JSON.parse(sessionStorage.getItem('log') || '[]');
    if (entry.startsWith('mouseover') && log.at(-1) === entry) return;
    sessionStorage.setItem('log', JSON.stringify([...log, entry]));
  };
  const valueOf = (target) => {
    if (target.type === 'checkbox' || target.type === 'radio') return target.checked;
    return target.type === 'file' ? target.files[0].name : target.value;
  };
  const detail = {
    change: (target) => '=' + valueOf(target),
    input: (target) => '=' + valueOf(target),
    keydown: (target, event) => '=' + event.key,
  };
  for (const type of EVENTS) {
    document.addEventListener(type, (event) => {
      const path = event.composedPath();
      const owner = path.find((node) => names.has(node));
      if (!owner && type === 'mouseover') return;
      const who = owner ? names.get(owner) : 'unnamed ' + path[0].nodeName;
      record(type + ' ' + who + (detail[type] ? detail[type](path[0], event) : ''));
    }, true);
  }
  for (const type of ['dragover', 'drop']) {
    document.addEventListener(type, (event) => event.preventDefault());
  }
})();
"""


def document(case: Case, version: int, path: str) -> str | None:
    """Returns a page as a document, or nothing where the site has no such page."""
    body = case.site(version).get(path)
    if body is None:
        return None
    recorder = _RECORDER.replace("EVENTS", str(case.events.split()))
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>'
        f"<style>{_STYLE}</style></head><body>{body}<script>{recorder}</script></body></html>"
    )
