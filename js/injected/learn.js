// What a test touches: the element, and the page around it where that is not known yet.

/** A page that differs from the known one by less than the tenth part is known. */
const KNOWN_PAGE_SLACK = 10;

/** What an answer starts with that comes from a document which is younger than the question. */
const YOUNGER = '!';

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

/**
 * How many elements a selector has found, or what `learn` says of the one: empty where it says
 * nothing, and with a mark in front where the document is younger than the question.
 *
 * @param {PageRequest} request
 * @param {Found} found
 * @returns {number | string}
 */
function sight(request, found) {
  const count = found.length;
  if (count === 0 || (request.strict === true && count > 1)) return count;
  let text = null;
  try {
    text = learn(request, /** @type {Element} */ (found[0]));
  } catch {
    // As where there is nothing to say.
  }
  return (isYoungerThan(request.asked) ? YOUNGER : '') + (text === null ? '' : text);
}

/**
 * Whether the document is younger than a question. One that does not tell its age, as where a test
 * has installed a clock, may be.
 *
 * @param {number | undefined} asked
 * @returns {boolean}
 */
function isYoungerThan(asked) {
  return asked !== undefined && !(readProperty(performance, 'timeOrigin') <= asked);
}
