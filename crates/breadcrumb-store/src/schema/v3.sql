-- Schema v3: new tables, and indexes on the columns that `columns.rs` adds to the old tables.
-- README.md in this folder says what each table is for.

-- Pages and fingerprints.

CREATE TABLE IF NOT EXISTS page_memories (
    id INTEGER PRIMARY KEY,
    content_hash TEXT NOT NULL UNIQUE,
    page_key TEXT NOT NULL,
    encoding TEXT NOT NULL,
    data BLOB NOT NULL,
    element_count INTEGER NOT NULL,
    created_at REAL NOT NULL
);

CREATE TABLE IF NOT EXISTS fingerprint_pages (
    test_id TEXT NOT NULL,
    locator TEXT NOT NULL,
    page_key TEXT NOT NULL,
    fingerprint_json TEXT NOT NULL,
    updated_at REAL NOT NULL,
    memory_id INTEGER REFERENCES page_memories (id) ON DELETE SET NULL,
    checks_json TEXT,
    source_file TEXT,
    source_line INTEGER,
    screenshot TEXT,
    PRIMARY KEY (test_id, locator, page_key),
    FOREIGN KEY (test_id, locator) REFERENCES fingerprints (test_id, locator)
        ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX IF NOT EXISTS idx_fingerprint_pages_memory
    ON fingerprint_pages (memory_id) WHERE memory_id IS NOT NULL;

CREATE TABLE IF NOT EXISTS fingerprint_history (
    id INTEGER PRIMARY KEY,
    test_id TEXT NOT NULL,
    locator TEXT NOT NULL,
    page_key TEXT,
    fingerprint_json TEXT NOT NULL,
    memory_id INTEGER REFERENCES page_memories (id) ON DELETE SET NULL,
    updated_at REAL NOT NULL,
    replaced_at REAL NOT NULL,
    cause TEXT NOT NULL,
    FOREIGN KEY (test_id, locator) REFERENCES fingerprints (test_id, locator)
        ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX IF NOT EXISTS idx_fingerprint_history_key
    ON fingerprint_history (test_id, locator, page_key);
CREATE INDEX IF NOT EXISTS idx_fingerprint_history_memory
    ON fingerprint_history (memory_id) WHERE memory_id IS NOT NULL;

-- Heals: what was decided about them, and the looks that healed nothing.

CREATE UNIQUE INDEX IF NOT EXISTS idx_healing_uid
    ON healing_events (uid) WHERE uid IS NOT NULL;
CREATE INDEX IF NOT EXISTS idx_healing_timestamp ON healing_events (timestamp);
CREATE INDEX IF NOT EXISTS idx_healing_test_timestamp ON healing_events (test_id, timestamp);
CREATE INDEX IF NOT EXISTS idx_healing_key_timestamp
    ON healing_events (test_id, locator, timestamp);
CREATE INDEX IF NOT EXISTS idx_healing_accepted
    ON healing_events (id) WHERE occasion = 'accepted';
CREATE INDEX IF NOT EXISTS idx_healing_run
    ON healing_events (run_ref) WHERE run_ref IS NOT NULL;

CREATE TABLE IF NOT EXISTS heal_decisions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT,
    event_id INTEGER REFERENCES healing_events (id) ON DELETE SET NULL,
    test_id TEXT NOT NULL,
    locator TEXT NOT NULL,
    original_digest TEXT,
    healed_digest TEXT,
    decision TEXT NOT NULL,
    note TEXT,
    decided_by TEXT,
    decided_at REAL NOT NULL
);
CREATE UNIQUE INDEX IF NOT EXISTS idx_heal_decisions_uid
    ON heal_decisions (uid) WHERE uid IS NOT NULL;
CREATE INDEX IF NOT EXISTS idx_heal_decisions_key ON heal_decisions (test_id, locator);
CREATE INDEX IF NOT EXISTS idx_heal_decisions_event
    ON heal_decisions (event_id) WHERE event_id IS NOT NULL;

CREATE TABLE IF NOT EXISTS rejected_pairs (
    original_digest TEXT NOT NULL,
    healed_digest TEXT NOT NULL,
    original_json TEXT NOT NULL,
    healed_json TEXT NOT NULL,
    created_at REAL NOT NULL,
    PRIMARY KEY (original_digest, healed_digest)
);

CREATE TABLE IF NOT EXISTS verdicts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT,
    test_id TEXT NOT NULL,
    locator TEXT NOT NULL,
    page_key TEXT,
    kind TEXT NOT NULL,
    message TEXT,
    confidence REAL,
    details_json TEXT,
    run_ref INTEGER REFERENCES runs (id) ON DELETE SET NULL,
    action TEXT,
    source_file TEXT,
    source_line INTEGER,
    timestamp REAL NOT NULL
);
CREATE UNIQUE INDEX IF NOT EXISTS idx_verdicts_uid ON verdicts (uid) WHERE uid IS NOT NULL;
CREATE INDEX IF NOT EXISTS idx_verdicts_key ON verdicts (test_id, locator);
CREATE INDEX IF NOT EXISTS idx_verdicts_timestamp ON verdicts (timestamp);
CREATE INDEX IF NOT EXISTS idx_verdicts_run ON verdicts (run_ref) WHERE run_ref IS NOT NULL;

-- Test results.

CREATE TABLE IF NOT EXISTS runs (
    id INTEGER PRIMARY KEY,
    run_uid TEXT NOT NULL UNIQUE,
    ci_provider TEXT,
    build_url TEXT,
    job TEXT,
    branch TEXT,
    branch_kind TEXT,
    pr TEXT,
    commit_sha TEXT,
    tree_hash TEXT,
    dirty INTEGER,
    os TEXT,
    browser TEXT,
    browser_version TEXT,
    runner TEXT,
    runner_version TEXT,
    retries_allowed INTEGER,
    started_at REAL NOT NULL,
    duration_ms REAL,
    exit_code INTEGER,
    seed TEXT,
    infra_flag TEXT
);
CREATE INDEX IF NOT EXISTS idx_runs_started_at ON runs (started_at);

CREATE TABLE IF NOT EXISTS revisions (
    id INTEGER PRIMARY KEY,
    revision_id TEXT NOT NULL UNIQUE,
    commit_sha TEXT,
    tree_hash TEXT,
    diff_hash TEXT,
    author TEXT,
    committed_at REAL,
    first_seen_at REAL NOT NULL
);

CREATE TABLE IF NOT EXISTS errors (
    id INTEGER PRIMARY KEY,
    error_fp TEXT NOT NULL UNIQUE,
    error_fp_coarse TEXT,
    error_class TEXT,
    message_norm TEXT,
    top_frames TEXT,
    sample TEXT,
    first_seen_at REAL NOT NULL
);
CREATE INDEX IF NOT EXISTS idx_errors_coarse ON errors (error_fp_coarse);

CREATE UNIQUE INDEX IF NOT EXISTS idx_test_runs_uid ON test_runs (uid) WHERE uid IS NOT NULL;
-- Few more indexes than the Python package's two: each is a page more to write for every attempt.
-- With the time: how many attempts a run has, and whether it is in a window, without the table.
CREATE INDEX IF NOT EXISTS idx_test_runs_run_timestamp
    ON test_runs (run_ref, timestamp) WHERE run_ref IS NOT NULL;
-- What did not pass is little, and what a report is about.
CREATE INDEX IF NOT EXISTS idx_test_runs_not_passed
    ON test_runs (test_id, timestamp, status, run_ref) WHERE status <> 'passed';

CREATE TABLE IF NOT EXISTS daily_rollups (
    day TEXT NOT NULL,
    test_id TEXT NOT NULL,
    variant TEXT NOT NULL DEFAULT '',
    passed INTEGER NOT NULL DEFAULT 0,
    failed INTEGER NOT NULL DEFAULT 0,
    healed INTEGER NOT NULL DEFAULT 0,
    skipped INTEGER NOT NULL DEFAULT 0,
    duration_ms REAL NOT NULL DEFAULT 0,
    details_json TEXT,
    PRIMARY KEY (day, test_id, variant)
);

CREATE TABLE IF NOT EXISTS test_aliases (
    old_id TEXT PRIMARY KEY,
    new_id TEXT NOT NULL,
    since REAL NOT NULL
);
CREATE INDEX IF NOT EXISTS idx_test_aliases_new ON test_aliases (new_id);

-- Quarantine.

CREATE TABLE IF NOT EXISTS test_states (
    test_id TEXT NOT NULL,
    variant TEXT NOT NULL DEFAULT '',
    state TEXT NOT NULL,
    epoch_at REAL,
    epoch_revision TEXT,
    peak_rate REAL,
    released_at REAL,
    acknowledged_at REAL,
    details_json TEXT,
    updated_at REAL NOT NULL,
    PRIMARY KEY (test_id, variant)
);

CREATE TABLE IF NOT EXISTS quarantine_events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT,
    test_id TEXT NOT NULL,
    variant TEXT,
    action TEXT NOT NULL,
    actor TEXT,
    reason TEXT,
    details_json TEXT,
    timestamp REAL NOT NULL
);
CREATE UNIQUE INDEX IF NOT EXISTS idx_quarantine_events_uid
    ON quarantine_events (uid) WHERE uid IS NOT NULL;
CREATE INDEX IF NOT EXISTS idx_quarantine_events_test
    ON quarantine_events (test_id, timestamp);
