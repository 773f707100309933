// Whether the page has come to rest.

/** How long changes are counted where the caller does not say, in ms: three frames at 60 Hz. */
const DEFAULT_QUIET_MS = 50;

/** Turns of the event loop that stand for a while where the page's clock is not the real one. */
const TURNS_WITHOUT_CLOCK = 100;

const OBSERVED = { subtree: true, childList: true, attributes: true, characterData: true };

/**
 * Counts the changes to the page during a short time and tells how far it has loaded.
 *
 * @param {number} milliseconds
 * @returns {Promise<string>} `{"ready":"complete","changes":0}`
 */
function watchQuiet(milliseconds) {
  return new Promise((resolve) => {
    countChanges(milliseconds, (page, changes) => {
      const ready = quoteJson(readProperty(page, 'readyState'));
      resolve('{"ready":' + ready + ',"changes":' + changes + '}');
    });
  });
}

/**
 * Counts the changes to the page during a short time.
 *
 * @param {number} milliseconds
 * @param {(page: Document, changes: number) => void} callback
 */
function countChanges(milliseconds, callback) {
  const page = outermostDocument();
  let changes = 0;
  /** @param {ArrayLike<MutationRecord>} records */
  const count = (records) => {
    changes += records.length;
  };
  const observer = new MutationObserver(count);
  observeTree(observer, page);
  afterDelay(milliseconds, () => {
    count(callMethod(observer, 'takeRecords', NO_ARGUMENTS));
    callMethod(observer, 'disconnect', NO_ARGUMENTS);
    callback(page, changes);
  });
}

/**
 * Calls back after a while. A clock that a test has installed (`page.clock`) stands still or jumps,
 * and every timer with it; then some turns of the event loop have to do.
 *
 * @param {number} milliseconds
 * @param {() => void} callback
 */
function afterDelay(milliseconds, callback) {
  const timer = window.setTimeout;
  if (isNative(timer)) {
    timer(callback, milliseconds);
    return;
  }
  const channel = new MessageChannel();
  let turns = 0;
  channel.port1.onmessage = () => {
    turns += 1;
    if (turns < TURNS_WITHOUT_CLOCK) {
      channel.port2.postMessage(turns);
    } else {
      channel.port1.close();
      callback();
    }
  };
  channel.port2.postMessage(turns);
}

/**
 * Observes a document, its open shadow roots and its same-origin frames: an observer does not look
 * into those by itself.
 *
 * @param {MutationObserver} observer
 * @param {Document} page
 */
function observeTree(observer, page) {
  /** @type {{ root: Node, next: any } | null} */
  let waiting = { root: page, next: null };
  for (let nodes = 0; waiting !== null && nodes < MAX_NODES; ) {
    const root = waiting.root;
    waiting = waiting.next;
    callMethod(observer, 'observe', [root, OBSERVED]);
    for (let node = nextInTree(root, root); node !== null; node = nextInTree(node, root)) {
      nodes += 1;
      if (nodeTypeOf(node) !== ELEMENT_NODE) continue;
      const element = /** @type {Element} */ (node);
      const inner = innerTreeOf(element);
      if (inner !== null) waiting = { root: inner, next: waiting };
    }
  }
}

/**
 * The tree that an element has inside, apart from its children.
 *
 * @param {Element} element
 * @returns {ShadowRoot | Document | null}
 */
function innerTreeOf(element) {
  const shadowRoot = openShadowRootOf(element);
  if (shadowRoot !== null) return shadowRoot;
  return FRAME_TAGS[tagOf(element)] === true ? frameDocumentOf(element) : null;
}

/**
 * The next node of a tree in document order, or `null` after the last.
 *
 * @param {Node} node
 * @param {Node} root
 * @returns {Node | null}
 */
function nextInTree(node, root) {
  const child = firstChildOf(node);
  if (child !== null) return child;
  for (let from = node; from !== root; ) {
    const sibling = nextSiblingOf(from);
    if (sibling !== null) return sibling;
    from = /** @type {Node} */ (parentOf(from));
  }
  return null;
}
