// The list of all tests.

/** Runs in the strip of a row. */
const ROW_STRIP = 20;

/** @type {(model: Model) => Column<TestRow>[]} */
const testColumns = (model) => [
  { id: 'name', label: 'Test', cell: (test) => testLink(model, test.test_id), value: (test) => test.name || test.test_id },
  { id: 'state', label: 'State', cell: (test) => groupBadges(model, test), value: (test) => stateOrder(model, test), isNumber: true, class: 'as-text' },
  { id: 'history', label: 'Last runs', cell: (test) => historyStrip(test.history, ROW_STRIP), value: (test) => failuresIn(test.history), isNumber: true, class: 'as-text' },
  { id: 'rate', label: 'Fails', cell: (test) => formatPercent(test.rate), value: (test) => test.rate, isNumber: true },
  { id: 'attempts', label: 'Runs', cell: (test) => formatNumber(test.attempts), value: (test) => test.attempts, isNumber: true },
  { id: 'failed', label: 'Failed', cell: (test) => formatNumber(test.failed), value: (test) => test.failed, isNumber: true },
  { id: 'heals', label: 'Heals', cell: (test) => formatNumber(test.heals), value: (test) => test.heals, isNumber: true },
  { id: 'median', label: 'Median', cell: (test) => formatDuration(test.median_ms), value: (test) => test.median_ms, isNumber: true },
  { id: 'last', label: 'Last run', cell: (test) => formatDate(test.last_seen), value: (test) => test.last_seen, isNumber: true },
];

/** What somebody has to do something about comes first. */
const DEFAULT_TEST_SORT = '-state';

/**
 * @param {Model} model
 * @param {Route} route
 * @returns {View}
 */
function testsView(model, route) {
  const all = model.doc.tests;
  const columns = testColumns(model);
  const sort = route.params.get('sort') || DEFAULT_TEST_SORT;
  const found = foundTests(model, route, columns, sort);
  const { shown, page, pages, first } = pageOf(found, route);
  prepareSearch(all, testTexts);
  const body = h('div', null,
    h('div', { class: 'page-head' }, h('h1', { tabindex: -1 }, 'Tests')),
    groupChips(model, route),
    h('div', { class: 'filters', role: 'search', 'aria-label': 'Tests' },
      searchField(route, 'Search tests'), ...testChoices(model, route), sortField(sort, columns), clearFilters(route)),
    countNote(first, shown.length, found.length, all.length, 'test'),
    found.length === 0
      ? emptyNote(all.length === 0 ? 'No test has run in this period.' : 'No test matches the filters.')
      : rowTable({ caption: 'Tests', class: 'tests', columns, rows: shown, key: (test) => test.test_id, sort }),
    pager(route, page, pages));
  return { key: 'tests', title: 'Tests', body };
}

/**
 * @param {Model} model
 * @param {Route} route
 * @param {Column<TestRow>[]} columns
 * @param {string} sort
 * @returns {readonly TestRow[]}
 */
function foundTests(model, route, columns, sort) {
  const { id, isDescending } = parseSort(sort);
  const column = columns.find((candidate) => candidate.id === id) ?? columns[0];
  const value = column?.value;
  if (column === undefined || value === undefined) return [];
  const sorted = sortRows(model, 'tests', model.doc.tests, { id: column.id, value }, isDescending);
  const [state, file, owner, tag] = ['state', 'file', 'owner', 'tag'].map((name) => route.params.get(name));
  const isFiltered = state || file || owner || tag;
  const chosen = !isFiltered ? sorted : sorted.filter((test) =>
    (!state || isInState(model, test, state)) && (!file || test.file === file)
    && (!owner || test.owner === owner) && (!tag || (test.tags || []).includes(tag)));
  return searchRows(model, chosen, route.params.get('q') || '', testTexts);
}

/** What a search looks at. @type {(test: TestRow) => (string | null)[]} */
const testTexts = (test) => [test.test_id, test.name, test.owner, ...(test.tags || [])];

/**
 * A state is a group of the tiles, or what the engine found.
 *
 * @param {Model} model
 * @param {TestRow} test
 * @param {string} state
 * @returns {boolean}
 */
function isInState(model, test, state) {
  const group = GROUPS.find((candidate) => candidate === state);
  return group === undefined ? test.state === state : model.groups.get(test)?.has(group) === true;
}

/**
 * Failing tests have the highest number, stable ones the lowest.
 *
 * @param {Model} model
 * @param {TestRow} test
 * @returns {number}
 */
function stateOrder(model, test) {
  const groups = model.groups.get(test);
  let order = 0;
  for (const group of GROUPS) order = order * 2 + (groups?.has(group) ? 1 : 0);
  return order;
}

/**
 * @param {string | null} history
 * @returns {number}
 */
function failuresIn(history) {
  let failures = 0;
  for (const letter of (history || '').slice(-ROW_STRIP)) if ('FEM'.includes(letter)) failures += 1;
  return failures;
}

/**
 * @param {Model} model
 * @param {Route} route
 * @returns {HTMLElement}
 */
function groupChips(model, route) {
  const { summary } = model.doc;
  return chipRow(route, 'state', 'State', [
    { value: '', shape: null, word: 'All', count: summary.total },
    ...GROUPS.map((group) => ({ value: group, shape: group, word: GROUP_WORDS[group], count: summary[group] })),
  ]);
}

/**
 * @param {Model} model
 * @param {Route} route
 * @returns {(HTMLElement | null)[]}
 */
function testChoices(model, route) {
  const { tests } = model.doc;
  const counted = (/** @type {(test: TestRow) => string | null} */ field) => () => countedChoices(tests.map((test) => field(test) || ''));
  return [
    choiceField(model, route, 'state', 'Finding', () => findingChoices(tests)),
    choiceField(model, route, 'file', 'File', counted((test) => test.file)),
    choiceField(model, route, 'owner', 'Owner', counted((test) => test.owner)),
    choiceField(model, route, 'tag', 'Tag', () => countedChoices(tests.flatMap((test) => test.tags || []))),
  ];
}

/**
 * What the engine found, without what the chips name already.
 *
 * @param {readonly TestRow[]} tests
 * @returns {[string, string][]}
 */
function findingChoices(tests) {
  const states = countedChoices(tests.map((test) => test.state || ''));
  return states.filter(([value]) => !GROUPS.some((group) => group === value))
    .map(([value, text]) => [value, text.replace(value, FINDINGS.get(value)?.word ?? value)]);
}
