'use strict';
// Built-ins that still work on a page that has replaced its own.
//
// The page may have changed any global, prototype or method before this code runs, and a clean
// realm would need a frame, which would change the page. So the rest of this folder uses operators
// where it can, and takes everything else from here: members are looked up on the prototype chain
// of a real object (never through a global such as `Node`, which a page may declare itself), and
// are called with a fixed receiver, so that neither a form control named `attributes` nor a custom
// element's own `children` is in the way.

/** @typedef {(target: Function, self: unknown, args: ArrayLike<unknown>) => any} Apply */
/** @typedef {{ readonly [name: string]: true }} NameSet */

/** The arguments of a call without arguments. */
const NO_ARGUMENTS = /** @type {const} */ ([]);

/** How far a prototype chain is climbed; those of elements are 6 to 9 long. */
const MAX_CHAIN = 64;

/** Frames that are asked for a clean built-in. A page with more has one among these, or none. */
const MAX_REALMS = 8;

/** What every engine prints for a function that is not written in JavaScript. */
const NATIVE_MARK = '[native code]';

/** Calls a function with a receiver. @type {Apply} */
const apply = pickApply();

/** Not by `memberOf`: the definition nearest to the root of the chain is that of `Object`. */
const functionToString = pickFunctionToString();

/**
 * An object that inherits nothing, so that a page's setters on `Object.prototype` do not see what
 * is put into it.
 *
 * @returns {any}
 */
function bareObject() {
  return { __proto__: null };
}

/**
 * Puts a value at the end of a list; a plain assignment asks the setters of `Array.prototype`.
 *
 * @template T
 * @param {T[]} list
 * @param {T} value
 */
function append(list, value) {
  const property = bareObject();
  property.value = value;
  property.writable = property.enumerable = property.configurable = true;
  Reflect.defineProperty(list, list.length, property);
}

/**
 * Picks a way to call a function with a receiver, and tries it out first.
 *
 * @returns {Apply}
 */
function pickApply() {
  const reflected = Reflect.apply;
  if (isApply(reflected)) return reflected;
  /** @type {Apply} */
  const called = (target, self, args) => target.call(self, args[0], args[1]);
  if (isApply(called)) return called;
  throw new TypeError('breadcrumb: the page has replaced Reflect.apply and Function.prototype.call');
}

/**
 * @param {Apply} candidate
 * @returns {boolean}
 */
function isApply(candidate) {
  const self = {};
  /** @this {unknown} @param {unknown} argument */
  const probe = function (argument) {
    return this === self && argument === 1;
  };
  try {
    return candidate(probe, self, [1]) === true;
  } catch {
    return false;
  }
}

/** @returns {Function | null} */
function pickFunctionToString() {
  const prototype = Reflect.getPrototypeOf(pickFunctionToString);
  const property = prototype && Reflect.getOwnPropertyDescriptor(prototype, 'toString');
  const method = property ? ownValue(property, 'value') : null;
  return typeof method === 'function' ? method : null;
}

/**
 * Whether a function is the engine's own, as far as its text tells. A bound function is written
 * like one, but without a name (or, in WebKit, as `bound`).
 *
 * @param {Function} candidate
 * @returns {boolean}
 */
function isNative(candidate) {
  if (functionToString === null) return true;
  /** @type {string} */
  const text = apply(functionToString, candidate, NO_ARGUMENTS);
  if (hasAt(text, 0, 'function (') || hasAt(text, 0, 'function bound ')) return false;
  for (let start = text.length - NATIVE_MARK.length; start >= 0; start -= 1) {
    if (hasAt(text, start, NATIVE_MARK)) return true;
  }
  return false;
}

/**
 * @param {string} text
 * @param {number} start
 * @param {string} part
 * @returns {boolean}
 */
function hasAt(text, start, part) {
  for (let i = 0; i < part.length; i += 1) if (text[start + i] !== part[i]) return false;
  return true;
}

/**
 * A property of a descriptor; what `Object.prototype` has under that name is none.
 *
 * @param {PropertyDescriptor} descriptor
 * @param {'get' | 'value'} name
 * @returns {any}
 */
function ownValue(descriptor, name) {
  const isOwn = Reflect.getOwnPropertyDescriptor(descriptor, name) !== undefined;
  return isOwn ? descriptor[name] : undefined;
}

/**
 * Finds a getter or method on the prototype chain of an object, never on the object itself.
 *
 * The definition nearest to the root of the chain wins: that is the platform's, and what a page
 * defines on a subclass shadows it only for the page. Returns `null` where there is none.
 *
 * @param {object} object
 * @param {string} name
 * @param {boolean} nativeOnly
 * @returns {Function | null}
 */
function memberOf(object, name, nativeOnly) {
  /** @type {Function | null} */
  let found = null;
  let prototype = Reflect.getPrototypeOf(object);
  for (let i = 0; prototype !== null && i < MAX_CHAIN; i += 1) {
    const descriptor = Reflect.getOwnPropertyDescriptor(prototype, name);
    if (descriptor !== undefined) {
      const member = ownValue(descriptor, 'get') || ownValue(descriptor, 'value');
      if (typeof member === 'function' && (!nativeOnly || isNative(member))) found = member;
    }
    prototype = Reflect.getPrototypeOf(prototype);
  }
  return found;
}

/**
 * Finds a getter or method: the platform's own, else that of a same-origin frame which is there
 * already, else what the page has put in its place.
 *
 * @param {object} object
 * @param {string} name
 * @param {(view: Window) => object} counterpart the same kind of object in another frame
 * @returns {Function | null}
 */
function findMember(object, name, counterpart) {
  const own = memberOf(object, name, true);
  if (own !== null) return own;
  const tampered = memberOf(object, name, false);
  // A member that this version of the browser lacks is not to be had from a frame either.
  if (tampered === null) return null;
  return firstInFrames((view) => memberOf(counterpart(view), name, true)) || tampered;
}

/**
 * Asks the frames around and inside this one for something, and returns the first answer.
 *
 * @param {(view: Window) => Function | null} find
 * @returns {Function | null}
 */
function firstInFrames(find) {
  for (let i = -1; i < MAX_REALMS; i += 1) {
    const view = i < 0 ? window.parent : window[i];
    if (view === undefined) break;
    try {
      const found = view === window ? null : find(view);
      if (found !== null) return found;
    } catch {
      // A frame of another origin.
    }
  }
  return null;
}
