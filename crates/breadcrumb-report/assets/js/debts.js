// The overview's lists of what waits for somebody: quarantined tests, refused heals, drifts.

/** Why a look healed nothing, in a few words. */
const KIND_WORDS = new Map([
  ['suggested', 'Suggested only'],
  ['ambiguous', 'Two candidates'],
  ['below_threshold', 'Nothing alike enough'],
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
 * The quarantined tests, oldest first: the debt that is due.
 *
 * @param {Model} model
 * @returns {HTMLElement}
 */
function quarantineDebt(model) {
  const held = model.doc.tests.filter((test) => test.quarantine !== null)
    .sort((a, b) => (a.quarantine?.since ?? 0) - (b.quarantine?.since ?? 0));
  const now = model.doc.generated_at;
  const expired = held.filter((test) => isExpired(test.quarantine, now)).length;
  if (held.length === 0) return section('Quarantine debt', { class: 'card' }, emptyNote('No test is in quarantine.'));
  const note = plural(held.length, 'test') + ', ' + (expired === 0 ? 'none expired.' : formatNumber(expired) + ' expired: their failures count again.');
  return section('Quarantine debt', { class: 'card', note },
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
  if (refusals.length === 0) return section('Refused heals', { class: 'card' }, emptyNote('No heal was refused.'));
  return section('Refused heals', { class: 'card', note: 'Locators that found nothing, and nothing was sure enough to go on with.' },
    lookLines(model, refusals), moreLink('refusals', model.looks.length, 'All refusals and drifts'));
}

/**
 * @param {Model} model
 * @returns {HTMLElement}
 */
function driftAlarms(model) {
  const { drifts } = model.doc;
  if (drifts.length === 0) return section('Drift alarms', { class: 'card' }, emptyNote('No locator finds another element than before.'));
  return section('Drift alarms', { class: 'card', note: 'Locators that still match, but another element than they were written for.' },
    lookLines(model, drifts));
}

/**
 * @param {Model} model
 * @param {Refusal[]} looks
 * @returns {HTMLElement}
 */
function lookLines(model, looks) {
  return h('ul', { class: 'lines' }, looks.slice(0, OVERVIEW_ROWS).map((look) =>
    h('li', { 'data-key': look.id },
      h('span', { class: 'test-link' },
        inLink(fragmentOfOne('refusal', look.id), null, codeText(look.locator)),
        h('bdi', { class: 'sub' }, clipText(testName(model, look.test_id).name, LIST_TEXT))),
      h('span', { class: 'line-facts' }, badge(look.kind === 'drift' ? 'flaky' : 'skipped', kindWord(look.kind)),
        h('span', { class: 'sub' }, formatDate(look.timestamp))))));
}
