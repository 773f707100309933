// Where an element is on the screen, for a picture that shows nothing private.

/** Inputs with something drawn instead of a text. */
const DRAWN_INPUT_TYPES = nameSet(['image', 'range', 'color']);

const TEXT_ROLE_SELECTOR = '[role~=textbox i],[role~=searchbox i]';

/** What people write into; a body where the whole document is edited (`designMode`). */
const FIELD_SELECTOR = 'input,textarea,select,body,[contenteditable],' + TEXT_ROLE_SELECTOR;

/**
 * The part of the screen around the first element; `null` where it is not on the screen, is inside
 * a frame of another origin, or where something private would be on the picture: a redacted
 * attribute of the element, of what is in it or of a field, a password, or a text that was typed.
 *
 * @param {PageRequest} request
 * @param {Found} found
 * @returns {Rectangle | null}
 */
function place(request, found) {
  if (found.length === 0) return null;
  const element = /** @type {Element} */ (found[0]);
  const redaction = readRedaction(request.redact);
  const area = areaAround(element, request);
  if (area === null) return null;
  const isRedactedInside = someElement(element, (inner) => hasRedacted(redaction, inner));
  if (hasRedacted(redaction, element) || isRedactedInside) return null;
  const isPrivate = someElement(
    outermostDocument(),
    (other) => isMatch(other, FIELD_SELECTOR) && isPrivateField(redaction, other) && isOn(area, other),
  );
  return isPrivate ? null : area;
}

/**
 * @param {Element} element
 * @param {PageRequest} request
 * @returns {Rectangle | null}
 */
function areaAround(element, request) {
  const margin = request.margin === undefined ? 0 : request.margin;
  const box = screenRectangleOf(element);
  if (box === null || !(box.width > 0 && box.height > 0)) return null;
  const view = viewportOf(outermostDocument());
  const left = box.x - margin;
  const top = box.y - margin;
  const maxWidth = request.width === undefined ? view.width : request.width;
  const maxHeight = request.height === undefined ? view.height : request.height;
  /** @type {Rectangle} */
  const area = bareObject();
  area.x = left > 0 ? left : 0;
  area.y = top > 0 ? top : 0;
  area.width = least(box.width + 2 * margin, maxWidth, view.width - left) + left - area.x;
  area.height = least(box.height + 2 * margin, maxHeight, view.height - top) + top - area.y;
  return area.width > margin && area.height > margin ? area : null;
}

/** @param {number} a @param {number} b @param {number} c @returns {number} */
function least(a, b, c) {
  const less = a < b ? a : b;
  return less < c ? less : c;
}

/**
 * The place of an element on the screen, whatever frames it is in.
 *
 * @param {Element} element
 * @returns {Rectangle | null}
 */
function screenRectangleOf(element) {
  const rectangle = rectangleOf(element);
  let page = documentOf(element);
  for (let i = 0; i < MAX_FRAME_DEPTH; i += 1) {
    const frame = frameElementOf(page);
    if (frame === null) return isTop(page) ? rectangle : null;
    const outer = rectangleOf(frame);
    rectangle.x += outer.x + readProperty(frame, 'clientLeft');
    rectangle.y += outer.y + readProperty(frame, 'clientTop');
    page = documentOf(frame);
  }
  return null;
}

/**
 * @param {Rectangle} area
 * @param {Element} element
 * @returns {boolean} true, too, where that cannot be told
 */
function isOn(area, element) {
  if (!hasRectangles(element)) return false;
  // What is in a body may be far outside of its box.
  if (tagOf(element) === 'body') return true;
  const box = screenRectangleOf(element);
  if (box === null) return true;
  const isBeside = box.x + box.width <= area.x || box.x >= area.x + area.width;
  const isAboveOrBelow = box.y + box.height <= area.y || box.y >= area.y + area.height;
  return !isBeside && !isAboveOrBelow;
}

/**
 * Whether a field holds what a person typed. That there is something is all that is read of it.
 *
 * @param {Redaction} redaction
 * @param {Element} field
 * @returns {boolean}
 */
function isPrivateField(redaction, field) {
  const tag = tagOf(field);
  if (hasRedacted(redaction, field)) return true;
  if (tag === 'select') return false;
  if (tag === 'textarea') return readProperty(field, 'value') !== '';
  if (tag !== 'input') {
    const isEdited =
      readProperty(field, 'isContentEditable') === true || isMatch(field, TEXT_ROLE_SELECTOR);
    return isEdited && !isBlank(readProperty(field, 'textContent'));
  }
  const type = lowerAscii(attributeOf(field, 'type') || '');
  if (type === 'password') return true;
  if (isChoice(field, tag) || DRAWN_INPUT_TYPES[type] === true) return false;
  return readProperty(field, 'value') !== '';
}

/**
 * Whether something holds for an element inside another one or a document, in open shadow roots and
 * same-origin frames as well; true, too, where they cannot all be asked.
 *
 * @param {Element | Document} start
 * @param {(element: Element) => boolean} holds
 * @returns {boolean}
 */
function someElement(start, holds) {
  const isElement = nodeTypeOf(start) === ELEMENT_NODE;
  /** @type {{ root: Node, next: any } | null} */
  let waiting = { root: start, next: null };
  const inner = isElement ? innerTreeOf(/** @type {Element} */ (start)) : null;
  if (inner !== null) waiting.next = { root: inner, next: null };
  for (let nodes = 0; waiting !== null; ) {
    const all = queryAll(waiting.root, '*');
    waiting = waiting.next;
    if (all === null) return true;
    const count = readProperty(all, 'length');
    nodes += count;
    if (nodes > MAX_NODES) return true;
    for (let i = 0; i < count; i += 1) {
      const element = /** @type {Element} */ (all[i]);
      if (holds(element)) return true;
      const tree = innerTreeOf(element);
      if (tree !== null) waiting = { root: tree, next: waiting };
    }
  }
  return false;
}
