// The fragment of the address says which view is shown and how; so links can be shared, and the
// browser's back and forward work.

/** An id that is longer than this once encoded is named by its hash: addresses have an end. */
const MAX_ID_IN_ADDRESS = 2000;

/** @typedef {{ name: string, id: string, params: URLSearchParams }} Route */

/**
 * Reads a fragment. What cannot be read is the overview.
 *
 * @param {string} hash
 * @returns {Route}
 */
function parseFragment(hash) {
  const path = hash.startsWith('#/') ? hash.slice(2) : '';
  const mark = path.indexOf('?');
  const steps = mark < 0 ? path : path.slice(0, mark);
  const slash = steps.indexOf('/');
  return {
    name: slash < 0 ? steps : steps.slice(0, slash),
    id: slash < 0 ? '' : decodeId(steps.slice(slash + 1)),
    params: new URLSearchParams(mark < 0 ? '' : path.slice(mark + 1)),
  };
}

/**
 * Writes the fragment of a list.
 *
 * @param {string} name
 * @param {{ [param: string]: string | null }} [params]
 * @returns {string}
 */
function fragmentOf(name, params = {}) {
  const query = new URLSearchParams();
  for (const [param, value] of Object.entries(params)) if (value) query.set(param, value);
  const text = query.toString();
  return '#/' + name + (text ? '?' + text : '');
}

/**
 * Writes the fragment of one thing.
 *
 * @param {'test' | 'heal' | 'refusal'} name
 * @param {string | number} id
 * @returns {string}
 */
function fragmentOfOne(name, id) {
  const encoded = encodeId(String(id));
  return '#/' + name + '/' + (encoded.length > MAX_ID_IN_ADDRESS ? '~' + hashText(String(id)) : encoded);
}

/**
 * Whether an id is the one in an address.
 *
 * @param {string} id
 * @param {string} inAddress
 * @returns {boolean}
 */
function isNamed(id, inAddress) {
  return id === inAddress || (inAddress.startsWith('~') && inAddress === '~' + hashText(id));
}

/**
 * Changes parameters of the view that is shown.
 *
 * @param {{ [param: string]: string | null }} changes
 * @param {'push' | 'replace'} way typing replaces: nobody wants to go back letter by letter
 */
function changeParams(changes, way) {
  const route = parseFragment(location.hash);
  for (const [param, value] of Object.entries(changes)) {
    if (value === null || value === '') route.params.delete(param);
    else route.params.set(param, value);
  }
  const query = route.params.toString();
  const path = (location.hash || '#/').split('?')[0];
  const fragment = path + (query ? '?' + query : '');
  if (way === 'push') {
    location.hash = fragment;
    return;
  }
  history.replaceState(null, '', fragment);
  showRoute();
}

/**
 * @param {string} id
 * @returns {string}
 */
function encodeId(id) {
  // Half a surrogate pair cannot be encoded.
  return encodeURIComponent(id.replace(/[\ud800-\udfff]/gu, '\ufffd'));
}

/**
 * @param {string} text
 * @returns {string}
 */
function decodeId(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * FNV-1a, 32 bits; enough to tell the few very long ids of a report apart.
 *
 * @param {string} text
 * @returns {string}
 */
function hashText(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
