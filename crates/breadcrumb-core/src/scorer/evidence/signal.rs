//! The signals of the evidence scorer, and how much each is worth.
//!
//! Record linkage: a signal that agrees is worth `log2(m / u)` bits, one that does not
//! `log2((1 - m) / (1 - u))`. `m` is how often the signal of one and the same element is kept from
//! one version of a page to the next, `u` how often it agrees by chance.

/// No single signal decides: one id may be handed on to another element.
const MAX_BITS: f64 = 6.0;
/// What is on nearly every element says nothing by being there.
const MAX_CHANCE: f64 = 0.95;

/// What two elements are compared by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Signal {
    Text,
    Href,
    Id,
    TestId,
    Name,
    Alt,
    AriaLabel,
    Placeholder,
    Title,
    Label,
    Src,
    Tag,
    Type,
    Class,
    Path,
    Siblings,
    Position,
    Size,
    Place,
    Row,
    Heading,
    TextBefore,
    TextAfter,
}

/// How many signals there are.
pub(super) const SIGNALS: usize = 23;
/// The first so many are values that name an element; their chance is how often they are on the page.
pub(super) const VALUES: usize = 11;

/// What one signal is worth.
#[derive(Debug, Clone, Copy)]
pub(super) struct Worth {
    pub(super) name: &'static str,
    /// How often it is kept: `m`.
    pub(super) kept: f64,
    /// How often it agrees by chance: `u`. None where the page itself tells.
    chance: Option<f64>,
    /// Signals of one group repeat each other: structure tells the same in five ways.
    weight: f64,
    /// The group of names it belongs to.
    pub(super) group: Option<Group>,
}

/// Names that are given together: whoever gives an element another id gives it another name as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Group {
    ForPrograms,
    ForPeople,
}

/// What agreement and disagreement are worth, in bits.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Bits {
    pub(super) agrees: f64,
    pub(super) differs: f64,
}

const IDENTITY: f64 = 1.0;
const STRUCTURE: f64 = 0.3;
const CONTEXT: f64 = 0.6;
const FOR_PROGRAMS: Option<Group> = Some(Group::ForPrograms);
const FOR_PEOPLE: Option<Group> = Some(Group::ForPeople);

/// In the order of [`Signal`]. The shares are those measured on real sites years apart.
const WORTHS: [Worth; SIGNALS] = [
    value("text", 0.85, FOR_PEOPLE),
    value("href", 0.75, None),
    value("id", 0.80, FOR_PROGRAMS),
    value("test id", 0.90, FOR_PROGRAMS),
    value("name", 0.90, FOR_PROGRAMS),
    value("alt", 0.80, FOR_PEOPLE),
    value("aria-label", 0.82, FOR_PEOPLE),
    value("placeholder", 0.80, FOR_PEOPLE),
    value("title", 0.80, FOR_PEOPLE),
    value("label", 0.85, FOR_PEOPLE),
    value("src", 0.60, None),
    shape("tag", 0.97, 0.30, STRUCTURE),
    shape("type", 0.96, 0.30, STRUCTURE),
    shape("class", 0.70, 0.20, STRUCTURE),
    shape("path", 0.60, 0.40, STRUCTURE),
    shape("siblings", 0.60, 0.30, STRUCTURE),
    shape("position", 0.50, 0.10, CONTEXT),
    shape("size", 0.70, 0.20, CONTEXT),
    shape("place", 0.70, 0.10, CONTEXT),
    shape("row", 0.60, 0.10, CONTEXT),
    shape("heading", 0.80, 0.30, CONTEXT),
    // Only where a part of the other evidence must not count: `checked.rs`.
    shape("text before", 0.60, 0.05, CONTEXT),
    shape("text after", 0.60, 0.05, CONTEXT),
];

const fn value(name: &'static str, kept: f64, group: Option<Group>) -> Worth {
    Worth {
        group,
        name,
        kept,
        chance: None,
        weight: IDENTITY,
    }
}

const fn shape(name: &'static str, kept: f64, chance: f64, weight: f64) -> Worth {
    Worth {
        group: None,
        name,
        kept,
        chance: Some(chance),
        weight,
    }
}

/// Returns all signals with their worth.
pub(super) fn worths() -> impl Iterator<Item = &'static Worth> {
    WORTHS.iter()
}

impl Worth {
    /// Returns what the signal is worth where its value is shared by `count` of `total` elements,
    /// and such values are kept so often.
    pub(super) fn bits(&self, kept: f64, count: u32, total: usize) -> Bits {
        let least = 1.0 / (total as f64 + 2.0);
        let on_page = (f64::from(count) + 1.0) * least;
        let chance = self.chance.unwrap_or(on_page.clamp(least, MAX_CHANCE));
        let agrees = (self.kept / chance).log2().min(MAX_BITS);
        let differs = ((1.0 - kept) / (1.0 - chance)).log2().clamp(-MAX_BITS, 0.0);
        Bits {
            agrees: self.weight * agrees,
            differs: self.weight * differs,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_rare_on_a_page_is_worth_more() {
        let text = WORTHS[Signal::Text as usize];
        let (rare, common) = (text.bits(0.85, 1, 500), text.bits(0.85, 200, 500));
        assert!(rare.agrees > common.agrees && common.agrees > 0.0);
        assert!(rare.differs < 0.0 && common.differs < 0.0);
        assert!(rare.agrees <= MAX_BITS);
    }

    #[test]
    fn every_signal_has_its_worth() {
        assert_eq!(Signal::TextAfter as usize + 1, SIGNALS);
        assert_eq!(Signal::Src as usize + 1, VALUES);
        for (position, worth) in WORTHS.iter().enumerate() {
            assert_eq!(worth.chance.is_none(), position < VALUES, "{}", worth.name);
            let bits = worth.bits(worth.kept, 0, 100);
            assert!(bits.agrees > 0.0 && bits.differs < 0.0, "{}", worth.name);
        }
    }
}
