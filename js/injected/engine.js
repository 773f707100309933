// A selector engine for Playwright. It is no part of the other files: it wraps them, as `README.md`
// says, and is put behind a selector of the test. From there it leads to something new, which is in
// no document.
//
// Playwright loads it whenever it first looks into a document, in the test's own calls too, and
// that may be before the document has an element: nothing is set up before it is needed, and
// whatever goes wrong then is no answer.

/** @typedef {(element: Element, text: string) => unknown} Query */

/**
 * @param {() => typeof main} load sets the page-side code up
 * @returns {{ query: Query, queryAll: (element: Element, text: string) => unknown[] }}
 */
function selectorEngine(load) {
  /** @type {typeof main | null} */
  let loaded = null;
  let isAsked = false;
  let lastText = '';
  /** @type {any} */
  let lastRequest = null;

  /** @param {string} text */
  const requestOf = (text) => {
    if (lastRequest === null || text !== lastText) lastRequest = JSON.parse(decodeURIComponent(text));
    lastText = text;
    return lastRequest;
  };

  /**
   * What stands for an element under a mark: not an element itself, since a page may have replaced
   * the ways to make one, and would notice. Playwright takes anything with a `nodeName` for a node,
   * and one without a parent to be in no document.
   *
   * @param {Element} element
   * @param {number} mark
   */
  const marked = (element, mark) => ({
    __proto__: null, nodeName: 'breadcrumb', parentElement: null, parentNode: null, mark, element,
  });

  /**
   * An element with the fingerprint as its text: reading it is one step for Playwright. A selector
   * may find many elements; all but the first only count.
   *
   * @param {Element} element
   * @param {any} request
   */
  const learned = (element, request) => {
    const answer = document.createElement('i');
    if (isAsked) return answer;
    isAsked = true;
    Promise.resolve().then(() => {
      isAsked = false;
    });
    try {
      loaded = loaded || load();
      const sighting = { __proto__: null, op: 'sight', strict: false, redact: request.redact,
        nodes: request.nodes, asked: request.asked };
      answer.textContent = '' + (loaded([element], /** @type {any} */ (sighting)) || '');
    } catch {
      // The answer has no text then.
    }
    return answer;
  };

  /** @type {Query} */
  const query = (element, text) => {
    try {
      const request = requestOf(text);
      return request.op === 'mark' ? marked(element, request.mark) : learned(element, request);
    } catch {
      return null;
    }
  };

  return {
    query,
    queryAll: (element, text) => {
      const answer = query(element, text);
      return answer === null ? [] : [answer];
    },
  };
}
