// The suggestions of a refused heal: what could be meant, and accepting one of them.

/** Reasons of a suggestion that are shown at once; the first ones weigh most. */
const SHOWN_REASONS = 5;

/**
 * What came of the last acceptance. The refusal is kept: once it is accepted, the document has it no more, and its page
 * stays until the reader goes on.
 *
 * @type {{ refusal: Refusal, suggestion: number, heal: number | null, error: string | null } | null}
 */
let lastAcceptance = null;

/**
 * The refusal that was accepted here.
 *
 * @returns {Refusal | null}
 */
function acceptedRefusal() {
  return lastAcceptance?.error === null ? lastAcceptance.refusal : null;
}

/**
 * @param {Refusal} refusal
 * @returns {HTMLElement}
 */
function suggestionList(refusal) {
  const suggestions = refusal.suggestions || [];
  if (suggestions.length === 0) return section('Suggestions', { class: 'card' }, emptyNote('There is nothing to suggest.'));
  return section('Suggestions', { class: 'card', note: 'The most similar elements, the closest first.' },
    h('ol', { class: 'suggestions' }, suggestions.map((suggestion, place) => suggestionItem(refusal, suggestion, place + 1))));
}

/**
 * @param {Refusal} refusal
 * @param {Suggestion} suggestion
 * @param {number} number counted from 1
 * @returns {HTMLElement}
 */
function suggestionItem(refusal, suggestion, number) {
  return h('li', null,
    h('div', { class: 'suggestion-head' }, h('span', null, number + '. ', codeText(suggestion.description)),
      h('span', { class: 'suggestion-share' }, h('span', { class: 'sub' }, 'Confidence '), shareMeter(suggestion.confidence))),
    suggestion.locator ? copyableCode(suggestion.locator, 'the locator of suggestion ' + number)
      : h('p', { class: 'note' }, 'No locator was found that matches only this element.'),
    suggestionReasons(suggestion.reasons || []),
    suggestion.veto ? h('p', { class: 'against' }, shapeMark('failing'), h('span', null, 'Against it: it ', dataText(suggestion.veto, PAGE_TEXT))) : null,
    // A drift is no refused heal: its locator matches.
    refusal.kind === 'drift' ? null : canDecide() ? acceptButton(refusal, number) : acceptCommand(refusal, number));
}

/**
 * The best reasons, and the others behind a fold.
 *
 * @param {string[]} reasons
 * @returns {HTMLElement | null}
 */
function suggestionReasons(reasons) {
  if (reasons.length === 0) return null;
  const items = reasons.map((reason) => h('li', null, dataText(reason, PAGE_TEXT)));
  const rest = items.slice(SHOWN_REASONS);
  return h('div', null, h('p', { class: 'sub' }, 'For it'), h('ul', { class: 'reasons' }, items.slice(0, SHOWN_REASONS)),
    rest.length === 0 ? null
      : h('details', { class: 'as-table' }, h('summary', null, plural(rest.length, 'more reason')), h('ul', { class: 'reasons' }, rest)));
}

/**
 * How to accept it elsewhere, on a page that cannot.
 *
 * @param {Refusal} refusal
 * @param {number} number
 * @returns {HTMLElement}
 */
function acceptCommand(refusal, number) {
  return h('div', { class: 'decide' }, h('p', { class: 'sub' }, 'If it is the element, accept it:'),
    copyableCode('breadcrumb review --accept ' + refusal.id + ':' + number, 'the command that accepts suggestion ' + number));
}

/**
 * The button stays when it is off, so that it keeps the focus.
 *
 * @param {Refusal} refusal
 * @param {number} number
 * @returns {HTMLElement}
 */
function acceptButton(refusal, number) {
  const told = lastAcceptance?.refusal.id === refusal.id ? lastAcceptance : null;
  const isAccepted = acceptedRefusal()?.id === refusal.id;
  const here = told?.suggestion === number ? told : null;
  return h('div', { class: 'decide' },
    h('div', { class: 'decide-buttons' }, h('button', {
      type: 'button', class: 'button' + (isAccepted ? ' is-off' : ''), 'aria-disabled': isAccepted ? 'true' : undefined,
      'aria-label': 'Accept suggestion ' + number,
      onclick: () => { if (!isAccepted) acceptSuggestion(refusal, number); },
    }, 'Accept')),
    outcomeLines(here?.error ?? null, ...(here === null ? [] : acceptedWords(here.heal))));
}

/**
 * @param {number | null} heal
 * @returns {Child[]}
 */
function acceptedWords(heal) {
  return ['Accepted: it heals from the next run on, and ', h('code', { class: 'code' }, 'breadcrumb fix'), ' writes it. ',
    heal === null ? null : inLink(fragmentOfOne('heal', heal), null, 'Show the heal')];
}

/**
 * @param {Refusal} refusal
 * @param {number} suggestion
 */
async function acceptSuggestion(refusal, suggestion) {
  const sent = await sendDecision({ refusal: refusal.id, suggestion });
  if (sent === null) return;
  lastAcceptance = { refusal, suggestion, heal: sent.heal, error: sent.error === null ? null : 'Not accepted: ' + sent.error };
  await refreshNow();
}
