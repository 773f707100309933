//! Page memories: shared, small, and gone when nothing needs them.

use breadcrumb_core::{BoundingBox, ElementFingerprint, PageMemory};
use breadcrumb_store::{LearnBatch, Store};

use crate::scratch::{Scratch, fingerprint};

fn memory(names: &[&str]) -> PageMemory {
    let button = |name: &&str| ElementFingerprint::builder("button").text(name).build();
    names.iter().map(button).collect()
}

fn learn(store: &dyn Store, test_id: &str, text: &str, memory: &PageMemory) {
    let mut batch = LearnBatch::new();
    batch.add_fingerprint(fingerprint(test_id, "#a", text), Some("/a"));
    batch.add_memory("/a", memory.clone());
    store.learn(&batch).unwrap();
}

fn count(scratch: &Scratch) -> i64 {
    let conn = scratch.raw();
    conn.query_row("SELECT count(*) FROM page_memories", [], |row| row.get(0))
        .unwrap()
}

#[test]
fn keys_of_one_page_share_a_memory() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let page = memory(&["Save", "Cancel"]);
    learn(&store, "one", "x", &page);
    learn(&store, "two", "x", &page);
    assert_eq!(count(&scratch), 1);
    for test in ["one", "two"] {
        assert_eq!(
            store.load_memory(test, "#a", "/a").unwrap(),
            Some(page.clone())
        );
    }
    assert_eq!(store.load_memory("one", "#a", "/b").unwrap(), None);
}

#[test]
fn a_memory_goes_when_nothing_refers_to_it() {
    let scratch = Scratch::new();
    let store = scratch.open();
    learn(&store, "one", "x", &memory(&["Save"]));
    learn(&store, "one", "x", &memory(&["Save", "Cancel"]));
    assert_eq!(
        count(&scratch),
        1,
        "the same fingerprint, so nothing is kept of before"
    );
    learn(&store, "one", "y", &memory(&["Send"]));
    assert_eq!(
        count(&scratch),
        2,
        "the earlier fingerprint keeps its memory"
    );
    store.delete_fingerprint("one", "#a").unwrap();
    assert_eq!(count(&scratch), 0);
}

#[test]
fn rolling_back_brings_the_memory_back() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let before = memory(&["Save"]);
    learn(&store, "one", "x", &before);
    learn(&store, "one", "y", &memory(&["Send"]));
    store.roll_back("one", "#a", Some("/a")).unwrap();
    assert_eq!(store.load_memory("one", "#a", "/a").unwrap(), Some(before));
}

#[test]
fn a_broken_memory_is_none() {
    let scratch = Scratch::new();
    let store = scratch.open();
    learn(&store, "one", "x", &memory(&["Save"]));
    let conn = scratch.raw();
    conn.execute("UPDATE page_memories SET data = x'00ff'", [])
        .unwrap();
    assert_eq!(store.load_memory("one", "#a", "/a").unwrap(), None);
}

#[test]
fn a_page_of_600_elements_takes_less_than_15_kilobytes() {
    let scratch = Scratch::new();
    let store = scratch.open();
    let words = [
        "Open", "Edit", "Report", "Invoice", "Customer", "Order", "Archive", "Share",
    ];
    let element = |n: usize| {
        let word = |step: usize| words[(n / step + n) % words.len()];
        ElementFingerprint::builder(if n.is_multiple_of(3) { "button" } else { "a" })
            .text(&format!("{} {} {n}", word(1), word(7)))
            .attribute("id", format!("{}-{n}", word(3).to_lowercase()))
            .attribute(
                "href",
                format!("/{}/{}", word(5).to_lowercase(), 1000 + n * 37),
            )
            .attribute("class", "btn btn-sm text-muted d-inline-block")
            .bbox(BoundingBox::new(
                (n % 5 * 211) as f64,
                (n * 31) as f64,
                90.0,
                30.0,
            ))
            .build()
    };
    learn(&store, "one", "x", &(0..600).map(element).collect());
    let conn = scratch.raw();
    let bytes: i64 = conn
        .query_row("SELECT length(data) FROM page_memories", [], |row| {
            row.get(0)
        })
        .unwrap();
    assert!(bytes <= 15_000, "{bytes}");
}
