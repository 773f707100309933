// Making a part of the page look like a freshly built one, by changing only what differs: focus,
// scrolling, selections and opened details stay where they are.

/** The handlers that this page uses; they are properties, so that they can be handed over. */
const HANDLERS = /** @type {const} */ ([
  'onclick', 'oninput', 'onchange', 'onkeydown', 'onpointermove', 'onpointerleave', 'onblur', 'onfocus', 'ontoggle',
]);

/**
 * Elements that draw their contents themselves, once they are on the page and know their size.
 *
 * @type {WeakMap<Element, (host: HTMLElement) => void>}
 */
const drawers = new WeakMap();

/**
 * Makes an element that draws its own contents.
 *
 * @param {HTMLElement} host
 * @param {(host: HTMLElement) => void} draw
 * @returns {HTMLElement}
 */
function drawn(host, draw) {
  drawers.set(host, draw);
  sizes.observe(host);
  return host;
}

/** Draws anew what has another size, which includes the first time. */
const sizes = new ResizeObserver((entries) => {
  for (const entry of entries) drawers.get(entry.target)?.(/** @type {HTMLElement} */ (entry.target));
});

/**
 * Makes `old` like `fresh`, and keeps the focus.
 *
 * @param {HTMLElement} old
 * @param {HTMLElement} fresh
 */
function morph(old, fresh) {
  const focused = document.activeElement;
  morphNode(old, fresh);
  // A row that moves is taken out for a moment, and with it the focus.
  const hasLost = focused instanceof HTMLElement && focused !== document.activeElement && focused.isConnected;
  if (hasLost) focused.focus({ preventScroll: true });
}

/**
 * @param {Node} old
 * @param {Node} fresh
 */
function morphNode(old, fresh) {
  if (!(old instanceof Element) || !(fresh instanceof Element)) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  if (isSame(old, fresh)) return;
  morphAttributes(old, fresh);
  for (const name of HANDLERS) Reflect.set(old, name, Reflect.get(fresh, name));
  const draw = drawers.get(fresh);
  if (draw !== undefined) {
    sizes.unobserve(fresh);
    drawers.set(old, draw);
    draw(/** @type {HTMLElement} */ (old));
    return;
  }
  morphChildren(old, fresh);
  const isField = old instanceof HTMLInputElement || old instanceof HTMLSelectElement;
  const wanted = isField ? Reflect.get(fresh, 'value') : null;
  if (isField && old.value !== wanted) old.value = wanted;
}

/**
 * Whether two elements say of themselves that they are the same; `fresh` is then an empty shell.
 *
 * @param {Element} old
 * @param {Element} fresh
 * @returns {boolean}
 */
function isSame(old, fresh) {
  const mark = fresh.getAttribute('data-same');
  return mark !== null && old.getAttribute('data-same') === mark;
}

/**
 * Builds an element only where the page does not show that very one. The mark must name all that
 * the element depends on.
 *
 * @param {string} tag
 * @param {string} mark
 * @param {() => HTMLElement} build
 * @returns {HTMLElement}
 */
function unlessShown(tag, mark, build) {
  const isShown = document.querySelector(tag + '[data-same="' + mark + '"]') !== null;
  const element = isShown ? h(tag) : build();
  element.setAttribute('data-same', mark);
  return element;
}

/**
 * @param {Element} old
 * @param {Element} fresh
 */
function morphAttributes(old, fresh) {
  for (const { name, value } of Array.from(fresh.attributes)) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const { name } of Array.from(old.attributes)) {
    // Whether details are open is the reader's affair.
    const isReaders = name === 'open' && old instanceof HTMLDetailsElement;
    if (!fresh.hasAttribute(name) && !isReaders) old.removeAttribute(name);
  }
}

/**
 * @param {Element} old
 * @param {Element} fresh
 */
function morphChildren(old, fresh) {
  /** @type {Map<string, Node>} */
  const keyed = new Map();
  for (const child of Array.from(old.childNodes)) {
    const key = keyOf(child);
    if (key !== null) keyed.set(key, child);
  }
  let place = old.firstChild;
  for (const next of Array.from(fresh.childNodes)) {
    const key = keyOf(next);
    const match = key === null ? nextUnkeyed(place) : (keyed.get(key) ?? null);
    if (match === null || match.nodeName !== next.nodeName) {
      old.insertBefore(next, place);
      continue;
    }
    if (key !== null) keyed.delete(key);
    if (match === place) place = place.nextSibling;
    else old.insertBefore(match, place);
    morphNode(match, next);
  }
  while (place !== null) {
    const gone = place;
    place = place.nextSibling;
    gone.remove();
  }
}

/**
 * @param {Node | null} node
 * @returns {Node | null}
 */
function nextUnkeyed(node) {
  while (node !== null && keyOf(node) !== null) node = node.nextSibling;
  return node;
}

/**
 * @param {Node} node
 * @returns {string | null}
 */
function keyOf(node) {
  return node instanceof Element ? node.getAttribute('data-key') : null;
}
