// What a front can ask for; `README.md` says how it is called.

/**
 * @typedef {{
 *   op: string,
 *   redact?: readonly string[],
 *   index?: number,
 *   count?: number,
 *   tag?: string,
 *   nodes?: number,
 *   asked?: number,
 *   strict?: boolean,
 *   milliseconds?: number,
 *   quiet?: number,
 *   capture?: number,
 *   address?: string,
 *   marks?: number,
 *   margin?: number,
 *   width?: number,
 *   height?: number,
 *   name?: string,
 * }} PageRequest
 */

const OPS = nameSet([
  'snapshot', 'capture', 'element', 'fingerprint', 'learn', 'quiet', 'keep', 'look', 'check', 'sight',
  'place', 'meta',
]);

/** @typedef {{ payload: string | null, elements: { [index: number]: Element } }} Capture */

/** @typedef {Look | Check | Capture | Rectangle | Element | Function} StructuredAnswer */

/** @typedef {string | number | null | StructuredAnswer | Promise<string | Look | null>} Answer */

/**
 * Answers one request. Playwright gives what a selector has found first where it evaluates on that
 * (an element, or a list of them), and the argument alone where it evaluates on a page.
 *
 * @param {PageRequest | Element | Found} first
 * @param {PageRequest | undefined} second
 * @returns {Answer}
 */
function main(first, second) {
  const target = second === undefined ? null : /** @type {Element | Found} */ (first);
  const request = second === undefined ? /** @type {PageRequest} */ (first) : second;
  if (OPS[request.op] !== true) throw new TypeError('breadcrumb: unknown op ' + request.op);
  try {
    return answerTo(request, target);
  } catch {
    // A document that is being made, replaced or taken down has nothing to say.
    return null;
  }
}

/**
 * @param {PageRequest} request
 * @param {Element | Found | null} target
 * @returns {Answer}
 */
function answerTo(request, target) {
  const element = /** @type {Element | null} */ (target);
  const found = /** @type {Found} */ (target === null ? [] : target);
  switch (request.op) {
    case 'snapshot':
      return snapshot(request, element, null);
    case 'capture':
      return capture(request, element);
    case 'element':
      return elementAt(request);
    case 'fingerprint':
      return fingerprint(request, element);
    case 'learn':
      return learn(request, element);
    case 'sight':
      return sight(request, found);
    case 'quiet':
      return watchQuiet(request.milliseconds === undefined ? DEFAULT_QUIET_MS : request.milliseconds);
    case 'look':
      return look(request);
    case 'check':
      return check(request, found);
    case 'place':
      return place(request, found);
    case 'meta':
      return metaContent(request);
    case 'keep':
      // A handle to this function saves sending and compiling the asset with each call.
      return main;
    default:
      return null;
  }
}

/**
 * The whole page, with the index of the target where one is given and on the page; `null` where
 * there is no page yet, or where it is too large to be looked at.
 *
 * @param {PageRequest} request
 * @param {Element | null} target
 * @param {{ [index: number]: Element } | null} elements
 * @returns {string | null}
 */
function snapshot(request, target, elements) {
  const page = outermostDocument();
  const root = rootOrNull(page);
  if (root === null) return null;
  const payload = emptyPayload(readRedaction(request.redact), elements);
  const plan = target === null ? null : planPath(root, target);
  walkPage(payload, page, plan, false);
  return payload.isTooLarge ? null : payloadText(payload, page);
}

/**
 * The whole page together with its elements, for a handle that the front keeps: the element the
 * engine picks is then that very element, whatever the page has done since.
 *
 * @param {PageRequest} request
 * @param {Element | null} target
 * @returns {Capture}
 */
function capture(request, target) {
  /** @type {{ [index: number]: Element }} */
  const elements = bareObject();
  return { payload: snapshot(request, target, elements), elements };
}

/**
 * The element with an index of an earlier snapshot, found by walking again; `null` where the page
 * has another number of elements by now, or another kind of element in that place.
 *
 * @param {PageRequest} request
 * @returns {Element | null}
 */
function elementAt(request) {
  /** @type {{ [index: number]: Element }} */
  const elements = bareObject();
  const page = outermostDocument();
  if (rootOrNull(page) === null) return null;
  const payload = emptyPayload(readRedaction(undefined), elements);
  walkPage(payload, page, null, false);
  const element = elements[/** @type {number} */ (request.index)];
  const isSame =
    element !== undefined && payload.count === request.count && tagOf(element) === request.tag;
  return isSame ? element : null;
}

/**
 * What the first meta tag of a name says in this document.
 *
 * @param {PageRequest} request
 * @returns {string | null}
 */
function metaContent(request) {
  const tags = queryAll(document, 'meta[name]');
  const count = tags === null ? 0 : readProperty(tags, 'length');
  for (let i = 0; tags !== null && i < count; i += 1) {
    const tag = /** @type {Element} */ (tags[i]);
    if (attributeOf(tag, 'name') === request.name) return cutString(attributeOf(tag, 'content') || '');
  }
  return null;
}
