// Which part of the page a fingerprint needs.
//
// Learning runs on every passing action, so it cannot afford the whole page. The plan is a small
// tree of the elements that matter to one target: those above it, those it is labeled by, the
// heading before it and the row or group around it. The walk follows the plan instead of the page
// and writes the same payload, so that the engine reads both with the same rules.

/** Nodes taken from inside the target: enough for the 500 characters that are kept of its text. */
const MAX_TARGET_NODES = 400;

/** Nodes taken from inside each element around or beside the target. */
const MAX_CONTEXT_NODES = 150;

/** Labels taken of one element; more than one is rare. */
const MAX_LABELS = 8;

/** Headings before the target that are tried until one is shown and has text. */
const MAX_HEADINGS = 20;

const HEADING_TAGS = /** @type {const} */ (['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const HEADING_ROLE_SELECTOR = '[role=heading]';
const HEADING_SELECTOR = 'h1,h2,h3,h4,h5,h6,' + HEADING_ROLE_SELECTOR;

const LABELABLE_TAGS = nameSet([
  'button', 'input', 'meter', 'output', 'progress', 'select', 'textarea',
]);

/** One record among others of its kind: what tells twins apart. */
const ROW_TAGS = nameSet(['tr', 'li', 'dt', 'dd']);
const ROW_ROLES = nameSet(['row', 'listitem', 'treeitem']);

/** Things that belong together. */
const GROUP_TAGS = nameSet(['fieldset', 'article', 'figure', 'details']);
const GROUP_ROLES = nameSet(['group', 'radiogroup', 'article']);

/**
 * One element of the plan, with those inside it in document order.
 *
 * @typedef {{
 *   element: Element,
 *   isShadowChild: boolean,
 *   isTarget: boolean,
 *   isOnPath: boolean,
 *   maxNodes: number,
 *   takesSiblings: boolean,
 *   firstChild: PlanEntry | null,
 *   next: PlanEntry | null,
 * }} PlanEntry
 */

/** A list of elements, the outermost first. @typedef {{ element: Element, next: Chain | null }} Chain */

/**
 * Plans the way to a target and nothing else; `null` where it is not on the page.
 *
 * @param {Element} root
 * @param {Element} target
 * @returns {PlanEntry | null}
 */
function planPath(root, target) {
  const plan = planEntry(root, null);
  const entry = addToPlan(plan, target, true);
  if (entry === null) return null;
  entry.isTarget = true;
  return plan;
}

/**
 * Plans all that a fingerprint of the target is made from; `null` where it is not on the page.
 *
 * @param {Element} root
 * @param {Element} target
 * @returns {PlanEntry | null}
 */
function planFingerprint(root, target) {
  const plan = planPath(root, target);
  if (plan === null) return null;
  planContent(plan, target, MAX_TARGET_NODES);
  const parent = composedParentOf(target);
  if (parent !== null) {
    const entry = planContent(plan, parent, MAX_CONTEXT_NODES);
    if (entry !== null) entry.takesSiblings = true;
  }
  planSurroundings(plan, target);
  planLabels(plan, target);
  planHeading(plan, target);
  return plan;
}

/**
 * @param {Element} element
 * @param {PlanEntry | null} next
 * @returns {PlanEntry}
 */
function planEntry(element, next) {
  return {
    element,
    isShadowChild: isShadowChild(element),
    isTarget: false,
    isOnPath: false,
    maxNodes: 0,
    takesSiblings: false,
    firstChild: null,
    next,
  };
}

/**
 * Adds an element and those above it to the plan; `null` where it is not under the plan's root.
 *
 * @param {PlanEntry} plan
 * @param {Element} element
 * @param {boolean} isOnPath
 * @returns {PlanEntry | null}
 */
function addToPlan(plan, element, isOnPath) {
  /** @type {Chain | null} */
  let chain = null;
  for (let above = /** @type {Element | null} */ (element); above !== null; ) {
    chain = { element: above, next: chain };
    above = composedParentOf(above);
  }
  if (chain === null || chain.element !== plan.element) return null;
  let entry = plan;
  entry.isOnPath = entry.isOnPath || isOnPath;
  for (let link = chain.next; link !== null; link = link.next) {
    entry = childEntry(entry, link.element);
    entry.isOnPath = entry.isOnPath || isOnPath;
  }
  return entry;
}

/**
 * Finds the entry of a child, or puts one where it belongs.
 *
 * @param {PlanEntry} parent
 * @param {Element} element
 * @returns {PlanEntry}
 */
function childEntry(parent, element) {
  /** @type {PlanEntry | null} */
  let before = null;
  let after = parent.firstChild;
  const isInShadow = isShadowChild(element);
  while (after !== null && after.element !== element && comesFirst(after, element, isInShadow)) {
    before = after;
    after = after.next;
  }
  if (after !== null && after.element === element) return after;
  const entry = planEntry(element, after);
  if (before === null) parent.firstChild = entry;
  else before.next = entry;
  return entry;
}

/**
 * Whether an entry is written before another child of the same parent: children of the shadow root
 * come before those of the host.
 *
 * @param {PlanEntry} entry
 * @param {Element} element
 * @param {boolean} isInShadow
 * @returns {boolean}
 */
function comesFirst(entry, element, isInShadow) {
  if (entry.isShadowChild !== isInShadow) return entry.isShadowChild;
  return isFollowedBy(entry.element, element);
}

/**
 * Plans what is inside an element, up to a number of nodes.
 *
 * @param {PlanEntry} plan
 * @param {Element} element
 * @param {number} maxNodes
 * @returns {PlanEntry | null}
 */
function planContent(plan, element, maxNodes) {
  const entry = addToPlan(plan, element, false);
  if (entry !== null && entry.maxNodes < maxNodes) entry.maxNodes = maxNodes;
  return entry;
}

/**
 * Plans the nearest row, group and `<label>` around the target.
 *
 * @param {PlanEntry} plan
 * @param {Element} target
 */
function planSurroundings(plan, target) {
  let needsRow = true;
  let needsGroup = true;
  let needsLabel = true;
  for (let around = composedParentOf(target); around !== null; around = composedParentOf(around)) {
    const tag = tagOf(around);
    const role = attributeOf(around, 'role') || '';
    /** @type {boolean} */
    const isRow = needsRow && (ROW_TAGS[tag] === true || ROW_ROLES[role] === true);
    /** @type {boolean} */
    const isGroup = needsGroup && (GROUP_TAGS[tag] === true || GROUP_ROLES[role] === true);
    /** @type {boolean} */
    const isLabel = needsLabel && tag === 'label';
    if (isRow || isGroup || isLabel) planContent(plan, around, MAX_CONTEXT_NODES);
    needsRow = needsRow && !isRow;
    needsGroup = needsGroup && !isGroup;
    needsLabel = needsLabel && !isLabel;
    if (!needsRow && !needsGroup && !needsLabel) return;
  }
}

/**
 * Plans the target's `<label>` elements and what `aria-labelledby` points at.
 *
 * @param {PlanEntry} plan
 * @param {Element} target
 */
function planLabels(plan, target) {
  const labels = LABELABLE_TAGS[tagOf(target)] === true ? readProperty(target, 'labels') : null;
  const count = labels ? readProperty(labels, 'length') : 0;
  for (let i = 0; i < count && i < MAX_LABELS; i += 1) {
    planContent(plan, labels[i], MAX_CONTEXT_NODES);
  }
  const ids = attributeOf(target, 'aria-labelledby') || '';
  const scope = scopeOf(target);
  let id = '';
  for (let i = 0, taken = 0; i <= ids.length && taken < MAX_LABELS; i += 1) {
    if (i < ids.length && !isHtmlSpace(ids[i])) {
      id += ids[i];
    } else if (id !== '') {
      const method = memberOf(scope, 'getElementById', true);
      const label = method === null ? null : apply(method, scope, [id]);
      if (label !== null) planContent(plan, label, MAX_CONTEXT_NODES);
      id = '';
      taken += 1;
    }
  }
}

/**
 * The document or shadow root an element is in.
 *
 * @param {Element} element
 * @returns {Node}
 */
function scopeOf(element) {
  /** @type {Node} */
  let scope = element;
  for (let parent = parentOf(scope); parent !== null; parent = parentOf(scope)) scope = parent;
  return scope;
}

/**
 * Plans the nearest heading before the target, looking outwards from its shadow root or frame.
 * Headings inside the shadow roots of other elements are not looked for: finding them takes a walk.
 *
 * @param {PlanEntry} plan
 * @param {Element} target
 */
function planHeading(plan, target) {
  /** @type {Element | null} */
  let reference = target;
  while (reference !== null) {
    const scope = scopeOf(reference);
    if (planHeadingIn(plan, scope, reference)) return;
    reference =
      nodeTypeOf(scope) === DOCUMENT_NODE
        ? frameElementOf(/** @type {Document} */ (scope))
        : readProperty(scope, 'host') || null;
  }
}

/**
 * @param {PlanEntry} plan
 * @param {Node} scope
 * @param {Element} reference
 * @returns {boolean} whether one was found
 */
function planHeadingIn(plan, scope, reference) {
  // Lists by tag name are kept by the browser until the page changes; a selector is run anew each
  // time, 1.5 ms for all of them on 10,000 elements.
  const byTag =
    nodeTypeOf(scope) === DOCUMENT_NODE ? memberOf(scope, 'getElementsByTagName', true) : null;
  const selector = byTag === null ? HEADING_SELECTOR : HEADING_ROLE_SELECTOR;
  let nearest = lastHeadingBefore(plan, queryAll(scope, selector), reference);
  for (let i = 0; byTag !== null && i < HEADING_TAGS.length; i += 1) {
    const headings = apply(byTag, scope, [HEADING_TAGS[i]]);
    const heading = lastHeadingBefore(plan, headings, reference);
    if (heading !== null && (nearest === null || isFollowedBy(nearest, heading))) nearest = heading;
  }
  if (nearest === null) return false;
  planContent(plan, nearest, MAX_CONTEXT_NODES);
  return true;
}

/**
 * The last heading of a list before the target, and not around it, that is shown and has text. One
 * around the target is planned on the way: a reader may ask for either.
 *
 * @param {PlanEntry} plan
 * @param {{ readonly [index: number]: Element } | null} headings in document order
 * @param {Element} reference
 * @returns {Element | null}
 */
function lastHeadingBefore(plan, headings, reference) {
  let low = 0;
  let high = headings === null ? 0 : readProperty(headings, 'length');
  if (headings === null || high === 0) return null;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isFollowedBy(/** @type {Element} */ (headings[middle]), reference)) low = middle + 1;
    else high = middle;
  }
  for (let i = low - 1; i >= 0 && i >= low - MAX_HEADINGS; i -= 1) {
    const heading = /** @type {Element} */ (headings[i]);
    if (isAround(heading, reference)) planContent(plan, heading, MAX_CONTEXT_NODES);
    else if (isShownAnywhere(heading) && !isBlank(readProperty(heading, 'textContent'))) {
      return heading;
    }
  }
  return null;
}
