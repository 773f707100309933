// What people decide about heals: the state as a badge, and on a live page the buttons that decide.

/** The states, as a mark, a word and a sentence. */
const DECISIONS = new Map([
  ['pending', { shape: 'skipped', word: 'Pending', sentence: 'This heal is not reviewed yet.' }],
  ['approved', { shape: 'stable', word: 'Approved', sentence: 'It is the element that the test means.' }],
  ['rejected', { shape: 'failing', word: 'Rejected', sentence: 'It is another element. Breadcrumb does not heal to it again.' }],
  ['fixed', { shape: 'fixed', word: 'Fixed', sentence: 'The source was changed, or the test has passed without the heal since.' }],
]);

/** How a heal came into the log, where it was not in a test that passed. */
const OCCASIONS = new Map([
  ['failing_test', {
    words: 'in a failing test',
    sentence: 'The test failed later, so nothing was learned from this heal. Check that the failure does not come from it.',
  }],
  ['accepted', {
    words: 'accepted in a review',
    sentence: 'The heal was refused at first, and a person accepted the suggestion.',
  }],
]);

/** The buttons, with what screen readers hear once it is done. @type {[string, string, string][]} */
const DECIDE_BUTTONS = [
  ['approved', 'Approve', 'The heal is approved.'],
  ['rejected', 'Reject', 'The heal is rejected.'],
  ['pending', 'Take back', 'The heal is pending again.'],
];

/** What came of the last decision, and about which heal it was. @type {{ id: number, decision: string, error: string | null } | null} */
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
 * The state for a list, with how the heal came about where that matters.
 *
 * @param {HealBrief} heal
 * @returns {Child[]}
 */
function healState({ decision, occasion }) {
  const words = OCCASIONS.get(occasion)?.words;
  return [decisionBadge(decision), words === undefined ? null : h('div', { class: 'sub' }, words)];
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
  const occasion = OCCASIONS.get(brief.occasion)?.sentence;
  const isFixed = brief.decision === 'fixed';
  return section('Review', { class: 'card' },
    h('p', { class: 'reason' }, decisionBadge(brief.decision), sentence),
    occasion === undefined ? null : h('p', { class: 'note' }, occasion),
    decided?.decided_by ? h('p', { class: 'note' }, isFixed ? 'Last decision by ' : 'By ', dataText(decided.decided_by)) : null,
    decided?.note ? h('p', { class: 'message' }, dataText(decided.note, PAGE_TEXT)) : null,
    canDecide() && isFixed ? h('p', { class: 'note' }, 'Reject it if it is the wrong element. Breadcrumb does not heal to it again.') : null,
    canDecide() ? decideButtons(brief) : null);
}

/** @returns {boolean} */
function canDecide() {
  return document.querySelector('meta[name="bc-decide"]') !== null;
}

/**
 * All three buttons are always there, so that the one that was pressed keeps the focus. Of a fixed heal, only a
 * rejection changes anything.
 *
 * @param {HealBrief} brief
 * @returns {HTMLElement}
 */
function decideButtons(brief) {
  const told = lastDecision?.id === brief.id ? lastDecision : null;
  const isFixed = brief.decision === 'fixed';
  const buttons = DECIDE_BUTTONS.map(([decision, word]) => {
    const isOff = brief.decision === decision || (isFixed && decision !== 'rejected');
    return h('button', {
      type: 'button', class: 'button' + (isOff ? ' is-off' : ''), 'aria-disabled': isOff ? 'true' : undefined,
      onclick: () => { if (!isOff) decideHeal(brief.id, decision); },
    }, word);
  });
  return h('div', { class: 'decide' },
    h('div', { class: 'decide-buttons', role: 'group', 'aria-label': 'Review this heal' }, buttons),
    outcomeLines(told?.error ?? null, told === null ? '' : doneWords(told.decision, brief.decision)));
}

/**
 * Whether it worked, in places that are always there: only then do screen readers read out what comes into them.
 *
 * @param {string | null} error
 * @param {...Child} done
 * @returns {HTMLElement[]}
 */
function outcomeLines(error, ...done) {
  return [
    h('p', { class: 'note', role: 'status' }, ...(error === null ? done : [])),
    h('p', { class: 'decide-error', role: 'alert' }, error === null ? null : dataText(error, PAGE_TEXT)),
  ];
}

/**
 * What was done. A heal that was rejected and is fixed otherwise is fixed again.
 *
 * @param {string} asked
 * @param {string} decision what the heal is now
 * @returns {string}
 */
function doneWords(asked, decision) {
  if (decision === 'fixed' && asked !== 'rejected') return 'The rejection is taken back.';
  return DECIDE_BUTTONS.find(([state]) => state === asked)?.[2] ?? '';
}

/**
 * Sends a decision, and shows the page as it is then.
 *
 * @param {number} id
 * @param {string} decision
 */
async function decideHeal(id, decision) {
  const sent = await sendDecision({ heal: id, decision });
  if (sent === null) return;
  lastDecision = { id, decision, error: sent.error === null ? null : 'Not saved: ' + sent.error };
  await refreshNow();
}

/**
 * Sends a decision to the server, one after the other.
 *
 * @param {{ heal: number, decision: string } | { refusal: number, suggestion: number }} decision
 * @returns {Promise<{ error: string | null, heal: number | null } | null>} why it was not taken, or which heal it is
 *   about; `null` while another one is on its way
 */
async function sendDecision(decision) {
  if (isDeciding) return null;
  isDeciding = true;
  try {
    const answer = await fetch('decisions', {
      method: 'POST', cache: 'no-store', body: JSON.stringify(decision),
      headers: { 'Content-Type': 'application/json', 'X-Breadcrumb-Token': location.pathname.split('/')[1] ?? '' },
    });
    const { heal, error, hint } = await answer.json();
    if (answer.ok) return { error: null, heal: isKnown(heal) ? heal : null };
    const advice = hint ? '. ' + hint.charAt(0).toUpperCase() + hint.slice(1) : '';
    return { error: error + advice + '.', heal: null };
  } catch {
    return { error: 'the server does not answer.', heal: null };
  } finally {
    isDeciding = false;
  }
}
