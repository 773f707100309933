// The page of one refused heal, or of one drift.

/** What a kind means and what to do about it. */
const KIND_ADVICE = new Map([
  ['suggested', 'Breadcrumb would heal this, but the mode or the limit of heals does not allow it. If a suggestion is right, accept it or use its locator.'],
  ['ambiguous', 'More than one element could be meant. Accept the right one, or use a locator that names more (a row, a heading, an exact name).'],
  ['below_threshold', 'No element on the page is similar enough. If a suggestion is right, accept it. If the element is gone on purpose, change the test. If not, the page is broken.'],
  ['gone', 'The similar elements were on the page before, as something else. The element itself seems to be gone.'],
  ['no_fingerprint', 'There is no fingerprint of the element: the test has to pass once before Breadcrumb can heal it.'],
  ['no_candidates', 'The page had no elements to compare with. Perhaps it had not loaded.'],
  ['drift', 'The locator still matches, but a different element than before. Check that the test still does what it should.'],
]);

/**
 * @param {Model} model
 * @param {Route} route
 * @returns {View}
 */
function refusalView(model, route) {
  const refusal = model.refusals.concat(acceptedRefusal() ?? []).find(({ id }) => String(id) === route.id);
  if (refusal === undefined) return missingView('refusal', 'This report has no open refusal with this number. A refusal is over when its test passes or its locator is healed or fixed', route.id);
  const place = sourcePlace(refusal);
  const body = h('div', null,
    h('div', { class: 'page-head' },
      h('p', { class: 'crumb' }, inLink('#/refusals', null, 'Refusals and drifts')),
      h('h1', { tabindex: -1, class: 'data-title' }, quietText(kindWord(refusal.kind) + ': '), h('code', null, dataText(refusal.locator, PAGE_TEXT))),
      h('p', { class: 'byline' }, inLink(fragmentOfOne('test', refusal.test_id), null, dataText(testName(model, refusal.test_id).name)),
        h('span', null, (refusal.count > 1 ? plural(refusal.count, 'time') + ', last ' : '') + formatTime(refusal.timestamp)),
        refusal.action ? h('span', null, 'for ', codeText(refusal.action)) : null,
        refusal.page ? h('span', null, 'on ', codeText(refusal.page)) : null)),
    h('section', { class: 'card', 'aria-label': 'What happened' },
      h('p', { class: 'reason' }, kindBadge(refusal.kind), ' ', dataText(refusal.message, PAGE_TEXT)),
      KIND_ADVICE.has(refusal.kind || '') ? h('p', { class: 'note' }, KIND_ADVICE.get(refusal.kind || '')) : null,
      place === null ? null : h('p', { class: 'note' }, 'In ', place)),
    suggestionList(refusal));
  return { key: 'refusal ' + refusal.id, title: kindWord(refusal.kind) + ': ' + clipText(refusal.locator, LIST_TEXT), body };
}
