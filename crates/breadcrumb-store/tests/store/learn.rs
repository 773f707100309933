use breadcrumb_store::{Cause, ErrorKind, EventFilter, LearnBatch, Store};

use crate::scratch::{Scratch, event, fingerprint};

#[test]
fn a_passed_test_keeps_all_it_has_learned() {
    let scratch = Scratch::new();
    let store = scratch.open();
    store
        .save_fingerprint(&fingerprint("test", "#a", "before"))
        .unwrap();
    store
        .save_fingerprint(&fingerprint("test", "#b", "before"))
        .unwrap();

    let mut batch = LearnBatch::new();
    batch.add_fingerprint(fingerprint("test", "#a", "after"), Some("/a"));
    batch.add_fingerprint(fingerprint("test", "#b", "after"), None);
    batch.add_healing_event(event("test", "#a", 1.0));
    store.learn(&batch).unwrap();

    assert_eq!(store.stats().unwrap().fingerprints, 2);
    let events = store.healing_events(&EventFilter::new()).unwrap();
    assert_eq!(events, [event("test", "#a", 1.0)]);
    for (locator, cause) in [("#a", Cause::Healed), ("#b", Cause::Passed)] {
        let history = store.fingerprint_history("test", locator, None).unwrap();
        assert_eq!(history.len(), 1);
        assert_eq!(history[0].cause, cause);
        let loaded = store.load_fingerprint("test", locator).unwrap().unwrap();
        assert_eq!(loaded.text(), "after");
    }
}

#[test]
fn one_bad_entry_means_that_nothing_is_learned() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut no_key = LearnBatch::new();
    no_key.add_fingerprint(fingerprint("test", "#a", "x"), None);
    no_key.add_fingerprint(fingerprint("", "#b", "x"), None);
    let mut no_time = LearnBatch::new();
    no_time.add_fingerprint(fingerprint("test", "#a", "x"), None);
    no_time.add_healing_event(event("test", "#a", f64::NAN));

    assert_eq!(
        store.learn(&no_key).unwrap_err().kind(),
        ErrorKind::EmptyKey
    );
    assert_eq!(
        store.learn(&no_time).unwrap_err().kind(),
        ErrorKind::InvalidEvent
    );
    assert_eq!(store.stats().unwrap().fingerprints, 0);
}

#[test]
fn a_failure_in_the_middle_takes_everything_back() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let trigger = "CREATE TRIGGER fail BEFORE INSERT ON healing_events
                   BEGIN SELECT RAISE(ABORT, 'no'); END";
    scratch.raw().execute_batch(trigger).unwrap();
    let mut batch = LearnBatch::new();
    batch.add_fingerprint(fingerprint("test", "#a", "x"), Some("/a"));
    batch.add_healing_event(event("test", "#a", 1.0));
    assert_eq!(store.learn(&batch).unwrap_err().kind(), ErrorKind::Other);
    assert_eq!(store.stats().unwrap().fingerprints, 0);
}

#[test]
fn an_empty_batch_writes_nothing() {
    let scratch = Scratch::new();
    let store = scratch.open();
    store.close().unwrap();
    let before = scratch.bytes();
    store.learn(&LearnBatch::new()).unwrap();
    store.close().unwrap();
    assert_eq!(scratch.bytes(), before);
}
