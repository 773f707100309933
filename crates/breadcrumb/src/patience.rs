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
