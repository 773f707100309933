// The document with what the views look up often: by id, by state, in sorted order.

/** A search looks no further into a text; nobody types that much. */
const SEARCHED_TEXT = 1000;

/** The groups that the tiles count, worst first. A test can be in several. */
const GROUPS = /** @type {const} */ (['failing', 'flaky', 'quarantined', 'healed', 'stable']);

/** @typedef {(typeof GROUPS)[number]} Group */

/** Heals that are not fixed and not rejected: the test needs them. */
const OPEN_DECISIONS = new Set(['pending', 'approved']);

/**
 * @typedef {{
 *   doc: ReportDoc,
 *   tests: Map<string, TestRow>,
 *   groups: Map<TestRow, Set<Group>>,
 *   flaky: Map<string, FlakyTest>,
 *   refusals: Refusal[],
 *   sorted: Map<string, unknown[]>,
 *   lastSearch: { rows: readonly unknown[], query: string, found: readonly unknown[] } | null,
 *   choices: Map<string, [string, string][]>,
 *   number: number,
 * }} Model
 */

/** How many documents were shown; a model's number tells it from the one before. */
let modelCount = 0;

/**
 * @param {ReportDoc} doc
 * @returns {Model}
 */
function makeModel(doc) {
  /** @type {Map<string, FlakyTest>} */
  const flaky = new Map();
  for (const test of doc.flaky_tests) flaky.set(test.test_id, test);
  const healed = healedTests(doc.healing_events);
  /** @type {Map<string, TestRow>} */
  const tests = new Map();
  /** @type {Map<TestRow, Set<Group>>} */
  const groups = new Map();
  for (const test of doc.tests) {
    tests.set(test.test_id, test);
    groups.set(test, groupsOf(test, flaky, healed));
  }
  const refusals = doc.refusals.concat(doc.drifts).sort((a, b) => b.timestamp - a.timestamp);
  modelCount += 1;
  return {
    doc, tests, groups, flaky, refusals,
    sorted: new Map(), lastSearch: null, choices: new Map(), number: modelCount,
  };
}

/**
 * The tests that still need a heal: the newest heal of each locator says what has become of it.
 *
 * @param {readonly HealBrief[]} heals newest first
 * @returns {Set<string>}
 */
function healedTests(heals) {
  /** @type {Set<string>} */
  const known = new Set();
  /** @type {Set<string>} */
  const healed = new Set();
  for (const { test_id: test, locator, decision } of heals) {
    const key = test + '\0' + locator;
    if (!known.has(key) && OPEN_DECISIONS.has(decision)) healed.add(test);
    known.add(key);
  }
  return healed;
}

/**
 * The same rules as the summary's, so that a tile and the list behind it agree.
 *
 * @param {TestRow} test
 * @param {Map<string, FlakyTest>} flaky
 * @param {Set<string>} healed
 * @returns {Set<Group>}
 */
function groupsOf(test, flaky, healed) {
  /** @type {Set<Group>} */
  const groups = new Set();
  if (test.last_status === 'failed' || test.last_status === 'error') groups.add('failing');
  if (flaky.has(test.test_id)) groups.add('flaky');
  if (test.quarantine) groups.add('quarantined');
  if (healed.has(test.test_id) && !groups.has('failing')) groups.add('healed');
  if (groups.size === 0) groups.add('stable');
  return groups;
}

/**
 * How a test is named in a list: its own name, or the whole id where it has none.
 *
 * @param {Model} model
 * @param {string} testId
 * @returns {{ file: string, name: string }}
 */
function testName(model, testId) {
  const test = model.tests.get(testId);
  return { file: test?.file || '', name: test?.name || testId };
}

/**
 * A list in the order of a column. Sorting is done once a column; a search then only filters.
 *
 * @template {object} Row
 * @param {Model} model
 * @param {string} list names the list
 * @param {readonly Row[]} rows
 * @param {{ id: string, value: (row: Row) => string | number | null }} column
 * @param {boolean} isDescending
 * @returns {readonly Row[]}
 */
function sortRows(model, list, rows, column, isDescending) {
  const key = list + ' ' + column.id + (isDescending ? ' down' : ' up');
  const known = model.sorted.get(key);
  if (known !== undefined) return /** @type {Row[]} */ (known);
  const some = [];
  const none = [];
  for (const row of rows) {
    const value = column.value(row);
    if (value === null || value === undefined) none.push(row);
    else some.push({ row, value: typeof value === 'string' ? value.slice(0, SEARCHED_TEXT).toLowerCase() : value });
  }
  const sign = isDescending ? -1 : 1;
  some.sort((a, b) => (a.value < b.value ? -sign : a.value > b.value ? sign : 0));
  // What is not known comes last, whichever way the rest goes.
  const sorted = some.map((entry) => entry.row).concat(none);
  model.sorted.set(key, sorted);
  return sorted;
}

/**
 * The rows that have every word of a search somewhere in their texts.
 *
 * @template {object} Row
 * @param {Model} model
 * @param {readonly Row[]} rows
 * @param {string} query
 * @param {(row: Row) => (string | null | undefined)[]} texts
 * @returns {readonly Row[]}
 */
function searchRows(model, rows, query, texts) {
  const words = query.toLowerCase().split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return rows;
  // What matches more letters is among what matched fewer.
  const last = model.lastSearch;
  const isNarrower = last !== null && last.rows === rows && query.startsWith(last.query);
  const among = isNarrower ? /** @type {readonly Row[]} */ (last.found) : rows;
  const found = among.filter((row) => {
    const text = searchedText(row, texts);
    for (const word of words) if (!text.includes(word)) return false;
    return true;
  });
  model.lastSearch = { rows, query, found };
  return found;
}

/** Where a row keeps its searched text; a table beside the rows takes three times as long. */
const SEARCHED = Symbol('searched');

/**
 * @template {object} Row
 * @param {Row & { [SEARCHED]?: string }} row
 * @param {(row: Row) => (string | null | undefined)[]} texts
 * @returns {string}
 */
function searchedText(row, texts) {
  const known = row[SEARCHED];
  if (known !== undefined) return known;
  let text = '';
  for (const part of texts(row)) if (part) text += part.slice(0, SEARCHED_TEXT) + '\n';
  const lower = text.toLowerCase();
  row[SEARCHED] = lower;
  return lower;
}

/**
 * Puts the searched texts of a list together while the browser has nothing to do, so that the
 * first key of a search is as quick as the others.
 *
 * @template {object} Row
 * @param {readonly (Row & { [SEARCHED]?: string })[]} rows
 * @param {(row: Row) => (string | null | undefined)[]} texts
 */
function prepareSearch(rows, texts) {
  const last = rows[rows.length - 1];
  if (last === undefined || last[SEARCHED] !== undefined || !('requestIdleCallback' in window)) return;
  let next = 0;
  const work = (/** @type {IdleDeadline} */ deadline) => {
    for (; next < rows.length && deadline.timeRemaining() > 1; next += 1) {
      const row = rows[next];
      if (row !== undefined) searchedText(row, texts);
    }
    if (next < rows.length) requestIdleCallback(work);
  };
  requestIdleCallback(work);
}
