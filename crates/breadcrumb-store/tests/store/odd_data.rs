use std::ops::ControlFlow;

use breadcrumb_core::ElementFingerprint;
use breadcrumb_store::{EventFilter, Store};

use crate::scratch::{Scratch, fingerprint};

#[test]
fn rows_that_cannot_be_read_are_left_out_and_counted() {
    let scratch = Scratch::with_database("odd.db");
    let store = scratch.open();
    let visited = store
        .for_each_fingerprint(&mut |_| ControlFlow::Continue(()))
        .unwrap();
    assert_eq!((visited.rows, visited.skipped), (21, 6));
    let visited = store
        .for_each_healing_event(&EventFilter::new(), &mut |_| ControlFlow::Continue(()))
        .unwrap();
    assert_eq!((visited.rows, visited.skipped), (1, 1));
}

#[test]
fn a_row_that_cannot_be_read_is_as_good_as_none_and_can_be_saved_over() {
    let scratch = Scratch::with_database("odd.db");
    let store = scratch.open();
    for locator in ["broken", "empty", "null", "list", "type", "blob"] {
        assert_eq!(store.load_fingerprint("odd::json", locator).unwrap(), None);
        let good = fingerprint("odd::json", locator, "good");
        store.save_fingerprint_on_page(&good, "/").unwrap();
        assert_eq!(
            store.load_fingerprint("odd::json", locator).unwrap(),
            Some(good)
        );
    }
}

#[test]
fn a_row_without_a_key_in_its_json_has_the_key_of_the_row() {
    let scratch = Scratch::with_database("odd.db");
    let loaded = scratch
        .open()
        .load_fingerprint("odd::json", "object")
        .unwrap()
        .unwrap();
    assert_eq!(
        (loaded.test_id(), loaded.locator()),
        ("odd::json", "object")
    );
    assert_eq!((loaded.tag(), loaded.attribute("id")), ("a", Some("x")));
}

#[test]
fn the_packages_odd_texts_and_boxes_are_read() {
    let scratch = Scratch::with_database("odd.db");
    let store = scratch.open();
    let text = |locator: &str| {
        let loaded = store.load_fingerprint("odd::text", locator).unwrap();
        loaded.unwrap().text().to_owned()
    };
    assert_eq!(text("#n0"), "日本語 テスト");
    assert_eq!(text("#n7"), "a\0b");
    assert_eq!(text("#n8"), "lone \u{fffd} high");
    assert_eq!(text("#n10"), "\u{1f600}");
    assert_eq!(text("#n12").len(), 5000);
    for locator in ["#b0", "#b1", "#b2"] {
        let boxed = store
            .load_fingerprint("odd::box", locator)
            .unwrap()
            .unwrap();
        assert_eq!(boxed.bbox(), None);
    }
}

#[test]
fn a_null_character_separates_no_keys() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let keys = [("a\0b", "#\0"), ("a", "#\0"), ("a\0b", "#"), ("a\0", "#")];
    for (test_id, locator) in keys {
        let text = format!("{test_id} {locator}");
        let saved = fingerprint(test_id, locator, &text);
        store.save_fingerprint_on_page(&saved, "/\0").unwrap();
    }
    for (test_id, locator) in keys {
        let loaded = store
            .load_fingerprint_on_page(test_id, locator, "/\0")
            .unwrap();
        let expected = format!("{test_id} {locator}");
        assert_eq!(loaded.unwrap().text(), expected);
    }
    assert_eq!(store.stats().unwrap().fingerprints, 4);
}

#[test]
fn a_text_of_ten_megabytes_is_kept_whole() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let text = "x".repeat(10 << 20);
    let long = ElementFingerprint::builder("p")
        .text(&text)
        .key("test", "#x")
        .build();
    store.save_fingerprint_on_page(&long, "/").unwrap();
    store
        .save_fingerprint(&fingerprint("test", "#y", "short"))
        .unwrap();
    let loaded = store.load_fingerprint("test", "#x").unwrap().unwrap();
    assert_eq!(loaded.text().len(), text.len());
    assert_eq!(store.all_fingerprints().unwrap().len(), 2);
}

#[test]
fn values_of_the_wrong_type_are_no_reason_to_fail() {
    let scratch = Scratch::new();
    let store = scratch.open();
    scratch
        .raw()
        .execute_batch(
            "INSERT INTO fingerprints VALUES (x'00', 5, 7, 'never');
             INSERT INTO fingerprints VALUES (CAST(x'ff' AS TEXT), '#x', '{}', 0);
             INSERT INTO healing_events
                 (test_id, locator, confidence, original_json, healed_json, timestamp)
             VALUES ('t', '#x', 'high', '{}', '{}', 1), ('t', '#x', 1, '{}', '{}', 'now'),
                    ('t', '#x', 1, '{}', '{}', x'01'), ('t', '#x', 1, '{}', '{}', 2);",
        )
        .unwrap();
    let skipped = store.for_each_fingerprint(&mut |_| ControlFlow::Continue(()));
    assert_eq!(skipped.unwrap().skipped, 2);
    assert_eq!(store.healing_events(&EventFilter::new()).unwrap().len(), 1);
    assert!(!store.health(0.0, 30).unwrap().is_sound());
}
