//! Redacting: what an earlier version has kept goes, and what people have decided stays.

use breadcrumb_core::{ElementFingerprint, PageMemory, identity_digest};
use breadcrumb_store::{DecisionStore as _, LearnBatch, SqliteStore, Store as _};
use rusqlite::{Connection, params};

const SECRET: &str = "sk_live_4eC39HqLyjWDarjtT1zdp7dc";

fn link(text: &str) -> ElementFingerprint {
    ElementFingerprint::builder("a")
        .text(text)
        .attribute("href", format!("/go/{SECRET}"))
        .attribute("data-user", "ann.secret@example.test")
        .build()
        .with_key("t", "#a")
}

#[test]
fn nothing_secret_is_left_and_decisions_still_hold() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.db");
    let store = SqliteStore::open(&path).unwrap();
    let mut batch = LearnBatch::new();
    batch.add_fingerprint(link("pay"), Some("/p"));
    batch.add_memory(
        "/p",
        [link("pay"), link("help")]
            .into_iter()
            .collect::<PageMemory>(),
    );
    store.learn(&batch).unwrap();
    let (original, healed) = (link("pay"), link("pay now"));
    let (was, is) = (identity_digest(&original), identity_digest(&healed));
    let conn = Connection::open(&path).unwrap();
    conn.execute(
        "INSERT INTO healing_events (test_id, locator, confidence, original_json, healed_json,
             timestamp, uid, original_digest, healed_digest, proposed_locator)
         VALUES ('t', '#a', 0.9, ?1, ?2, 1, 'u', ?3, ?4, ?5)",
        params![
            original.to_json(),
            healed.to_json(),
            was,
            is,
            format!("a[href='/go/{SECRET}']")
        ],
    )
    .unwrap();
    conn.execute(
        "INSERT INTO heal_decisions (event_id, test_id, locator, original_digest, healed_digest,
             decision, decided_at) VALUES (1, 't', '#a', ?1, ?2, 'rejected', 1)",
        [&was, &is],
    )
    .unwrap();
    conn.execute(
        "INSERT INTO rejected_pairs VALUES (?1, ?2, ?3, ?4, 1)",
        [&was, &is, &original.to_json(), &healed.to_json()],
    )
    .unwrap();
    let details = format!(
        "{{\"found\": {}, \"said\": \"key {SECRET}\"}}",
        healed.to_json()
    );
    conn.execute(
        "INSERT INTO verdicts (test_id, locator, kind, message, details_json, timestamp)
         VALUES ('t', '#a', 'gone', ?1, ?2, 1)",
        [&format!("link {SECRET}"), &details],
    )
    .unwrap();
    conn.execute(
        "INSERT INTO errors (error_fp, message_norm, sample, first_seen_at)
         VALUES ('e', 'x', ?1, 1)",
        [&format!("login with password={SECRET}")],
    )
    .unwrap();
    drop(conn);

    let redacted = store.redact().unwrap();
    assert!(
        redacted.fingerprints >= 2 && redacted.heals >= 2,
        "{redacted:?}"
    );
    assert_eq!((redacted.looks, redacted.messages), (1, 1), "{redacted:?}");
    assert_eq!(redacted.page_memories, 1);
    assert_eq!(store.rejections().unwrap().len(), 1, "it stays rejected");
    assert!(store.load_memory("t", "#a", "/p").unwrap().is_some());
    assert_eq!(
        store.redact().unwrap(),
        breadcrumb_store::Redacted::default()
    );
    drop(store);
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let file = file.unwrap().path();
        let raw = String::from_utf8_lossy(&std::fs::read(&file).unwrap()).to_lowercase();
        let has = |text: &str| raw.contains(&text.to_lowercase());
        assert!(!has(SECRET) && !has("ann.secret"), "{}", file.display());
    }
}
