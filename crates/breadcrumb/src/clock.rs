//! The time, as the store writes it.

use std::time::{SystemTime, UNIX_EPOCH};

/// Returns the seconds since 1970.
#[must_use]
pub fn now() -> f64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0.0, |since| since.as_secs_f64())
}
