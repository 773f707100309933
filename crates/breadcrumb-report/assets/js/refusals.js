// The list of refused heals and of drifts that are open.

/** @type {(model: Model) => Column<Refusal>[]} */
const refusalColumns = (model) => [
  { id: 'when', label: 'Last seen', isNumber: true, class: 'as-text', cell: (refusal) => inLink(fragmentOfOne('refusal', refusal.id), null, formatTime(refusal.timestamp)), value: (refusal) => refusal.timestamp },
  { id: 'count', label: 'Times', isNumber: true, cell: (refusal) => formatNumber(refusal.count), value: (refusal) => refusal.count },
  { id: 'test', label: 'Test', cell: (refusal) => testLink(model, refusal.test_id), value: (refusal) => testName(model, refusal.test_id).name },
  { id: 'locator', label: 'Locator', cell: (refusal) => codeText(refusal.locator), value: (refusal) => refusal.locator },
  { id: 'kind', label: 'Why', cell: (refusal) => kindBadge(refusal.kind), value: (refusal) => refusal.kind },
  { id: 'confidence', label: 'Confidence', isNumber: true, cell: (refusal) => formatPercent(refusal.confidence), value: (refusal) => refusal.confidence },
];

/**
 * @param {Model} model
 * @param {Route} route
 * @returns {View}
 */
function refusalsView(model, route) {
  const all = model.refusals;
  const columns = refusalColumns(model);
  const sort = route.params.get('sort') || '-when';
  const { id, isDescending } = parseSort(sort);
  const column = columns.find((candidate) => candidate.id === id) ?? columns[0];
  const sorted = column?.value === undefined ? all : sortRows(model, 'refusals', all, { id: column.id, value: column.value }, isDescending);
  const kind = route.params.get('kind');
  const chosen = kind ? sorted.filter((refusal) => refusal.kind === kind) : sorted;
  const found = searchRows(model, chosen, route.params.get('q') || '', (refusal) => [refusal.test_id, refusal.locator, refusal.message]);
  const { shown, page, pages, first } = pageOf(found, route);
  /** @type {() => [string, string][]} */
  const kinds = () => countedChoices(all.map((refusal) => refusal.kind || '')).map(([value, text]) => [value, text.replace(value, kindWord(value))]);
  const body = h('div', null,
    h('div', { class: 'page-head' }, h('h1', { tabindex: -1 }, 'Refusals and drifts'),
      h('p', { class: 'note' }, 'Locators where a heal was refused, and locators that match a different element than before. Each leaves this list when its test passes or its locator is healed or fixed.')),
    h('div', { class: 'filters', role: 'search', 'aria-label': 'Refusals' },
      searchField(route, 'Search refusals'), choiceField(model, route, 'kind', 'Why', kinds), sortField(sort, columns), clearFilters(route)),
    countNote(first, shown.length, found.length, all.length, 'locator'),
    found.length === 0
      ? emptyNote(all.length === 0 ? 'No refused heal and no drift is open.' : 'Nothing matches the filters.')
      : rowTable({ caption: 'Refusals and drifts', class: 'refusals', columns, rows: shown, key: (refusal) => String(refusal.id), sort }),
    pager(route, page, pages));
  return { key: 'refusals', title: 'Refusals and drifts', body };
}
