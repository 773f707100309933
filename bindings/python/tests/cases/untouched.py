"""Where Breadcrumb keeps out: the steps end as in plain Playwright, and nothing is healed."""

from __future__ import annotations

import time

from .changes import click
from .model import Calls, Case, Run, Untouched

#: Far above what an instant check takes, far below the timeout it must not wait for.
INSTANT_SECONDS = 5.0
LONG_TIMEOUT = 20_000

NAV = '<nav><a href="/home">Home</a><a href="/help">Help</a></nav>'
SAVE = '<button class="btn" id="save" data-who="save">Save article</button>'
PAGE = f'{NAV}<h1>Article</h1><div id="bar">{SAVE}</div>'
TIMED_OUT = "TimeoutError"


def late(milliseconds: int, meanwhile: str = "") -> str:
    """The page, with the save button coming late."""
    return f"""{NAV}<h1>Article</h1><div id="bar">{meanwhile}</div><script>
setTimeout(() => document.getElementById('bar').insertAdjacentHTML('beforeend', `{SAVE}`),
  {milliseconds});</script>"""


LOOKALIKE = '<button class="btn" id="store" data-who="lookalike">Save article</button>'
DETACHING = f"""{PAGE}<script>
const button = document.getElementById('save');
let renders = 0;
button.addEventListener('mouseenter', function again() {{
  if (++renders > 3) return;
  const fresh = document.getElementById('save').cloneNode(true);
  fresh.setAttribute('data-who', 'save');
  fresh.addEventListener('mouseenter', again);
  document.getElementById('save').replaceWith(fresh);
}});</script>"""
OVERLAY = f'{PAGE}<div style="position:fixed;inset:0;background:#0008" data-who="overlay"></div>'
DISABLED = PAGE.replace('id="save"', 'id="save" disabled') + LOOKALIKE
HIDDEN = PAGE.replace('id="save"', 'id="save" hidden') + LOOKALIKE

ERROR_V1 = f"""{NAV}<h1>Log in</h1><form onsubmit="return false">
<button class="btn" id="login" data-who="login">Log in</button></form>
<p class="error" id="error" hidden>Wrong password</p>"""
ERROR_V2 = ERROR_V1.replace("hidden", "").replace('class="error" id="error"', 'class="failure"')

FORM = f"""{NAV}<h1>Size</h1><label for="size">Size</label>
<select id="size" name="size" data-who="size"><option>Small</option><option>Medium</option></select>
"""

REUSED_V1 = """<h1>Sign up</h1><label for=":r1:">Full name</label>
<input class="input" id=":r1:" name="fullName" data-who="name">
<label for=":r2:">Company</label><input class="input" id=":r2:" name="company" data-who="company">"""
REUSED_V2 = """<h1>Sign up</h1><label for=":r1:">Company</label>
<input class="input" id=":r1:" name="company" data-who="company">
<label for=":r2:">Full name</label>
<input class="input" id=":r2:" name="fullName" data-who="name">"""


def negative_checks(run: Run) -> Calls:
    started = time.monotonic()
    error = run.page.locator(".error")
    assert not (yield error.is_visible())
    assert (yield error.is_hidden())
    assert not (yield run.page.is_visible("#error"))
    assert time.monotonic() - started < INSTANT_SECONDS


def no_matches(run: Run) -> Calls:
    started = time.monotonic()
    row = run.page.locator(".row")
    assert (yield row.count()) == 0
    assert (yield row.all()) == []
    assert (yield row.all_inner_texts()) == []
    assert (yield run.page.query_selector(".row")) is None
    assert time.monotonic() - started < INSTANT_SECONDS


def negative_expects(run: Run) -> Calls:
    started = time.monotonic()
    error = run.page.locator("#error")
    yield run.expect(error).to_be_hidden()
    yield run.expect(error).not_to_be_visible()
    yield run.expect(error).to_have_count(0 if run.version == 2 else 1)
    assert time.monotonic() - started < INSTANT_SECONDS


def gone_after_use(run: Run) -> Calls:
    """What was acted on once is allowed to be gone: no check of that heals, or waits."""
    save = run.page.locator("#save")
    if run.version == 1:
        yield save.click()
        return
    started = time.monotonic()
    assert not (yield save.is_visible())
    assert (yield save.count()) == 0
    yield run.expect(save).to_have_count(0)
    yield run.expect(save).not_to_be_visible()
    yield run.expect(save).to_be_hidden()
    yield save.wait_for(state="detached")
    assert time.monotonic() - started < INSTANT_SECONDS


def wrong_text(run: Run) -> Calls:
    yield run.expect(run.page.locator("#save")).to_have_text("Save article")


def failed_assertion(run: Run) -> Calls:
    yield run.expect(run.page.get_by_role("heading", level=1)).to_have_text("Article")


def wrong_option(run: Run) -> Calls:
    yield run.page.locator("#size").select_option(label="Medium")


def wrong_argument(run: Run) -> Calls:
    button = "left" if run.version == 1 else "wrong"
    yield run.page.locator("#save").click(button=button)


def never_learned(run: Run) -> Calls:
    yield run.page.locator("#save" if run.version == 1 else "#never-seen").click()


def fill_generated_id(run: Run) -> Calls:
    yield run.page.locator('[id=":r1:"]').fill("Ada")


def failed_navigation(run: Run) -> Calls:
    if run.version == 2:
        yield run.page.goto("http://")
    yield run.page.locator("#save").click()


CLICKED = ("click save",)

UNTOUCHED = (
    Case(
        "late_element_beside_a_lookalike",
        PAGE,
        late(300, LOOKALIKE),
        click("#save"),
        Untouched(),
        CLICKED,
        heal_after=2.0,
        timeout=10_000,
    ),
    Case(
        "late_element_that_nothing_resembles",
        PAGE,
        late(700),
        click("#save"),
        Untouched(),
        CLICKED,
        timeout=10_000,
    ),
    Case("overlay", PAGE, OVERLAY, click("#save"), Untouched(TIMED_OUT, ()), CLICKED),
    Case("disabled", PAGE, DISABLED, click("#save"), Untouched(TIMED_OUT, ()), CLICKED),
    Case("hidden_match", PAGE, HIDDEN, click("#save"), Untouched(TIMED_OUT, ()), CLICKED),
    Case("detached", PAGE, DETACHING, click("#save"), Untouched(), CLICKED, timeout=10_000),
    Case(
        "strict_mode_violation",
        PAGE,
        PAGE + SAVE,
        click("#save"),
        Untouched("strict mode violation", ()),
        CLICKED,
    ),
    Case("negative_checks", ERROR_V1, ERROR_V2, negative_checks, Untouched(), timeout=LONG_TIMEOUT),
    Case("no_matches", PAGE, PAGE, no_matches, Untouched(), timeout=LONG_TIMEOUT),
    Case(
        "negative_expects", ERROR_V1, ERROR_V2, negative_expects, Untouched(), timeout=LONG_TIMEOUT
    ),
    Case(
        "gone_after_use",
        PAGE,
        PAGE.replace(SAVE, LOOKALIKE),
        gone_after_use,
        Untouched(log=()),
        CLICKED,
        timeout=LONG_TIMEOUT,
    ),
    Case(
        "assertion_that_is_wrong_on_the_healed_element",
        PAGE,
        PAGE.replace(SAVE, LOOKALIKE.replace("Save article", "Save articles")),
        wrong_text,
        Untouched("AssertionError", ()),
    ),
    Case(
        "failed_assertion",
        PAGE,
        PAGE.replace("<h1>Article", "<h1>Draft"),
        failed_assertion,
        Untouched("AssertionError", ()),
    ),
    Case(
        "wrong_option",
        FORM,
        FORM.replace("Medium", "M"),
        wrong_option,
        Untouched(TIMED_OUT, ()),
        ("change size=Medium",),
        events="change",
    ),
    Case("wrong_argument", PAGE, PAGE, wrong_argument, Untouched("button", ()), CLICKED),
    Case("never_learned", PAGE, PAGE, never_learned, Untouched(TIMED_OUT, ()), CLICKED),
    Case("failed_navigation", PAGE, PAGE, failed_navigation, Untouched("goto", ()), CLICKED),
    Case(
        "generated_id_of_another_element",
        REUSED_V1,
        REUSED_V2,
        fill_generated_id,
        Untouched(log=("input company=Ada",)),
        ("input name=Ada",),
        events="input",
    ),
)
