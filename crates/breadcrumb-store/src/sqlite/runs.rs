//! Runs of the suite and the attempts in them: appending, and visiting newest first.

use breadcrumb_core::{FailureReason, RunDetails, RunInfo, RunStatus, TestRun};
use rusqlite::{Connection, OptionalExtension, Row, named_params, params};

use super::connect::Database;
use super::log::{Batch, Cursor, Query};
use super::rows;
use crate::filter::RunFilter;

/// The columns that the Python package knows.
const CLASSIC_COLUMNS: &str = "log.test_id, log.status, log.duration_ms, log.healing_occurred, log.error_type, \
     log.environment";

/// The same and those of schema v3, in the order [`read_details`] expects.
const ALL_COLUMNS: &str = "log.test_id, log.status, log.duration_ms, log.healing_occurred, log.error_type, \
     log.environment, log.uid, run.run_uid, revision.revision_id, \
     COALESCE(run.commit_sha, revision.commit_sha), log.variant, log.attempt_no, log.phase, \
     log.outcome, log.started_at, log.worker, log.shard, log.order_index, log.heal_score, \
     log.retry_reason, log.source_file, log.source_line, log.owner, log.tags, error.error_fp, \
     error.error_fp_coarse, error.error_class, error.message_norm, error.top_frames, error.sample";

const ALL_TABLES: &str = "test_runs AS log
     LEFT JOIN runs AS run ON run.id = log.run_ref
     LEFT JOIN revisions AS revision ON revision.id = log.revision_ref
     LEFT JOIN errors AS error ON error.id = log.error_ref";

/// Appends an attempt and returns its row id; the caller holds a transaction.
pub(super) fn record(conn: &Connection, run: &TestRun) -> rusqlite::Result<i64> {
    let details = &run.details;
    let commit = details.commit_sha.as_deref();
    let run_ref = match &details.run_uid {
        Some(uid) => Some(reference(conn, uid, commit, began_at(run))?),
        None => None,
    };
    record_in(conn, run, run_ref)
}

/// Saves what is known of a run of the suite and appends its attempts; within a transaction.
pub(super) fn record_all(
    conn: &Connection,
    info: &RunInfo,
    runs: &[TestRun],
    now: f64,
) -> rusqlite::Result<()> {
    let first = runs.iter().map(began_at).reduce(f64::min).unwrap_or(now);
    let run_ref = save_info(conn, info, first)?;
    for run in runs {
        record_in(conn, run, Some(run_ref))?;
    }
    Ok(())
}

/// Returns the row of the run with this id; makes one where there is none yet.
pub(super) fn reference(
    conn: &Connection,
    run_uid: &str,
    commit_sha: Option<&str>,
    started_at: f64,
) -> rusqlite::Result<i64> {
    let found = conn
        .prepare_cached("SELECT id FROM runs WHERE run_uid = ?1")?
        .query_row([run_uid], |row| row.get(0))
        .optional()?;
    if let Some(id) = found {
        return Ok(id);
    }
    conn.prepare_cached("INSERT INTO runs (run_uid, commit_sha, started_at) VALUES (?1, ?2, ?3)")?
        .execute(params![run_uid, commit_sha, started_at])?;
    Ok(conn.last_insert_rowid())
}

/// Saves a run of the suite; what is not known this time stays as it was.
pub(super) fn save_info(conn: &Connection, info: &RunInfo, first: f64) -> rusqlite::Result<i64> {
    let id = reference(conn, &info.run_uid, None, info.started_at.unwrap_or(first))?;
    conn.prepare_cached(
        "UPDATE runs SET
             ci_provider = COALESCE(:ci_provider, ci_provider),
             build_url = COALESCE(:build_url, build_url),
             job = COALESCE(:job, job),
             branch = COALESCE(:branch, branch),
             branch_kind = COALESCE(:branch_kind, branch_kind),
             pr = COALESCE(:pr, pr),
             commit_sha = COALESCE(:commit_sha, commit_sha),
             tree_hash = COALESCE(:tree_hash, tree_hash),
             dirty = COALESCE(:dirty, dirty),
             os = COALESCE(:os, os),
             browser = COALESCE(:browser, browser),
             browser_version = COALESCE(:browser_version, browser_version),
             runner = COALESCE(:runner, runner),
             runner_version = COALESCE(:runner_version, runner_version),
             retries_allowed = COALESCE(:retries_allowed, retries_allowed),
             started_at = COALESCE(:started_at, started_at),
             duration_ms = COALESCE(:duration_ms, duration_ms),
             exit_code = COALESCE(:exit_code, exit_code),
             seed = COALESCE(:seed, seed),
             infra_flag = COALESCE(:infra_flag, infra_flag)
         WHERE id = :id",
    )?
    .execute(named_params! {
        ":id": id,
        ":ci_provider": info.ci_provider,
        ":build_url": info.build_url,
        ":job": info.job,
        ":branch": info.branch,
        ":branch_kind": info.branch_kind,
        ":pr": info.pr,
        ":commit_sha": info.commit_sha,
        ":tree_hash": info.tree_hash,
        ":dirty": info.dirty,
        ":os": info.os,
        ":browser": info.browser,
        ":browser_version": info.browser_version,
        ":runner": info.runner,
        ":runner_version": info.runner_version,
        ":retries_allowed": info.retries_allowed,
        ":started_at": info.started_at,
        ":duration_ms": info.duration_ms,
        ":exit_code": info.exit_code,
        ":seed": info.seed,
        ":infra_flag": info.infra_flag,
    })?;
    Ok(id)
}

pub(super) fn record_in(
    conn: &Connection,
    run: &TestRun,
    run_ref: Option<i64>,
) -> rusqlite::Result<i64> {
    let details = &run.details;
    let error_ref = match &details.failure {
        Some(failure) => Some(save_failure(conn, failure, run.timestamp)?),
        None => None,
    };
    let tags = (!details.tags.is_empty()).then_some(&details.tags);
    let inserted = conn
        .prepare_cached(
            "INSERT INTO test_runs
                 (test_id, status, duration_ms, healing_occurred, error_type, environment,
                  timestamp, uid, run_ref, revision_ref, variant, attempt_no, outcome, phase,
                  started_at, worker, shard, order_index, error_ref, heal_score, retry_reason,
                  source_file, source_line, owner, tags)
             VALUES
                 (:test_id, :status, :duration_ms, :healed, :error_type, :environment,
                  :timestamp, :uid, :run_ref, :revision_ref, :variant, :attempt_no, :outcome,
                  :phase, :started_at, :worker, :shard, :order_index, :error_ref, :heal_score,
                  :retry_reason, :source_file, :source_line, :owner, :tags)
             ON CONFLICT (uid) WHERE uid IS NOT NULL DO NOTHING",
        )?
        .execute(named_params! {
            ":test_id": run.test_id,
            ":status": run.status.name(),
            ":duration_ms": run.duration_ms,
            ":healed": run.healed,
            ":error_type": run.error_type,
            ":environment": run.environment,
            ":timestamp": run.timestamp,
            ":uid": details.uid,
            ":run_ref": run_ref,
            ":revision_ref": save_revision(conn, details, run.timestamp)?,
            ":variant": details.variant,
            ":attempt_no": details.attempt_no,
            ":outcome": details.outcome,
            ":phase": details.phase,
            ":started_at": details.started_at,
            ":worker": details.worker,
            ":shard": details.shard,
            ":order_index": details.order_index,
            ":error_ref": error_ref,
            ":heal_score": details.heal_score,
            ":retry_reason": details.retry_reason,
            ":source_file": details.source_file,
            ":source_line": details.source_line,
            ":owner": details.owner,
            ":tags": tags.and_then(|tags| serde_json::to_string(tags).ok()),
        })?;
    if inserted > 0 {
        return Ok(conn.last_insert_rowid());
    }
    conn.prepare_cached("SELECT id FROM test_runs WHERE uid = ?1")?
        .query_row([&details.uid], |row| row.get(0))
}

/// Returns the row of an attempt's revision; the first one that names its commit counts.
fn save_revision(
    conn: &Connection,
    details: &RunDetails,
    now: f64,
) -> rusqlite::Result<Option<i64>> {
    let commit = details.commit_sha.as_deref();
    let Some(revision) = details.revision.as_deref().or(commit) else {
        return Ok(None);
    };
    let found = conn
        .prepare_cached(
            "SELECT id, commit_sha IS NULL AND ?2 IS NOT NULL FROM revisions
             WHERE revision_id = ?1",
        )?
        .query_row(params![revision, commit], |row| {
            Ok((row.get(0)?, row.get::<_, bool>(1)?))
        })
        .optional()?;
    if let Some((id, lacks_commit)) = found {
        if lacks_commit {
            conn.prepare_cached("UPDATE revisions SET commit_sha = ?2 WHERE id = ?1")?
                .execute(params![id, commit])?;
        }
        return Ok(Some(id));
    }
    conn.prepare_cached(
        "INSERT INTO revisions (revision_id, commit_sha, first_seen_at) VALUES (?1, ?2, ?3)",
    )?
    .execute(params![revision, commit, now])?;
    Ok(Some(conn.last_insert_rowid()))
}

/// Returns the row of a reason to fail, which stays as it was the first time.
fn save_failure(conn: &Connection, failure: &FailureReason, now: f64) -> rusqlite::Result<i64> {
    let found = conn
        .prepare_cached("SELECT id FROM errors WHERE error_fp = ?1")?
        .query_row([&failure.fingerprint], |row| row.get(0))
        .optional()?;
    if let Some(id) = found {
        return Ok(id);
    }
    conn.prepare_cached(
        "INSERT INTO errors
             (error_fp, error_fp_coarse, error_class, message_norm, top_frames, sample,
              first_seen_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?
    .execute(params![
        failure.fingerprint,
        failure.coarse_fingerprint,
        failure.error_class,
        failure.message,
        failure.top_frames,
        failure.sample,
        now,
    ])?;
    Ok(conn.last_insert_rowid())
}

fn began_at(run: &TestRun) -> f64 {
    run.details.started_at.unwrap_or(run.timestamp)
}

/// Reads the attempts that come after a place, at most `limit`.
pub(super) fn batch_after(
    database: &Database,
    filter: &RunFilter,
    after: Option<&Cursor>,
    limit: u64,
) -> rusqlite::Result<Batch<TestRun>> {
    if !has_runs(database)? {
        return Ok(Batch::empty());
    }
    let has_details = database.is_full();
    let mut query = if has_details {
        Query::new(ALL_COLUMNS, ALL_TABLES)
    } else {
        Query::new(CLASSIC_COLUMNS, "test_runs AS log")
    };
    query.filter(
        "log.test_id = :test_id",
        ":test_id",
        filter.test_id.as_ref(),
    );
    query.filter("log.timestamp >= :since", ":since", filter.since.as_ref());
    if filter.run_uid.is_some() && !has_details {
        return Ok(Batch::empty());
    }
    query.filter(
        "run.run_uid = :run_uid",
        ":run_uid",
        filter.run_uid.as_ref(),
    );
    query.batch_after(&database.conn, after, limit, |row| read(row, has_details))
}

/// Reads the runs of the suite whose id begins so, those that were recorded last first.
pub(super) fn recorded(
    database: &Database,
    prefix: &str,
    limit: u32,
) -> rusqlite::Result<Vec<RunInfo>> {
    if !database.is_full() {
        return Ok(Vec::new());
    }
    let mut statement = database.conn.prepare_cached(
        "SELECT run_uid, runner, started_at, duration_ms, exit_code FROM runs
         WHERE substr(run_uid, 1, length(?1)) = ?1 ORDER BY id DESC LIMIT ?2",
    )?;
    let found = statement.query_map(params![prefix, limit], |row| {
        let mut info = RunInfo::new(rows::string(row, 0).unwrap_or_default());
        info.runner = rows::string(row, 1);
        info.started_at = rows::number(row, 2);
        info.duration_ms = rows::number(row, 3);
        info.exit_code = row.get(4).ok();
        Ok(info)
    })?;
    found.collect()
}

/// Returns the ids of all tests that have an attempt, sorted.
pub(super) fn test_ids(database: &Database) -> rusqlite::Result<Vec<String>> {
    if !has_runs(database)? {
        return Ok(Vec::new());
    }
    let mut statement = database
        .conn
        .prepare_cached("SELECT DISTINCT test_id FROM test_runs ORDER BY test_id")?;
    let mut found = statement.query([])?;
    let mut ids = Vec::new();
    while let Some(row) = found.next()? {
        ids.extend(rows::string(row, 0));
    }
    Ok(ids)
}

/// The Python package makes the table when it first needs it.
fn has_runs(database: &Database) -> rusqlite::Result<bool> {
    Ok(database.is_full() || database.conn.table_exists(None, "test_runs")?)
}

fn read(row: &Row<'_>, has_details: bool) -> Option<TestRun> {
    let status = RunStatus::from_name(rows::text(row, 3)?)?;
    let mut run = TestRun::new(rows::string(row, 2)?, status, rows::number(row, 1)?);
    run.duration_ms = rows::number(row, 4);
    run.healed = rows::number(row, 5).is_some_and(|flag| flag != 0.0);
    run.error_type = rows::string(row, 6);
    run.environment = rows::string(row, 7);
    if has_details {
        run.details = read_details(row);
    }
    Some(run)
}

/// Reads what schema v3 has added; a part that is broken is left out, the attempt itself stays.
fn read_details(row: &Row<'_>) -> RunDetails {
    let mut details = RunDetails::default();
    details.uid = rows::string(row, 8);
    details.run_uid = rows::string(row, 9);
    details.revision = rows::string(row, 10);
    details.commit_sha = rows::string(row, 11);
    details.variant = rows::string(row, 12);
    details.attempt_no = row.get(13).ok();
    details.phase = rows::string(row, 14);
    details.outcome = rows::string(row, 15);
    details.started_at = rows::number(row, 16);
    details.worker = rows::string(row, 17);
    details.shard = rows::string(row, 18);
    details.order_index = row.get(19).ok();
    details.heal_score = rows::number(row, 20);
    details.retry_reason = rows::string(row, 21);
    details.source_file = rows::string(row, 22);
    details.source_line = row.get(23).ok();
    details.owner = rows::string(row, 24);
    details.tags = rows::text(row, 25)
        .and_then(|json| serde_json::from_str(json).ok())
        .unwrap_or_default();
    details.failure = read_failure(row);
    details
}

fn read_failure(row: &Row<'_>) -> Option<FailureReason> {
    let mut failure = FailureReason::new(rows::text(row, 26)?);
    failure.coarse_fingerprint = rows::string(row, 27);
    failure.error_class = rows::string(row, 28);
    failure.message = rows::string(row, 29);
    failure.top_frames = rows::string(row, 30);
    failure.sample = rows::string(row, 31);
    Some(failure)
}
