// The first view: how the suite is, how that came about, and what to do first.

/** The overview lists no more of each; the whole lists are a link away. */
const OVERVIEW_ROWS = 5;

/**
 * @param {Model} model
 * @returns {View}
 */
function overviewView(model) {
  const { doc } = model;
  const head = h('div', { class: 'page-head' }, h('h1', { tabindex: -1 }, 'Overview'),
    h('p', { class: 'note' }, describePeriod(doc)));
  const isNew = doc.summary.total === 0 && doc.summary.heals === 0 && doc.summary.attempts === 0;
  const body = isNew ? [nothingYet(doc)] : [
    tileRow(doc.summary),
    section('Trends', { class: 'card' }, trendCharts(doc.days), impactFacts(doc)),
    h('div', { class: 'columns' },
      h('div', null, fixFirst(model), driftAlarms(model)),
      h('div', null, quarantineDebt(model), refusedHeals(model))),
  ];
  return { key: 'overview', title: 'Overview', body: h('div', null, head, ...body) };
}

/**
 * @param {ReportDoc} doc
 * @returns {string}
 */
function describePeriod(doc) {
  const { runs, attempts } = doc.summary;
  return 'The last ' + plural(doc.period_days, 'day') + ' until ' + formatTime(doc.generated_at) + ': '
    + plural(runs, 'run') + ', ' + plural(attempts, 'attempt') + ' of tests.';
}

/**
 * @param {ReportDoc} doc
 * @returns {HTMLElement}
 */
function nothingYet(doc) {
  return h('section', { class: 'card first-steps', 'aria-labelledby': 'h-nothing' },
    h('h2', { id: 'h-nothing' }, 'No test has run in these ' + plural(doc.period_days, 'day')),
    h('p', null, 'Results appear here once tests have run with this database. Two ways to get there:'),
    h('ul', null,
      h('li', null, 'run the suite with the plugin: ', h('code', { class: 'code' }, 'pytest --breadcrumb')),
      h('li', null, 'read the report of another runner: ', h('code', { class: 'code' }, 'breadcrumb ingest results.xml'))),
    h('p', { class: 'note' }, 'If there should be older results, make the report with more days: --days 90.'));
}

/**
 * @param {Summary} summary
 * @returns {HTMLElement}
 */
function tileRow(summary) {
  const groups = /** @type {const} */ (['stable', 'healed', 'flaky', 'failing', 'quarantined']);
  const tiles = [tile('total', summary.total, null, null),
    ...groups.map((group) => tile(group, summary[group], summary.total, group))];
  return h('nav', { class: 'tiles', 'aria-label': 'Tests by state' }, tiles);
}

/**
 * @param {Group | 'total'} group
 * @param {number} count
 * @param {number | null} total
 * @param {string | null} state the filter behind the tile
 * @returns {HTMLElement}
 */
function tile(group, count, total, state) {
  const share = total === null ? 'all states' : total === 0 ? '–' : formatPercent(count / total) + ' of tests';
  return inLink(fragmentOf('tests', { state }), { class: 'tile' + (count === 0 ? ' is-zero' : ''), 'data-key': group },
    h('span', { class: 'tile-label' }, shapeMark(group), GROUP_WORDS[group]), ' ',
    h('span', { class: 'tile-number' }, formatNumber(count)), ' ',
    h('span', { class: 'tile-share' }, share));
}

/**
 * What flakiness costs, where it is known.
 *
 * @param {ReportDoc} doc
 * @returns {HTMLElement | null}
 */
function impactFacts({ impact }) {
  if (!impact) return null;
  /** @type {[string, string][]} */
  const facts = [
    ['Time lost to flaky tests', formatDuration(impact.lost_ms)],
    ['Runs failed by flaky tests', formatNumber(impact.red_runs_by_flaky)],
    ['Runs the quarantine kept green', formatNumber(impact.saved_runs_by_quarantine)],
    ['Chance that flaky tests fail a run', formatPercent(impact.red_chance)],
    ['Red runs to expect a week', isKnown(impact.expected_red_runs_per_week) ? impact.expected_red_runs_per_week.toFixed(1) : '–'],
  ];
  return h('div', { class: 'impact' }, factList(facts));
}

/**
 * The locators that were healed most, with what to write instead.
 *
 * @param {Model} model
 * @returns {HTMLElement}
 */
function fixFirst(model) {
  const locators = model.doc.top_locators;
  const { heals, pending, fixed } = model.doc.summary;
  const note = 'Locators healed most often, with what to write instead.';
  if (locators.length === 0) {
    return section('Fix these first', { class: 'card' },
      emptyNote(heals === 0 ? 'No locator needed healing.' : 'No healed locator is open.'), fixedLink(fixed));
  }
  return section('Fix these first', { class: 'card', note },
    h('ol', { class: 'fixes' }, locators.map((top) => h('li', null,
      h('div', { class: 'fix-head' }, testLink(model, top.test_id),
        inLink(fragmentOf('heals', { q: clipText(top.locator, CHOICE_TEXT).replace(/…[^]*$/, '') }), { class: 'fix-count' }, plural(top.count, 'heal'))),
      locatorChange(top.locator, top.proposed_locator)))),
    waitingLink(pending), fixedLink(fixed), moreLink('heals', model.doc.healing_events.length, 'All heals'));
}

/**
 * @param {number} pending
 * @returns {HTMLElement | null}
 */
function waitingLink(pending) {
  return pending === 0 ? null
    : h('p', { class: 'more' }, inLink(fragmentOf('heals', { decision: 'pending' }), null, 'Waiting for a review: ' + plural(pending, 'healed locator')));
}

/**
 * @param {number} fixed
 * @returns {HTMLElement | null}
 */
function fixedLink(fixed) {
  return fixed === 0 ? null
    : h('p', { class: 'more' }, inLink(fragmentOf('heals', { decision: 'fixed' }), null, 'Fixed: ' + plural(fixed, 'healed locator')));
}

/**
 * A locator and the one that should take its place.
 *
 * @param {string} locator
 * @param {string | null} proposed
 * @returns {HTMLElement}
 */
function locatorChange(locator, proposed) {
  return h('div', { class: 'change' },
    h('div', { class: 'change-old' }, quietText('old: '), codeText(locator)),
    proposed
      ? h('div', { class: 'change-new' }, quietText('new: '), codeText(proposed))
      : h('div', { class: 'sub' }, 'no better locator was found'));
}

/**
 * @param {string} name
 * @param {number} count
 * @param {string} text
 * @returns {HTMLElement | null}
 */
function moreLink(name, count, text) {
  return count === 0 ? null
    : h('p', { class: 'more' }, inLink(fragmentOf(name), null, text + ' (' + formatNumber(count) + ')'));
}
