// The page of one look that healed nothing, or of one drift.

/** Reasons of a suggestion that are shown at once; the first ones weigh most. */
const SHOWN_REASONS = 5;

/** What a kind means and what to do about it. */
const KIND_ADVICE = new Map([
  ['suggested', 'It could have been healed, but the mode or the limit of heals forbade it. If the first suggestion is right, use its locator.'],
  ['ambiguous', 'Two elements could be the one. A locator that names more (a row, a heading, an exact name) tells them apart.'],
  ['below_threshold', 'Nothing on the page is like the element enough. If it is gone on purpose, the test has to change; if not, the page is broken.'],
  ['gone', 'What is like it was on the page before, as something else. The element itself seems to be gone.'],
  ['no_fingerprint', 'The element was never seen: the test has to pass once before it can be healed.'],
  ['no_candidates', 'The page had nothing to compare with. It may not have been loaded.'],
  ['drift', 'The locator still matches, but an element that is little like the one it was written for. Look whether the test still does what it should.'],
]);

/**
 * @param {Model} model
 * @param {Route} route
 * @returns {View}
 */
function refusalView(model, route) {
  const look = model.looks.find(({ id }) => String(id) === route.id);
  if (look === undefined) return missingView('refusal', 'This report has no such refusal', route.id);
  const place = sourcePlace(look);
  const body = h('div', null,
    h('div', { class: 'page-head' },
      h('p', { class: 'crumb' }, inLink('#/refusals', null, 'Refusals and drifts')),
      h('h1', { tabindex: -1, class: 'data-title' }, quietText(kindWord(look.kind) + ': '), h('code', null, dataText(look.locator, PAGE_TEXT))),
      h('p', { class: 'byline' }, inLink(fragmentOfOne('test', look.test_id), null, dataText(testName(model, look.test_id).name)),
        h('span', null, formatTime(look.timestamp)),
        look.action ? h('span', null, 'for ', codeText(look.action)) : null,
        look.page ? h('span', null, 'on ', codeText(look.page)) : null)),
    h('section', { class: 'card', 'aria-label': 'What happened' },
      h('p', { class: 'reason' }, badge(look.kind === 'drift' ? 'flaky' : 'skipped', kindWord(look.kind)), ' ', dataText(look.message, PAGE_TEXT)),
      KIND_ADVICE.has(look.kind || '') ? h('p', { class: 'note' }, KIND_ADVICE.get(look.kind || '')) : null,
      place === null ? null : h('p', { class: 'note' }, 'In ', place)),
    suggestionList(look));
  return { key: 'refusal ' + look.id, title: kindWord(look.kind) + ': ' + clipText(look.locator, LIST_TEXT), body };
}

/**
 * @param {Refusal} look
 * @returns {HTMLElement}
 */
function suggestionList(look) {
  const suggestions = look.suggestions || [];
  if (suggestions.length === 0) return section('Suggestions', { class: 'card' }, emptyNote('There is nothing to suggest.'));
  return section('Suggestions', { class: 'card', note: 'The candidates that came nearest, the best first.' },
    h('ol', { class: 'suggestions' }, suggestions.map((suggestion) => h('li', null,
      h('div', { class: 'suggestion-head' }, codeText(suggestion.description), shareMeter(suggestion.confidence)),
      suggestion.locator ? copyableCode(suggestion.locator, 'this locator') : null,
      suggestionReasons(suggestion.reasons || [])))));
}

/**
 * The best reasons, and the others behind a fold.
 *
 * @param {string[]} reasons
 * @returns {HTMLElement}
 */
function suggestionReasons(reasons) {
  const items = reasons.map((reason) => h('li', null, dataText(reason, PAGE_TEXT)));
  const rest = items.slice(SHOWN_REASONS);
  return h('div', null, h('ul', { class: 'reasons' }, items.slice(0, SHOWN_REASONS)),
    rest.length === 0 ? null
      : h('details', { class: 'as-table' }, h('summary', null, plural(rest.length, 'more reason')), h('ul', { class: 'reasons' }, rest)));
}
