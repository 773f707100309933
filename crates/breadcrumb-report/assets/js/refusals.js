// The list of looks that healed nothing, and of drifts.

/** @type {(model: Model) => Column<Refusal>[]} */
const lookColumns = (model) => [
  { id: 'when', label: 'When', isNumber: true, class: 'as-text', cell: (look) => inLink(fragmentOfOne('refusal', look.id), null, formatTime(look.timestamp)), value: (look) => look.timestamp },
  { id: 'test', label: 'Test', cell: (look) => testLink(model, look.test_id), value: (look) => testName(model, look.test_id).name },
  { id: 'locator', label: 'Locator', cell: (look) => codeText(look.locator), value: (look) => look.locator },
  { id: 'kind', label: 'Why', cell: (look) => badge(look.kind === 'drift' ? 'flaky' : 'skipped', kindWord(look.kind)), value: (look) => look.kind },
  { id: 'confidence', label: 'Best', isNumber: true, cell: (look) => formatPercent(look.confidence), value: (look) => look.confidence },
];

/**
 * @param {Model} model
 * @param {Route} route
 * @returns {View}
 */
function refusalsView(model, route) {
  const all = model.looks;
  const columns = lookColumns(model);
  const sort = route.params.get('sort') || '-when';
  const { id, isDescending } = parseSort(sort);
  const column = columns.find((candidate) => candidate.id === id) ?? columns[0];
  const sorted = column?.value === undefined ? all : sortRows(model, 'looks', all, { id: column.id, value: column.value }, isDescending);
  const kind = route.params.get('kind');
  const chosen = kind ? sorted.filter((look) => look.kind === kind) : sorted;
  const found = searchRows(model, chosen, route.params.get('q') || '', (look) => [look.test_id, look.locator, look.message]);
  const { shown, page, pages, first } = pageOf(found, route);
  /** @type {() => [string, string][]} */
  const kinds = () => countedChoices(all.map((look) => look.kind || '')).map(([value, text]) => [value, text.replace(value, kindWord(value))]);
  const body = h('div', null,
    h('div', { class: 'page-head' }, h('h1', { tabindex: -1 }, 'Refusals and drifts'),
      h('p', { class: 'note' }, 'Where nothing was sure enough to go on with, and where a locator finds another element than before.')),
    h('div', { class: 'filters', role: 'search', 'aria-label': 'Refusals' },
      searchField(route, 'Search refusals'), choiceField(model, route, 'kind', 'Why', kinds), sortField(sort, columns), clearFilters(route)),
    countNote(first, shown.length, found.length, all.length, 'look'),
    found.length === 0
      ? emptyNote(all.length === 0 ? 'No heal was refused, and no locator has drifted.' : 'Nothing matches the filters.')
      : rowTable({ caption: 'Refusals and drifts', class: 'looks', columns, rows: shown, key: (look) => String(look.id), sort }),
    pager(route, page, pages));
  return { key: 'refusals', title: 'Refusals and drifts', body };
}
