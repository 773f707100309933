// The document with what the views look up often: by id, by state, in sorted order.

/** A search looks no further into a text; nobody types that much. */
const SEARCHED_TEXT = 1000;

/** The groups that the tiles count, worst first. A test can be in several. */
const GROUPS = /** @type {const} */ (['failing', 'flaky', 'quarantined', 'healed', 'stable']);

/** @typedef {(typeof GROUPS)[number]} Group */

/**
 * @typedef {{
 *   doc: ReportDoc,
 *   tests: Map<string, TestRow>,
 *   groups: Map<TestRow, Set<Group>>,
 *   flaky: Map<string, FlakyTest>,
 *   looks: Refusal[],
 *   sorted: Map<string, unknown[]>,
 *   searched: WeakMap<object, string>,
 * }} Model
 */

/**
 * @param {ReportDoc} doc
 * @returns {Model}
 */
function makeModel(doc) {
  /** @type {Map<string, FlakyTest>} */
  const flaky = new Map();
  for (const test of doc.flaky_tests) flaky.set(test.test_id, test);
  /** @type {Map<string, TestRow>} */
  const tests = new Map();
  /** @type {Map<TestRow, Set<Group>>} */
  const groups = new Map();
  for (const test of doc.tests) {
    tests.set(test.test_id, test);
    groups.set(test, groupsOf(test, flaky));
  }
  const looks = doc.refusals.concat(doc.drifts).sort((a, b) => b.timestamp - a.timestamp);
  return { doc, tests, groups, flaky, looks, sorted: new Map(), searched: new WeakMap() };
}

/**
 * The same rules as the summary's, so that a tile and the list behind it agree.
 *
 * @param {TestRow} test
 * @param {Map<string, FlakyTest>} flaky
 * @returns {Set<Group>}
 */
function groupsOf(test, flaky) {
  /** @type {Set<Group>} */
  const groups = new Set();
  if (test.last_status === 'failed' || test.last_status === 'error') groups.add('failing');
  if (flaky.has(test.test_id)) groups.add('flaky');
  if (test.quarantine) groups.add('quarantined');
  if (test.heals > 0) groups.add('healed');
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
  return rows.filter((row) => {
    let text = model.searched.get(row);
    if (text === undefined) {
      text = texts(row).map((part) => (part || '').slice(0, SEARCHED_TEXT)).join('\n').toLowerCase();
      model.searched.set(row, text);
    }
    for (const word of words) if (!text.includes(word)) return false;
    return true;
  });
}
