// Writing the page payload: `docs/design/0002-page-payload.md`.

/** Version of the form. */
const PAYLOAD_VERSION = 1;

/** Elements that are not shown, at most: a menu or two; a page that hides more repeats itself. */
const MAX_HIDDEN = 300;

const KIND_VISIBLE = 1;
const KIND_FRAME_ROOT = 2;
const KIND_SHADOW_CHILD = 4;
const KIND_DISABLED = 8;

/** Boxes are rounded to this fraction of a pixel: layout is no steadier, and digits cost. */
const BOX_STEPS_PER_PIXEL = 10;

/** Controls whose `value` nobody types: it is a caption or a choice. */
const CHOICE_TAGS = nameSet(['button', 'option']);
const CHOICE_INPUT_TYPES = nameSet(['button', 'submit', 'reset', 'radio', 'checkbox']);

/** Elements that can be `:disabled`, besides custom elements. */
const DISABLED_TAGS = nameSet([
  'button', 'input', 'select', 'textarea', 'option', 'optgroup', 'fieldset',
]);

/**
 * Which attributes to leave out, and what was decided so far: a page has few names.
 *
 * @typedef {{
 *   exact: NameSet,
 *   prefixes: { readonly [index: number]: string, readonly length: number },
 *   decided: { [name: string]: boolean },
 * }} Redaction
 */

/**
 * A payload in the making: the columns as text, since appending to a string calls nothing that a
 * page can replace.
 *
 * @typedef {{
 *   redaction: Redaction,
 *   count: number,
 *   elements: { [index: number]: Element } | null,
 *   stringIndexes: { [text: string]: number },
 *   stringCount: number,
 *   strings: string,
 *   parents: string,
 *   tags: string,
 *   kinds: string,
 *   attrs: string,
 *   boxes: string,
 *   texts: string,
 *   hidden: string,
 *   hiddenCount: number,
 *   target: number,
 *   isTruncated: boolean,
 *   isPart: boolean,
 *   isTooLarge: boolean,
 *   textLength: number,
 * }} Payload
 */

/**
 * @param {Redaction} redaction
 * @param {{ [index: number]: Element } | null} elements where to keep each element that is written
 * @returns {Payload}
 */
function emptyPayload(redaction, elements) {
  return {
    redaction,
    count: 0,
    elements,
    stringIndexes: bareObject(),
    stringCount: 0,
    strings: '',
    parents: '',
    tags: '',
    kinds: '',
    attrs: '',
    boxes: '',
    texts: '',
    hidden: '',
    hiddenCount: 0,
    target: -1,
    isTruncated: false,
    isPart: false,
    isTooLarge: false,
    textLength: 0,
  };
}

/**
 * Reads the names a user does not want to see recorded: exact, or with a `*` at the end.
 *
 * @param {readonly string[] | undefined} names
 * @returns {Redaction}
 */
function readRedaction(names) {
  /** @type {{ [name: string]: true }} */
  const exact = bareObject();
  /** @type {{ [index: number]: string, length: number }} */
  const prefixes = bareObject();
  prefixes.length = 0;
  for (let i = 0; names !== undefined && i < names.length; i += 1) {
    const name = lowerAscii('' + names[i]);
    if (name[name.length - 1] === '*') {
      prefixes[prefixes.length] = firstUnits(name, name.length - 1);
      prefixes.length += 1;
    } else {
      exact[name] = true;
    }
  }
  return { exact, prefixes, decided: bareObject() };
}

/**
 * @param {Redaction} redaction
 * @param {string} attribute
 * @returns {boolean}
 */
function isRedacted(redaction, attribute) {
  let decision = redaction.decided[attribute];
  if (decision === undefined) {
    decision = isListed(redaction, lowerAscii(attribute));
    redaction.decided[attribute] = decision;
  }
  return decision;
}

/**
 * @param {Redaction} redaction
 * @param {string} name
 * @returns {boolean}
 */
function isListed(redaction, name) {
  if (redaction.exact[name] === true) return true;
  for (let i = 0; i < redaction.prefixes.length; i += 1) {
    const prefix = /** @type {string} */ (redaction.prefixes[i]);
    if (name.length >= prefix.length && firstUnits(name, prefix.length) === prefix) return true;
  }
  return false;
}

/**
 * Whether an element has an attribute that is to be left out.
 *
 * @param {Redaction} redaction
 * @param {Element} element
 * @returns {boolean}
 */
function hasRedacted(redaction, element) {
  const attributes = attributesOf(element);
  const count = attributeCountOf(attributes);
  for (let i = 0; i < count; i += 1) {
    const name = attributeNameOf(/** @type {Attr} */ (attributes[i]));
    if (isRedacted(redaction, name)) return true;
  }
  return false;
}

/**
 * The index of a string, which is written on its first use.
 *
 * @param {Payload} payload
 * @param {string} text
 * @returns {number}
 */
function internString(payload, text) {
  const known = payload.stringIndexes[text];
  if (known !== undefined) return known;
  const index = payload.stringCount;
  payload.stringIndexes[text] = index;
  payload.stringCount = index + 1;
  payload.strings += (index === 0 ? '' : ',') + quoteJson(text);
  return index;
}

/**
 * Writes one element and returns its index.
 *
 * @param {Payload} payload
 * @param {number} parent
 * @param {Element} element
 * @param {{ tag: string, kind: number, box: string, isTagOnly: boolean }} traits
 * @returns {number}
 */
function writeElement(payload, parent, element, traits) {
  const index = payload.count;
  const comma = index === 0 ? '' : ',';
  payload.count = index + 1;
  payload.parents += comma + parent;
  payload.tags += comma + internString(payload, traits.tag);
  payload.attrs += comma + (traits.isTagOnly ? '0' : attributesText(payload, element, traits.tag));
  const kind = isDisabled(element, traits.tag) ? traits.kind | KIND_DISABLED : traits.kind;
  payload.kinds += comma + kind;
  if (kind & KIND_VISIBLE) payload.boxes += (payload.boxes === '' ? '' : ',') + traits.box;
  if (payload.elements !== null) payload.elements[index] = element;
  return index;
}

/**
 * @param {Payload} payload
 * @param {number} parent
 * @param {string} text
 */
function writeText(payload, parent, text) {
  const sent = isBlank(text) ? ' ' : cutString(text);
  payload.textLength += sent.length;
  payload.texts += (payload.texts === '' ? '' : ',') + parent + ',' + payload.count + ',';
  payload.texts += internString(payload, sent);
}

/**
 * Writes what an element that is not shown is called and where it leads: tag, role, name, link.
 *
 * @param {Payload} payload
 * @param {Element} element
 */
function writeHidden(payload, element) {
  const name = keptAttribute(payload, element, 'aria-label') || readProperty(element, 'textContent');
  if (payload.hiddenCount >= MAX_HIDDEN || isBlank(name)) return;
  payload.hidden += (payload.hidden === '' ? '' : ',') + internString(payload, tagOf(element));
  payload.hidden += ',' + internString(payload, keptAttribute(payload, element, 'role'));
  payload.hidden += ',' + internString(payload, cutString(name));
  payload.hidden += ',' + internString(payload, keptAttribute(payload, element, 'href'));
  payload.hiddenCount += 1;
}

/**
 * @param {Payload} payload
 * @param {Element} element
 * @param {string} name
 * @returns {string} empty where the element has no such attribute, or where it must not be kept
 */
function keptAttribute(payload, element, name) {
  const value = isRedacted(payload.redaction, name) ? null : attributeOf(element, name);
  return value === null ? '' : cutString(value);
}

/**
 * @param {Payload} payload
 * @param {Element} element
 * @param {string} tag
 * @returns {string} the number of attributes, then name and value of each
 */
function attributesText(payload, element, tag) {
  const attributes = attributesOf(element);
  const count = attributeCountOf(attributes);
  let sent = 0;
  let pairs = '';
  for (let i = 0; i < count; i += 1) {
    const attribute = /** @type {Attr} */ (attributes[i]);
    const name = attributeNameOf(attribute);
    if (name === 'value' && !isChoice(element, tag)) continue;
    if (isRedacted(payload.redaction, name)) continue;
    const value = valueOf(attribute);
    sent += 1;
    pairs += ',' + internString(payload, cutString(name));
    pairs += ',' + internString(payload, digestDataUrl(value) || cutString(value));
  }
  return sent + pairs;
}

/**
 * Whether the `value` attribute of an element is something other than what a person types.
 *
 * @param {Element} element
 * @param {string} tag
 * @returns {boolean}
 */
function isChoice(element, tag) {
  if (CHOICE_TAGS[tag] === true) return true;
  const type = tag === 'input' ? attributeOf(element, 'type') : null;
  return type !== null && CHOICE_INPUT_TYPES[lowerAscii(type)] === true;
}

/**
 * @param {Element} element
 * @param {string} tag
 * @returns {boolean}
 */
function isDisabled(element, tag) {
  if (DISABLED_TAGS[tag] !== true && !isCustomTag(tag)) return false;
  return isMatch(element, ':disabled');
}

/** @param {string} tag @returns {boolean} */
function isCustomTag(tag) {
  for (let i = 1; i < tag.length; i += 1) if (tag[i] === '-') return true;
  return false;
}

/**
 * Writes a rectangle in page coordinates.
 *
 * @param {Rectangle} rectangle
 * @param {{ x: number, y: number }} origin where the document's top left corner is on the page
 * @returns {string}
 */
function boxText(rectangle, origin) {
  return (
    roundPixels(rectangle.x + origin.x) + ',' + roundPixels(rectangle.y + origin.y) + ',' +
    roundPixels(rectangle.width) + ',' + roundPixels(rectangle.height)
  );
}

/**
 * @param {number} pixels
 * @returns {number}
 */
function roundPixels(pixels) {
  // JSON has no word for what is not a finite number.
  if (pixels - pixels !== 0) return 0;
  const steps = pixels * BOX_STEPS_PER_PIXEL + (pixels < 0 ? -0.5 : 0.5);
  return (steps - (steps % 1)) / BOX_STEPS_PER_PIXEL;
}

/**
 * Puts the columns together.
 *
 * @param {Payload} payload
 * @param {Document} page
 * @returns {string}
 */
function payloadText(payload, page) {
  return (
    '{"v":' + PAYLOAD_VERSION + pageText(page) +
    (payload.target < 0 ? '' : ',"target":' + payload.target) +
    (payload.isTruncated ? ',"truncated":true' : '') +
    (payload.isPart ? ',"part":true' : ',"nodes":' + countNodes(page)) +
    ',"strings":[' + payload.strings + '],"parent":[' + payload.parents +
    '],"tag":[' + payload.tags + '],"kind":[' + payload.kinds +
    '],"attrs":[' + payload.attrs + '],"box":[' + payload.boxes +
    '],"texts":[' + payload.texts +
    (payload.hidden === '' ? '' : '],"hidden":[' + payload.hidden) + ']}'
  );
}

/**
 * @param {Document} page
 * @returns {string} the members of the payload that tell about the page as a whole
 */
function pageText(page) {
  /** @type {string} */
  const url = readProperty(page, 'URL');
  const lang = attributeOf(rootOf(page), 'lang');
  const viewport = viewportOf(page);
  return (
    ',"url":' + quoteJson(digestDataUrl(url) || url) +
    ',"title":' + quoteJson(cutString(readProperty(page, 'title'))) +
    (lang === null ? '' : ',"lang":' + quoteJson(cutString(lang))) +
    ',"viewport":[' + viewport.width + ',' + viewport.height + ']'
  );
}

/**
 * The size of the window's inside; where the page has put a variable over `innerWidth`, that of
 * the root element, which lacks the scroll bars.
 *
 * @param {Document} page
 * @returns {{ width: number, height: number }}
 */
function viewportOf(page) {
  const view = readProperty(page, 'defaultView');
  return {
    width: roundPixels(windowSize(view, 'innerWidth') || readProperty(rootOf(page), 'clientWidth')),
    height: roundPixels(
      windowSize(view, 'innerHeight') || readProperty(rootOf(page), 'clientHeight'),
    ),
  };
}

/**
 * @param {Window | null} view
 * @param {string} name
 * @returns {number} 0 where it is not known
 */
function windowSize(view, name) {
  const property = view === null ? undefined : Reflect.getOwnPropertyDescriptor(view, name);
  const getter = property === undefined ? undefined : ownValue(property, 'get');
  return getter === undefined ? 0 : apply(getter, view, NO_ARGUMENTS);
}
