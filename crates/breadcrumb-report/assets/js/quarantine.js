// A test's place in the quarantine: why, since when, and what its release needs.

/** @type {Map<string, { shape: string, word: string }>} */
const QUARANTINE_STATES = new Map([
  ['active', { shape: 'quarantined', word: 'Active: failures for known reasons do not fail a run' }],
  ['suspended', { shape: 'failing', word: 'Suspended: it looks broken, so its failures count' }],
  ['expired', { shape: 'failing', word: 'Expired: its failures count again' }],
]);

/**
 * @param {Quarantine} quarantine
 * @param {number} now
 * @returns {HTMLElement}
 */
function quarantineCard(quarantine, now) {
  const state = QUARANTINE_STATES.get(quarantine.state || '');
  // The sentence is written for lists that do not say where the test is.
  const release = (quarantine.release || (quarantine.manual ? 'a person has to release it' : 'not known')).replace(/^quarantined: (released after )?/, '$1');
  const needed = isKnown(quarantine.passes_needed) ? plural(quarantine.passes_needed, 'commit') + ' to go' : null;
  /** @type {[string, Child][]} */
  const facts = [
    ['State', badge(state?.shape ?? 'quarantined', state?.word ?? humanWord(clipText(quarantine.state || 'active', 40)))],
    ['Since', isKnown(quarantine.since) ? formatDate(quarantine.since) + ' (' + formatSpan(quarantine.since, now) + ')' : '–'],
    ['Expires', isKnown(quarantine.expires_at) ? formatDate(quarantine.expires_at) + ' (' + expiryWords(quarantine, now) + ')' : 'never'],
    ['Owner', quarantine.owner ? dataText(quarantine.owner) : 'none'],
    ['Ticket', quarantine.ticket ? maybeLink(quarantine.ticket) : 'none'],
  ];
  return section('Quarantine', { class: 'card' },
    h('p', { class: 'reason' }, dataText(quarantine.reason, PAGE_TEXT)),
    factList(facts),
    h('p', { class: 'release' }, h('strong', null, 'What release needs: '), dataText(release, PAGE_TEXT),
      needed ? h('span', { class: 'sub' }, ' ' + needed) : null));
}
