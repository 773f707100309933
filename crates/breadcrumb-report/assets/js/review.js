// What people decide about heals: the state as a badge, and on a live page the buttons that decide.

/** The states, as a mark, a word and a sentence. */
const DECISIONS = new Map([
  ['pending', { shape: 'skipped', word: 'Pending', sentence: 'Nobody has decided about this heal yet.' }],
  ['approved', { shape: 'stable', word: 'Approved', sentence: 'It is the element that the test means.' }],
  ['rejected', { shape: 'failing', word: 'Rejected', sentence: 'It is another element, and is not healed to again.' }],
]);

/** The buttons, with what screen readers hear once it is done. @type {[string, string, string][]} */
const DECIDE_BUTTONS = [
  ['approved', 'Approve', 'The heal is approved.'],
  ['rejected', 'Reject', 'The heal is rejected.'],
  ['pending', 'Take back', 'The decision is taken back.'],
];

/** What came of the last decision, and about which heal it was. @type {{ id: number, text: string, isError: boolean } | null} */
let lastDecision = null;
let isDeciding = false;

/**
 * @param {string} decision
 * @returns {HTMLElement}
 */
function decisionBadge(decision) {
  const state = DECISIONS.get(decision);
  return badge(state?.shape ?? 'skipped', state?.word ?? humanWord(clipText(decision, 40)));
}

/**
 * The states that occur, to choose from.
 *
 * @param {readonly HealBrief[]} heals
 * @returns {[string, string][]}
 */
function decisionChoices(heals) {
  return Array.from(DECISIONS).flatMap(([decision, { word }]) => {
    const count = heals.filter((heal) => heal.decision === decision).length;
    return count === 0 ? [] : [[decision, word + ' (' + formatNumber(count) + ')']];
  });
}

/**
 * What is decided about a heal, by whom and why, and how to decide.
 *
 * @param {HealBrief} brief
 * @param {Heal | undefined} heal
 * @returns {HTMLElement}
 */
function reviewCard(brief, heal) {
  const sentence = DECISIONS.get(brief.decision)?.sentence ?? '';
  // Who has decided comes with the details, which may be older than the list for a moment.
  const decided = heal?.decision === brief.decision ? heal : undefined;
  return section('Review', { class: 'card' },
    h('p', { class: 'reason' }, decisionBadge(brief.decision), sentence),
    decided?.decided_by ? h('p', { class: 'note' }, 'By ', dataText(decided.decided_by)) : null,
    decided?.note ? h('p', { class: 'message' }, dataText(decided.note, PAGE_TEXT)) : null,
    canDecide() ? decideButtons(brief) : null);
}

/** @returns {boolean} */
function canDecide() {
  return document.querySelector('meta[name="bc-decide"]') !== null;
}

/**
 * All three buttons are always there, so that the one that was pressed keeps the focus.
 *
 * @param {HealBrief} brief
 * @returns {HTMLElement}
 */
function decideButtons(brief) {
  const told = lastDecision?.id === brief.id ? lastDecision : null;
  const buttons = DECIDE_BUTTONS.map(([decision, word]) => {
    const isOff = brief.decision === decision;
    return h('button', {
      type: 'button', class: 'button' + (isOff ? ' is-off' : ''), 'aria-disabled': isOff ? 'true' : undefined,
      onclick: () => { if (!isOff) decideHeal(brief.id, decision); },
    }, word);
  });
  return h('div', { class: 'decide' },
    h('div', { class: 'decide-buttons', role: 'group', 'aria-label': 'Decide about this heal' }, buttons),
    h('p', { class: 'note', role: 'status' }, told === null || told.isError ? '' : told.text),
    h('p', { class: 'decide-error', role: 'alert' }, told?.isError ? dataText(told.text, PAGE_TEXT) : null));
}

/**
 * Sends a decision, and shows the page as it is then.
 *
 * @param {number} id
 * @param {string} decision
 */
async function decideHeal(id, decision) {
  if (isDeciding) return;
  isDeciding = true;
  const error = await sendDecision(id, decision);
  const done = DECIDE_BUTTONS.find(([state]) => state === decision)?.[2] ?? '';
  lastDecision = { id, text: error ?? done, isError: error !== null };
  isDeciding = false;
  await refreshNow();
}

/**
 * @param {number} id
 * @param {string} decision
 * @returns {Promise<string | null>} why it was not taken
 */
async function sendDecision(id, decision) {
  try {
    const answer = await fetch('decisions', {
      method: 'POST', cache: 'no-store', body: JSON.stringify({ heal: id, decision }),
      headers: { 'Content-Type': 'application/json', 'X-Breadcrumb-Token': location.pathname.split('/')[1] ?? '' },
    });
    if (answer.ok) return null;
    const { error, hint } = await answer.json();
    return 'Not decided: ' + error + (hint ? '. ' + hint : '') + '.';
  } catch {
    return 'Not decided: the server does not answer.';
  }
}
