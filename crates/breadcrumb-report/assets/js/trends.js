// Six charts over the same days with one cursor, and the same numbers as a table.

/** @type {(field: 'passed' | 'healed' | 'flaky' | 'failed' | 'lost_ms') => (days: readonly DayCount[]) => number} */
const sumOf = (field) => (days) => days.reduce((sum, day) => sum + day[field], 0);

/** @type {readonly Series[]} */
const TREND_SERIES = [
  { id: 'passed', label: 'Passed', class: 'stable', value: (day) => day.passed, format: formatNumber, total: sumOf('passed'), ceiling: roundUpCount },
  { id: 'healed', label: 'Healed', class: 'healed', value: (day) => day.healed, format: formatNumber, total: sumOf('healed'), ceiling: roundUpCount },
  { id: 'flaky', label: 'Flaky', class: 'flaky', value: (day) => day.flaky, format: formatNumber, total: sumOf('flaky'), ceiling: roundUpCount },
  { id: 'failed', label: 'Failing', class: 'failing', value: (day) => day.failed, format: formatNumber, total: sumOf('failed'), ceiling: roundUpCount },
  { id: 'rate', label: 'Flake rate', class: 'flaky', value: (day) => flakeRate([day]), format: formatPercent, total: flakeRate, ceiling: (rate) => Math.min(1, roundUp(rate || 0.01)) },
  { id: 'lost', label: 'Time lost', class: 'quarantined', value: (day) => day.lost_ms, format: formatDuration, total: sumOf('lost_ms'), ceiling: roundUpTime },
];

/**
 * The share of attempts that were flaky; none where nothing ran.
 *
 * @param {readonly DayCount[]} days
 * @returns {number | null}
 */
function flakeRate(days) {
  let flaky = 0;
  let all = 0;
  for (const day of days) {
    flaky += day.flaky;
    all += day.passed + day.healed + day.flaky + day.failed;
  }
  return all === 0 ? null : flaky / all;
}

/**
 * @param {readonly DayCount[]} days
 * @returns {HTMLElement}
 */
function trendCharts(days) {
  const readout = h('p', { class: 'readout', 'aria-hidden': 'true' }, readoutOf(days));
  const group = h('div', {
    class: 'charts', tabindex: 0, role: 'slider', 'aria-label': 'Day shown in the charts',
    'aria-valuemin': 0, 'aria-valuemax': Math.max(0, days.length - 1),
    'aria-valuenow': pointedDay ?? Math.max(0, days.length - 1), 'aria-valuetext': describePointed(days),
    'aria-orientation': 'horizontal',
    onkeydown: (/** @type {KeyboardEvent} */ event) => moveByKey(event, days),
    onpointermove: (/** @type {PointerEvent} */ event) => moveByPointer(event, days),
    onpointerleave: (/** @type {Event} */ event) => showDay(/** @type {HTMLElement} */ (event.currentTarget), days, null),
    onblur: (/** @type {Event} */ event) => showDay(/** @type {HTMLElement} */ (event.currentTarget), days, null),
  }, TREND_SERIES.map((series) => chartFrame(series, days)));
  return h('div', { class: 'trends' }, readout, group, trendTable(days));
}

/**
 * @param {readonly DayCount[]} days
 * @returns {string}
 */
function readoutOf(days) {
  const day = pointedDay === null ? undefined : days[pointedDay];
  if (day !== undefined) return formatDay(day.day, 'full');
  return plural(days.length, 'day') + ', in UTC. Point at a day, or use the arrow keys.';
}

/**
 * @param {HTMLElement} group
 * @param {readonly DayCount[]} days
 * @param {number | null} index
 */
function showDay(group, days, index) {
  pointedDay = index;
  showPointedDay(group, TREND_SERIES, days);
  const readout = group.parentElement?.querySelector('.readout');
  if (readout) readout.textContent = readoutOf(days);
  if (index !== null) group.setAttribute('aria-valuenow', String(index));
  group.setAttribute('aria-valuetext', describePointed(days));
}

/**
 * @param {KeyboardEvent} event
 * @param {readonly DayCount[]} days
 */
function moveByKey(event, days) {
  const group = /** @type {HTMLElement} */ (event.currentTarget);
  const last = days.length - 1;
  const now = Number(group.getAttribute('aria-valuenow'));
  /** @type {{ [key: string]: number }} */
  const targets = {
    ArrowLeft: now - 1, ArrowDown: now - 1, ArrowRight: now + 1, ArrowUp: now + 1,
    PageDown: now - 7, PageUp: now + 7, Home: 0, End: last,
  };
  const target = targets[event.key];
  if (target === undefined || last < 0) return;
  event.preventDefault();
  showDay(group, days, Math.min(last, Math.max(0, target)));
}

/**
 * @param {PointerEvent} event
 * @param {readonly DayCount[]} days
 */
function moveByPointer(event, days) {
  const plot = event.target instanceof Element ? event.target.closest('.chart')?.querySelector('.plot') : null;
  if (!plot || days.length === 0) return;
  const box = plot.getBoundingClientRect();
  const scale = dayScale(plot.clientWidth, days.length);
  showDay(/** @type {HTMLElement} */ (event.currentTarget), days, scale.indexAt(event.clientX - box.left));
}

/**
 * @param {DayCount} day
 * @returns {string}
 */
function describeDay(day) {
  const numbers = TREND_SERIES.map((series) => series.label.toLowerCase() + ' ' + series.format(series.value(day)));
  return formatDay(day.day, 'full') + ': ' + numbers.join(', ');
}

/**
 * @param {readonly DayCount[]} days
 * @returns {string}
 */
function describePointed(days) {
  const day = pointedDay === null ? undefined : days[pointedDay];
  if (day !== undefined) return describeDay(day);
  const numbers = TREND_SERIES.map((series) => series.label.toLowerCase() + ' ' + series.format(series.total(days)));
  return 'All ' + plural(days.length, 'day') + ': ' + numbers.join(', ');
}

/**
 * The same as a table, made when it is opened.
 *
 * @param {readonly DayCount[]} days
 * @returns {HTMLElement}
 */
function trendTable(days) {
  const holder = drawn(h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Results by day' }), (host) => {
    if (host.clientWidth === 0) return;
    const head = h('tr', null, h('th', { scope: 'col' }, 'Day'),
      TREND_SERIES.map((series) => h('th', { scope: 'col', class: 'number' }, series.label)));
    const rows = Array.from(days).reverse().map((day) => h('tr', null, h('th', { scope: 'row' }, formatDay(day.day, 'full')),
      TREND_SERIES.map((series) => h('td', { class: 'number' }, series.format(series.value(day))))));
    host.replaceChildren(h('table', { class: 'plain' }, h('caption', { class: 'quiet' }, 'Results by day, newest first'),
      h('thead', null, head), h('tbody', null, rows)));
  });
  return h('details', { class: 'as-table' }, h('summary', null, 'Show as a table'), holder);
}
