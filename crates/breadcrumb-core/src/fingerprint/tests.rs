//! The JSON form: exact for what is known, whole for what is not, an error for what is broken.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::error::ErrorKind;

fn read(json: &str) -> ElementFingerprint {
    ElementFingerprint::from_json(json).unwrap()
}

fn written(fingerprint: &ElementFingerprint) -> Value {
    serde_json::from_str(&fingerprint.to_json()).unwrap()
}

#[test]
fn agrees_with_the_python_package_on_every_golden_case() {
    // Made by the package itself: fixtures/fingerprints/make.py.
    let golden = include_str!("../../../../fixtures/fingerprints/package-dicts.json");
    let cases: Vec<(Value, Value)> = serde_json::from_str(golden).unwrap();
    assert!(cases.len() > 10);
    for (input, expected) in cases {
        assert_eq!(
            written(&read(&input.to_string())),
            expected,
            "input {input}"
        );
    }
}

#[test]
fn the_fields_of_the_package_come_first_and_in_its_order() {
    let json = read(r#"{"other": 1, "role": "link", "tag": "a"}"#).to_json();
    assert_eq!(
        json,
        r#"{"tag":"a","text":"","attributes":[],"dom_path":[],"siblings":[],"locator":"","test_id":"","bbox":null,"role":"link","other":1}"#
    );
}

#[test]
fn unknown_fields_are_kept() {
    let future = json!({"tag": "a", "added_in_2031": {"deep": [1, null, "x"]}, "v": 9});
    let kept = written(&read(&future.to_string()));
    assert_eq!(kept["added_in_2031"], future["added_in_2031"]);
    assert_eq!(kept["v"], 9);
}

#[test]
fn wrong_types_are_errors_that_name_the_field() {
    for (json, expected) in [
        ("", "EOF"),
        ("[]", "expected a fingerprint object"),
        (r#"{"tag": "a""#, "EOF"),
        (r#"{"tag": 5}"#, "field `tag`"),
        (r#"{"text": ["x"]}"#, "field `text`"),
        (r#"{"dom_path": "html"}"#, "field `dom_path`"),
        (r#"{"siblings": [1]}"#, "field `siblings`"),
        (r#"{"attributes": [["id"]]}"#, "field `attributes`"),
        (r#"{"attributes": {"id": []}}"#, "field `attributes`"),
        (r#"{"nth": -1}"#, "field `nth`"),
        (r#"{"bbox": {"x": 1e999}}"#, "field `bbox`"),
    ] {
        let error = ElementFingerprint::from_json(json).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidFingerprint);
        assert!(error.to_string().contains(expected), "{json}: {error}");
    }
}

#[test]
fn deep_nesting_is_an_error_not_an_overflow() {
    let json = format!(r#"{{"x": {}{}}}"#, "[".repeat(100_000), "]".repeat(100_000));
    assert!(ElementFingerprint::from_json(&json).is_err());
}

#[test]
fn numbers_that_are_none_make_no_box_and_lone_surrogates_are_replaced() {
    let fingerprint = read(r#"{"tag": "a", "text": "x\ud83d", "bbox": {"x": NaN, "y": 1}}"#);
    assert_eq!(fingerprint.bbox(), None);
    assert_eq!(fingerprint.text(), "x\u{fffd}");
}

#[test]
fn attribute_values_that_are_no_text_become_text() {
    let fingerprint = read(r#"{"attributes": {"a": null, "b": true, "c": 5, "d": 0.5}}"#);
    let values = ["a", "b", "c", "d"].map(|name| fingerprint.attribute(name).unwrap());
    assert_eq!(values, ["", "true", "5", "0.5"]);
}

fn any_fingerprint() -> impl Strategy<Value = ElementFingerprint> {
    let names = || proptest::collection::vec(any::<String>(), 0..4);
    let place = proptest::option::of(any::<[f64; 4]>());
    let classic = (
        any::<String>(),
        any::<String>(),
        names(),
        names(),
        place,
        any::<[String; 2]>(),
    );
    let attributes = proptest::collection::vec(any::<(String, String)>(), 0..4);
    let context = (
        any::<[String; 4]>(),
        names(),
        any::<Option<bool>>(),
        any::<Option<u32>>(),
    );
    (classic, attributes, context).prop_map(|(classic, attributes, context)| {
        let (tag, text, path, siblings, place, [test_id, locator]) = classic;
        let ([role, name, label, heading], frames, visible, nth) = context;
        let context = ElementContext {
            role,
            name,
            label,
            heading,
            visible,
            frames,
            nth,
            ..ElementContext::default()
        };
        let builder = ElementFingerprint::builder(&tag)
            .text(&text)
            .dom_path(path)
            .siblings(siblings);
        let builder = builder.bbox(place.and_then(|[x, y, w, h]| BoundingBox::new(x, y, w, h)));
        let builder = builder.key(&test_id, &locator).context(context);
        attributes
            .into_iter()
            .fold(builder, |b, (name, value)| b.attribute(name, value))
            .build()
    })
}

proptest! {
    #[test]
    fn json_round_trips_exactly(fingerprint in any_fingerprint()) {
        let json = fingerprint.to_json();
        let again = read(&json);
        prop_assert_eq!(&again, &fingerprint);
        prop_assert_eq!(again.to_json(), json);
    }

    #[test]
    fn any_text_is_a_fingerprint_or_an_error(json in any::<String>()) {
        let _ = ElementFingerprint::from_json(&json);
    }
}
