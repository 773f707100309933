// Live mode: asks the server again and again, and shows what is new where it stands.

/** Often enough to follow a run, seldom enough not to be noticed by it. */
const LIVE_INTERVAL_MS = 2000;

/** @type {'live' | 'lost'} */
let liveState = 'live';

/** @returns {HTMLElement | null} */
function liveMark() {
  if (!isLive()) return null;
  const isLost = liveState === 'lost';
  return h('span', { class: 'live' + (isLost ? ' is-lost' : ''), role: 'status' },
    shapeMark(isLost ? 'failing' : 'stable'), isLost ? 'Connection lost' : 'Live');
}

/** Starts to ask; does nothing for a page that is a file. */
function startLive() {
  if (isLive()) setTimeout(refreshLive, LIVE_INTERVAL_MS);
}

/** Shows what is new at once. Where the server does not answer, the next refresh says so. */
async function refreshNow() {
  const doc = await readIndex().catch(() => null);
  if (doc === null) showRoute();
  else useDocument(doc);
}

async function refreshLive() {
  const before = liveState;
  try {
    const doc = await readIndex();
    liveState = 'live';
    if (doc !== null) useDocument(doc);
    else if (before !== liveState) showRoute();
  } catch {
    liveState = 'lost';
    if (before !== liveState) showRoute();
  }
  setTimeout(refreshLive, LIVE_INTERVAL_MS);
}
