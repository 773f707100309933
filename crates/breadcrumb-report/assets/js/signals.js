// What each signal said. Length of a bar: weight of the signal. Fill: how similar the two elements are.

/** Words for signals whose name alone says little. */
const SIGNAL_WORDS = new Map([
  ['row', 'text around it'], ['place', 'between its neighbors'], ['path', 'path from the root'],
  ['heading', 'heading above'], ['class', 'classes'], ['type', 'kind of field'],
]);

/**
 * @param {Signal[]} signals
 * @returns {HTMLElement}
 */
function signalTable(signals) {
  const heaviest = signals.reduce((most, signal) => Math.max(most, signal.weight), 0) || 1;
  const sorted = Array.from(signals).sort((a, b) => b.weight - a.weight || b.score - a.score);
  /** @type {Column<Signal>[]} */
  const columns = [
    { id: 'signal', label: 'Signal', cell: (signal) => dataText(SIGNAL_WORDS.get(signal.name) ?? humanWord(signal.name), CHOICE_TEXT) },
    { id: 'bar', label: 'Weight and similarity', cell: (signal) => signalBar(signal, heaviest) },
    { id: 'score', label: 'Similar', isNumber: true, cell: (signal) => formatPercent(signal.score) },
    { id: 'weight', label: 'Weight', isNumber: true, cell: (signal) => signal.weight.toFixed(2) },
  ];
  return rowTable({ caption: 'Signals, the weightiest first', class: 'signals', columns, rows: sorted, key: (signal) => signal.name });
}

/**
 * @param {Signal} signal
 * @param {number} heaviest
 * @returns {SVGElement}
 */
function signalBar(signal, heaviest) {
  const length = 100 * Math.max(0.02, Math.min(1, signal.weight / heaviest));
  const filled = length * Math.min(1, Math.max(0, signal.score));
  return svg('svg', { class: 'bar signal-bar', viewBox: '0 0 100 1', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    svg('rect', { class: 'bar-track', width: length, height: 1 }),
    svg('rect', { class: 'bar-fill', width: filled, height: 1 }));
}
