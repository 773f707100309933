//! The signals of the classic scorer and their weights.

use crate::error::{Error, ErrorKind};

/// One of the eight signals of the classic scorer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClassicSignal {
    /// The same tag.
    Tag,
    /// The same id.
    Id,
    /// Levenshtein ratio of the texts.
    Text,
    /// Overlap of the class tokens.
    Class,
    /// Overlap of all other attributes.
    Attributes,
    /// Common subsequence of the paths.
    Path,
    /// Common subsequence of the siblings' tags.
    Siblings,
    /// Nearness of the places.
    Position,
}

impl ClassicSignal {
    /// All signals, in the order of a breakdown.
    pub const ALL: [Self; 8] = [
        Self::Tag,
        Self::Id,
        Self::Text,
        Self::Class,
        Self::Attributes,
        Self::Path,
        Self::Siblings,
        Self::Position,
    ];

    /// Returns the signal's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Tag => "tag",
            Self::Id => "id",
            Self::Text => "text",
            Self::Class => "class",
            Self::Attributes => "attributes",
            Self::Path => "path",
            Self::Siblings => "siblings",
            Self::Position => "position",
        }
    }

    /// Finds a signal by its name, or by the name that the Python package has for it.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let name = if name == "dom_path" { "path" } else { name };
        Self::ALL.into_iter().find(|signal| signal.name() == name)
    }
}

/// How much each classic signal counts; the mean is divided by their sum.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    values: [f64; 8],
    sum: f64,
}

impl Default for Weights {
    fn default() -> Self {
        // Tag and id decide most, the text next; where an element stands decides least.
        Self::from_values([0.25, 0.25, 0.20, 0.10, 0.05, 0.10, 0.03, 0.02])
    }
}

impl Weights {
    /// Overrides default weights by name.
    ///
    /// ```
    /// use breadcrumb_core::{ClassicSignal, Weights};
    ///
    /// let weights = Weights::with_overrides([("text", 0.5)])?;
    /// assert_eq!(weights.get(ClassicSignal::Text), 0.5);
    /// assert_eq!(weights.get(ClassicSignal::Tag), 0.25);
    /// assert!(Weights::with_overrides([("texts", 0.5)]).is_err());
    /// # Ok::<(), breadcrumb_core::Error>(())
    /// ```
    pub fn with_overrides<N: AsRef<str>>(
        overrides: impl IntoIterator<Item = (N, f64)>,
    ) -> Result<Self, Error> {
        let mut values = Self::default().values;
        for (name, weight) in overrides {
            let name = name.as_ref();
            let signal = ClassicSignal::from_name(name).ok_or_else(|| unknown_signal(name))?;
            if !weight.is_finite() || weight < 0.0 {
                return Err(invalid(format!(
                    "weight {weight} of `{name}` is not a number from 0 up"
                )));
            }
            if let Some(value) = values.get_mut(signal as usize) {
                *value = weight;
            }
        }
        let weights = Self::from_values(values);
        if weights.sum <= 0.0 || !weights.sum.is_finite() {
            return Err(invalid("the weights must add up to more than 0".to_owned()));
        }
        Ok(weights)
    }

    /// Returns one signal's weight.
    #[must_use]
    pub fn get(&self, signal: ClassicSignal) -> f64 {
        self.values
            .get(signal as usize)
            .copied()
            .unwrap_or_default()
    }

    /// Returns the weighted mean of the signals' scores.
    pub(super) fn mean(&self, scores: &[f64; 8]) -> f64 {
        let sum: f64 = scores
            .iter()
            .zip(&self.values)
            .map(|(score, weight)| score * weight)
            .sum();
        // Both sums run over the same weights in the same order: all scores 1 give exactly 1.
        sum / self.sum
    }

    fn from_values(values: [f64; 8]) -> Self {
        Self {
            values,
            sum: values.iter().map(|weight| 1.0 * weight).sum(),
        }
    }
}

fn unknown_signal(name: &str) -> Error {
    let known = ClassicSignal::ALL.map(ClassicSignal::name).join(", ");
    invalid(format!(
        "there is no signal `{name}`; the signals are {known}"
    ))
}

fn invalid(message: String) -> Error {
    Error::new(ErrorKind::InvalidWeights, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_and_impossible_weights_are_errors() {
        for (name, weight, expected) in [
            ("texts", 1.0, "there is no signal `texts`"),
            ("text", -0.1, "weight -0.1 of `text`"),
            ("text", f64::NAN, "weight NaN of `text`"),
        ] {
            let error = Weights::with_overrides([(name, weight)]).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidWeights);
            assert!(error.to_string().contains(expected), "{error}");
        }
        let zero = ClassicSignal::ALL.map(|signal| (signal.name(), 0.0));
        assert!(Weights::with_overrides(zero).is_err());
    }

    #[test]
    fn the_name_of_the_python_package_is_understood() {
        let weights = Weights::with_overrides([("dom_path", 0.4)]).unwrap();
        assert_eq!(
            weights.get(ClassicSignal::Path).to_bits(),
            0.4_f64.to_bits()
        );
    }
}
