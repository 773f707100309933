use breadcrumb_core::{RunStatus, TestRun, VerdictRecord, VerdictRecordKind};
use breadcrumb_store::{ErrorKind, EventFilter, LearnBatch, RunFilter, Store};

use crate::scratch::{Scratch, fingerprint};

fn verdict(locator: &str, timestamp: f64) -> VerdictRecord {
    VerdictRecord::new(VerdictRecordKind::Gone, "test", locator, timestamp)
}

fn detailed() -> VerdictRecord {
    let mut record = verdict("#x", 5.0);
    record.uid = Some("0190".into());
    record.kind = VerdictRecordKind::Drift;
    record.page_key = Some("/login".into());
    record.message = Some("it is another one".into());
    record.confidence = Some(0.25);
    record.details_json = Some(r#"{"suggestions": []}"#.into());
    record.action = Some("click".into());
    record.source_file = Some("test_a.py".into());
    record.source_line = Some(9);
    record.run_uid = Some("run".into());
    record
}

#[test]
fn a_verdict_is_read_back_once_with_all_its_details() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let first = store.record_verdict(&detailed()).unwrap();
    store.record_verdict(&verdict("#y", 9.0)).unwrap();
    assert_eq!(store.record_verdict(&detailed()).unwrap(), first);
    let all = store.verdicts(&EventFilter::new()).unwrap();
    assert_eq!(all, [verdict("#y", 9.0), detailed()]);
    let one = store.verdicts(&EventFilter::new().locator("#x")).unwrap();
    assert_eq!(one, [detailed()]);
    let none = store.verdicts(&EventFilter::new().test_id("other"));
    assert!(none.unwrap().is_empty());
}

#[test]
fn a_test_leaves_all_it_has_in_one_transaction() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let batch = |run: TestRun| {
        let mut batch = LearnBatch::new();
        batch.add_fingerprint(fingerprint("test", "#a", "x"), Some("/a"));
        batch.add_verdict(detailed());
        batch.add_run(run);
        batch
    };
    let without_time = TestRun::new("test", RunStatus::Passed, f64::NAN);
    let refused = store.learn(&batch(without_time)).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::InvalidEvent);
    assert_eq!(store.stats().unwrap().fingerprints, 0);

    let run = TestRun::new("test", RunStatus::Passed, 1.0);
    store.learn(&batch(run.clone())).unwrap();
    assert_eq!(store.stats().unwrap().fingerprints, 1);
    assert_eq!(store.verdicts(&EventFilter::new()).unwrap(), [detailed()]);
    assert_eq!(store.test_runs(&RunFilter::new()).unwrap(), [run]);
}

#[test]
fn broken_details_are_named_by_the_examination() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut broken = verdict("#x", 1.0);
    broken.details_json = Some("{".into());
    store.record_verdict(&broken).unwrap();
    let health = store.health(0.0, 30).unwrap();
    assert_eq!(health.broken_rows[0].table, "verdicts");
}
