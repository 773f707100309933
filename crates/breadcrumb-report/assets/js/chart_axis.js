// Scales of a chart.

/** Room above the bars for the scale's number, and below for the days, in pixels. */
const CHART_TOP = 16;
const CHART_BOTTOM = 18;
const CHART_HEIGHT = 104;

/** A bar is no wider, however few days there are. */
const MAX_BAR = 24;

/**
 * A round number that is at least as large.
 *
 * @param {number} value
 * @returns {number}
 */
function roundUp(value) {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((candidate) => candidate * power >= value) ?? 10;
  return step * power;
}

/**
 * The same for counts, which have no halves.
 *
 * @param {number} count
 * @returns {number}
 */
function roundUpCount(count) {
  return Math.ceil(roundUp(count));
}

/**
 * A round length of time that is at least as large.
 *
 * @param {number} ms
 * @returns {number}
 */
function roundUpTime(ms) {
  const unit = ms >= 3600000 ? 3600000 : ms >= 60000 ? 60000 : 1000;
  return roundUpCount(ms / unit) * unit;
}

/**
 * Where the days stand along a chart.
 *
 * @param {number} width
 * @param {number} count
 * @returns {{ step: number, bar: number, left: (index: number) => number, indexAt: (x: number) => number }}
 */
function dayScale(width, count) {
  const step = width / Math.max(1, count);
  const bar = Math.max(1, Math.min(MAX_BAR, step - (step > 4 ? 2 : step > 2 ? 1 : 0)));
  return {
    step,
    bar,
    left: (index) => index * step + (step - bar) / 2,
    indexAt: (x) => Math.min(count - 1, Math.max(0, Math.floor(x / step))),
  };
}
