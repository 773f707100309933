// Where the data comes from: parts inside this file, or the live server beside this page.

/** How many heals are in one part. The writer of the page has the same number. */
const HEALS_PER_PART = 500;

/** Parts that were opened. A part can be wanted twice before it has come. @type {Map<number, Promise<Heal[]>>} */
const openParts = new Map();

/** The entity tag of the document that is shown, in live mode. @type {string | null} */
let shownTag = null;

/** @returns {boolean} */
function isLive() {
  return document.querySelector('meta[name="bc-live"]') !== null;
}

/**
 * Reads the document with its heals cut short. `null` where it has not changed since it was last read.
 *
 * @returns {Promise<ReportDoc | null>}
 */
async function readIndex() {
  if (!isLive()) return readPart('bc-index');
  /** @type {Record<string, string>} */
  const headers = shownTag === null ? {} : { 'If-None-Match': shownTag };
  const answer = await fetch('index.json', { headers, cache: 'no-store' });
  if (answer.status === 304) return null;
  if (!answer.ok) throw new Error('the server answered ' + answer.status);
  const doc = await answer.json();
  shownTag = answer.headers.get('ETag');
  // Heals move from part to part when new ones come in.
  openParts.clear();
  return doc;
}

/**
 * Reads one part of the whole heals; at most once.
 *
 * @param {number} part
 * @returns {Promise<Heal[]>}
 */
function readHeals(part) {
  let heals = openParts.get(part);
  if (heals === undefined) {
    heals = isLive() ? fetchHeals(part) : readPart('bc-heals-' + part);
    // What failed may be asked for again.
    heals.catch(() => openParts.delete(part));
    openParts.set(part, heals);
  }
  return heals;
}

/**
 * @param {number} part
 * @returns {Promise<Heal[]>}
 */
async function fetchHeals(part) {
  const answer = await fetch('heals/' + part + '.json', { cache: 'no-store' });
  if (!answer.ok) throw new Error('the server answered ' + answer.status);
  return answer.json();
}

/**
 * Inflates a part that stands in this file.
 *
 * @param {string} id
 * @returns {Promise<any>}
 */
async function readPart(id) {
  const holder = document.getElementById(id);
  if (holder === null) throw new Error('the part ' + id + ' is missing');
  const text = (holder.textContent || '').trim();
  const packed = new Blob([bytesOfBase64(text)]).stream();
  const unpacked = packed.pipeThrough(new DecompressionStream('deflate'));
  return new Response(unpacked).json();
}

/**
 * @param {string} text
 * @returns {Uint8Array<ArrayBuffer>}
 */
function bytesOfBase64(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i += 1) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
