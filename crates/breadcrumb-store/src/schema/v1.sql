-- Schema v1: what the Python package creates on first use. Must not change.
CREATE TABLE IF NOT EXISTS schema_meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS fingerprints (
    test_id TEXT NOT NULL,
    locator TEXT NOT NULL,
    fingerprint_json TEXT NOT NULL,
    updated_at REAL NOT NULL,
    PRIMARY KEY (test_id, locator)
);

CREATE TABLE IF NOT EXISTS healing_events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    test_id TEXT NOT NULL,
    locator TEXT NOT NULL,
    confidence REAL NOT NULL,
    original_json TEXT NOT NULL,
    healed_json TEXT NOT NULL,
    timestamp REAL NOT NULL
);

CREATE INDEX IF NOT EXISTS idx_healing_test ON healing_events (test_id);
CREATE INDEX IF NOT EXISTS idx_healing_locator ON healing_events (test_id, locator);
