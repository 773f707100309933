'use strict';
// The shapes of the document, as docs/design/0008-reports.md has them, and those of this page.

/**
 * @typedef {{
 *   total: number, stable: number, healed: number, flaky: number, failing: number, quarantined: number,
 *   attempts: number, passed: number, failed: number, skipped: number,
 *   heals: number, refusals: number, drifts: number, runs: number, pending: number, open: number, fixed: number,
 * }} Summary
 */

/**
 * @typedef {{
 *   day: string, passed: number, healed: number, flaky: number, failed: number, skipped: number,
 *   lost_ms: number,
 * }} DayCount
 */

/** @typedef {{ fingerprint: string | null, kind: string | null, message: string | null, count: number, last_seen: number | null }} ErrorGroup */

/**
 * @typedef {{
 *   state: string | null, reason: string | null, since: number | null, expires_at: number | null,
 *   manual: boolean | null, owner: string | null, ticket: string | null,
 *   passes_needed: number | null, release: string | null,
 * }} Quarantine
 */

/**
 * @typedef {{
 *   test_id: string, file: string | null, line?: number | null, name: string | null, owner: string | null, tags: string[] | null,
 *   state: string | null, tier: string | null, flip_rate: number | null,
 *   rate: number | null, rate_low: number | null, rate_high: number | null, reason: string | null,
 *   attempts: number, passed: number, failed: number, skipped: number, heals: number, refusals: number,
 *   first_seen: number | null, last_seen: number | null, last_status: string | null, median_ms: number | null,
 *   history: string | null, errors: ErrorGroup[] | null, quarantine: Quarantine | null,
 * }} TestRow
 */

/**
 * What the list of heals needs of each.
 *
 * @typedef {{
 *   id: number, timestamp: number, test_id: string, locator: string, confidence: number | null,
 *   proposed_locator: string | null, occasion: string, decision: string,
 * }} HealBrief
 */

/**
 * A fingerprint as it is stored; it has more fields than these.
 *
 * @typedef {{ [field: string]: unknown }} Fingerprint
 */

/** @typedef {{ name: string, score: number, weight: number }} Signal */

/**
 * @typedef {HealBrief & {
 *   original: Fingerprint | null, healed: Fingerprint | null, runner_up: Fingerprint | null,
 *   page: string | null, scorer: string | null, signals: Signal[] | null, margin: number | null,
 *   reasons: string[] | null, action: string | null, source_file: string | null,
 *   source_line: number | null, before_image: string | null, after_image: string | null,
 *   decided_by: string | null, note: string | null,
 * }} Heal
 */

/**
 * @typedef {{
 *   confidence: number | null, locator: string | null, description: string | null, reasons: string[] | null,
 *   veto: string | null,
 * }} Suggestion
 */

/**
 * @typedef {{
 *   id: number, count: number, timestamp: number, test_id: string, locator: string, kind: string | null,
 *   message: string | null, confidence: number | null, page: string | null, action: string | null,
 *   source_file: string | null, source_line: number | null, suggestions: Suggestion[] | null,
 * }} Refusal
 */

/** @typedef {{ test_id: string, reason: string | null, state: string | null, rate: number | null, quarantined: boolean }} FlakyTest */

/** @typedef {{ test_id: string, locator: string, count: number, avg_confidence: number | null, proposed_locator: string | null }} TopLocator */

/**
 * @typedef {{
 *   lost_ms: number | null, red_runs_by_flaky: number | null, saved_runs_by_quarantine: number | null,
 *   red_chance: number | null, runs_per_week: number | null, expected_red_runs_per_week: number | null,
 * }} Impact
 */

/**
 * @typedef {{
 *   format: string, version: number, tool: string, generated_at: number, period_days: number,
 *   since: number | null, summary: Summary, days: DayCount[], tests: TestRow[],
 *   healing_events: HealBrief[], refusals: Refusal[], drifts: Refusal[], flaky_tests: FlakyTest[],
 *   top_locators: TopLocator[], impact: Impact | null,
 * }} ReportDoc
 */

/** What a view shows: the same key means that the view is the same one with other contents. */
/** @typedef {{ key: string, title: string, body: HTMLElement }} View */

/** What can stand inside an element. */
/** @typedef {Node | string | number | null | undefined} Child */
