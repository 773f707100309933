// The page of one heal: what was there, what was found, why it is the same, and what to write now.

/** The only images that are shown: those inside the file. */
const IMAGE = /^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/=]+$/;

/** Whole heals that are here already, by their place in the list. @type {WeakMap<HealBrief, Heal>} */
const wholeHeals = new WeakMap();
/** The whole heal that was shown last: it stays while a refresh reads it again. @type {Heal | null} */
let keptHeal = null;
/** Heals whose details could not be read. @type {WeakSet<HealBrief>} */
const lostHeals = new WeakSet();

/**
 * @param {Model} model
 * @param {Route} route
 * @returns {View}
 */
function healView(model, route) {
  const place = model.doc.healing_events.findIndex(({ id }) => String(id) === route.id);
  const brief = model.doc.healing_events[place];
  if (brief === undefined) return missingView('heal', 'This report has no such heal', route.id);
  const fresh = wholeHeals.get(brief);
  const heal = fresh ?? (keptHeal?.id === brief.id ? keptHeal : undefined);
  const body = h('div', null, healHead(model, brief, heal), reviewCard(brief, heal),
    heal === undefined ? healWait(brief) : healBody(heal, brief.decision));
  if (fresh === undefined && !lostHeals.has(brief)) openHeal(brief, place);
  return { key: 'heal ' + brief.id, title: 'Heal of ' + clipText(brief.locator, LIST_TEXT), body };
}

/**
 * Opens the part with the whole heal, and shows the page again. While tests run, new heals push
 * older ones into the next part.
 *
 * @param {HealBrief} brief
 * @param {number} place
 */
async function openHeal(brief, place) {
  const part = Math.floor(place / HEALS_PER_PART);
  try {
    for (const number of [part, part + 1]) {
      const heals = await readHeals(number);
      const heal = heals.find(({ id }) => id === brief.id);
      if (heal === undefined) continue;
      wholeHeals.set(brief, heal);
      keptHeal = heal;
      showRoute();
      return;
    }
    throw new Error('it is not where it should be');
  } catch {
    lostHeals.add(brief);
    showRoute();
  }
}

/**
 * @param {HealBrief} brief
 * @returns {HTMLElement}
 */
function healWait(brief) {
  return h('p', { class: 'loading' }, lostHeals.has(brief) ? 'The details of this heal could not be read.' : 'Opening the details…');
}

/**
 * @param {Model} model
 * @param {HealBrief} brief
 * @param {Heal | undefined} heal
 * @returns {HTMLElement}
 */
function healHead(model, brief, heal) {
  return h('div', { class: 'page-head' },
    h('p', { class: 'crumb' }, inLink('#/heals', null, 'Heals')),
    h('h1', { tabindex: -1, class: 'data-title' }, quietText('Heal of '), h('code', null, dataText(brief.locator, PAGE_TEXT))),
    h('p', { class: 'byline' }, inLink(fragmentOfOne('test', brief.test_id), null, dataText(testName(model, brief.test_id).name)),
      h('span', null, formatTime(brief.timestamp)),
      OCCASIONS.has(brief.occasion) ? h('span', null, OCCASIONS.get(brief.occasion)?.words) : null,
      heal?.action ? h('span', null, 'for ', codeText(heal.action)) : null,
      heal?.page ? h('span', null, 'on ', codeText(heal.page)) : null));
}

/**
 * @param {Heal} heal
 * @param {string} decision
 * @returns {HTMLElement}
 */
function healBody(heal, decision) {
  return h('div', null,
    h('div', { class: 'columns is-even' }, proposedFix(heal, decision), healVerdict(heal)),
    section('Before and after', { class: 'card' }, pictures(heal),
      compareTable(heal.original, heal.healed, 'The element before and after', 'After')),
    h('div', { class: 'columns' },
      section('Signals', { class: 'card', note: 'Length: weight of the signal. Fill: how similar the two elements are.' },
        heal.signals && heal.signals.length > 0 ? signalTable(heal.signals) : emptyNote('The signals were not recorded.')),
      h('div', null, reasonList(heal), runnerUp(heal))));
}

/**
 * @param {Heal} heal
 * @param {string} decision
 * @returns {HTMLElement}
 */
function proposedFix(heal, decision) {
  const place = sourcePlace(heal);
  if (decision === 'rejected') {
    return section('Proposed fix', { class: 'card' },
      emptyNote('None: the heal is rejected, and the locator that was proposed finds the wrong element.'));
  }
  return section('Proposed fix', { class: 'card', note: decision === 'fixed' ? 'Nothing is left to do.' : undefined },
    place === null ? null : h('p', { class: 'note' }, 'In ', place),
    h('div', { class: 'fix-line' }, h('span', { class: 'fix-word' }, 'Replace'), h('pre', { class: 'is-old' }, h('code', null, dataText(heal.locator, PAGE_TEXT)))),
    heal.proposed_locator
      ? h('div', { class: 'fix-line' }, h('span', { class: 'fix-word' }, 'with'), copyableCode(heal.proposed_locator, 'the proposed locator'))
      : emptyNote('No locator was found that is better than the old one.'));
}

/**
 * @param {Heal} heal
 * @returns {HTMLElement}
 */
function healVerdict(heal) {
  const margin = isKnown(heal.margin) ? heal.margin.toFixed(2) + ' ahead of the runner-up' : 'no rival';
  return section('Confidence', { class: 'card' },
    h('p', { class: 'big-number' }, formatPercent(heal.confidence)), barOf(heal.confidence ?? 0),
    factList([
      ['Margin', margin],
      ['Scorer', heal.scorer ? dataText(heal.scorer) : '–'],
    ]));
}

/**
 * @param {Heal} heal
 * @returns {HTMLElement}
 */
function reasonList(heal) {
  const reasons = heal.reasons || [];
  return section('Reasons', { class: 'card' }, reasons.length === 0
    ? emptyNote('No reasons were recorded.')
    : h('ol', { class: 'reasons' }, reasons.map((reason) => h('li', null, dataText(reason, PAGE_TEXT)))));
}

/**
 * @param {Heal} heal
 * @returns {HTMLElement | null}
 */
function runnerUp(heal) {
  if (!heal.runner_up) return null;
  const margin = isKnown(heal.margin) ? 'It was ' + heal.margin.toFixed(2) + ' behind.' : '';
  return section('Runner-up', { class: 'card', note: 'The candidate that came second. ' + margin },
    h('p', null, codeText(describeElement(heal.runner_up))),
    h('details', null, h('summary', null, 'Compare it with the element before'),
      compareTable(heal.original, heal.runner_up, 'The element before and the runner-up', 'Runner-up')));
}

/**
 * @param {Heal} heal
 * @returns {HTMLElement | null}
 */
function pictures(heal) {
  const shown = [['Before', heal.before_image], ['After', heal.after_image]]
    .filter(([, image]) => typeof image === 'string' && IMAGE.test(image));
  if (shown.length === 0) return null;
  return h('div', { class: 'pictures' }, shown.map(([word, image]) => h('figure', null,
    h('img', { src: image, alt: 'The element ' + String(word).toLowerCase() }), h('figcaption', null, word))));
}
