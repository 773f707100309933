// What the generator does in a page, in a world of its own beside the script of js/injected.

/** The elements of the page as it was read last. @type {{ [index: number]: Element }} */
let remembered = {};

/**
 * Keeps the elements that a capture has found, and returns what it says of them.
 *
 * @param {{ payload: string | null, elements: { [index: number]: Element } } | null} capture
 */
function remember(capture) {
  if (capture === null) return null;
  remembered = capture.elements;
  return capture.payload;
}

/** All elements of the document and of the open shadow roots in it. */
function* everything(root = document) {
  for (const element of root.querySelectorAll('*')) {
    yield element;
    if (element.shadowRoot) yield* everything(element.shadowRoot);
  }
}

/** Whether there is something to use, and nothing that says it is still loading. */
function isDrawn() {
  for (const element of everything()) {
    if (element.getAttribute('aria-busy') === 'true') return false;
  }
  for (const element of everything()) {
    if (element.matches('a[href], button, input, select, textarea, iframe, [role], [tabindex]')) {
      return true;
    }
  }
  return false;
}

/** @param {string | null | undefined} text */
const plain = (text) => (text || '').replace(/\s+/g, ' ').trim();

/**
 * How many elements have this label, placeholder, test id or text, hidden ones included.
 *
 * @param {string} by
 * @param {string} value
 * @param {boolean} isExact
 */
function countOf(by, value, isExact) {
  if (by === 'css') {
    let found = 0;
    for (const element of everything()) found += element.matches(value) ? 1 : 0;
    return found;
  }
  const wanted = plain(value);
  const fits = (text) =>
    isExact
      ? plain(text) === wanted
      : plain(text).toLowerCase().includes(wanted.toLowerCase());
  let count = 0;
  for (const element of everything()) {
    if (namesOf(element, by).some(fits)) count += 1;
  }
  return count;
}

/**
 * @param {Element} element
 * @param {string} by
 * @returns {string[]}
 */
function namesOf(element, by) {
  if (by === 'text') {
    const text = plain(element.textContent);
    const isRepeated = [...element.children].some((child) => plain(child.textContent) === text);
    return text === '' || isRepeated ? [] : [text];
  }
  if (by !== 'label') {
    const value = element.getAttribute(by);
    return value === null ? [] : [value];
  }
  const names = [...(element.labels || [])].map((label) => label.textContent || '');
  if (element.hasAttribute('aria-label')) names.push(element.getAttribute('aria-label') || '');
  const ids = (element.getAttribute('aria-labelledby') || '').split(/\s+/).filter((id) => id !== '');
  const root = element.getRootNode();
  for (const id of ids) {
    const label = root.getElementById ? root.getElementById(id) : null;
    if (label) names.push(label.textContent || '');
  }
  return names.filter((name) => plain(name) !== '');
}

/**
 * A CSS selector that leads to an element from the root of its document. A shadow root is stepped
 * into by a space: Playwright looks for descendants there as well.
 *
 * @param {number} index
 */
function pathOf(index) {
  let path = '';
  for (let element = remembered[index]; element; ) {
    let nth = 1;
    for (let other = element.previousElementSibling; other; other = other.previousElementSibling) {
      if (other.localName === element.localName) nth += 1;
    }
    const isAlone = element.localName === 'html' || element.localName === 'body';
    const step = element.localName + (isAlone ? '' : `:nth-of-type(${nth})`);
    const parent = element.parentElement;
    const host = parent ? null : element.getRootNode().host;
    path = step + (path === '' ? '' : path);
    if (parent) path = ' > ' + path;
    else if (host) path = ' ' + path;
    element = parent || host;
  }
  return path;
}

/**
 * Fills in a field as a person would: its scripts are told.
 *
 * @param {number} index
 * @param {string | null} value text for a field, null to tick
 */
function fillIn(index, value) {
  const element = remembered[index];
  if (!element) return false;
  element.focus();
  if (value === null) {
    if (!element.checked) element.click();
    return true;
  }
  const owner = Object.getPrototypeOf(element);
  Object.getOwnPropertyDescriptor(owner, 'value').set.call(element, value);
  element.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
  return element.value === value;
}

/**
 * Presses an element that stays in this window.
 *
 * @param {number} index
 */
function press(index) {
  const element = remembered[index];
  if (!element) return false;
  const target = element.getAttribute('target') || (element.form && element.form.target) || '';
  if ((target !== '' && target !== '_self') || element.hasAttribute('download')) return false;
  element.click();
  return true;
}
