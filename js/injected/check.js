// Whether selectors find one element and no other.
//
// A front asks about several selectors in one question: each leads to answers of the selector
// engine (`engine.js`) that carry the selector's number, its mark, and what was found.

/** @typedef {{ readonly length: number, readonly [index: number]: unknown }} Found */

/** What the selector engine answers. @typedef {{ mark: number, element: Element }} Marked */

/**
 * `counts` and `hits` have one entry a mark: how many elements were found, and whether that was
 * the wanted one alone.
 *
 * @typedef {{
 *   address: string | null,
 *   scope: string | null,
 *   counts: readonly number[],
 *   hits: readonly boolean[],
 * }} Check
 */

/**
 * What was found under each mark, beside where the wanted element is; that is one of a capture, or
 * (in another world, which has no capture) the one at an address.
 *
 * @param {PageRequest} request
 * @param {Found} found
 * @returns {Check}
 */
function check(request, found) {
  const wanted = request.address === undefined ? heldElement(request.capture, request.index) : null;
  const address = request.address === undefined ? addressOf(wanted) : request.address;
  /** @type {number[]} */
  const counts = [];
  /** @type {boolean[]} */
  const hits = [];
  const marks = request.marks === undefined ? 0 : request.marks;
  for (let mark = 0; mark < marks; mark += 1) {
    const tally = tallyOf(found, mark, marks);
    append(counts, tally.count);
    append(hits, tally.count === 1 && isWanted(tally.first, wanted, address));
  }
  /** @type {Check} */
  const answer = bareObject();
  answer.address = address;
  answer.scope = addressOf(rootOrNull(document));
  answer.counts = counts;
  answer.hits = hits;
  return answer;
}

/**
 * @param {Found} found
 * @param {number} mark
 * @param {number} marks
 * @returns {{ count: number, first: Element | null }}
 */
function tallyOf(found, mark, marks) {
  const tally = { count: 0, first: /** @type {Element | null} */ (null) };
  for (let i = 0; i < found.length; i += 1) {
    const element = elementUnder(found[i], mark, marks);
    if (element === null || element === tally.first) continue;
    if (tally.first === null) tally.first = element;
    tally.count += 1;
  }
  return tally;
}

/**
 * The element that an entry stands for, if it is under this mark. A list without the engine's
 * answers is what one selector finds; beside answers, an element is what leads the selector.
 *
 * @param {unknown} entry
 * @param {number} mark
 * @param {number} marks
 * @returns {Element | null}
 */
function elementUnder(entry, mark, marks) {
  if (!isMarked(entry)) return marks === 1 ? /** @type {Element} */ (entry) : null;
  return entry.mark === mark ? entry.element : null;
}

/**
 * Whether this is an answer of the engine: no element of a page is without a prototype.
 *
 * @param {unknown} entry
 * @returns {entry is Marked}
 */
function isMarked(entry) {
  return Reflect.getPrototypeOf(/** @type {object} */ (entry)) === null;
}

/**
 * @param {Element | null} element
 * @param {Element | null} wanted
 * @param {string | null} address
 * @returns {boolean}
 */
function isWanted(element, wanted, address) {
  if (wanted !== null) return element === wanted;
  // Below a frame of another origin the same steps lead somewhere else.
  return address !== null && isTop(outermostDocument()) && addressOf(element) === address;
}
