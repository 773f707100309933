// Where an element is: exactly, and whatever names the page has.

/** What Playwright steps into a frame by. */
const ENTER_FRAME = 'internal:control=enter-frame';

/**
 * A selector that leads to an element step by step from the root of the page, through frames and
 * open shadow roots; `null` for an element that has left the page.
 *
 * @param {Element | null} element
 * @returns {string | null}
 */
function addressOf(element) {
  let address = '';
  for (let node = element; node !== null; ) {
    let steps = '';
    let parent = parentOf(node);
    for (; parent !== null && nodeTypeOf(parent) === ELEMENT_NODE; parent = parentOf(node)) {
      steps = ' > :nth-child(' + placeAmongSiblings(node) + ')' + steps;
      node = /** @type {Element} */ (parent);
    }
    if (parent === null) return null;
    const rest = address === '' ? '' : ' >> ' + address;
    if (nodeTypeOf(parent) === FRAGMENT_NODE) {
      address = 'css=:scope > :nth-child(' + placeAmongSiblings(node) + ')' + steps + rest;
      node = readProperty(parent, 'host') || null;
      continue;
    }
    // The document of a frame that was removed, or has gone on to another one, has no window.
    const page = /** @type {Document} */ (parent);
    if (!readProperty(page, 'defaultView')) return null;
    address = 'css=:root' + steps + rest;
    node = frameElementOf(page);
    if (node === null) return address;
    address = ENTER_FRAME + ' >> ' + address;
  }
  return null;
}

/**
 * @param {Element} element
 * @returns {number} 1 for the first
 */
function placeAmongSiblings(element) {
  let place = 1;
  for (let other = previousElementOf(element); other !== null; other = previousElementOf(other)) {
    place += 1;
  }
  return place;
}
