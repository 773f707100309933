// Reading the DOM through the platform's own getters.

const ELEMENT_NODE = 1;
const TEXT_NODE = 3;
const DOCUMENT_NODE = 9;
const FRAGMENT_NODE = 11;

/** Bits of what `compareDocumentPosition` answers. */
const POSITION_FOLLOWING = 4;
const POSITION_CONTAINED_BY = 16;

/** How many documents around a frame are climbed; browsers stop nesting long before. */
const MAX_FRAME_DEPTH = 100;

/** @typedef {{ x: number, y: number, width: number, height: number }} Rectangle */

/** Any element: its prototypes have what is looked up below. The root may not have come yet. */
const pageRoot = rootOrNull(document) || callMethod(document, 'createElement', ['i']);

const nodeTypeGetter = required(pageRoot, 'nodeType');
const parentNodeGetter = required(pageRoot, 'parentNode');
const firstChildGetter = required(pageRoot, 'firstChild');
const nextSiblingGetter = required(pageRoot, 'nextSibling');
const previousElementGetter = required(pageRoot, 'previousElementSibling');
const nodeNameGetter = required(pageRoot, 'nodeName');
const nodeValueGetter = required(pageRoot, 'nodeValue');
const localNameGetter = required(pageRoot, 'localName');
const shadowRootGetter = required(pageRoot, 'shadowRoot');
const attributesGetter = required(pageRoot, 'attributes');
const rectangleMethod = required(pageRoot, 'getBoundingClientRect');
const positionMethod = required(pageRoot, 'compareDocumentPosition');
const matchesMethod = required(pageRoot, 'matches');

const pageRootAttributes = apply(attributesGetter, pageRoot, NO_ARGUMENTS);
const attributeCountGetter = requiredOf(pageRootAttributes, 'length', (view) =>
  apply(attributesGetter, rootOf(view.document), NO_ARGUMENTS),
);

const pageRootRectangle = apply(rectangleMethod, pageRoot, NO_ARGUMENTS);
const rectangleXGetter = requiredOfRectangle('x');
const rectangleYGetter = requiredOfRectangle('y');
const rectangleWidthGetter = requiredOfRectangle('width');
const rectangleHeightGetter = requiredOfRectangle('height');

/** Lower-case names by the names as they are; a page has few. @type {{ [name: string]: string }} */
const tagNames = bareObject();

/**
 * The root element of a document, whatever an image named `documentElement` says; `null` before its
 * first tag has arrived, and where a script has removed it.
 *
 * @param {Document} page
 * @returns {Element | null}
 */
function rootOrNull(page) {
  const getter = memberOf(page, 'documentElement', false);
  return getter === null ? null : apply(getter, page, NO_ARGUMENTS);
}

/**
 * The root element of a document that is known to have one.
 *
 * @param {Document} page
 * @returns {Element}
 */
function rootOf(page) {
  const root = rootOrNull(page);
  if (root === null) throw new TypeError('breadcrumb: the document has no root element');
  return root;
}

/**
 * @param {Element} element
 * @param {string} name
 * @returns {Function | null}
 */
function elementMember(element, name) {
  return findMember(element, name, (view) => rootOf(view.document));
}

/**
 * @param {Element} element
 * @param {string} name
 * @returns {Function}
 */
function required(element, name) {
  return requiredOf(element, name, (view) => rootOf(view.document));
}

/**
 * @param {object} object
 * @param {string} name
 * @param {(view: Window) => object} counterpart
 * @returns {Function}
 */
function requiredOf(object, name, counterpart) {
  const member = findMember(object, name, counterpart);
  if (member === null) throw new TypeError('breadcrumb: the page has removed ' + name);
  return member;
}

/**
 * @param {string} name
 * @returns {Function}
 */
function requiredOfRectangle(name) {
  return requiredOf(pageRootRectangle, name, (view) =>
    apply(rectangleMethod, rootOf(view.document), NO_ARGUMENTS),
  );
}

/**
 * Reads a property that is needed rarely; `undefined` where it does not exist.
 *
 * @param {object} object
 * @param {string} name
 * @returns {any}
 */
function readProperty(object, name) {
  const getter = memberOf(object, name, true) || memberOf(object, name, false);
  return getter === null ? undefined : apply(getter, object, NO_ARGUMENTS);
}

/**
 * Calls a method that is needed rarely; `undefined` where it does not exist.
 *
 * @param {object} object
 * @param {string} name
 * @param {readonly unknown[]} args
 * @returns {any}
 */
function callMethod(object, name, args) {
  const method = memberOf(object, name, true) || memberOf(object, name, false);
  return method === null ? undefined : apply(method, object, args);
}

/**
 * How many elements a document has, seen or not; 0 where the page has replaced the ways to ask.
 *
 * @param {Document} page
 * @returns {number}
 */
function countNodes(page) {
  const all = callMethod(page, 'getElementsByTagName', ['*']);
  const count = all === undefined || all === null ? 0 : readProperty(all, 'length');
  return typeof count === 'number' ? count : 0;
}

/**
 * All elements of a document or shadow root that match; `null` where the page has replaced the ways
 * to ask.
 *
 * @param {Node} scope
 * @param {string} selector
 * @returns {{ readonly [index: number]: Element } | null}
 */
function queryAll(scope, selector) {
  const method = memberOf(scope, 'querySelectorAll', true);
  if (method !== null) return apply(method, scope, [selector]);
  if (nodeTypeOf(scope) !== DOCUMENT_NODE) return null;
  const root = rootOrNull(/** @type {Document} */ (scope));
  const rootMethod = root === null ? null : memberOf(root, 'querySelectorAll', true);
  return rootMethod === null ? null : apply(rootMethod, root, [selector]);
}

/** @param {Node} node @returns {number} */
function nodeTypeOf(node) {
  return apply(nodeTypeGetter, node, NO_ARGUMENTS);
}

/** @param {Node} node @returns {Node | null} */
function parentOf(node) {
  return apply(parentNodeGetter, node, NO_ARGUMENTS);
}

/** @param {Node} node @returns {Node | null} */
function firstChildOf(node) {
  return apply(firstChildGetter, node, NO_ARGUMENTS);
}

/** @param {Node} node @returns {Node | null} */
function nextSiblingOf(node) {
  return apply(nextSiblingGetter, node, NO_ARGUMENTS);
}

/** @param {Element} element @returns {Element | null} */
function previousElementOf(element) {
  return apply(previousElementGetter, element, NO_ARGUMENTS);
}

/** @param {Node} node @returns {string} */
function valueOf(node) {
  return apply(nodeValueGetter, node, NO_ARGUMENTS) || '';
}

/** @param {Element} element @returns {ShadowRoot | null} */
function openShadowRootOf(element) {
  return apply(shadowRootGetter, element, NO_ARGUMENTS);
}

/** @param {Element} element @returns {string} */
function tagOf(element) {
  /** @type {string} */
  const name = apply(localNameGetter, element, NO_ARGUMENTS);
  let tag = tagNames[name];
  if (tag === undefined) {
    tag = lowerAscii(name);
    tagNames[name] = tag;
  }
  return tag;
}

/** @param {Element} element @returns {{ readonly [index: number]: Attr }} */
function attributesOf(element) {
  return apply(attributesGetter, element, NO_ARGUMENTS);
}

/** @param {object} attributes @returns {number} */
function attributeCountOf(attributes) {
  return apply(attributeCountGetter, attributes, NO_ARGUMENTS);
}

/** @param {Attr} attribute @returns {string} */
function attributeNameOf(attribute) {
  return apply(nodeNameGetter, attribute, NO_ARGUMENTS);
}

/**
 * The value of one attribute, or `null`.
 *
 * @param {Element} element
 * @param {string} name
 * @returns {string | null}
 */
function attributeOf(element, name) {
  const attributes = attributesOf(element);
  const count = attributeCountOf(attributes);
  for (let i = 0; i < count; i += 1) {
    const attribute = /** @type {Attr} */ (attributes[i]);
    if (attributeNameOf(attribute) === name) return valueOf(attribute);
  }
  return null;
}

/** @param {Element} element @returns {Rectangle} */
function rectangleOf(element) {
  const rectangle = apply(rectangleMethod, element, NO_ARGUMENTS);
  return {
    x: apply(rectangleXGetter, rectangle, NO_ARGUMENTS),
    y: apply(rectangleYGetter, rectangle, NO_ARGUMENTS),
    width: apply(rectangleWidthGetter, rectangle, NO_ARGUMENTS),
    height: apply(rectangleHeightGetter, rectangle, NO_ARGUMENTS),
  };
}

/**
 * The document shown in a frame element, or `null` where there is none or of another origin.
 *
 * @param {Element} element
 * @returns {Document | null}
 */
function frameDocumentOf(element) {
  try {
    return readProperty(element, 'contentDocument') || null;
  } catch {
    return null;
  }
}

/**
 * How far a document is scrolled. `window.scrollX` would be shorter, but a page may declare a
 * variable of that name.
 *
 * @param {Document} page
 * @returns {{ x: number, y: number }}
 */
function scrollOf(page) {
  /** @type {Element | null | undefined} */
  const scroller = readProperty(page, 'scrollingElement');
  if (!scroller) return { x: 0, y: 0 };
  return { x: readProperty(scroller, 'scrollLeft'), y: readProperty(scroller, 'scrollTop') };
}

/**
 * The frame element around a document, or `null` at the top and where the parent is of another
 * origin.
 *
 * @param {Document} page
 * @returns {Element | null}
 */
function frameElementOf(page) {
  try {
    /** @type {Window | null} */
    const view = readProperty(page, 'defaultView');
    return view === null ? null : view.frameElement;
  } catch {
    return null;
  }
}

/**
 * Whether a document is that of the whole tab. `top` is one of the few names that no page can
 * declare itself.
 *
 * @param {Document} page
 * @returns {boolean}
 */
function isTop(page) {
  const view = readProperty(page, 'defaultView');
  return Boolean(view) && view === view.top;
}

/** @param {Node} node @returns {Document} */
function documentOf(node) {
  return readProperty(node, 'ownerDocument');
}

/**
 * The outermost document that can be read from here: an evaluate that Playwright runs inside a
 * frame then sees the page as one that runs at the top.
 *
 * @returns {Document}
 */
function outermostDocument() {
  let page = document;
  for (let i = 0; i < MAX_FRAME_DEPTH; i += 1) {
    const frame = frameElementOf(page);
    if (frame === null) break;
    page = documentOf(frame);
  }
  return page;
}

/**
 * The element around an element as a person sees it: out of a shadow root to its host, out of a
 * frame's document to the frame. `null` at the top, and in a tree that is not on the page.
 *
 * @param {Element} element
 * @returns {Element | null}
 */
function composedParentOf(element) {
  const parent = parentOf(element);
  if (parent === null) return null;
  const type = nodeTypeOf(parent);
  if (type === ELEMENT_NODE) return /** @type {Element} */ (parent);
  if (type === FRAGMENT_NODE) return readProperty(parent, 'host') || null;
  return type === DOCUMENT_NODE ? frameElementOf(/** @type {Document} */ (parent)) : null;
}

/**
 * Whether `other` comes after `node` in document order; what is inside `node` does.
 *
 * @param {Node} node
 * @param {Node} other
 * @returns {boolean}
 */
function isFollowedBy(node, other) {
  return (apply(positionMethod, node, [other]) & POSITION_FOLLOWING) !== 0;
}

/** @param {Node} node @param {Node} other @returns {boolean} */
function isAround(node, other) {
  return (apply(positionMethod, node, [other]) & POSITION_CONTAINED_BY) !== 0;
}

/** @param {Element} element @param {string} selector @returns {boolean} */
function isMatch(element, selector) {
  return apply(matchesMethod, element, [selector]);
}

/** @param {Element} element @returns {boolean} */
function isShadowChild(element) {
  const parent = parentOf(element);
  return parent !== null && nodeTypeOf(parent) === FRAGMENT_NODE;
}
