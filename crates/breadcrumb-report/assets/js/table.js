// Tables of rows: columns that sort, and pages. On a narrow screen each row becomes a card; the
// roles are written out because a table that is not laid out as one loses them.

/** Rows on one page: two screens of a desktop, and quick to build on a phone. */
const ROWS_PER_PAGE = 50;

/**
 * @template Row
 * @typedef {{
 *   id: string, label: string, isNumber?: boolean, class?: string,
 *   cell: (row: Row) => Child | Child[],
 *   value?: (row: Row) => string | number | null,
 * }} Column a column with `value` can be sorted by
 */

/**
 * Builds a table.
 *
 * @template {object} Row
 * @param {{
 *   caption: string, class?: string, columns: Column<Row>[], rows: readonly Row[],
 *   key: (row: Row) => string, sort?: string | null,
 * }} spec
 * @returns {HTMLElement}
 */
function rowTable({ caption, columns, rows, key, sort, ...spec }) {
  const head = h('tr', { role: 'row' }, columns.map((column) => headCell(column, sort ?? null)));
  const body = rows.map((row) => h('tr', { role: 'row', 'data-key': key(row).slice(0, SEARCHED_TEXT) },
    columns.map((column) => bodyCell(column, row))));
  return h('table', { class: 'rows ' + (spec.class ?? ''), role: 'table' },
    h('caption', { class: 'quiet' }, caption),
    h('thead', { role: 'rowgroup' }, head),
    h('tbody', { role: 'rowgroup' }, body));
}

/**
 * @template Row
 * @param {Column<Row>} column
 * @param {string | null} sort
 * @returns {HTMLElement}
 */
function headCell(column, sort) {
  const props = { role: 'columnheader', scope: 'col', class: cellClass(column) };
  if (column.value === undefined || sort === null) return h('th', props, column.label);
  const { id, isDescending } = parseSort(sort);
  const isSorted = id === column.id;
  const direction = isDescending ? 'descending' : 'ascending';
  const arrow = isSorted ? (isDescending ? '↓' : '↑') : '';
  return h('th', { ...props, 'aria-sort': isSorted ? direction : undefined },
    h('button', { type: 'button', class: 'sort', onclick: () => sortBy(column, isSorted, isDescending) },
      column.label, h('span', { class: 'arrow', 'aria-hidden': 'true' }, arrow)));
}

/**
 * A second click turns the order round; the first shows large numbers or the letter A first.
 *
 * @template Row
 * @param {Column<Row>} column
 * @param {boolean} isSorted
 * @param {boolean} isDescending
 */
function sortBy(column, isSorted, isDescending) {
  const goesDown = isSorted ? !isDescending : column.isNumber === true;
  changeParams({ sort: (goesDown ? '-' : '') + column.id, page: null }, 'push');
}

/**
 * @template Row
 * @param {Column<Row>} column
 * @param {Row} row
 * @returns {HTMLElement}
 */
function bodyCell(column, row) {
  // The label is shown before the value where rows are cards.
  const props = { role: 'cell', class: cellClass(column), 'data-label': column.label };
  return h('td', props, column.cell(row));
}

/**
 * @template Row
 * @param {Column<Row>} column
 * @returns {string}
 */
function cellClass(column) {
  return 'c-' + column.id + (column.isNumber ? ' number' : '') + (column.class ? ' ' + column.class : '');
}

/**
 * @param {string} sort as in the address: `-heals` is most heals first
 * @returns {{ id: string, isDescending: boolean }}
 */
function parseSort(sort) {
  const isDescending = sort.startsWith('-');
  return { id: isDescending ? sort.slice(1) : sort, isDescending };
}

/**
 * The part of the rows that the page in the address shows.
 *
 * @template Row
 * @param {readonly Row[]} rows
 * @param {Route} route
 * @returns {{ shown: readonly Row[], page: number, pages: number, first: number }}
 */
function pageOf(rows, route) {
  const pages = Math.max(1, Math.ceil(rows.length / ROWS_PER_PAGE));
  const asked = Number.parseInt(route.params.get('page') || '1', 10);
  const page = Math.min(pages, Math.max(1, Number.isNaN(asked) ? 1 : asked));
  const first = (page - 1) * ROWS_PER_PAGE;
  return { shown: rows.slice(first, first + ROWS_PER_PAGE), page, pages, first };
}

/**
 * Links to the other pages.
 *
 * @param {Route} route
 * @param {number} page
 * @param {number} pages
 * @returns {HTMLElement | null}
 */
function pager(route, page, pages) {
  if (pages === 1) return null;
  const to = (/** @type {number} */ target) => {
    const params = Object.fromEntries(route.params);
    return fragmentOf(route.name, { ...params, page: target === 1 ? null : String(target) });
  };
  const step = (/** @type {number} */ target, /** @type {string} */ word) =>
    target < 1 || target > pages
      ? h('span', { class: 'button is-off' }, word)
      : inLink(to(target), { class: 'button' }, word);
  return h('nav', { class: 'pager', 'aria-label': 'Pages' },
    step(page === 1 ? 0 : 1, 'First'), step(page - 1, 'Previous'),
    h('span', null, 'Page ' + formatNumber(page) + ' of ' + formatNumber(pages)),
    step(page + 1, 'Next'), step(page === pages ? pages + 1 : pages, 'Last'));
}

/**
 * How much is shown, in words that are read out when they change.
 *
 * @param {number} first
 * @param {number} shown
 * @param {number} found
 * @param {number} all
 * @param {string} thing
 * @returns {HTMLElement}
 */
function countNote(first, shown, found, all, thing) {
  const filtered = found === all ? '' : ' (of ' + formatNumber(all) + ')';
  const range = found === 0 ? 'No ' + thing + 's match'
    : shown === found ? plural(found, thing)
    : formatNumber(first + 1) + '–' + formatNumber(first + shown) + ' of ' + plural(found, thing);
  return h('p', { class: 'count', role: 'status' }, range + filtered);
}
