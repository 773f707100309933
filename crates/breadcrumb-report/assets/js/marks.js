// Marks for states: a shape and a word each, so that color is never the only sign.

/** The shapes, in a square of 12 units. */
const SHAPES = new Map([
  ['stable', 'M6 1a5 5 0 1 1 0 10a5 5 0 0 1 0-10z'],
  ['healed', 'M4.5 1h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z'],
  ['flaky', 'M6 0.8l5.6 10.2h-11.2z'],
  ['failing', 'M2.6 0.9l3.4 3.4l3.4-3.4l1.7 1.7l-3.4 3.4l3.4 3.4l-1.7 1.7l-3.4-3.4l-3.4 3.4l-1.7-1.7l3.4-3.4l-3.4-3.4z'],
  ['quarantined', 'M2 1h3v10h-3zM7 1h3v10h-3z'],
  ['fixed', 'M1 6.6l1.8-1.8l2.3 2.3l4.2-5l1.7 1.5l-5.8 6.9z'],
  ['skipped', 'M1 5h10v2h-10z'],
  ['total', 'M1 1h10v2.4h-10zM1 4.8h10v2.4h-10zM1 8.6h10v2.4h-10z'],
]);

/** Words for what the engine found, with the shape of the group that comes nearest. */
const FINDINGS = new Map([
  ['unknown', { word: 'New', shape: 'skipped' }],
  ['failing', { word: 'Failing', shape: 'failing' }],
  ['broken', { word: 'Failing (broken)', shape: 'failing' }],
  ['masked', { word: 'Failing (hidden by retries)', shape: 'failing' }],
  ['new_intermittent', { word: 'Flaky (recently)', shape: 'flaky' }],
  ['flaky', { word: 'Flaky', shape: 'flaky' }],
  ['suspect', { word: 'Flaky (suspected)', shape: 'flaky' }],
  ['healthy', { word: 'Passing', shape: 'stable' }],
]);

/** @type {{ [group in Group | 'total' | 'skipped']: string }} */
const GROUP_WORDS = {
  total: 'Tests', stable: 'Passing', healed: 'Healed', flaky: 'Flaky', failing: 'Failing',
  quarantined: 'Quarantined', skipped: 'Skipped',
};

/**
 * @param {string} shape
 * @returns {SVGElement}
 */
function shapeMark(shape) {
  return svg('svg', { class: 'mark mark-' + shape, viewBox: '0 0 12 12', 'aria-hidden': 'true' },
    svg('path', { d: SHAPES.get(shape) ?? '' }));
}

/**
 * @param {string} shape
 * @param {string} word
 * @returns {HTMLElement}
 */
function badge(shape, word) {
  return h('span', { class: 'badge' }, shapeMark(shape), word);
}

/**
 * The groups a test is in, as marks with words.
 *
 * @param {Model} model
 * @param {TestRow} test
 * @returns {HTMLElement}
 */
function groupBadges(model, test) {
  const groups = model.groups.get(test);
  const shown = GROUPS.filter((group) => groups?.has(group));
  return h('span', { class: 'badges' }, shown.map((group) => badge(group, GROUP_WORDS[group])));
}

/**
 * What the engine found, as a mark with a word.
 *
 * @param {string | null} state
 * @returns {HTMLElement}
 */
function findingBadge(state) {
  const finding = FINDINGS.get(state || 'unknown');
  return badge(finding?.shape ?? 'skipped', finding?.word ?? humanWord(clipText(state || '', 40)));
}

/**
 * A share of 1 as a number with a bar.
 *
 * @param {number | null} share
 * @returns {HTMLElement}
 */
function shareMeter(share) {
  return h('span', { class: 'meter' },
    h('span', { class: 'meter-number' }, formatPercent(share)),
    barOf(isKnown(share) ? share : 0));
}

/**
 * A bar; the number beside it says the same.
 *
 * @param {number} share
 * @param {string} [className]
 * @returns {SVGElement}
 */
function barOf(share, className = 'bar') {
  const width = 100 * Math.min(1, Math.max(0, share));
  return svg('svg', { class: className, viewBox: '0 0 100 1', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    svg('rect', { class: 'bar-track', width: 100, height: 1 }),
    svg('rect', { class: 'bar-fill', width, height: 1 }));
}

/**
 * A test as a link: its name, and below it its file.
 *
 * @param {Model} model
 * @param {string} testId
 * @returns {HTMLElement}
 */
function testLink(model, testId) {
  const { file, name } = testName(model, testId);
  return h('span', { class: 'test-link' },
    inLink(fragmentOfOne('test', testId), null, nameText(name)),
    file ? dataText(file, LIST_TEXT, 'sub') : null);
}

/**
 * Facts as pairs of a name and a value.
 *
 * @param {[string, Child][]} facts
 * @returns {HTMLElement}
 */
function factList(facts) {
  return h('dl', { class: 'facts' }, facts.map(([name, value]) =>
    h('div', null, h('dt', null, name), h('dd', null, value))));
}

/**
 * Where a locator stands in the tests.
 *
 * @param {{ source_file: string | null, source_line: number | null }} place
 * @returns {HTMLElement | null}
 */
function sourcePlace({ source_file: file, source_line: line }) {
  if (!file) return null;
  return codeText(file + (isKnown(line) ? ':' + line : ''), PAGE_TEXT);
}
