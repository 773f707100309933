// Copying code. A page opened from a file may not be allowed to write to the clipboard; then the
// code is selected, ready for the reader's own keys.

/**
 * Code with a button that copies it.
 *
 * @param {string} code
 * @param {string} label what is copied, for screen readers
 * @returns {HTMLElement}
 */
function copyableCode(code, label) {
  const text = clipText(code, PAGE_TEXT);
  return h('div', { class: 'copyable' },
    h('pre', { tabindex: 0, 'aria-label': label }, h('code', null, h('bdi', null, text))),
    h('button', {
      type: 'button', class: 'button', 'aria-label': 'Copy ' + label,
      onclick: (/** @type {MouseEvent} */ event) => copyFrom(/** @type {HTMLElement} */ (event.currentTarget), code),
    }, 'Copy'));
}

/**
 * @param {HTMLElement} button
 * @param {string} code
 */
async function copyFrom(button, code) {
  const shown = button.parentElement?.querySelector('code') ?? null;
  const isCopied = (await writeClipboard(code)) || copySelected(shown);
  const word = isCopied ? 'Copied' : 'Press Ctrl+C';
  if (!isCopied && shown !== null) select(shown);
  button.textContent = word;
  announce(isCopied ? 'Copied to the clipboard' : 'The code is selected: copy it with Ctrl+C');
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 2000);
}

/**
 * @param {string} code
 * @returns {Promise<boolean>}
 */
async function writeClipboard(code) {
  try {
    await navigator.clipboard.writeText(code);
    return true;
  } catch {
    return false;
  }
}

/**
 * The older way, which works where the newer one is not allowed.
 *
 * @param {HTMLElement | null} shown
 * @returns {boolean}
 */
function copySelected(shown) {
  if (shown === null) return false;
  select(shown);
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  }
}

/** @param {HTMLElement} element */
function select(element) {
  const selection = getSelection();
  if (selection === null) return;
  selection.removeAllRanges();
  const range = document.createRange();
  range.selectNodeContents(element);
  selection.addRange(range);
}

/**
 * Tells screen readers something that has no place on the page.
 *
 * @param {string} text
 */
function announce(text) {
  const place = document.getElementById('announce');
  if (place !== null) place.textContent = text;
}
