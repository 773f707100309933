// The search field and the lists to choose from. Their state is in the address.

/** A list to choose from shows no more; a search finds the rest. */
const MAX_CHOICES = 1000;
/** A choice's text; a native list cannot wrap it. */
const CHOICE_TEXT = 80;

/**
 * @param {Route} route
 * @param {string} label
 * @returns {HTMLElement}
 */
function searchField(route, label) {
  return h('label', { class: 'field field-search' },
    h('span', { class: 'field-label' }, label),
    h('input', {
      type: 'search', value: route.params.get('q') || '', autocomplete: 'off', spellcheck: 'false',
      oninput: (/** @type {InputEvent} */ event) => {
        const { value } = /** @type {HTMLInputElement} */ (event.currentTarget);
        changeParams({ q: value, page: null }, 'replace');
      },
    }));
}

/**
 * A list to choose from; nothing where there is no choice.
 *
 * @param {Model} model
 * @param {Route} route
 * @param {string} param
 * @param {string} label
 * @param {() => [string, string][]} list value and text of each choice
 * @returns {HTMLElement | null}
 */
function choiceField(model, route, param, label, list) {
  const chosen = route.params.get(param) || '';
  const key = route.name + ' ' + label;
  const choices = model.choices.get(key) ?? list();
  model.choices.set(key, choices);
  if (choices.length < 2 && chosen === '') return null;
  // There can be a thousand of them, and they do not change while somebody types.
  return unlessShown('label', ['choice', label, model.number, hashText(chosen)].join('-'),
    () => h('label', { class: 'field' }, h('span', { class: 'field-label' }, label), choiceList(param, chosen, choices)));
}

/**
 * @param {string} param
 * @param {string} chosen
 * @param {[string, string][]} choices
 * @returns {HTMLElement}
 */
function choiceList(param, chosen, choices) {
  const shown = choices.slice(0, MAX_CHOICES);
  if (chosen !== '' && !shown.some(([value]) => value === chosen)) shown.push([chosen, clipText(chosen, CHOICE_TEXT)]);
  return h('select', {
    onchange: (/** @type {Event} */ event) => {
      const { value } = /** @type {HTMLSelectElement} */ (event.currentTarget);
      changeParams({ [param]: value, page: null }, 'push');
    },
  }, h('option', { value: '' }, 'All'),
  shown.map(([value, text]) => h('option', { value, selected: value === chosen }, text)));
}

/**
 * The values that occur, most frequent first, with their numbers.
 *
 * @param {Iterable<string>} values
 * @returns {[string, string][]}
 */
function countedChoices(values) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const value of values) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  return Array.from(counts).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([value, count]) => [value, clipText(value, CHOICE_TEXT) + ' (' + formatNumber(count) + ')']);
}

/**
 * The order as a list to choose from, for screens where the table has no head.
 *
 * @template Row
 * @param {string} sort
 * @param {Column<Row>[]} columns
 * @returns {HTMLElement}
 */
function sortField(sort, columns) {
  const options = columns.filter((column) => column.value !== undefined).flatMap((column) => [
    h('option', { value: column.id, selected: sort === column.id }, column.label + ' ↑'),
    h('option', { value: '-' + column.id, selected: sort === '-' + column.id }, column.label + ' ↓'),
  ]);
  return h('label', { class: 'field field-sort' },
    h('span', { class: 'field-label' }, 'Sort by'),
    h('select', {
      onchange: (/** @type {Event} */ event) => {
        const { value } = /** @type {HTMLSelectElement} */ (event.currentTarget);
        changeParams({ sort: value, page: null }, 'push');
      },
    }, options));
}

/**
 * One of several filters of which one holds, as links that look like tabs.
 *
 * @param {Route} route
 * @param {string} param
 * @param {string} label
 * @param {{ value: string, shape: string | null, word: string, count: number }[]} choices
 * @returns {HTMLElement}
 */
function chipRow(route, param, label, choices) {
  const chosen = route.params.get(param) || '';
  const params = Object.fromEntries(route.params);
  return h('nav', { class: 'chips', 'aria-label': label }, choices.map(({ value, shape, word, count }) =>
    inLink(fragmentOf(route.name, { ...params, [param]: value, page: null }),
      { class: 'chip', 'aria-current': value === chosen ? 'true' : undefined },
      shape === null ? null : shapeMark(shape), word, h('span', { class: 'chip-count' }, formatNumber(count)))));
}

/**
 * A button that takes all filters away; nothing where there are none.
 *
 * @param {Route} route
 * @returns {HTMLElement | null}
 */
function clearFilters(route) {
  const isFiltered = Array.from(route.params.keys()).some((name) => name !== 'sort' && name !== 'page');
  const sort = route.params.get('sort');
  return isFiltered ? inLink(fragmentOf(route.name, { sort }), { class: 'button clear' }, 'Clear filters') : null;
}
