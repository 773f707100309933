"""Taking a page in, and holding its elements until they are checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import payload
import pytest
from asset import ASSET
from playwright.sync_api import Browser, JSHandle, Page

ASK = "(main, request) => main(request)"
CHANGING = "() => { let n = 0; setInterval(() => { document.body.title = n++ }, 1) }"
HTML = "<!doctype html><p id=a>one</p><p id=b>two</p>"

Look = Callable[..., dict[str, Any]]


def kept(page: Page) -> JSHandle:
    return page.evaluate_handle(ASSET, {"op": "keep"})


def look(main: JSHandle, **request: Any) -> dict[str, Any]:
    answer: dict[str, Any] = main.evaluate(ASK, {"op": "look", **request})
    return answer


def check(main: JSHandle, seen: dict[str, Any], index: int) -> dict[str, Any]:
    request = {"op": "check", "capture": seen["capture"], "index": index, "marks": 1}
    list_of_one = "(main, request) => main([document.querySelector('#b')], request)"
    answer: dict[str, Any] = main.evaluate(list_of_one, request)
    return answer


@pytest.mark.parametrize("quiet", [0, None, 20])
def test_a_page_at_rest_is_taken_in(page: Page, quiet: int | None) -> None:
    page.set_content(HTML)
    request = {} if quiet is None else {"quiet": quiet}
    answer = look(kept(page), redact=["id"], **request)
    read = payload.read(answer.pop("payload"))
    assert read.text == "onetwo"
    assert read.ids() == set()
    assert answer == {"capture": 1, "ready": "complete", "changes": 0, "tooLarge": False}


def test_at_once_is_no_promise(page: Page) -> None:
    page.set_content(HTML)
    at_once = "main => main({op: 'look', quiet: 0}) instanceof Promise"
    assert kept(page).evaluate(at_once) is False
    assert kept(page).evaluate(at_once.replace("0", "1")) is True


def test_a_page_that_changes_is_not_taken_in_unless_at_once(page: Page) -> None:
    page.set_content(HTML)
    page.evaluate(CHANGING)
    main = kept(page)
    answer = look(main, quiet=50)
    assert answer["changes"] > 0
    assert (answer["capture"], answer["payload"], answer["tooLarge"]) == (0, None, False)
    assert look(main, quiet=0)["capture"] == 1


def test_a_page_that_loads_is_not_taken_in_unless_at_once(page: Page) -> None:
    page.evaluate("() => { document.open(); document.write('<p id=a>one</p>') }")
    main = kept(page)
    answer = look(main, quiet=20)
    assert (answer["ready"], answer["payload"]) == ("loading", None)
    answer = look(main, quiet=0)
    assert answer["ready"] == "loading"
    assert payload.read(answer["payload"]).text == "one"


def test_the_element_is_known_by_its_capture_and_index(page: Page) -> None:
    page.set_content(HTML)
    main = kept(page)
    seen = look(main)
    index = payload.read(seen["payload"]).find(id="b").index
    page.evaluate("() => document.body.prepend(document.createElement('nav'))")
    assert check(main, seen, index) == {
        "address": "css=:root > :nth-child(2) > :nth-child(3)",
        "scope": "css=:root",
        "counts": [1],
        "hits": [True],
    }
    assert check(main, seen, index - 1)["hits"] == [False]
    assert check(main, seen, 999)["address"] is None


def test_an_element_that_has_left_the_page_has_no_address(page: Page) -> None:
    page.set_content(HTML)
    main = kept(page)
    seen = look(main)
    index = payload.read(seen["payload"]).find(id="a").index
    page.evaluate("() => document.querySelector('#a').remove()")
    answer = check(main, seen, index)
    assert (answer["address"], answer["counts"], answer["hits"]) == (None, [1], [False])


@pytest.mark.parametrize(
    "leave",
    [
        "document.querySelector('iframe').remove()",
        "new Promise(done => { const f = document.querySelector('iframe');"
        " f.onload = done; f.srcdoc = '<p id=in>new</p>' })",
    ],
)
def test_an_element_whose_frame_has_gone_has_no_address(page: Page, leave: str) -> None:
    page.set_content(HTML + "<iframe srcdoc='<p id=in>old</p>'></iframe>")
    page.wait_for_function("frames[0].document.querySelector('#in')")
    main = kept(page)
    seen = look(main)
    index = payload.read(seen["payload"]).find(id="in").index
    assert check(main, seen, index)["address"].startswith("css=:root > :nth-child(2) > ")
    page.evaluate(f"() => {leave}")
    assert check(main, seen, index)["address"] is None


def test_four_captures_are_held(page: Page) -> None:
    page.set_content(HTML)
    main = kept(page)
    seen = [look(main) for _ in range(5)]
    index = payload.read(seen[0]["payload"]).find(id="b").index
    assert [one["capture"] for one in seen] == [1, 2, 3, 4, 5]
    hits = [check(main, one, index)["hits"] for one in seen]
    assert hits == [[False], [True], [True], [True], [True]]


def test_a_page_that_is_too_large_says_so(page: Page) -> None:
    page.set_content("<!doctype html><main></main>")
    fill = "document.querySelector('main').innerHTML = ('<p>' + 'x '.repeat(300)).repeat(4500)"
    page.evaluate(f"() => {{ {fill} }}")
    for quiet in (0, 20):
        answer = look(kept(page), quiet=quiet)
        assert (answer["capture"], answer["payload"], answer["tooLarge"]) == (0, None, True)


@pytest.mark.parametrize("quiet", [0, 20])
def test_a_document_without_a_root_may_get_one(page: Page, quiet: int) -> None:
    page.evaluate("() => { window.gone = document.documentElement; window.gone.remove(); }")
    main = kept(page)
    answer = look(main, quiet=quiet)
    assert (answer["capture"], answer["payload"], answer["tooLarge"]) == (0, None, False)
    page.evaluate("() => document.append(window.gone)")
    assert look(main, quiet=quiet)["capture"] == 1


def test_at_once_works_where_scripts_are_off(browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.set_content(HTML)
    main = kept(page)
    seen = look(main, quiet=0)
    index = payload.read(seen["payload"]).find(id="b").index
    ask = "(found, [main, request]) => main(found, request)"
    request = {"op": "check", "capture": seen["capture"], "index": index, "marks": 1}
    assert page.eval_on_selector_all("#b", ask, [main, request])["hits"] == [True]
    context.close()


def test_an_installed_clock_does_not_stop_it(page: Page) -> None:
    page.clock.install()
    page.set_content(HTML)
    page.clock.pause_at("2100-01-01")
    assert look(kept(page), quiet=50)["capture"] == 1


# Playwright itself can neither ask such a page nor hear of it: all of it is one evaluate.
POLLUTED = """(asset) => {
  const run = (0, eval)('(' + asset + ')');
  const button = document.querySelector('#b');
  const zero = {set() {}, configurable: true};
  Object.prototype.then = function (done) { done('page') };
  Array.prototype.toJSON = Object.prototype.toJSON = () => 'page';
  Object.defineProperty(Array.prototype, '0', zero);
  const main = run({op: 'keep'});
  const seen = main({op: 'look'});
  const answer = main([button], {op: 'check', capture: seen.capture, index: 3, marks: 1});
  const text = [typeof seen.then, typeof answer.then, answer.hits.length, answer.hits[0]].join();
  delete Object.prototype.then;
  delete Object.prototype.toJSON;
  delete Array.prototype.toJSON;
  delete Array.prototype[0];
  return text;
}"""


def test_answers_inherit_nothing_from_the_page(page: Page) -> None:
    page.set_content(HTML)
    assert page.evaluate(POLLUTED, ASSET) == "undefined,undefined,1,true"
