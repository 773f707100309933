"""Pages that would like to become code."""

from __future__ import annotations

from html import escape
from urllib.parse import quote

TEXTS = [
    '"); import os; os.system("touch hacked"); ("',
    "'''); raise SystemExit  # ",
    '"""\nimport os\n"""',
    "line\nbreak\r\nand\ttab",
    "back\\slash \\u0041 \\N{BULLET}",
    "${process.exit(1)} `${x}` {{x}} {0} %s",
    "null \x00 byte",
    "line\u2028separator\u2029and\u202eturned",
    "class",
    "import",
    "constructor",
    "__proto__",
    "*/ process.exit(1); /*",
    "</script><script>window.hacked = true</script>",
    "x" * 10_000,
    "\U0001f600 \u200d \ufeff",
    "../../../etc/passwd",
]


def page() -> str:
    """Return a page with all of them, in every place."""
    parts = [f"<!doctype html><meta charset=utf-8><title>{escape(TEXTS[0])}</title>"]
    for number, text in enumerate(TEXTS):
        value = escape(text, quote=True)
        parts += [
            f'<form id="{value}" name="{value}" aria-label="{value}">',
            f'<label for="f{number}">{value}</label>',
            f'<input id="f{number}" class="{value}" name="{value}" placeholder="{value}">',
            f'<input data-testid="{value}" title="{value}">',
            f'<select name="{value}"><option value="">-</option>',
            f'<option value="{value}">{value}</option></select>',
            f'<button id="{value}" class="{value}" value="{value}">{value}</button></form>',
            f'<a href="{value}">{value}</a><button aria-label="{value}">x</button>',
        ]
    return "".join(parts)


def address() -> str:
    """Return the path, query and fragment of an address that would like to be code as well."""
    text = quote(TEXTS[0] + TEXTS[2] + "../../x", safe="")
    return f"/{text}/{quote(TEXTS[1], safe='')}?{text}=1#{text}"
