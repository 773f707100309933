//! Nearness of two boxes.

use crate::fingerprint::BoundingBox;

/// The distance at which two places have nothing in common any more: the diagonal of a screen of
/// 1920 by 1080 pixels.
pub const MAX_DISTANCE_PX: f64 = 2_203.0;

/// Compares two places: 1 where the centers meet, down to 0 at [`MAX_DISTANCE_PX`].
#[must_use]
pub fn position_similarity(a: Option<BoundingBox>, b: Option<BoundingBox>) -> f64 {
    let (Some(a), Some(b)) = (a, b) else {
        return 0.0;
    };
    let ((ax, ay), (bx, by)) = (a.center(), b.center());
    // Not `hypot`: it takes ten times as long, for numbers that no screen has.
    let distance = ((ax - bx) * (ax - bx) + (ay - by) * (ay - by)).sqrt();
    if distance.is_finite() {
        (1.0 - distance / MAX_DISTANCE_PX).max(0.0)
    } else {
        0.0
    }
}
