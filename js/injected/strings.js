// Text without the methods of `String`: cutting, lower case, JSON escapes, hash.

/** Longest text or attribute value that is sent, in UTF-16 code units. */
const MAX_STRING = 500;

/**
 * Code units of a `data:` URL that are hashed. With the length beside it that tells images apart,
 * and a picture of several megabytes does not hold up the walk.
 */
const MAX_HASHED = 65536;

/** Longest media type that is taken from a `data:` URL. */
const MAX_MEDIA_TYPE = 100;

/** FNV-1a, 32 bits. */
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

const HEX = '0123456789abcdef';
const REPLACEMENT = '\ufffd';

/** What JSON does not allow as it is in a string, and halves of pairs, which UTF-8 cannot hold. */
const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/;

/** The characters of ASCII in order, up to the tilde. */
const CONTROLS =
  '\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f' +
  '\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f';
const PRINTABLE =
  ' !"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ' +
  '[\\]^_\x60abcdefghijklmnopqrstuvwxyz{|}~';

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';

/** Punctuation that RFC 6838 allows in a media type; letters and digits are tested apart. */
const MEDIA_TYPE_MARKS = nameSet(['/', '+', '-', '.', '_', '!', '#', '$', '&', '^']);

/** @type {{ [character: string]: string }} */
const TO_LOWER = lowerCaseTable();

/** @type {{ [character: string]: string }} */
const ESCAPES = escapeTable();

/** Only the engine's own is used: a replaced one cannot be trusted to find every character. */
const regExpExec = memberOf(NEEDS_ESCAPE, 'exec', true);
const charCodeAt = memberOf(Object(''), 'charCodeAt', true);

/**
 * Makes a set of names that nothing on `Object.prototype` can add to.
 *
 * @param {readonly string[]} names
 * @returns {NameSet}
 */
function nameSet(names) {
  /** @type {{ [name: string]: true }} */
  const set = bareObject();
  for (let i = 0; i < names.length; i += 1) set[/** @type {string} */ (names[i])] = true;
  return set;
}

function lowerCaseTable() {
  /** @type {{ [character: string]: string }} */
  const table = bareObject();
  for (let i = 0; i < UPPER.length; i += 1) {
    table[/** @type {string} */ (UPPER[i])] = /** @type {string} */ (LOWER[i]);
  }
  return table;
}

function escapeTable() {
  /** @type {{ [character: string]: string }} */
  const table = bareObject();
  table['"'] = '\\"';
  table['\\'] = '\\\\';
  for (let i = 0; i < CONTROLS.length; i += 1) {
    const control = /** @type {string} */ (CONTROLS[i]);
    table[control] = '\\u00' + HEX[i >> 4] + HEX[i & 15];
  }
  return table;
}

/**
 * @param {string | undefined} unit
 * @returns {boolean}
 */
function isHighSurrogate(unit) {
  return unit !== undefined && unit >= '\ud800' && unit <= '\udbff';
}

/**
 * @param {string | undefined} unit
 * @returns {boolean}
 */
function isLowSurrogate(unit) {
  return unit !== undefined && unit >= '\udc00' && unit <= '\udfff';
}

/**
 * @param {string} text
 * @param {number} end
 * @returns {string}
 */
function firstUnits(text, end) {
  let head = '';
  for (let i = 0; i < end; i += 1) head += text[i];
  return head;
}

/**
 * Cuts a text at the cap, never inside a surrogate pair.
 *
 * @param {string} text
 * @returns {string}
 */
function cutString(text) {
  if (text.length <= MAX_STRING) return text;
  return firstUnits(text, isHighSurrogate(text[MAX_STRING - 1]) ? MAX_STRING - 1 : MAX_STRING);
}

/**
 * Lower case for ASCII letters; tag and attribute names have no others that matter.
 *
 * @param {string} text
 * @returns {string}
 */
function lowerAscii(text) {
  let lower = '';
  for (let i = 0; i < text.length; i += 1) {
    const unit = /** @type {string} */ (text[i]);
    lower += TO_LOWER[unit] || unit;
  }
  return lower;
}

/**
 * @param {string | undefined} unit
 * @returns {boolean}
 */
function isHtmlSpace(unit) {
  return unit === ' ' || unit === '\n' || unit === '\t' || unit === '\r' || unit === '\f';
}

/**
 * Whether a text is white space only, as HTML counts it: a no-break space is something to see.
 *
 * @param {string} text
 * @returns {boolean}
 */
function isBlank(text) {
  for (let i = 0; i < text.length; i += 1) {
    if (!isHtmlSpace(text[i])) return false;
  }
  return true;
}

/**
 * Writes a text as a JSON string.
 *
 * Half a surrogate pair becomes U+FFFD: a `\ud800` is valid JSON, but no UTF-8 reader can hold it.
 *
 * @param {string} text
 * @returns {string}
 */
function quoteJson(text) {
  const isPlain = regExpExec !== null && apply(regExpExec, NEEDS_ESCAPE, [text]) === null;
  return isPlain ? '"' + text + '"' : '"' + escapeUnits(text) + '"';
}

/**
 * @param {string} text
 * @returns {string}
 */
function escapeUnits(text) {
  let escaped = '';
  for (let i = 0; i < text.length; i += 1) {
    const unit = /** @type {string} */ (text[i]);
    const escape = ESCAPES[unit];
    if (escape !== undefined) {
      escaped += escape;
    } else if (isHighSurrogate(unit) && isLowSurrogate(text[i + 1])) {
      escaped += unit + text[i + 1];
      i += 1;
    } else {
      escaped += isHighSurrogate(unit) || isLowSurrogate(unit) ? REPLACEMENT : unit;
    }
  }
  return escaped;
}

/**
 * Shortens a `data:` URL to its media type, length and hash; gives `null` for anything else.
 *
 * @param {string} text
 * @returns {string | null}
 */
function digestDataUrl(text) {
  if (text[4] !== ':' || lowerAscii(firstUnits(text, 5)) !== 'data:') return null;
  let mediaType = '';
  for (let i = 5; i < text.length && i < 5 + MAX_MEDIA_TYPE; i += 1) {
    const unit = /** @type {string} */ (text[i]);
    if (unit === ',' || unit === ';') {
      return 'data:' + mediaType + '#' + text.length + '-' + hashHex(text);
    }
    // "data: what we know" is a sentence, not a URL.
    if (!isMediaTypeUnit(unit)) return null;
    mediaType += unit;
  }
  return null;
}

/**
 * @param {string} unit
 * @returns {boolean}
 */
function isMediaTypeUnit(unit) {
  const lower = TO_LOWER[unit] || unit;
  const isLetterOrDigit = (lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9');
  return isLetterOrDigit || MEDIA_TYPE_MARKS[unit] === true;
}

/**
 * FNV-1a over the UTF-16 code units, as eight hexadecimal digits.
 *
 * @param {string} text
 * @returns {string}
 */
function hashHex(text) {
  let hash = FNV_OFFSET;
  for (let i = 0; i < text.length && i < MAX_HASHED; i += 1) {
    hash = (hash ^ unitCode(text, i)) >>> 0;
    // A product of 32 by 25 bits is more than a double holds: the two halves go apart.
    const low = (hash & 0xffff) * FNV_PRIME;
    const high = ((hash >>> 16) * FNV_PRIME) & 0xffff;
    hash = (low + high * 0x10000) % 0x100000000;
  }
  let digits = '';
  for (let shift = 28; shift >= 0; shift -= 4) digits += HEX[(hash >>> shift) & 15];
  return digits;
}

/**
 * The code of a UTF-16 unit. Where the page has replaced `charCodeAt`, only ASCII is known; it is
 * all that a `data:` URL is made of, if it is a valid one.
 *
 * @param {string} text
 * @param {number} index
 * @returns {number}
 */
function unitCode(text, index) {
  if (charCodeAt !== null) return apply(charCodeAt, text, [index]);
  const ascii = CONTROLS + PRINTABLE;
  for (let code = 0; code < ascii.length; code += 1) if (ascii[code] === text[index]) return code;
  return 0;
}
