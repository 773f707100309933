// The overview's lists of what waits for somebody: quarantined tests, refused heals, drifts.

/** Why a heal was refused, in a few words. */
const KIND_WORDS = new Map([
  ['suggested', 'Suggested only'],
  ['ambiguous', 'Two candidates'],
  ['below_threshold', 'No close match'],
  ['gone', 'Element is gone'],
  ['no_fingerprint', 'Never learned'],
  ['no_candidates', 'Empty page'],
  ['drift', 'Drift'],
]);

/**
 * @param {string | null} kind
 * @returns {string}
 */
function kindWord(kind) {
  return KIND_WORDS.get(kind || '') ?? humanWord(clipText(kind || 'not known', 40));
}

/**
 * @param {string | null} kind
 * @returns {HTMLElement}
 */
function kindBadge(kind) {
  return badge(kind === 'drift' ? 'flaky' : 'skipped', kindWord(kind));
}

/**
 * The quarantined tests, oldest first.
 *
 * @param {Model} model
 * @returns {HTMLElement}
 */
function quarantineDebt(model) {
  const held = model.doc.tests.filter((test) => test.quarantine !== null)
    .sort((a, b) => (a.quarantine?.since ?? 0) - (b.quarantine?.since ?? 0));
  const now = model.doc.generated_at;
  const expired = held.filter((test) => isExpired(test.quarantine, now)).length;
  if (held.length === 0) return section('Quarantined tests', { class: 'card' }, emptyNote('No test is in quarantine.'));
  const note = plural(held.length, 'test') + ', ' + (expired === 0 ? 'none expired.' : formatNumber(expired) + ' expired: their failures count again.');
  return section('Quarantined tests', { class: 'card', note },
    h('ul', { class: 'lines' }, held.slice(0, OVERVIEW_ROWS).map((test) => debtLine(model, test, now))),
    h('p', { class: 'more' }, inLink(fragmentOf('tests', { state: 'quarantined' }), null, 'All quarantined tests (' + formatNumber(held.length) + ')')));
}

/**
 * @param {Quarantine | null} quarantine
 * @param {number} now
 * @returns {boolean}
 */
function isExpired(quarantine, now) {
  return isKnown(quarantine?.expires_at) && quarantine.expires_at <= now;
}

/**
 * @param {Model} model
 * @param {TestRow} test
 * @param {number} now
 * @returns {HTMLElement}
 */
function debtLine(model, test, now) {
  const quarantine = /** @type {Quarantine} */ (test.quarantine);
  const age = isKnown(quarantine.since) ? formatSpan(quarantine.since, now) : 'age not known';
  return h('li', { 'data-key': test.test_id.slice(0, SEARCHED_TEXT) },
    testLink(model, test.test_id),
    h('span', { class: 'line-facts' },
      isExpired(quarantine, now) ? badge('failing', 'Expired') : badge('quarantined', age),
      h('span', { class: 'sub' }, expiryWords(quarantine, now))));
}

/**
 * @param {Quarantine} quarantine
 * @param {number} now
 * @returns {string}
 */
function expiryWords(quarantine, now) {
  const { expires_at: end } = quarantine;
  if (!isKnown(end)) return 'never expires';
  return end <= now ? formatSpan(end, now) + ' ago' : 'expires in ' + formatSpan(now, end);
}

/**
 * @param {Model} model
 * @returns {HTMLElement}
 */
function refusedHeals(model) {
  const { refusals } = model.doc;
  if (refusals.length === 0) return section('Refused heals', { class: 'card' }, emptyNote('No refused heal is open.'));
  return section('Refused heals', { class: 'card', note: 'Locators that match nothing, where no element was a sure enough match.' },
    refusalLines(model, refusals), moreLink('refusals', model.refusals.length, 'All refusals and drifts'));
}

/**
 * @param {Model} model
 * @returns {HTMLElement}
 */
function driftAlarms(model) {
  const { drifts } = model.doc;
  if (drifts.length === 0) return section('Drift alarms', { class: 'card' }, emptyNote('No locator matches a different element than before.'));
  return section('Drift alarms', { class: 'card', note: 'Locators that still match, but a different element than before.' },
    refusalLines(model, drifts));
}

/**
 * @param {Model} model
 * @param {Refusal[]} refusals
 * @returns {HTMLElement}
 */
function refusalLines(model, refusals) {
  return h('ul', { class: 'lines' }, refusals.slice(0, OVERVIEW_ROWS).map((refusal) =>
    h('li', { 'data-key': refusal.id },
      h('span', { class: 'test-link' },
        inLink(fragmentOfOne('refusal', refusal.id), null, codeText(refusal.locator)),
        h('bdi', { class: 'sub' }, clipText(testName(model, refusal.test_id).name, LIST_TEXT))),
      h('span', { class: 'line-facts' }, kindBadge(refusal.kind),
        h('span', { class: 'sub' }, (refusal.count > 1 ? plural(refusal.count, 'time') + ', last ' : '') + formatDate(refusal.timestamp))))));
}
