// Making elements. Data only ever becomes a text node or the value of a harmless attribute.

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';

/**
 * Attributes by name; functions under `on…` names are handlers. `false`, `null` and `undefined`
 * leave the attribute out, `true` sets it without a value.
 *
 * @typedef {{ [name: string]: string | number | boolean | null | undefined | ((event: any) => void) }} Props
 */

/**
 * Makes an element.
 *
 * @param {string} tag
 * @param {Props | null} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
function h(tag, props, ...children) {
  const element = document.createElement(tag);
  setProps(element, props || {});
  element.append(...shownChildren(children));
  return element;
}

/**
 * Makes an element of a drawing.
 *
 * @param {string} tag
 * @param {Props | null} [props]
 * @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
function svg(tag, props, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG_NAMESPACE, tag));
  setProps(element, props || {});
  element.append(...shownChildren(children));
  return element;
}

/**
 * @param {Element} element
 * @param {Props} props
 */
function setProps(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') Reflect.set(element, name, value);
    else if (name === 'value') Reflect.set(element, 'value', String(value));
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

/**
 * @param {(Child | Child[])[]} children
 * @returns {(Node | string)[]}
 */
function shownChildren(children) {
  const shown = [];
  for (const child of children.flat()) {
    if (child === null || child === undefined) continue;
    shown.push(child instanceof Node ? child : String(child));
  }
  return shown;
}

/**
 * A text of the data. It is kept apart from the text around it, so that marks for right-to-left
 * text in it cannot turn that around.
 *
 * @param {string | null | undefined} text
 * @param {number} [limit]
 * @param {string} [className]
 * @returns {HTMLElement}
 */
function dataText(text, limit = LIST_TEXT, className) {
  return h('bdi', { class: className }, clipText(text || '', limit));
}

/**
 * A name of the data, which may be broken where a person would break it.
 *
 * @param {string} name
 * @param {number} [limit]
 * @returns {HTMLElement}
 */
function nameText(name, limit = LIST_TEXT) {
  const parts = clipText(name, limit).split(/(?<=[_/.:\]])(?=[^_/.:\]])|(?=\[)/);
  return h('bdi', null, parts.flatMap((part, i) => (i === 0 ? [part] : [h('wbr'), part])));
}

/**
 * A text of the data as code.
 *
 * @param {string | null | undefined} text
 * @param {number} [limit]
 * @returns {HTMLElement}
 */
function codeText(text, limit = LIST_TEXT) {
  return h('code', { class: 'code' }, dataText(text, limit));
}

/**
 * A link inside this page.
 *
 * @param {string} fragment what `fragmentOf` made
 * @param {Props | null} props
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
function inLink(fragment, props, ...children) {
  return h('a', { ...props, href: fragment }, ...children);
}

/**
 * A text that may be a web address: a link where it is one, the text otherwise. Other schemes
 * (`javascript:`) are never links.
 *
 * @param {string} text
 * @returns {HTMLElement}
 */
function maybeLink(text) {
  if (!/^https?:\/\/[^\s]+$/i.test(text) || text.length > PAGE_TEXT) return dataText(text);
  return h('a', { href: text, rel: 'noreferrer noopener', target: '_blank' }, dataText(text));
}

/**
 * A part of a view with its heading.
 *
 * @param {string} heading
 * @param {Props & { note?: string }} options
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
function section(heading, { note, ...props }, ...children) {
  const id = 'h-' + heading.toLowerCase().replace(/[^a-z]+/g, '-');
  const head = h('div', { class: 'section-head' },
    h('h2', { id }, heading), note ? h('p', { class: 'note' }, note) : null);
  return h('section', { 'aria-labelledby': id, ...props }, head, ...children);
}

/**
 * What stands where there is nothing to show.
 *
 * @param {string} text
 * @param {...Child} more
 * @returns {HTMLElement}
 */
function emptyNote(text, ...more) {
  return h('div', { class: 'empty' }, h('p', null, text), ...more);
}

/**
 * Text for screen readers only.
 *
 * @param {string} text
 * @returns {HTMLElement}
 */
function quietText(text) {
  return h('span', { class: 'quiet' }, text);
}
