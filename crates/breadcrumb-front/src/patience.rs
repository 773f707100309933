//! How long a front waits before it looks for an element elsewhere, the same in all of them.

use std::time::Duration;

/// How long a locator that finds nothing is waited for before the healer looks: longer than most
/// pages take to show what they load, shorter than a person takes for a hang.
pub const DEFAULT_HEAL_AFTER: Duration = Duration::from_secs(2);

/// How long a page must not change to count as quiet: three frames at 60 Hz.
pub const QUIET: Duration = Duration::from_millis(50);

/// How much longer a page that does not come to rest is waited for: a clock or a ticker never
/// rests.
pub const RESTLESS: Duration = Duration::from_secs(1);

/// How long the element is waited for between two looks at a restless page.
pub const RESTLESS_STEP: Duration = Duration::from_millis(100);

/// What an action on a healed element gets at least: the test's own time may be used up.
pub const LAST_CALL: Duration = Duration::from_secs(5);

/// How long a page may take for one answer while the test's own time is running: longer than any
/// answer of a page that is well, shorter than a person takes for a hang. The rest of the test's
/// time is the limit where that is less.
pub const ANSWER: Duration = Duration::from_secs(5);

/// How long one answer may take when the test's own time is used up: nobody notices that delay of a
/// failure.
pub const PROBE: Duration = Duration::from_millis(150);

/// How long all looks together may take when the test's own time is used up and the page is known
/// to answer.
pub const LAST_LOOK: Duration = Duration::from_secs(5);

/// How long a call of the test is held up for a question that is asked before it. The answer may
/// come later.
pub const BEFORE_CALL: Duration = Duration::from_millis(250);

/// A call that has no timeout.
pub const FOREVER: Duration = Duration::MAX;

/// How long a question about an element waits for it. One that comes later is asked for after the
/// call.
pub const ELEMENT: Duration = Duration::from_secs(1);

/// How long a page may take to be quiet and to be taken in, beyond the quiet itself: one without
/// timers never says that it is quiet.
pub const WALK: Duration = Duration::from_secs(1);

/// How long a picture may take: a page that does not answer by then is busy with the test.
pub const PICTURE: Duration = Duration::from_secs(1);

/// How long the end of a test waits for the fingerprints that are on their way. A page that a dialog
/// holds up gives none.
pub const LAST_ANSWERS: Duration = Duration::from_secs(2);
