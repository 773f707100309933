-- Schema v2: what the Python package adds to follow test results. Must not change.
CREATE TABLE IF NOT EXISTS test_runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    test_id TEXT NOT NULL,
    status TEXT NOT NULL,
    duration_ms REAL,
    healing_occurred INTEGER NOT NULL DEFAULT 0,
    error_type TEXT,
    environment TEXT,
    timestamp REAL NOT NULL
);

CREATE INDEX IF NOT EXISTS idx_test_runs_test_id ON test_runs (test_id);
CREATE INDEX IF NOT EXISTS idx_test_runs_timestamp ON test_runs (timestamp);

CREATE TABLE IF NOT EXISTS quarantine (
    test_id TEXT PRIMARY KEY,
    reason TEXT NOT NULL,
    quarantined_at REAL NOT NULL,
    auto_unquarantine INTEGER NOT NULL DEFAULT 1
);
