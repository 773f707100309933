//! [`ScoringResult`]: how alike two elements are, and why.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};

/// How alike one element is to a fingerprint, with each signal's part in it.
///
/// Its JSON form has the keys `total`, `breakdown` and `weights`, the last two by signal name.
#[derive(Debug, Clone, PartialEq)]
#[must_use]
pub struct ScoringResult {
    total: f64,
    signals: Vec<SignalScore>,
}

/// One signal's part in a [`ScoringResult`].
#[derive(Debug, Clone, PartialEq)]
pub struct SignalScore {
    /// The signal's name, e.g. `text`.
    pub signal: Cow<'static, str>,
    /// How alike the two elements are in this respect, from 0 to 1.
    pub score: f64,
    /// How much the signal counts.
    pub weight: f64,
}

impl ScoringResult {
    /// Makes a result from its parts; the total is held to `0.0..=1.0`.
    pub fn new(total: f64, signals: Vec<SignalScore>) -> Self {
        let total = if total.is_finite() {
            total.clamp(0.0, 1.0)
        } else {
            0.0
        };
        Self { total, signals }
    }

    /// Returns the confidence that both are the same element, from 0 to 1.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.total
    }

    /// Returns each signal's score and weight, in the scorer's order.
    #[must_use]
    pub fn signals(&self) -> &[SignalScore] {
        &self.signals
    }

    /// Returns one signal's score.
    #[must_use]
    pub fn score(&self, signal: &str) -> Option<f64> {
        self.signals
            .iter()
            .find(|s| s.signal == signal)
            .map(|s| s.score)
    }
}

impl SignalScore {
    /// Returns what the signal adds to the total before the division by all weights.
    #[must_use]
    pub fn contribution(&self) -> f64 {
        self.score * self.weight
    }
}

impl Serialize for ScoringResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut result = serializer.serialize_struct("ScoringResult", 3)?;
        result.serialize_field("total", &self.total)?;
        result.serialize_field("breakdown", &ByName(&self.signals, |s| s.score))?;
        result.serialize_field("weights", &ByName(&self.signals, |s| s.weight))?;
        result.end()
    }
}

struct ByName<'a>(&'a [SignalScore], fn(&SignalScore) -> f64);

impl Serialize for ByName<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for signal in self.0 {
            map.serialize_entry(&signal.signal, &(self.1)(signal))?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for ScoringResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        struct Stored {
            total: f64,
            #[serde(default)]
            breakdown: Ordered,
            #[serde(default)]
            weights: Ordered,
        }
        let stored = Stored::deserialize(deserializer)?;
        let weight_of = |name: &str| stored.weights.0.iter().find(|(n, _)| n == name);
        let signals = stored.breakdown.0.iter().map(|(name, score)| SignalScore {
            signal: Cow::Owned(name.clone()),
            score: *score,
            weight: weight_of(name).map_or(0.0, |(_, weight)| *weight),
        });
        Ok(Self::new(stored.total, signals.collect()))
    }
}

/// A JSON object of numbers that keeps its order.
#[derive(Default)]
struct Ordered(Vec<(String, f64)>);

impl<'de> Deserialize<'de> for Ordered {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(OrderedVisitor)
    }
}

struct OrderedVisitor;

impl<'de> Visitor<'de> for OrderedVisitor {
    type Value = Ordered;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of numbers")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Ordered(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signal(signal: &'static str, score: f64, weight: f64) -> SignalScore {
        SignalScore {
            signal: signal.into(),
            score,
            weight,
        }
    }

    #[test]
    fn json_form_round_trips_in_order() {
        let result =
            ScoringResult::new(0.5, vec![signal("text", 0.5, 2.0), signal("id", 0.5, 1.0)]);
        let json = serde_json::to_string(&result).unwrap();
        assert_eq!(
            json,
            r#"{"total":0.5,"breakdown":{"text":0.5,"id":0.5},"weights":{"text":2.0,"id":1.0}}"#
        );
        assert_eq!(
            serde_json::from_str::<ScoringResult>(&json).unwrap(),
            result
        );
    }

    #[test]
    fn the_total_is_always_a_confidence() {
        assert_eq!(
            ScoringResult::new(f64::NAN, Vec::new()).total().to_bits(),
            0.0_f64.to_bits()
        );
        assert!(ScoringResult::new(1.2, Vec::new()).total() <= 1.0);
    }
}
