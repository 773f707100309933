// Starts the page, and shows the view that the address names.

/** @type {Model | null} */
let model = null;
/** The view that is shown. @type {string | null} */
let shownKey = null;
/** The page of a list that is shown. */
let shownPage = '';
/** How far down each address was when it was left, for going back. @type {Map<string, number>} */
const leftAt = new Map();
let shownFragment = location.hash;
let isByLink = false;

/** @type {{ [name: string]: (model: Model, route: Route) => View }} */
const VIEWS = {
  '': overviewView, tests: testsView, test: testView, heals: healsView, heal: healView,
  refusals: refusalsView, refusal: refusalView,
};

/** Which entry of the navigation a view belongs to. @type {{ [name: string]: string }} */
const SECTIONS = { test: 'tests', heal: 'heals', refusal: 'refusals' };

/** Shows what the address names; changes only what differs where the view is the same. */
function showRoute() {
  if (model === null) return;
  const route = parseFragment(location.hash);
  const make = Object.hasOwn(VIEWS, route.name) ? VIEWS[route.name] : undefined;
  const view = make === undefined ? missingView('view', 'There is no such page', route.name) : make(model, route);
  const main = /** @type {HTMLElement} */ (document.getElementById('main'));
  document.title = view.title + ' · Breadcrumb';
  showTop(route);
  const shown = main.firstElementChild;
  if (view.key === shownKey && shown instanceof HTMLElement) {
    morph(shown, view.body);
    followPage(main, route);
    return;
  }
  const isFirst = shownKey === null;
  pointedDay = null;
  shownKey = view.key;
  shownPage = route.params.get('page') || '';
  main.replaceChildren(view.body);
  if (isFirst) return;
  main.querySelector('h1')?.focus({ preventScroll: true });
  scrollTo(0, isByLink ? 0 : (leftAt.get(location.hash) ?? 0));
}

/**
 * Another page of a list begins at its top.
 *
 * @param {HTMLElement} main
 * @param {Route} route
 */
function followPage(main, route) {
  const page = route.params.get('page') || '';
  if (page === shownPage) return;
  shownPage = page;
  main.querySelector('.count')?.scrollIntoView({ block: 'start' });
}

/** @param {Route} route */
function showTop(route) {
  const top = /** @type {HTMLElement} */ (document.getElementById('top'));
  const here = SECTIONS[route.name] ?? route.name;
  const entry = (/** @type {string} */ name, /** @type {string} */ text) =>
    inLink('#/' + name, { 'aria-current': here === name ? (route.name === name ? 'page' : 'true') : undefined }, text);
  const fresh = h('header', { class: 'top', id: 'top' }, h('div', { class: 'top-inner' },
    inLink('#/', { class: 'brand' }, 'Breadcrumb'),
    h('nav', { 'aria-label': 'Views' }, entry('', 'Overview'), entry('tests', 'Tests'), entry('heals', 'Heals'), entry('refusals', 'Refusals')),
    h('div', { class: 'top-end' }, liveMark(), themeField())));
  morph(top, fresh);
}

/** @param {ReportDoc} doc */
function useDocument(doc) {
  model = makeModel(doc);
  showRoute();
}

/** @param {unknown} error */
function showFailure(error) {
  const main = /** @type {HTMLElement} */ (document.getElementById('main'));
  const canUnpack = 'DecompressionStream' in window;
  const text = canUnpack ? 'The data of this report cannot be read: ' + String(error) : 'This browser is too old to unpack the data. A newer one shows the report.';
  main.replaceChildren(h('h1', null, 'The report cannot be shown'), emptyNote(text));
}

function followAddress() {
  leftAt.set(shownFragment, leftFrom);
  shownFragment = location.hash;
  showRoute();
  isByLink = false;
}

/** How far down the page is; read while scrolling, because it is too late when the address changes. */
let leftFrom = 0;

async function start() {
  setTheme(keptTheme());
  document.getElementById('loading')?.removeAttribute('hidden');
  history.scrollRestoration = 'manual';
  addEventListener('scroll', () => { leftFrom = scrollY; }, { passive: true });
  addEventListener('hashchange', followAddress);
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    isByLink = link !== null;
    if (link?.classList.contains('skip')) {
      // The address says which view is shown; the skip link must not change it.
      event.preventDefault();
      document.getElementById('main')?.focus();
    }
  });
  try {
    const doc = await readIndex();
    if (doc !== null) useDocument(doc);
    startLive();
  } catch (error) {
    showFailure(error);
    startLive();
  }
}

start();
