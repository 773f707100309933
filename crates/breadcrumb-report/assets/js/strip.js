// The strip of a test's last runs.

/** What the letters of a history mean. Each has its own height and shape in the strip. */
const OUTCOMES = new Map([
  ['P', { word: 'passed', class: 'passed' }],
  ['H', { word: 'passed with a heal', class: 'healed' }],
  ['F', { word: 'failed', class: 'failed' }],
  ['E', { word: 'error', class: 'error' }],
  ['S', { word: 'skipped', class: 'skipped' }],
  ['M', { word: 'failed, ignored: quarantined', class: 'masked' }],
]);

const CELL = 7;
const GAP = 2;
const HEIGHT = 20;

/**
 * Draws the newest runs, oldest first.
 *
 * @param {string | null} history
 * @param {number} limit
 * @param {number} [scale]
 * @returns {SVGElement | HTMLElement}
 */
function historyStrip(history, limit, scale = 1) {
  const letters = Array.from(history || '').slice(-limit);
  if (letters.length === 0) return h('span', { class: 'sub' }, 'no runs');
  const width = letters.length * (CELL + GAP) - GAP;
  return svg('svg', {
    class: 'strip', viewBox: `0 0 ${width} ${HEIGHT}`, width: width * scale, height: HEIGHT * scale,
    role: 'img', 'aria-label': describeHistory(letters),
  }, scale === 1 ? joinedCells(letters) : letters.map((letter, i) => stripCell(letter, i * (CELL + GAP))));
}

/**
 * One path for all runs of a kind: a list of tests has a thousand runs, and elements cost time.
 *
 * @param {string[]} letters
 * @returns {SVGElement[]}
 */
function joinedCells(letters) {
  /** @type {Map<string, string>} */
  const paths = new Map();
  letters.forEach((letter, i) => paths.set(letter, (paths.get(letter) ?? '') + cellPath(letter, i * (CELL + GAP))));
  return Array.from(paths, ([letter, d]) => svg('path', { class: 'run run-' + outcomeClass(letter), d }));
}

/**
 * One run, with its word for who points at it.
 *
 * @param {string} letter
 * @param {number} x
 * @returns {SVGElement}
 */
function stripCell(letter, x) {
  return svg('path', { class: 'run run-' + outcomeClass(letter), d: cellPath(letter, x) },
    svg('title', null, OUTCOMES.get(letter)?.word ?? letter));
}

/**
 * @param {string} letter
 * @returns {string}
 */
function outcomeClass(letter) {
  return OUTCOMES.get(letter)?.class ?? 'skipped';
}

/**
 * Runs that passed are low and runs that failed are high, a heal is two blocks and a masked failure
 * three, an error is hollow: the strip reads without color.
 *
 * @param {string} letter
 * @param {number} x
 * @returns {string}
 */
function cellPath(letter, x) {
  const block = (/** @type {number} */ top, /** @type {number} */ bottom) => `M${x} ${top}h${CELL}V${bottom}h-${CELL}z`;
  switch (outcomeClass(letter)) {
    case 'passed': return block(10, HEIGHT);
    case 'healed': return block(5, 9) + block(11, HEIGHT);
    case 'failed': return block(0, HEIGHT);
    case 'error': return block(0, HEIGHT) + `M${x + 2} 2v${HEIGHT - 4}h${CELL - 4}V2z`;
    case 'masked': return block(0, 5) + block(7, 12) + block(14, HEIGHT);
    default: return block(HEIGHT - 3, HEIGHT);
  }
}

/**
 * The runs in words: "last 50 runs, oldest first: 12 passed, 1 failed, …".
 *
 * @param {string[]} letters
 * @returns {string}
 */
function describeHistory(letters) {
  /** @type {{ letter: string, count: number }[]} */
  const streaks = [];
  for (const letter of letters) {
    const last = streaks[streaks.length - 1];
    if (last !== undefined && last.letter === letter) last.count += 1;
    else streaks.push({ letter, count: 1 });
  }
  const words = streaks.map(({ letter, count }) => count + ' ' + (OUTCOMES.get(letter)?.word ?? letter));
  return 'Last ' + plural(letters.length, 'run') + ', oldest first: ' + words.join(', ');
}

/**
 * The strip's signs with their words; only those that occur.
 *
 * @param {string | null} history
 * @returns {HTMLElement}
 */
function stripLegend(history) {
  const used = Array.from(OUTCOMES).filter(([letter]) => (history || '').includes(letter));
  return h('ul', { class: 'legend', 'aria-hidden': 'true' }, used.map(([letter, outcome]) =>
    h('li', null,
      svg('svg', { class: 'strip', viewBox: `0 0 ${CELL} ${HEIGHT}`, width: CELL, height: HEIGHT }, stripCell(letter, 0)),
      outcome.word)));
}
