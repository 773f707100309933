// The page of one test.

/** Heals and refusals of a test that its page lists; the heals' list shows the rest. */
const TEST_ROWS = 10;
/** Runs in the strip of a test's page; the document has no more. */
const PAGE_STRIP = 50;

/**
 * @param {Model} model
 * @param {Route} route
 * @returns {View}
 */
function testView(model, route) {
  const test = model.tests.get(route.id) ?? model.doc.tests.find(({ test_id: id }) => isNamed(id, route.id));
  if (test === undefined) return missingView('test', 'This report has no such test', route.id);
  const name = test.name || test.test_id;
  const body = h('div', null,
    h('div', { class: 'page-head' },
      h('p', { class: 'crumb' }, inLink('#/tests', null, 'Tests'), test.file ? fileLink(test) : null),
      h('h1', { tabindex: -1, class: 'data-title' }, nameText(name, PAGE_TEXT)),
      h('p', { class: 'badges' }, groupBadges(model, test), ownerAndTags(test))),
    h('section', { class: 'card', 'aria-label': 'Summary' }, reasonLine(test), testFacts(test)),
    section('Last runs', { class: 'card', note: 'Oldest first; failures are high.' },
      h('div', { class: 'strip-row' }, historyStrip(test.history, PAGE_STRIP, 2)), stripLegend(test.history)),
    test.quarantine ? quarantineCard(test.quarantine, model.doc.generated_at) : null,
    errorGroups(test), healsOfTest(model, test), refusalsOfTest(model, test));
  return { key: 'test ' + test.test_id, title: clipText(name, LIST_TEXT), body };
}

/**
 * @param {TestRow} test
 * @returns {HTMLElement}
 */
function fileLink(test) {
  const file = test.file || '';
  const text = file + (isKnown(test.line) ? ':' + test.line : '');
  return h('span', null, ' / ', inLink(fragmentOf('tests', { file: clipText(file, MAX_ID_IN_ADDRESS) }), null, dataText(text)));
}

/**
 * @param {TestRow} test
 * @returns {(HTMLElement | null)[]}
 */
function ownerAndTags(test) {
  const tags = (test.tags || []).map((tag) => inLink(fragmentOf('tests', { tag }), { class: 'tag' }, dataText(tag, CHOICE_TEXT)));
  const owner = test.owner
    ? inLink(fragmentOf('tests', { owner: test.owner }), { class: 'tag' }, 'owner ', dataText(test.owner, CHOICE_TEXT)) : null;
  return [owner, ...tags];
}

/**
 * What the engine found, and why.
 *
 * @param {TestRow} test
 * @returns {HTMLElement}
 */
function reasonLine(test) {
  return h('p', { class: 'reason' }, findingBadge(test.state), ' ', dataText(test.reason, PAGE_TEXT));
}

/**
 * @param {TestRow} test
 * @returns {HTMLElement}
 */
function testFacts(test) {
  const range = isKnown(test.rate_low) && isKnown(test.rate_high)
    ? ' (' + formatPercent(test.rate_low) + ' to ' + formatPercent(test.rate_high) + ')' : '';
  return factList([
    ['Runs', formatNumber(test.attempts)],
    ['Passed', formatNumber(test.passed)],
    ['Failed', formatNumber(test.failed)],
    ['Skipped', formatNumber(test.skipped)],
    ['Heals', formatNumber(test.heals)],
    ['Fails on good code', isKnown(test.rate) ? formatPercent(test.rate) + range : 'not known'],
    ['Outcome changes', formatPercent(test.flip_rate) + (test.tier ? ', tier ' + clipText(test.tier, 40).toLowerCase() : '')],
    ['Median time', formatDuration(test.median_ms)],
    ['First seen', formatTime(test.first_seen)],
    ['Last run', formatTime(test.last_seen)],
  ]);
}

/**
 * @param {TestRow} test
 * @returns {HTMLElement}
 */
function errorGroups(test) {
  const errors = test.errors || [];
  if (errors.length === 0) return section('Errors', { class: 'card' }, emptyNote('No error was recorded in this period.'));
  /** @type {Column<ErrorGroup>[]} */
  const columns = [
    { id: 'error', label: 'Error', cell: (group) => [
      h('strong', null, dataText(group.kind || 'Error')), h('div', { class: 'message' }, dataText(group.message, PAGE_TEXT))] },
    { id: 'count', label: 'Times', isNumber: true, cell: (group) => formatNumber(group.count) },
    { id: 'seen', label: 'Last seen', isNumber: true, cell: (group) => formatTime(group.last_seen) },
  ];
  return section('Errors', { class: 'card', note: 'Failures for the same reason, together.' },
    rowTable({ caption: 'Errors of this test', columns, rows: errors, key: (group) => (group.fingerprint || '') + group.kind + group.message }));
}

/**
 * @param {Model} model
 * @param {TestRow} test
 * @returns {HTMLElement}
 */
function healsOfTest(model, test) {
  const heals = model.doc.healing_events.filter(({ test_id: id }) => id === test.test_id);
  if (heals.length === 0) return section('Heals', { class: 'card' }, emptyNote('No locator of this test needed healing.'));
  const columns = healColumns(model).filter(({ id }) => id !== 'test');
  const more = heals.length > TEST_ROWS
    ? h('p', { class: 'more' }, inLink(fragmentOf('heals', { test: clipText(test.test_id, MAX_ID_IN_ADDRESS) }), null, 'All heals of this test (' + formatNumber(heals.length) + ')')) : null;
  return section('Heals', { class: 'card' },
    rowTable({ caption: 'Heals of this test', class: 'heals', columns, rows: heals.slice(0, TEST_ROWS), key: (heal) => String(heal.id) }), more);
}

/**
 * @param {Model} model
 * @param {TestRow} test
 * @returns {HTMLElement | null}
 */
function refusalsOfTest(model, test) {
  const refusals = model.refusals.filter(({ test_id: id }) => id === test.test_id);
  if (refusals.length === 0) return null;
  const columns = refusalColumns(model).filter(({ id }) => id !== 'test');
  return section('Refused heals and drifts', { class: 'card' },
    rowTable({ caption: 'Refused heals and drifts of this test', columns, rows: refusals.slice(0, TEST_ROWS), key: (refusal) => String(refusal.id) }));
}

/**
 * What is shown for an address that leads nowhere.
 *
 * @param {string} key
 * @param {string} text
 * @param {string} id
 * @returns {View}
 */
function missingView(key, text, id) {
  return {
    key: 'missing ' + key + id,
    title: 'Not found',
    body: h('div', null, h('div', { class: 'page-head' }, h('h1', { tabindex: -1 }, 'Not found')),
      emptyNote(text + '.', h('p', null, codeText(id)), h('p', null, inLink('#/', null, 'Back to the overview')))),
  };
}
