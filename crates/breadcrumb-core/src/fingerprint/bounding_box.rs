//! Where an element is on the page.

use serde::{Deserialize, Serialize};

/// The rectangle an element covers, in CSS pixels of the page's viewport.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct BoundingBox {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Extent to the right.
    pub width: f64,
    /// Extent downwards.
    pub height: f64,
}

/// Two edges this many pixels apart count as the same: layout rounds, users do not see it.
const SAME_EDGE_PX: f64 = 1.0;

impl BoundingBox {
    /// Makes a box, or none where a number is not finite: such a box tells nothing.
    #[must_use]
    pub fn new(x: f64, y: f64, width: f64, height: f64) -> Option<Self> {
        let is_finite = [x, y, width, height].into_iter().all(f64::is_finite);
        is_finite.then_some(Self {
            x,
            y,
            width,
            height,
        })
    }

    /// Returns the center point.
    #[must_use]
    pub fn center(&self) -> (f64, f64) {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// Whether `other` lies wholly inside this box, its border included.
    #[must_use]
    pub fn contains(&self, other: &Self) -> bool {
        other.x >= self.x - SAME_EDGE_PX
            && other.y >= self.y - SAME_EDGE_PX
            && other.x + other.width <= self.x + self.width + SAME_EDGE_PX
            && other.y + other.height <= self.y + self.height + SAME_EDGE_PX
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn center_is_the_middle() {
        let bbox = BoundingBox::new(10.0, 20.0, 100.0, 40.0).unwrap();
        assert_eq!(bbox.center(), (60.0, 40.0));
    }

    #[test]
    fn a_box_that_is_not_finite_is_no_box() {
        assert_eq!(BoundingBox::new(f64::NAN, 0.0, 1.0, 1.0), None);
        assert_eq!(BoundingBox::new(0.0, 0.0, f64::INFINITY, 1.0), None);
    }

    #[test]
    fn containment_forgives_a_rounded_pixel() {
        let outer = BoundingBox::new(0.0, 0.0, 100.0, 50.0).unwrap();
        let inner = BoundingBox::new(-0.5, 10.0, 100.0, 40.5).unwrap();
        assert!(outer.contains(&inner));
        assert!(!inner.contains(&outer));
    }
}
