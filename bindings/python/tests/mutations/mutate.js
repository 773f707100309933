// Numbers what can be used on a page, changes one element by script, and logs who gets a click.
(() => {
  const SELECTOR = 'a[href], button, input, select, textarea, summary, [role=button]';
  const WORDS = {
    add: 'put', log: 'sign', buy: 'get', join: 'subscribe to', search: 'look for', place: 'submit',
    track: 'follow', save: 'store', change: 'update', delete: 'remove', export: 'download',
    write: 'compose', refresh: 'reload', mark: 'set', archive: 'put away', older: 'earlier',
    discard: 'undo', help: 'support', shop: 'store', orders: 'purchases', checkout: 'pay',
    open: 'show', cart: 'basket', messages: 'mails', policy: 'notice', find: 'search',
  };
  const numbers = new WeakMap();
  const log = [];
  const isShown = (element) => element.checkVisibility() && element.getClientRects().length > 0;
  const targets = [...document.querySelectorAll(SELECTOR)].filter(isShown);
  targets.forEach((element, number) => {
    numbers.set(element, number);
    element.setAttribute('data-key', number);
  });
  addEventListener('click', (event) => {
    event.preventDefault();
    // A click on a label is passed on to its field as a second click; the first one tells.
    const element = event.composedPath().find((node) => numbers.has(node));
    log.push(element === undefined ? -1 : numbers.get(element));
  }, true);

  const rename = (element) => {
    if (element.id) element.id = `node-${element.id.length}-x`;
    if (element.className) element.className = 'c1 c2-new';
  };
  const reworded = (text) => {
    const changed = text.replace(/[A-Za-z]+/g, (word) => WORDS[word.toLowerCase()] ?? word);
    if (changed.trim() === '') return changed;
    return changed === text ? `Your ${text.trim()}` : changed;
  };
  const CHANGES = {
    removed: (element) => element.remove(),
    renamed: rename,
    reworded(element) {
      rename(element);
      for (const node of element.childNodes) {
        if (node.nodeType === Node.TEXT_NODE) node.data = reworded(node.data);
      }
      for (const name of ['aria-label', 'placeholder', 'title']) {
        if (element.hasAttribute(name)) element.setAttribute(name, reworded(element.getAttribute(name)));
      }
    },
    wrapped(element) {
      const outer = document.createElement('div');
      element.replaceWith(outer);
      outer.appendChild(document.createElement('div')).append(element);
    },
    stripped(element) {
      for (const name of element.getAttributeNames()) element.removeAttribute(name);
    },
  };
  window.mutations = {
    count: targets.length,
    log,
    change(number, kind) {
      const element = targets[number];
      element.removeAttribute('data-key');
      CHANGES[kind](element);
    },
  };
})();
