// One small chart: a bar a day, its scale, and the number of the day that is pointed at.

/**
 * @typedef {{
 *   id: string, label: string, class: string,
 *   value: (day: DayCount) => number | null,
 *   format: (value: number | null) => string,
 *   total: (days: readonly DayCount[]) => number | null,
 *   ceiling: (value: number) => number,
 * }} Series
 */

/** The day that is pointed at; it stays so when new data comes in. @type {number | null} */
let pointedDay = null;

/**
 * The number at the head of a chart: that of the day pointed at, else that of all days.
 *
 * @param {Series} series
 * @param {readonly DayCount[]} days
 * @returns {string}
 */
function shownValue(series, days) {
  const day = pointedDay === null ? undefined : days[pointedDay];
  return series.format(day === undefined ? series.total(days) : series.value(day));
}

/**
 * Builds the frame of a chart; the bars are drawn once it has a size.
 *
 * @param {Series} series
 * @param {readonly DayCount[]} days
 * @returns {HTMLElement}
 */
function chartFrame(series, days) {
  const plot = drawn(h('div', { class: 'plot', 'data-series': series.id }), (host) => drawChart(host, series, days));
  return h('div', { class: 'chart chart-' + series.class, 'data-key': series.id },
    h('div', { class: 'chart-head' },
      h('span', { class: 'chart-label' }, series.label),
      h('span', { class: 'chart-value' }, shownValue(series, days))),
    plot);
}

/**
 * @param {HTMLElement} host
 * @param {Series} series
 * @param {readonly DayCount[]} days
 */
function drawChart(host, series, days) {
  const width = host.clientWidth;
  if (width === 0) return;
  const values = days.map(series.value);
  const most = values.reduce((/** @type {number} */ max, value) => Math.max(max, value ?? 0), 0);
  const ceiling = series.ceiling(most);
  const bottom = CHART_HEIGHT - CHART_BOTTOM;
  const scale = dayScale(width, days.length);
  const heightOf = (/** @type {number} */ value) => (value / ceiling) * (bottom - CHART_TOP);
  const bars = values.map((value, i) => {
    if (value === null || value === 0) return null;
    // The smallest value is still to be seen.
    const height = Math.max(2, heightOf(value));
    return svg('rect', { class: 'day', 'data-day': i, x: scale.left(i), y: bottom - height, width: scale.bar, height });
  });
  const drawing = svg('svg', { width, height: CHART_HEIGHT, viewBox: `0 0 ${width} ${CHART_HEIGHT}`, 'aria-hidden': 'true' },
    svg('line', { class: 'grid', x1: 0, x2: width, y1: CHART_TOP, y2: CHART_TOP }),
    svg('text', { class: 'tick', x: 0, y: CHART_TOP - 4 }, series.format(ceiling)),
    svg('rect', { class: 'cursor', x: cursorPlace(scale.step), y: CHART_TOP, width: Math.max(1, scale.step), height: bottom - CHART_TOP }),
    bars,
    svg('line', { class: 'base', x1: 0, x2: width, y1: bottom, y2: bottom }),
    dayLabels(days, width));
  host.replaceChildren(drawing);
}

/**
 * @param {readonly DayCount[]} days
 * @param {number} width
 * @returns {(SVGElement | null)[]}
 */
function dayLabels(days, width) {
  const first = days[0];
  const last = days[days.length - 1];
  if (first === undefined || last === undefined) return [];
  const y = CHART_HEIGHT - 5;
  return [
    svg('text', { class: 'tick', x: 0, y }, formatDay(first.day, 'short')),
    first === last ? null : svg('text', { class: 'tick', x: width, y, 'text-anchor': 'end' }, formatDay(last.day, 'short')),
  ];
}

/**
 * The left edge of the mark for the day pointed at; outside of the chart where there is none.
 *
 * @param {number} step
 * @returns {number}
 */
function cursorPlace(step) {
  return pointedDay === null ? -2 * step : pointedDay * step;
}

/**
 * Shows the day that is pointed at in all charts of a group.
 *
 * @param {HTMLElement} group
 * @param {readonly Series[]} all
 * @param {readonly DayCount[]} days
 */
function showPointedDay(group, all, days) {
  for (const series of all) {
    const plot = group.querySelector('[data-series="' + series.id + '"]');
    const value = plot?.parentElement?.querySelector('.chart-value');
    if (!plot || !value) continue;
    value.textContent = shownValue(series, days);
    const { step } = dayScale(plot.clientWidth, days.length);
    plot.querySelector('.cursor')?.setAttribute('x', String(cursorPlace(step)));
  }
}
