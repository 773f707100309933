"""The engine's values and decisions in Python."""

from __future__ import annotations

import dataclasses
import pickle
from pathlib import Path
from types import MappingProxyType

import pytest
from breadcrumb import errors
from breadcrumb.core import (
    BoundingBox,
    ElementFingerprint,
    FingerprintStore,
    Healer,
    HealingEvent,
    SimilarityScorer,
    compute_similarity,
)
from breadcrumb.core import similarity as measures

DATA = {
    "tag": " BUTTON ",
    "text": "  Log   In ",
    "attributes": {"id": "login", "class": "btn"},
    "dom_path": ["html", "body", "button"],
    "siblings": ["a"],
    "bbox": {"x": 1, "y": 2, "width": 30, "height": 40},
    "locator": "#login",
    "test_id": "test_login",
}


def button(**changes: object) -> ElementFingerprint:
    return ElementFingerprint.from_dict({**DATA, **changes})


def test_from_dict_normalizes_and_to_dict_is_the_seeds_form() -> None:
    element = button()
    assert element == ElementFingerprint(
        "button",
        "log in",
        frozenset({("id", "login"), ("class", "btn")}),
        ("html", "body", "button"),
        ("a",),
        BoundingBox(1, 2, 30, 40),
        "#login",
        "test_login",
    )
    assert element.to_dict() == {
        **DATA,
        "tag": "button",
        "text": "log in",
        "attributes": [["class", "btn"], ["id", "login"]],
    }
    assert ElementFingerprint.from_dict(element.to_dict()) == element


def test_only_the_tag_is_needed_and_unknown_fields_survive() -> None:
    element = ElementFingerprint.from_dict({"tag": "a", "role": "link", "mine": [1, {"x": None}]})
    assert element.more == {"role": "link", "mine": [1, {"x": None}]}
    assert ElementFingerprint.from_dict(element.to_dict()) == element
    pairs = ElementFingerprint.from_dict({"tag": "a", "attributes": frozenset({("id", "x")})})
    assert pairs.attributes == frozenset({("id", "x")})
    box = BoundingBox(0, 0, 1, 1)
    assert ElementFingerprint.from_dict({"tag": "a", "bbox": box}).bbox is box


def test_values_behave_like_values() -> None:
    element = button()
    assert {element: 1}[button()] == 1
    assert pickle.loads(pickle.dumps(element)) == element
    assert dataclasses.replace(element, text="x").text == "x"
    with pytest.raises(dataclasses.FrozenInstanceError):
        element.tag = "a"  # type: ignore[misc]
    assert repr(element).startswith("ElementFingerprint(tag='button', text='log in', ")
    assert BoundingBox(0, 0, 10, 20).center == (5, 10)


def test_normal_forms_can_be_asked_for() -> None:
    text, tag = ElementFingerprint._normalize_text, ElementFingerprint._normalize_tag  # pyright: ignore
    assert [text("\tStraße \u00a0NACH  İzmir"), text(""), text(None)] == [
        "straße nach i̇zmir",
        "",
        "",
    ]
    assert [tag(" Button "), tag(""), tag(None)] == ["button", "", ""]


def test_a_heal_is_a_plain_record() -> None:
    names = [field.name for field in dataclasses.fields(HealingEvent)]
    assert names[:6] == [
        *("test_id", "locator", "confidence"),
        *("original_fingerprint", "healed_fingerprint", "timestamp"),
    ]
    event = HealingEvent("t", "#a", 0.5, {}, {}, 1.0)
    event.confidence = 0.75
    assert event == HealingEvent("t", "#a", 0.75, {}, {}, 1.0)


def test_single_measures() -> None:
    assert measures.tag_similarity("a", "a") == 1
    assert measures.levenshtein_distance("kitten", "sitting") == 3
    assert measures.text_similarity("log in", "log on") == pytest.approx(5 / 6)
    assert measures.jaccard_similarity(frozenset({("a", "1")}), frozenset({("a", "1")})) == 1
    assert measures.lcs_length(("a", "b", "c"), ["a", "c"]) == 2
    assert measures.dom_path_similarity(("a", "b"), ("a",)) == 0.5
    assert measures.sibling_similarity((), ()) == 0
    assert measures.position_similarity(None, BoundingBox(0, 0, 1, 1)) == 0
    box = BoundingBox(0, 0, 1, 1)
    assert measures.position_similarity(box, box) == 1


def test_scores_say_why() -> None:
    score = compute_similarity(button(), button(text="Log on"))
    assert score.total == pytest.approx(1 - 0.05 - 0.2 / 6)
    assert score.breakdown["text"] == pytest.approx(5 / 6)
    assert score.weights == measures.DEFAULT_WEIGHTS
    assert "total=0.9167" in repr(score)
    textless = SimilarityScorer({"text": 0.0}).score(button(), button(text="x"))
    assert textless.total == pytest.approx(0.75 / 0.8)
    with pytest.raises(ValueError, match="texts"):
        compute_similarity(button(), button(), {"texts": 1.0})


def test_store_keeps_what_it_is_given(tmp_path: Path) -> None:
    store = FingerprintStore(tmp_path / "x.db")
    assert store.load_fingerprint("test_login", "#login") is None
    store.save_fingerprint(button())
    assert store.load_fingerprint("test_login", "#login") == button()
    assert store.get_all_fingerprints() == [button()]
    event = HealingEvent("test_login", "#login", 0.75, button().to_dict(), button().to_dict(), 5.0)
    store.record_healing(event)
    assert store.get_healing_events(test_id="test_login", locator="#login") == [event]
    assert store.get_healing_events(test_id="other") == []
    assert store.stats() == {"fingerprints": 1, "healing_events": 1}
    store.close()
    assert store.delete_fingerprint("test_login", "#login") is True
    assert store.delete_fingerprint("test_login", "#login") is False
    store.clear()
    assert store.stats() == {"fingerprints": 0, "healing_events": 0}
    assert store.db_path == tmp_path / "x.db"


def test_a_heal_is_kept_with_its_details(tmp_path: Path) -> None:
    store = FingerprintStore(tmp_path / "x.db")
    healed = button(text="Sign in").to_dict()
    event = HealingEvent(
        "test_login",
        "#login",
        0.75,
        button().to_dict(),
        healed,
        5.0,
        proposed_locator='get_by_role("button", name="Sign in")',
        action="click",
        source_file="tests/test_login.py",
        source_line=12,
        reasons=("same place", "similar text"),
    )
    store.record_healing(event)
    assert store.get_healing_events() == [event]


def test_classes_can_be_derived_from(tmp_path: Path) -> None:
    class Counting(FingerprintStore):
        saved = 0

        def save_fingerprint(self, fingerprint: ElementFingerprint) -> None:
            self.saved += 1
            super().save_fingerprint(fingerprint)

    class Mine(ElementFingerprint):
        pass

    store = Counting(tmp_path / "x.db")
    store.save_fingerprint(Mine.from_dict(DATA))
    assert (store.saved, store.stats()["fingerprints"]) == (1, 1)
    assert Healer(store).store is store
    assert type(Mine.from_dict(DATA)) is Mine


def test_what_looks_like_a_mapping_or_a_list_is_one() -> None:
    weights = MappingProxyType({"text": 0.0})
    assert compute_similarity(button(), button(text="x"), weights).weights["text"] == 0
    assert Healer(FingerprintStore(":memory:"), weights=weights).threshold == 0.5
    assert measures.lcs_length(iter("abc"), "ac") == 2


def test_store_errors_have_classes_of_their_own(tmp_path: Path) -> None:
    store = FingerprintStore(tmp_path / "x.db")
    with pytest.raises(ValueError, match="test id"):
        store.save_fingerprint(button(test_id=""))
    with pytest.raises(errors.StoreError, match=r"director"):
        FingerprintStore(tmp_path)
    with pytest.raises(errors.InputError):
        ElementFingerprint.from_json("[]")
    assert issubclass(errors.InputError, ValueError)


def test_healer_heals_logs_and_refuses(tmp_path: Path) -> None:
    healer = Healer(FingerprintStore(tmp_path / "x.db"))
    assert healer.threshold == 0.5
    healer.save(button())
    moved = button(attributes={"id": "sign-in", "class": "btn"}, locator="", test_id="")
    other = ElementFingerprint.from_dict({"tag": "p", "text": "nothing alike"})
    result = healer.heal("test_login", "#login", [other, moved])
    assert result.healed
    assert result.verdict == "healed"
    assert result.candidate == moved
    assert result.score is not None
    assert [candidate for candidate, _ in result.all_scores] == [moved, other]
    [event] = healer.store.get_healing_events()
    assert event.confidence == result.score.total
    refused = healer.heal("test_login", "#login", [other])
    assert (refused.healed, refused.verdict) == (False, "below_threshold")
    assert healer.heal("test_login", "#unknown", [other]).verdict == "no_fingerprint"
    assert healer.heal("test_login", "#login", []).verdict == "no_candidates"
