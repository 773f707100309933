// Numbers, times and long texts in words.

/** A list shows no more of a text: two lines of a wide screen. */
const LIST_TEXT = 240;
/** A page about one thing shows this much; more would only slow the browser down. */
const PAGE_TEXT = 4000;

const DAY_SECONDS = 86400;

const plainNumber = new Intl.NumberFormat('en');
const dateTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit',
});
const dateOnly = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const utcDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const utcWeekday = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC',
});

/**
 * Cuts a text and says how long it was.
 *
 * @param {string} text
 * @param {number} limit
 * @returns {string}
 */
function clipText(text, limit) {
  if (text.length <= limit) return text;
  return text.slice(0, limit) + '… (' + formatNumber(text.length) + ' characters)';
}

/**
 * @param {number | null | undefined} value
 * @returns {string}
 */
function formatNumber(value) {
  return isKnown(value) ? plainNumber.format(value) : '–';
}

/**
 * A share of 1 as a percentage, with a decimal where it would read 0 otherwise.
 *
 * @param {number | null | undefined} share
 * @returns {string}
 */
function formatPercent(share) {
  if (!isKnown(share)) return '–';
  const percent = share * 100;
  const needsDecimal = percent !== 0 && (percent < 10 || (percent > 99 && percent < 100));
  return (needsDecimal ? percent.toFixed(1) : percent.toFixed(0)) + ' %';
}

/**
 * @param {number | null | undefined} ms
 * @returns {string}
 */
function formatDuration(ms) {
  if (!isKnown(ms)) return '–';
  if (ms < 1000) return Math.round(ms) + ' ms';
  const seconds = ms / 1000;
  if (seconds < 60) return seconds.toFixed(seconds < 10 ? 1 : 0) + ' s';
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return minutes + ' min';
  const hours = Math.floor(minutes / 60);
  return hours + ' h' + (minutes % 60 ? ' ' + (minutes % 60) + ' min' : '');
}

/**
 * @param {number | null | undefined} seconds since 1970
 * @returns {string}
 */
function formatTime(seconds) {
  return isKnown(seconds) ? dateTime.format(seconds * 1000) : '–';
}

/**
 * @param {number | null | undefined} seconds since 1970
 * @returns {string}
 */
function formatDate(seconds) {
  return isKnown(seconds) ? dateOnly.format(seconds * 1000) : '–';
}

/**
 * A day of the document (`2026-11-01`) as it is written below a chart, or in full.
 *
 * @param {string} day
 * @param {'short' | 'full'} form
 * @returns {string}
 */
function formatDay(day, form) {
  const time = Date.parse(day + 'T00:00:00Z');
  if (Number.isNaN(time)) return day;
  return (form === 'short' ? utcDay : utcWeekday).format(time);
}

/**
 * How long it is from one time to another, in the largest unit that says enough.
 *
 * @param {number} from
 * @param {number} until
 * @returns {string}
 */
function formatSpan(from, until) {
  const days = Math.floor(Math.abs(until - from) / DAY_SECONDS);
  return days === 0 ? 'less than a day' : plural(days, 'day');
}

/**
 * @param {number} count
 * @param {string} thing
 * @returns {string}
 */
function plural(count, thing) {
  return formatNumber(count) + ' ' + thing + (count === 1 ? '' : 's');
}

/**
 * A word of the data (`new_intermittent`) as people write it.
 *
 * @param {string} word
 * @returns {string}
 */
function humanWord(word) {
  return word.replace(/_/g, ' ');
}

/**
 * @param {number | null | undefined} value
 * @returns {value is number}
 */
function isKnown(value) {
  return typeof value === 'number' && Number.isFinite(value);
}
