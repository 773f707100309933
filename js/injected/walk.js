// The walk: one pass over the page in document order, without recursion.
//
// An element is written when it is visible, or as soon as something inside it is: until then it is
// pending, and writing a child writes the pending elements above it first. So every column grows at
// its end only, and a parent's index is always smaller than its children's.

/** Elements written at most; a page of this size is 5 MB of payload. */
const MAX_ELEMENTS = 50000;

/** Nodes looked at at most, so that a page of empty boxes ends too. */
const MAX_NODES = 1000000;

/**
 * Characters of text in a payload at most, repeated ones counted: the engine compares each
 * candidate's text, and 25 million take it 9 s.
 */
const MAX_TEXT = 2000000;

/** How long a walk may take, in ms: a page of 50,000 elements takes 600. */
const MAX_WALK_MS = 1500;

/** Nodes between two looks at the clock. */
const NODES_PER_CLOCK = 256;

/** The clock of the page, where the page or the test has not put another in its place. */
const clockMethod = memberOf(performance, 'now', true);

/** What a page is not made of, and what is in them. */
const SKIPPED_TAGS = nameSet(['script', 'style', 'noscript', 'template', 'head']);

/** What people press. */
const PRESSED_SELECTOR =
  'a[href],button,summary,[role=button],[role=link],[role=menuitem],[role=option],[role=tab]';

const FRAME_TAGS = nameSet(['iframe', 'frame', 'object']);

/** The parts of what is inside an element, in the order in which they are written. */
const PART_SHADOW = 0;
const PART_LIGHT = 1;
const PART_FRAME = 2;
const PART_END = 3;

/** @typedef {{ left: number }} Budget */

/**
 * An element whose inside is being walked.
 *
 * @typedef {{
 *   up: Level | null,
 *   down: Level | null,
 *   element: Element,
 *   tag: string,
 *   kind: number,
 *   box: string,
 *   isTagOnly: boolean,
 *   index: number,
 *   isRendered: boolean,
 *   isShown: boolean,
 *   isContentHidden: boolean | null,
 *   hasLeadingSpace: boolean,
 *   hasShadow: boolean,
 *   origin: { x: number, y: number },
 *   part: number,
 *   next: Node | null,
 *   planned: PlanEntry | null,
 *   isPlannedOnly: boolean,
 *   takesSiblings: boolean,
 *   budget: Budget | null,
 * }} Level
 */

/**
 * @typedef {{ payload: Payload, level: Level | null, isPruned: boolean, nodes: number }} Walk
 */

/**
 * Walks a page and writes it into the payload.
 *
 * @param {Payload} payload
 * @param {Document} page
 * @param {PlanEntry | null} plan the way to a target
 * @param {boolean} isPruned whether only what is in the plan is written
 */
function walkPage(payload, page, plan, isPruned) {
  /** @type {Walk} */
  const walk = { payload, level: null, isPruned, nodes: 0 };
  const end = clock() + MAX_WALK_MS;
  enterElement(walk, rootOf(page), plan, 0, scrollOf(page));
  while (walk.level !== null && !payload.isTruncated && !payload.isTooLarge) {
    if (walk.level.isPlannedOnly) stepPlanned(walk, walk.level);
    else stepAll(walk, walk.level);
    walk.nodes += 1;
    if (walk.nodes > MAX_NODES) payload.isTruncated = true;
    const isLate = walk.nodes % NODES_PER_CLOCK === 0 && clock() > end;
    if (isLate || payload.textLength > MAX_TEXT) payload.isTooLarge = true;
  }
}

/** @returns {number} milliseconds; always 0 where the real clock is not to be had */
function clock() {
  return clockMethod === null ? 0 : apply(clockMethod, performance, NO_ARGUMENTS);
}

/**
 * Goes on to the next planned child of a level, or leaves it.
 *
 * @param {Walk} walk
 * @param {Level} level
 */
function stepPlanned(walk, level) {
  const entry = level.planned;
  if (entry === null) {
    walk.level = level.up;
    return;
  }
  level.planned = entry.next;
  const parent = parentOf(entry.element);
  const type = parent === null ? ELEMENT_NODE : nodeTypeOf(parent);
  if (type === DOCUMENT_NODE) {
    const page = /** @type {Document} */ (parent);
    enterElement(walk, entry.element, entry, KIND_FRAME_ROOT, frameOrigin(level, page));
  } else {
    const kind = type === FRAGMENT_NODE ? KIND_SHADOW_CHILD : 0;
    enterElement(walk, entry.element, entry, kind, level.origin);
  }
}

/**
 * Goes on to the next node inside a level, or leaves it.
 *
 * @param {Walk} walk
 * @param {Level} level
 */
function stepAll(walk, level) {
  const node = level.next;
  if (node === null) {
    nextPart(walk, level);
    return;
  }
  level.next = nextSiblingOf(node);
  const type = nodeTypeOf(node);
  if (type === TEXT_NODE) {
    addText(walk, level, node);
  } else if (type === ELEMENT_NODE) {
    const element = /** @type {Element} */ (node);
    const kind = level.part === PART_SHADOW ? KIND_SHADOW_CHILD : 0;
    enterElement(walk, element, takePlanned(level, element), kind, level.origin);
  }
}

/**
 * @param {Walk} walk
 * @param {Level} level
 */
function nextPart(walk, level) {
  level.part += 1;
  if (level.part === PART_LIGHT) {
    level.next = firstChildOf(level.element);
  } else if (level.part === PART_FRAME && FRAME_TAGS[level.tag] === true) {
    enterFrame(walk, level);
  } else if (level.part >= PART_FRAME) {
    walk.level = level.up;
  }
}

/**
 * @param {Walk} walk
 * @param {Level} level
 */
function enterFrame(walk, level) {
  const page = frameDocumentOf(level.element);
  if (page === null || readProperty(page, 'documentElement') === null) return;
  // A frame that is not to be seen shows nothing, whatever its document thinks.
  if (!(level.kind & KIND_VISIBLE) && level.planned === null) return;
  const root = rootOf(page);
  const entry = takePlanned(level, root);
  enterElement(walk, root, entry, KIND_FRAME_ROOT, frameOrigin(level, page));
}

/**
 * Where the top left corner of a frame's document is on the page: elements in it keep their place
 * when the frame is scrolled.
 *
 * @param {Level} level
 * @param {Document} page
 * @returns {{ x: number, y: number }}
 */
function frameOrigin(level, page) {
  const rectangle = rectangleOf(level.element);
  const scroll = scrollOf(page);
  const borderLeft = readProperty(level.element, 'clientLeft');
  const borderTop = readProperty(level.element, 'clientTop');
  return {
    x: level.origin.x + rectangle.x + borderLeft + scroll.x,
    y: level.origin.y + rectangle.y + borderTop + scroll.y,
  };
}

/**
 * Takes the plan's entry for a child; they come in the order of the walk.
 *
 * @param {Level} level
 * @param {Element} element
 * @returns {PlanEntry | null}
 */
function takePlanned(level, element) {
  const entry = level.planned;
  if (entry === null || entry.element !== element) return null;
  level.planned = entry.next;
  return entry;
}

/**
 * Looks at one element: skips it, writes it, or leaves it pending, and makes it the current level
 * where there may be more inside.
 *
 * @param {Walk} walk
 * @param {Element} element
 * @param {PlanEntry | null} entry
 * @param {number} place bits that say whether it is in a shadow root or a frame
 * @param {{ x: number, y: number }} origin
 */
function enterElement(walk, element, entry, place, origin) {
  const up = walk.level;
  const tag = tagOf(element);
  const isOnPath = entry !== null && entry.isOnPath;
  if (SKIPPED_TAGS[tag] === true && !isOnPath) return;
  if (tag === 'br') {
    // It has no width and is left out, but what is on either side are two words.
    if (up !== null) addBlank(walk, up);
    if (!isOnPath) return;
  }
  const budget = budgetFor(walk, up, entry);
  const isTagOnly = walk.isPruned && budget === null && entry === null;
  if (isTagOnly && (up === null || !up.takesSiblings)) return;

  // Nothing is rendered inside what is not; asking the browser would climb all the way each time.
  const isRenderable = up === null || up.isRendered;
  const visibility = isRenderable ? visibilityOf(element, tag, up) : NOT_RENDERED;
  if (visibility === NOT_RENDERED && !isOnPath) {
    if (!walk.isPruned) addHidden(walk.payload, element);
    return;
  }
  const rectangle = visibility === SHOWN ? rectangleOf(element) : null;
  const isVisible = rectangle !== null && rectangle.width > 0 && rectangle.height > 0;
  const shadowRoot = isTagOnly ? null : openShadowRootOf(element);
  const isPlannedOnly =
    visibility === NOT_RENDERED || (walk.isPruned && budget === null && !takesSiblingsOf(entry));

  /** @type {Level} */
  const level = {
    up,
    down: null,
    element,
    tag,
    kind: isVisible ? place | KIND_VISIBLE : place,
    box: isVisible ? boxText(rectangle, origin) : '',
    isTagOnly,
    index: -1,
    isRendered: visibility !== NOT_RENDERED,
    isShown: visibility === SHOWN,
    isContentHidden: null,
    hasLeadingSpace: false,
    hasShadow: shadowRoot !== null,
    origin,
    part: shadowRoot === null ? PART_LIGHT : PART_SHADOW,
    next: isTagOnly ? null : firstChildOf(shadowRoot === null ? element : shadowRoot),
    planned: entry === null ? null : entry.firstChild,
    isPlannedOnly,
    takesSiblings: takesSiblingsOf(entry),
    budget,
  };
  const isOption = visibility === SHOWN && OPTION_TAGS[tag] === true;
  const isTarget = entry !== null && entry.isTarget;
  if (isVisible || isOption || isTarget) writePending(walk, level);
  if (isTarget) walk.payload.target = level.index;
  if (!isTagOnly) walk.level = level;
}

/**
 * Notes what people could press in a part of the page that is not shown: a closed menu, tab or
 * dialog. It is no candidate, but it is known to be there.
 *
 * @param {Payload} payload
 * @param {Element} element
 */
function addHidden(payload, element) {
  if (isMatch(element, PRESSED_SELECTOR)) writeHidden(payload, element);
  const inside = queryAll(element, PRESSED_SELECTOR);
  const count = inside === null ? 0 : readProperty(inside, 'length');
  for (let i = 0; inside !== null && i < count && payload.hiddenCount < MAX_HIDDEN; i += 1) {
    writeHidden(payload, /** @type {Element} */ (inside[i]));
  }
}

/**
 * @param {PlanEntry | null} entry
 * @returns {boolean}
 */
function takesSiblingsOf(entry) {
  return entry !== null && entry.takesSiblings;
}

/**
 * How many nodes may still be taken from inside an element of a pruned walk: as many as the plan
 * says, else what the element above has left. `null` for none.
 *
 * @param {Walk} walk
 * @param {Level | null} up
 * @param {PlanEntry | null} entry
 * @returns {Budget | null}
 */
function budgetFor(walk, up, entry) {
  if (!walk.isPruned) return null;
  if (entry !== null && entry.maxNodes > 0) return { left: entry.maxNodes };
  return up !== null && spend(up) ? up.budget : null;
}

/**
 * @param {Level} level
 * @returns {boolean} whether there was something left
 */
function spend(level) {
  const budget = level.budget;
  if (budget === null || budget.left <= 0) return false;
  budget.left -= 1;
  return true;
}

/**
 * Writes a level and the pending ones above it, the outermost first.
 *
 * @param {Walk} walk
 * @param {Level} level
 */
function writePending(walk, level) {
  const payload = walk.payload;
  let first = level;
  while (first.up !== null && first.up.index < 0) {
    first.up.down = first;
    first = first.up;
  }
  level.down = null;
  for (let pending = /** @type {Level | null} */ (first); pending !== null; pending = pending.down) {
    if (payload.count >= MAX_ELEMENTS) {
      payload.isTruncated = true;
      return;
    }
    const parent = pending.up === null ? -1 : pending.up.index;
    pending.index = writeElement(payload, parent, pending.element, pending);
    if (pending.hasLeadingSpace) writeText(payload, pending.index, ' ');
  }
}

/**
 * @param {Walk} walk
 * @param {Level} level
 * @param {Node} node
 */
function addText(walk, level, node) {
  if (!level.isShown || TEXTLESS_TAGS[level.tag] === true) return;
  if (walk.isPruned && !spend(level)) return;
  const text = valueOf(node);
  if (isBlank(text)) {
    if (text !== '') addBlank(walk, level);
    return;
  }
  if (hidesContent(level)) return;
  if (level.hasShadow && level.part === PART_LIGHT && !isSlottedText(node)) return;
  if (level.index < 0) writePending(walk, level);
  if (level.index >= 0) writeText(walk.payload, level.index, text);
}

/**
 * Adds white space, which by itself is nothing to see: a pending level remembers it.
 *
 * @param {Walk} walk
 * @param {Level} level
 */
function addBlank(walk, level) {
  if (!level.isShown) return;
  if (level.index < 0) level.hasLeadingSpace = true;
  else writeText(walk.payload, level.index, ' ');
}
