// Taking the page in, with a hold on its elements.

/** Captures that are held at a time; the front looks twice at most before it acts. */
const MAX_CAPTURES = 4;

/** @typedef {{ [index: number]: Element }} Elements */

/**
 * The captures of this function, the newest in the place of the oldest: the element that the
 * engine picks is then that very element, whatever the page has done since.
 *
 * @type {{ [place: number]: { capture: number, elements: Elements } }}
 */
const held = bareObject();
let lastCapture = 0;

/**
 * `capture` names the elements of the walk, and is 0 where there was none. `tooLarge` is a page
 * that cannot be taken in; a `payload` that is `null` without it is one that was not quiet, or
 * that has no root element.
 *
 * @typedef {{
 *   capture: number,
 *   payload: string | null,
 *   ready: string,
 *   changes: number,
 *   tooLarge: boolean,
 * }} Look
 */

/**
 * Looks at the page: at once, or when it has been quiet for a while. Only at once works where
 * scripts are off, since no timer ends there.
 *
 * @param {PageRequest} request
 * @returns {Look | Promise<Look | null>}
 */
function look(request) {
  const quiet = request.quiet === undefined ? 0 : request.quiet;
  if (!(quiet > 0)) return lookNow(request, outermostDocument(), 0);
  return new Promise((resolve) => {
    try {
      countChanges(quiet, (page, changes) => {
        try {
          resolve(lookNow(request, page, changes));
        } catch {
          resolve(null);
        }
      });
    } catch {
      resolve(null);
    }
  });
}

/**
 * @param {PageRequest} request
 * @param {Document} page
 * @param {number} changes
 * @returns {Look}
 */
function lookNow(request, page, changes) {
  /** @type {string} */
  const ready = readProperty(page, 'readyState');
  const isWaiting = request.quiet !== undefined && request.quiet > 0;
  const isQuiet = !isWaiting || (ready !== 'loading' && changes === 0);
  /** @type {Elements} */
  const elements = bareObject();
  const payload = isQuiet ? snapshot(request, null, elements) : null;
  /** @type {Look} */
  const answer = bareObject();
  answer.capture = payload === null ? 0 : hold(elements);
  answer.payload = payload;
  answer.ready = ready;
  answer.changes = changes;
  answer.tooLarge = isQuiet && payload === null && rootOrNull(page) !== null;
  return answer;
}

/**
 * @param {Elements} elements
 * @returns {number} the number that names them
 */
function hold(elements) {
  lastCapture += 1;
  held[lastCapture % MAX_CAPTURES] = { capture: lastCapture, elements };
  return lastCapture;
}

/**
 * An element of a capture; `null` where that is no longer held or has no such element.
 *
 * @param {number | undefined} capture
 * @param {number | undefined} index
 * @returns {Element | null}
 */
function heldElement(capture, index) {
  if (capture === undefined || index === undefined) return null;
  const found = held[capture % MAX_CAPTURES];
  const elements = found !== undefined && found.capture === capture ? found.elements : null;
  const element = elements === null ? undefined : elements[index];
  return element === undefined ? null : element;
}
