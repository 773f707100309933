// What a front can ask for; `README.md` says how it is called.

/**
 * @typedef {{
 *   op: 'snapshot' | 'capture' | 'element' | 'fingerprint' | 'learn' | 'quiet' | 'keep',
 *   redact?: readonly string[],
 *   index?: number,
 *   count?: number,
 *   tag?: string,
 *   nodes?: number,
 *   milliseconds?: number,
 * }} PageRequest
 */

const OPS = nameSet(['snapshot', 'capture', 'element', 'fingerprint', 'learn', 'quiet', 'keep']);

/** A page that differs from the known one by less than the tenth part is known. */
const KNOWN_PAGE_SLACK = 10;

/** @typedef {{ payload: string | null, elements: { [index: number]: Element } }} Capture */

/**
 * Answers one request. Playwright gives the element first where it evaluates on one, and the
 * argument alone where it evaluates on a page.
 *
 * @param {PageRequest | Element} first
 * @param {PageRequest | undefined} second
 * @returns {string | null | Capture | Element | Promise<string> | Function}
 */
function main(first, second) {
  const target = second === undefined ? null : /** @type {Element} */ (first);
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
 * @param {Element | null} target
 * @returns {string | null | Capture | Element | Promise<string> | Function}
 */
function answerTo(request, target) {
  switch (request.op) {
    case 'snapshot':
      return snapshot(request, target, null);
    case 'capture':
      return capture(request, target);
    case 'element':
      return elementAt(request);
    case 'fingerprint':
      return fingerprint(request, target);
    case 'learn':
      return learn(request, target);
    case 'quiet':
      return watchQuiet(request.milliseconds === undefined ? DEFAULT_QUIET_MS : request.milliseconds);
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
 * The part of the page that tells about one element; `null` where it is not on the page.
 *
 * @param {PageRequest} request
 * @param {Element | null} target
 * @returns {string | null}
 */
function fingerprint(request, target) {
  if (target === null) throw new TypeError('breadcrumb: fingerprint needs an element');
  const page = outermostDocument();
  const root = rootOrNull(page);
  const plan = root === null ? null : planFingerprint(root, target);
  if (plan === null) return null;
  const payload = emptyPayload(readRedaction(request.redact), null);
  payload.isPart = true;
  walkPage(payload, page, plan, true);
  return payloadText(payload, page);
}

/**
 * The fingerprint of an element, with the whole page around it where that is not known yet: where
 * the page has another number of elements than when it was last taken in. A few more or less, as
 * an open menu or a ticker makes them, are not worth another walk. A page that is too large to be
 * taken in whole is not: its element is learned all the same.
 *
 * @param {PageRequest} request
 * @param {Element | null} target
 * @returns {string | null}
 */
function learn(request, target) {
  const known = request.nodes === undefined ? 0 : request.nodes;
  const change = countNodes(outermostDocument()) - known;
  const slack = known / KNOWN_PAGE_SLACK;
  const isKnown = known > 0 && change <= slack && -change <= slack;
  const whole = isKnown ? null : snapshot(request, target, null);
  return whole === null ? fingerprint(request, target) : whole;
}
