use std::collections::BTreeMap;
use std::ops::ControlFlow;

use breadcrumb_core::{HealingEvent, ScoringResult, SignalScore};
use breadcrumb_store::{ErrorKind, EventFilter, HealDepth, SqliteStore, Store};

use crate::scratch::{Scratch, event, fingerprint};

fn detailed() -> HealingEvent {
    let mut event = event("test", "#x", 12.5);
    let signal = SignalScore {
        signal: "text".into(),
        score: 0.5,
        weight: 0.2,
    };
    let details = &mut event.details;
    details.uid = Some("0190".into());
    details.page_key = Some("/login".into());
    details.scorer = Some("classic".into());
    details.scoring = Some(ScoringResult::new(0.5, vec![signal]));
    details.margin = Some(0.25);
    details.runner_up = Some(fingerprint("test", "#x", "rival"));
    details.reasons = vec!["same text".into(), "same place".into()];
    details.proposed_locator = Some("role=button".into());
    details.action = Some("click".into());
    details.source_file = Some("tests/test_login.py".into());
    details.source_line = Some(7);
    event
}

fn times(store: &SqliteStore, filter: &EventFilter) -> Vec<f64> {
    let events = store.healing_events(filter).unwrap();
    events.iter().map(|event| event.timestamp).collect()
}

#[test]
fn a_heal_is_read_back_with_all_its_details() {
    let scratch = Scratch::new();
    let store = scratch.open();
    for event in [detailed(), event("test", "#x", 1.0)] {
        store.record_healing(&event).unwrap();
    }
    let events = store.healing_events(&EventFilter::new()).unwrap();
    assert_eq!(events, [detailed(), event("test", "#x", 1.0)]);
}

#[test]
fn heals_come_newest_first_and_the_later_row_first_at_one_time() {
    let scratch = Scratch::new();
    let store = scratch.open();
    for (locator, time) in [("#a", 2.0), ("#b", 3.0), ("#c", 2.0), ("#d", 1.0)] {
        store.record_healing(&event("test", locator, time)).unwrap();
    }
    let events = store.healing_events(&EventFilter::new()).unwrap();
    let locators: Vec<&str> = events.iter().map(|event| event.locator.as_str()).collect();
    assert_eq!(locators, ["#b", "#c", "#a", "#d"]);
}

#[test]
fn heals_are_filtered_by_test_locator_time_and_number() {
    let scratch = Scratch::new();
    let store = scratch.open();
    for (test, locator, time) in [
        ("one", "#a", 1.0),
        ("one", "#b", 2.0),
        ("two", "#a", 3.0),
        ("two", "#b", 4.0),
    ] {
        store.record_healing(&event(test, locator, time)).unwrap();
    }
    let all = EventFilter::new;
    assert_eq!(times(&store, &all().test_id("one")), [2.0, 1.0]);
    assert_eq!(times(&store, &all().locator("#a")), [3.0, 1.0]);
    assert_eq!(times(&store, &all().test_id("two").locator("#a")), [3.0]);
    assert_eq!(times(&store, &all().since(2.0)), [4.0, 3.0, 2.0]);
    assert_eq!(times(&store, &all().limit(2)), [4.0, 3.0]);
    assert_eq!(times(&store, &all().limit(0)), [0.0; 0]);
    assert_eq!(times(&store, &all().test_id("' OR 1=1 --")), [0.0; 0]);
}

#[test]
fn an_event_with_a_uid_is_recorded_once() {
    let scratch = Scratch::new();
    let store = scratch.open();
    store.record_healing(&event("test", "#x", 1.0)).unwrap();
    let first = store.record_healing(&detailed()).unwrap();
    store.record_healing(&event("test", "#x", 1.0)).unwrap();
    assert_eq!(store.record_healing(&detailed()).unwrap(), first);
    assert_eq!(store.stats().unwrap().healing_events, 3);
}

#[test]
fn a_visit_sees_every_heal_across_batches() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let raw = scratch.raw();
    // 700 heals at only four different times.
    raw.execute(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 700)
         INSERT INTO healing_events
             (test_id, locator, confidence, original_json, healed_json, timestamp)
         SELECT 't', '#' || i, 1, '{}', '{}', i % 4 FROM n",
        [],
    )
    .unwrap();
    let mut seen = Vec::new();
    let visited = store
        .for_each_healing_event(&EventFilter::new(), &mut |event| {
            store.stats().unwrap();
            seen.push((event.timestamp, event.locator));
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!((visited.rows, visited.skipped), (700, 0));
    assert!(seen.windows(2).all(|pair| pair[0].0 >= pair[1].0));
    seen.sort_by(|a, b| a.1.cmp(&b.1));
    seen.dedup();
    assert_eq!(seen.len(), 700);
    let filter = EventFilter::new().limit(400);
    assert_eq!(store.healing_events(&filter).unwrap().len(), 400);
}

#[test]
fn a_confidence_or_time_that_is_no_number_is_refused() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut uncertain = event("test", "#x", 1.0);
    uncertain.confidence = f64::NAN;
    for event in [uncertain, event("test", "#x", f64::INFINITY)] {
        let error = store.record_healing(&event).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidEvent);
        assert!(error.to_string().contains("`#x`"), "{error}");
    }
    assert_eq!(store.stats().unwrap().healing_events, 0);
}

#[test]
fn pages_of_heals_meet_without_a_gap_or_a_repetition() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let mut ids = Vec::new();
    // Three at one time, so that a page ends between them.
    for time in [1.0, 2.0, 2.0, 2.0, 3.0] {
        ids.push(store.record_healing(&event("test", "#x", time)).unwrap());
    }
    ids.reverse();
    let mut seen = Vec::new();
    let mut place = None;
    loop {
        let mut filter = EventFilter::new().limit(2);
        if let Some((time, id)) = place {
            filter = filter.older_than(time, id);
        }
        let before = seen.len();
        let visit = &mut |row: breadcrumb_store::HealRow| {
            place = Some((row.timestamp, row.id));
            seen.push(row.id);
            ControlFlow::Continue(())
        };
        store
            .for_each_heal_row(&filter, HealDepth::Short, visit)
            .unwrap();
        if seen.len() == before {
            break;
        }
    }
    assert_eq!(seen, ids);
    let one = times(&store, &EventFilter::new().id(ids[0]));
    assert_eq!(one, [3.0]);
    assert!(times(&store, &EventFilter::new().id(999)).is_empty());
}

#[test]
fn heals_are_counted_listed_and_read_by_their_ids() {
    let scratch = Scratch::new();
    let store = scratch.open();
    for (locator, time) in [("#a", 1.0), ("#b", 3.0), ("#a", 4.0), ("#a", 2.0)] {
        store.record_healing(&event("test", locator, time)).unwrap();
    }
    let counted = store.heal_counts(1.5, 2).unwrap();
    let counts = BTreeMap::from_iter(&counted.tests["test"]);
    let counts = counts.into_iter();
    let counts: Vec<_> = counts
        .map(|(locator, heals)| (locator.as_str(), heals.count, heals.last_at))
        .collect();
    assert_eq!(counts, [("#a", 2, 4.0), ("#b", 1, 3.0)]);
    assert_eq!(counted.newest, [3, 2]);
    assert_eq!(store.heal_ids(1.5).unwrap(), [3, 2, 4]);
    let mut seen = Vec::new();
    let mut visit = |row: breadcrumb_store::HealRow<&str>| {
        let original = row.whole.unwrap().original_json;
        seen.push((row.id, row.locator.to_owned(), original.starts_with('{')));
    };
    // One that is gone is left out.
    store.visit_heals(&[2, 99, 1], &mut visit).unwrap();
    let expected = [(2, "#b".to_owned(), true), (1, "#a".to_owned(), true)];
    assert_eq!(seen, expected);
    // In a row, in both directions, and with one before the first.
    for (ids, expected) in [
        ([4, 3, 2, 1], vec![4, 3, 2, 1]),
        ([1, 2, 3, 4], vec![1, 2, 3, 4]),
        ([0, 1, 2, 3], vec![1, 2, 3]),
        ([2, 2, 2, 2], vec![2, 2, 2, 2]),
        ([i64::MAX, i64::MIN, 1, 2], vec![1, 2]),
    ] {
        let mut seen = Vec::new();
        let mut visit = |row: breadcrumb_store::HealRow<&str>| seen.push(row.id);
        store.visit_heals(&ids, &mut visit).unwrap();
        assert_eq!(seen, expected, "{ids:?}");
    }
}
