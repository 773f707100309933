// What a person can see. Agrees with Playwright where it can: an action on a healed element asks
// Playwright next, and `opacity: 0` is visible to it.

/** No box and none inside: the subtree is skipped. */
const NOT_RENDERED = 0;
/** Takes room, but `visibility` hides it; something inside may be shown again. */
const HIDDEN = 1;
/** Shown, as far as style goes. */
const SHOWN = 2;

/**
 * The element around another one. Whether it hides what is in it is found out when it is asked for.
 *
 * @typedef {{ element: Element, tag: string, isContentHidden: boolean | null }} Around
 */

/** @typedef {typeof NOT_RENDERED | typeof HIDDEN | typeof SHOWN} Visibility */

/** Both names of the option: the newer one came with Chromium 121. Not inherited from a page. */
const CHECK_VISIBILITY_ARGUMENTS = [
  { __proto__: null, visibilityProperty: true, checkVisibilityCSS: true },
];

/** Elements whose text children are a value, a fallback, or nothing that is drawn. */
const TEXTLESS_TAGS = nameSet([
  'textarea', 'select', 'iframe', 'frame', 'frameset', 'canvas', 'video', 'audio', 'progress',
  'meter', 'svg', 'img', 'input',
]);

const OPTION_TAGS = nameSet(['option', 'optgroup']);

const checkVisibilityMethod = elementMember(pageRoot, 'checkVisibility');
const computedStyleFunction = pickComputedStyle();
const styleValueMethod = findMember(styleOf(pageRoot), 'getPropertyValue', (view) =>
  apply(computedStyleFunction, view, [rootOf(view.document)]),
);
const hasCheckVisibility = checkVisibilityMethod !== null && isNative(checkVisibilityMethod);

/**
 * Whether an element is shown, given that its parent is rendered.
 *
 * @param {Element} element
 * @param {string} tag
 * @param {Around | null} around
 * @returns {Visibility}
 */
function visibilityOf(element, tag, around) {
  if (hasCheckVisibility) {
    const method = /** @type {Function} */ (checkVisibilityMethod);
    if (apply(method, element, CHECK_VISIBILITY_ARGUMENTS)) return SHOWN;
    if (apply(method, element, NO_ARGUMENTS)) return HIDDEN;
  }
  const style = styleOf(element);
  const display = styleValue(style, 'display');
  if (display === 'none' || display === '') return NOT_RENDERED;
  if (around !== null && tag !== 'summary' && hidesContent(around)) return NOT_RENDERED;
  // These have no box of their own, but show what is in them; the options of a closed list do so
  // as soon as it is opened.
  const isBoxless = display === 'contents' || OPTION_TAGS[tag] === true;
  if (!isBoxless && (hasCheckVisibility || !hasRectangles(element))) return NOT_RENDERED;
  return styleValue(style, 'visibility') === 'visible' ? SHOWN : HIDDEN;
}

/**
 * Whether an element is shown that the walk has not come down to.
 *
 * @param {Element} element
 * @returns {boolean}
 */
function isShownAnywhere(element) {
  if (hasCheckVisibility) {
    const method = /** @type {Function} */ (checkVisibilityMethod);
    return apply(method, element, CHECK_VISIBILITY_ARGUMENTS);
  }
  return hasRectangles(element) && styleValue(styleOf(element), 'visibility') === 'visible';
}

/**
 * Whether an element is shown but not what is in it: a closed `<details>`, or
 * `content-visibility: hidden`.
 *
 * @param {Around} around
 * @returns {boolean}
 */
function hidesContent(around) {
  if (around.isContentHidden === null) {
    const element = around.element;
    around.isContentHidden =
      (around.tag === 'details' && attributeOf(element, 'open') === null) ||
      styleValue(styleOf(element), 'content-visibility') === 'hidden';
  }
  return around.isContentHidden;
}

/**
 * Whether a text that is a light child of a shadow host is shown through one of its slots.
 *
 * @param {Node} text
 * @returns {boolean}
 */
function isSlottedText(text) {
  /** @type {Element | null} */
  let around = readProperty(text, 'assignedSlot') || null;
  while (around !== null) {
    const visibility = visibilityOf(around, tagOf(around), null);
    if (visibility !== SHOWN) return false;
    if (styleValue(styleOf(around), 'display') !== 'contents') return true;
    around = composedParentOf(around);
  }
  return false;
}

/** @param {Element} element @returns {boolean} */
function hasRectangles(element) {
  return callMethod(element, 'getClientRects', NO_ARGUMENTS)[0] !== undefined;
}

/** @param {Element} element @returns {CSSStyleDeclaration} */
function styleOf(element) {
  return apply(computedStyleFunction, window, [element]);
}

/**
 * @param {CSSStyleDeclaration} style
 * @param {string} name
 * @returns {string} empty where the page gives something else for a style
 */
function styleValue(style, name) {
  return styleValueMethod === null ? '' : apply(styleValueMethod, style, [name]);
}

/** @returns {Function} */
function pickComputedStyle() {
  const own = window.getComputedStyle;
  if (isNative(own)) return own;
  const clean = firstInFrames((view) => {
    const other = view.getComputedStyle;
    return isNative(other) ? other : null;
  });
  return clean || own;
}
