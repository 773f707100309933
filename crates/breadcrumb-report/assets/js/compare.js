// An element before and after, side by side, with what differs marked.

/** Fields in the order a person would look at them; attributes come after these. */
const FIELDS = /** @type {const} */ ([
  'tag', 'text', 'role', 'name', 'label', 'heading', 'neighbor_text', 'input_type', 'autocomplete', 'form', 'nth',
]);

/** Fields that say something only where they differ. */
const ONLY_CHANGED = new Set(['nth', 'input_type', 'autocomplete']);

/** @type {{ [field: string]: string }} */
const FIELD_WORDS = {
  tag: 'Tag', text: 'Text', role: 'Role', name: 'Accessible name', label: 'Label', heading: 'Heading above',
  neighbor_text: 'Text around it', input_type: 'Kind of field', autocomplete: 'Autofill', form: 'Form',
  nth: 'Place among like siblings',
};

/**
 * One line of the comparison; the parts are tokens where a value is a list of words.
 *
 * @typedef {{ name: string, before: string, after: string, isList: boolean }} Difference
 */

/**
 * @param {Fingerprint | null} before
 * @param {Fingerprint | null} after
 * @returns {Difference[]}
 */
function differencesOf(before, after) {
  /** @type {Difference[]} */
  const lines = [];
  const add = (/** @type {string} */ name, /** @type {string} */ old, /** @type {string} */ now, isList = false) => {
    if (old !== '' || now !== '') lines.push({ name, before: old, after: now, isList });
  };
  for (const field of FIELDS) {
    const [old, now] = [textOf(before?.[field]), textOf(after?.[field])];
    if (old !== now || !ONLY_CHANGED.has(field)) add(FIELD_WORDS[field] ?? field, old, now);
  }
  const oldAttributes = attributesOf(before);
  const newAttributes = attributesOf(after);
  const names = new Set([...oldAttributes.keys(), ...newAttributes.keys()]);
  for (const name of sortedAttributes(names)) {
    add(attributeWord(name), oldAttributes.get(name) ?? '', newAttributes.get(name) ?? '', name === 'class');
  }
  add('Position', placeOf(before), placeOf(after));
  add('Size', sizeOf(before), sizeOf(after));
  add('Path', listOf(before?.dom_path, ' › '), listOf(after?.dom_path, ' › '));
  add('Siblings', listOf(before?.siblings, ', '), listOf(after?.siblings, ', '));
  return lines;
}

/**
 * @param {Set<string>} names
 * @returns {string[]}
 */
function sortedAttributes(names) {
  const first = ['id', 'class'];
  return [...first.filter((name) => names.has(name)), ...Array.from(names).filter((name) => !first.includes(name)).sort()];
}

/**
 * @param {string} name
 * @returns {string}
 */
function attributeWord(name) {
  return name === 'id' ? 'Id' : name === 'class' ? 'Classes' : clipText(name, CHOICE_TEXT);
}

/**
 * @param {unknown} value
 * @returns {string}
 */
function textOf(value) {
  return value === null || value === undefined || typeof value === 'object' ? '' : String(value);
}

/**
 * Attributes come as pairs, or as an object in databases of the Python package.
 *
 * @param {Fingerprint | null} fingerprint
 * @returns {Map<string, string>}
 */
function attributesOf(fingerprint) {
  const stored = fingerprint?.attributes;
  const pairs = Array.isArray(stored) ? stored : Object.entries(stored ?? {});
  return new Map(pairs.filter(Array.isArray).map((pair) => [textOf(pair[0]), textOf(pair[1])]));
}

/**
 * @param {Fingerprint | null} fingerprint
 * @returns {string}
 */
function placeOf(fingerprint) {
  const box = /** @type {Fingerprint | null | undefined} */ (fingerprint?.bbox);
  return box ? Math.round(Number(box.x)) + ', ' + Math.round(Number(box.y)) + ' px' : '';
}

/**
 * @param {Fingerprint | null} fingerprint
 * @returns {string}
 */
function sizeOf(fingerprint) {
  const box = /** @type {Fingerprint | null | undefined} */ (fingerprint?.bbox);
  return box ? Math.round(Number(box.width)) + ' × ' + Math.round(Number(box.height)) + ' px' : '';
}

/**
 * @param {unknown} list
 * @param {string} joint
 * @returns {string}
 */
function listOf(list, joint) {
  return Array.isArray(list) ? list.map(textOf).join(joint) : '';
}

/**
 * @param {Fingerprint | null} before
 * @param {Fingerprint | null} after
 * @param {string} caption
 * @param {string} afterWord
 * @returns {HTMLElement}
 */
function compareTable(before, after, caption, afterWord) {
  /** @type {Column<Difference>[]} */
  const columns = [
    { id: 'what', label: 'What', cell: (line) => [h('span', { class: 'what' }, dataText(line.name)), changeWord(line)] },
    { id: 'before', label: 'Before', cell: (line) => sideText(line, line.before, line.after, 'del') },
    { id: 'after', label: afterWord, cell: (line) => sideText(line, line.after, line.before, 'ins') },
  ];
  const table = rowTable({ caption, class: 'compare', columns, rows: differencesOf(before, after), key: (line) => line.name });
  for (const row of Array.from(table.querySelectorAll('tbody tr'))) {
    if (row.querySelector('.changed') !== null) row.classList.add('is-changed');
  }
  return table;
}

/**
 * @param {Difference} line
 * @returns {HTMLElement | null}
 */
function changeWord(line) {
  if (line.before === line.after) return null;
  const word = line.before === '' ? 'new' : line.after === '' ? 'gone' : 'changed';
  return h('span', { class: 'changed' }, word);
}

/**
 * A value; where it is a list of words, only those that the other side lacks are marked.
 *
 * @param {Difference} line
 * @param {string} own
 * @param {string} other
 * @param {'ins' | 'del'} mark
 * @returns {Child[]}
 */
function sideText(line, own, other, mark) {
  if (own === '') return [h('span', { class: 'sub' }, 'none')];
  if (own === other) return [dataText(own, PAGE_TEXT)];
  if (!line.isList || own.length > PAGE_TEXT) return [h(mark, null, dataText(own, PAGE_TEXT))];
  const others = new Set(other.split(/\s+/));
  return own.split(/\s+/).flatMap((word) => [others.has(word) ? dataText(word) : h(mark, null, dataText(word)), ' ']);
}

/**
 * An element in one line, as a person would write it down.
 *
 * @param {Fingerprint} fingerprint
 * @returns {string}
 */
function describeElement(fingerprint) {
  const attributes = attributesOf(fingerprint);
  const id = attributes.get('id');
  const text = textOf(fingerprint.text) || textOf(fingerprint.name);
  return '<' + textOf(fingerprint.tag) + (id ? '#' + id : '') + '>' + (text ? ' "' + text + '"' : '');
}
