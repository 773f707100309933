// The list of all heals.

/** @type {(model: Model) => Column<HealBrief>[]} */
const healColumns = (model) => [
  { id: 'when', label: 'When', isNumber: true, class: 'as-text', cell: (heal) => inLink(fragmentOfOne('heal', heal.id), null, formatTime(heal.timestamp)), value: (heal) => heal.timestamp },
  { id: 'test', label: 'Test', cell: (heal) => testLink(model, heal.test_id), value: (heal) => testName(model, heal.test_id).name },
  { id: 'locator', label: 'Locator', cell: (heal) => locatorChange(heal.locator, heal.proposed_locator), value: (heal) => heal.locator },
  { id: 'confidence', label: 'Confidence', isNumber: true, cell: (heal) => shareMeter(heal.confidence), value: (heal) => heal.confidence },
  { id: 'review', label: 'Review', cell: (heal) => healState(heal), value: (heal) => heal.decision },
];

/** What a search looks at. @type {(heal: HealBrief) => (string | null)[]} */
const healTexts = (heal) => [heal.test_id, heal.locator, heal.proposed_locator];

const DEFAULT_HEAL_SORT = '-when';

/**
 * @param {Model} model
 * @param {Route} route
 * @returns {View}
 */
function healsView(model, route) {
  const all = model.doc.healing_events;
  const columns = healColumns(model);
  const sort = route.params.get('sort') || DEFAULT_HEAL_SORT;
  const found = foundHeals(model, route, columns, sort);
  const { shown, page, pages, first } = pageOf(found, route);
  prepareSearch(all, healTexts);
  const body = h('div', null,
    h('div', { class: 'page-head' }, h('h1', { tabindex: -1 }, 'Heals'),
      h('p', { class: 'note' }, 'Locators that stopped matching, and the element the test went on with.')),
    h('div', { class: 'filters', role: 'search', 'aria-label': 'Heals' },
      searchField(route, 'Search heals'), choiceField(model, route, 'decision', 'Review', () => decisionChoices(all)), sortField(sort, columns), clearFilters(route)),
    countNote(first, shown.length, found.length, all.length, 'heal'),
    found.length === 0
      ? emptyNote(all.length === 0 ? 'No locator needed healing in this period.' : 'No heal matches the filters.')
      : rowTable({ caption: 'Heals', class: 'heals', columns, rows: shown, key: (heal) => String(heal.id), sort }),
    pager(route, page, pages));
  return { key: 'heals', title: 'Heals', body };
}

/**
 * @param {Model} model
 * @param {Route} route
 * @param {Column<HealBrief>[]} columns
 * @param {string} sort
 * @returns {readonly HealBrief[]}
 */
function foundHeals(model, route, columns, sort) {
  const { id, isDescending } = parseSort(sort);
  const column = columns.find((candidate) => candidate.id === id) ?? columns[0];
  const value = column?.value;
  if (column === undefined || value === undefined) return [];
  const all = model.doc.healing_events;
  // That is the order they come in.
  const sorted = sort === DEFAULT_HEAL_SORT ? all : sortRows(model, 'heals', all, { id: column.id, value }, isDescending);
  const test = route.params.get('test');
  const decision = route.params.get('decision');
  const isChosen = (/** @type {HealBrief} */ heal) => (!test || heal.test_id === test) && (!decision || heal.decision === decision);
  const chosen = test || decision ? sorted.filter(isChosen) : sorted;
  return searchRows(model, chosen, route.params.get('q') || '', healTexts);
}
