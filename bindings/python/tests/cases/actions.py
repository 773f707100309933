"""Every kind of action, read and assertion, on an element whose locator broke."""

from __future__ import annotations

from .model import Calls, Case, Healed, Run, Steps

FORM_V1 = """
<nav><a href="/home">Home</a><a href="/help">Help</a></nav>
<h1>Your account</h1>
<form class="account" onsubmit="return false">
  <label for="email">E-mail</label>
  <input class="field" id="email" name="email" type="email" placeholder="you@example.com"
    data-who="email">
  <label for="phone">Phone</label>
  <input class="field" id="phone" name="phone" type="tel" data-who="phone">
  <label for="size">Size</label>
  <select class="field" id="size" name="size" data-who="size">
    <option value="s">Small</option><option value="m">Medium</option>
  </select>
  <label><input class="tick" id="terms" name="terms" type="checkbox" data-who="terms"> I accept the
    terms</label>
  <label><input class="tick" id="news" name="news" type="checkbox" checked data-who="news"> Send me
    news</label>
  <label for="photo">Photo</label>
  <input class="field" id="photo" name="photo" type="file" data-who="photo">
  <button class="btn primary" id="save" type="submit" data-who="save">Save changes</button>
  <button class="btn" id="cancel" type="button" data-who="cancel">Cancel</button>
</form>
<p class="total">Balance: <b class="amount" id="balance" title="Balance in euro"
  data-who="balance">42.00 EUR</b></p>
"""
FORM_V2 = (
    FORM_V1.replace('id="email"', 'id="contact-email"')
    .replace('for="email"', 'for="contact-email"')
    .replace('id="size"', 'id="shirt-size"')
    .replace('for="size"', 'for="shirt-size"')
    .replace('id="terms"', 'id="accept-terms"')
    .replace('id="news"', 'id="newsletter"')
    .replace('id="photo"', 'id="portrait"')
    .replace('for="photo"', 'for="portrait"')
    .replace('id="save"', 'id="submit-account"')
    .replace('id="balance"', 'id="account-balance"')
)

LANES_V1 = """
<h1>Board</h1>
<section class="lane" id="todo" data-who="todo"><h2>To do</h2>
  <div class="card" id="card-7" draggable="true" data-who="card">Order more paper</div></section>
<section class="lane" id="done" data-who="done"><h2>Done</h2></section>
"""
LANES_V2 = LANES_V1.replace('id="card-7"', 'id="task-0007"').replace('id="done"', 'id="finished"')


def click(run: Run) -> Calls:
    yield run.page.locator("#save").click()


def double_click(run: Run) -> Calls:
    yield run.page.locator("#save").dblclick()


def fill(run: Run) -> Calls:
    yield run.page.locator("#email").fill("ada@example.com")


def clear(run: Run) -> Calls:
    yield run.page.locator("#email").clear()


def press(run: Run) -> Calls:
    yield run.page.locator("#email").press("Escape")


def press_sequentially(run: Run) -> Calls:
    yield run.page.locator("#email").press_sequentially("ab")


def check(run: Run) -> Calls:
    yield run.page.locator("#terms").check()


def uncheck(run: Run) -> Calls:
    yield run.page.locator("#news").uncheck()


def select_option(run: Run) -> Calls:
    yield run.page.locator("#size").select_option(label="Medium")


def hover(run: Run) -> Calls:
    yield run.page.locator("#save").hover()


def dispatch_event(run: Run) -> Calls:
    yield run.page.locator("#save").dispatch_event("click")


def set_input_files(run: Run) -> Calls:
    face = {"name": "face.png", "mimeType": "image/png", "buffer": b"png"}
    yield run.page.locator("#photo").set_input_files(face)


def drag_to(run: Run) -> Calls:
    target = run.page.locator("#done")
    yield run.page.locator("#card-7").drag_to(target)


def text_reads(run: Run) -> Calls:
    balance = run.page.locator("#balance")
    assert (yield balance.text_content()) == "42.00 EUR"
    assert (yield balance.inner_text()) == "42.00 EUR"
    assert (yield balance.get_attribute("title")) == "Balance in euro"
    assert (yield balance.evaluate("element => element.tagName")) == "B"


def state_reads(run: Run) -> Calls:
    assert (yield run.page.locator("#size").input_value()) == "s"
    assert (yield run.page.locator("#news").is_checked())
    assert (yield run.page.locator("#save").is_enabled())


def wait_for(run: Run) -> Calls:
    yield run.page.locator("#save").wait_for()


def checks_that_answered_there(run: Run) -> Calls:
    """A check may heal only where the same check in the same test has answered "there"."""
    assert (yield run.page.locator("#save").is_visible())
    # One element cannot stand for a count.
    assert (yield run.page.locator("#balance").count()) == (1 if run.version == 1 else 0)


def expect_text(run: Run) -> Calls:
    balance = run.page.locator("#balance")
    yield run.expect(balance).to_have_text("42.00 EUR")
    yield run.expect(balance).to_contain_text("EUR")
    yield run.expect(balance).to_have_attribute("title", "Balance in euro")


def expect_state(run: Run) -> Calls:
    yield run.expect(run.page.locator("#save")).to_be_visible()
    yield run.expect(run.page.locator("#news")).to_be_checked()
    yield run.expect(run.page.locator("#size")).to_have_value("s")
    yield run.expect(run.page.locator("#email")).to_be_editable()


def page_actions(run: Run) -> Calls:
    yield run.page.fill("#email", "ada@example.com")
    yield run.page.check("#terms")
    yield run.page.select_option("#size", "m")


def page_click(run: Run) -> Calls:
    yield run.page.click("#save")


def page_reads(run: Run) -> Calls:
    assert (yield run.page.text_content("#balance")) == "42.00 EUR"
    assert (yield run.page.input_value("#size")) == "s"
    assert (yield run.page.is_checked("#news"))


def page_wait_for_selector(run: Run) -> Calls:
    handle = yield run.page.wait_for_selector("#balance")
    assert (yield handle.inner_text()) == "42.00 EUR"


def form(name: str, steps: Steps, *log: str, events: str = "click", locators: int = 1) -> Case:
    """A case on the account form."""
    return Case(name, FORM_V1, FORM_V2, steps, Healed(locators), log, events)


ACTIONS = (
    form("click", click, "click save"),
    form("double_click", double_click, "dblclick save", events="dblclick"),
    form("fill", fill, "input email=ada@example.com", events="input"),
    form("clear", clear, "focus email", events="focus"),
    form("press", press, "keydown email=Escape", events="keydown"),
    form(
        "press_sequentially", press_sequentially, "input email=a", "input email=ab", events="input"
    ),
    form("check", check, "change terms=true", events="change"),
    form("uncheck", uncheck, "change news=false", events="change"),
    form("select_option", select_option, "change size=m", events="change"),
    form("hover", hover, "mouseover save", events="mouseover"),
    form("dispatch_event", dispatch_event, "click save"),
    form("set_input_files", set_input_files, "change photo=face.png", events="change"),
    Case(
        "drag_to",
        LANES_V1,
        LANES_V2,
        drag_to,
        Healed(2),
        log=("dragstart card", "drop done"),
        events="dragstart drop",
    ),
    form("text_reads", text_reads),
    form("state_reads", state_reads, locators=3),
    form("wait_for", wait_for),
    form("checks_that_answered_there", checks_that_answered_there),
    form("expect_text", expect_text),
    form("expect_state", expect_state, locators=4),
    form(
        "page_actions",
        page_actions,
        "change email=ada@example.com",
        "change terms=true",
        "change size=m",
        events="change",
        locators=3,
    ),
    form("page_click", page_click, "click save"),
    form("page_reads", page_reads, locators=3),
    form("page_wait_for_selector", page_wait_for_selector),
)
