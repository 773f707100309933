// The strip of a test's last runs.

/** What the letters of a history mean. Each has its own height and shape in the strip. */
const OUTCOMES = new Map([
  ['P', { word: 'passed', class: 'passed' }],
  ['H', { word: 'passed with a heal', class: 'healed' }],
  ['F', { word: 'failed', class: 'failed' }],
  ['E', { word: 'error', class: 'error' }],
  ['S', { word: 'skipped', class: 'skipped' }],
  ['M', { word: 'failed, masked by the quarantine', class: 'masked' }],
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
  }, letters.map((letter, i) => stripCell(letter, i * (CELL + GAP))));
}

/**
 * Runs that passed are low and runs that failed are high, so the strip reads without color.
 *
 * @param {string} letter
 * @param {number} x
 * @returns {SVGElement}
 */
function stripCell(letter, x) {
  const outcome = OUTCOMES.get(letter);
  const name = outcome?.class ?? 'skipped';
  const isHigh = name === 'failed' || name === 'error' || name === 'masked';
  const height = isHigh ? HEIGHT : name === 'skipped' ? 3 : name === 'healed' ? 14 : 10;
  const top = HEIGHT - height;
  const parts = [svg('rect', { x, y: top, width: CELL, height, rx: 1 })];
  if (name === 'healed') {
    const middle = x + CELL / 2;
    parts.push(svg('path', { class: 'cut', d: `M${middle} ${top + 3}v5M${middle - 2.5} ${top + 5.5}h5` }));
  }
  if (name === 'masked') parts.push(svg('path', { class: 'cut', d: `M${x} ${top + 6}h${CELL}M${x} ${top + 11}h${CELL}` }));
  return svg('g', { class: 'run run-' + name },
    svg('title', null, outcome?.word ?? letter), parts);
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
