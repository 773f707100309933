//! What whole heals have besides their outlines: fingerprints, signals, reasons.

use std::borrow::Cow;
use std::fmt;

use breadcrumb_core::ElementFingerprint;
use breadcrumb_report::{Figure, Heal, HealRecord, Signal, SignalRecord};
use breadcrumb_store::{HealRow, WholeHeal};
use serde::Deserialize;
use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::decided::{self, Found};
use crate::standing::Standings;

/// Hardly a scorer has more signals.
const SIGNALS: usize = 16;

/// Fills in what the outline of a heal leaves out, as the document has it.
pub(super) fn complete_record<'a>(record: &mut HealRecord<'a>, whole: &WholeHeal<&'a str>) {
    record.original = stored(whole.original_json);
    record.healed = stored(whole.healed_json);
    record.page = whole.page_key;
    record.scorer = whole.scorer;
    record.signals = whole.scoring_json.map(signals).unwrap_or_default();
    record.margin = whole.margin;
    record.runner_up = whole.runner_up_json.and_then(stored);
    record.reasons = whole.reasons_json.map(reasons).unwrap_or_default();
    record.action = whole.action;
    record.source_file = whole.source_file;
    record.source_line = whole.source_line;
}

/// Makes a heal of a row, with what is decided about it.
pub(super) fn heal<S: AsRef<str>>(standings: &Standings, row: &HealRow<S>) -> Heal {
    let mut heal = Heal::default();
    heal.id = row.id;
    heal.timestamp = row.timestamp;
    row.test_id.as_ref().clone_into(&mut heal.test_id);
    row.locator.as_ref().clone_into(&mut heal.locator);
    heal.confidence = row.confidence;
    heal.proposed_locator = owned(row.proposed_locator.as_ref());
    heal.before_image = owned(row.screenshot_before.as_ref());
    heal.after_image = owned(row.screenshot_after.as_ref());
    if let Some(whole) = &row.whole {
        fill(&mut heal, whole);
    }
    heal.occasion = row.occasion;
    let decision = match decided::find(&standings.decisions, row) {
        Found::Some(decision) => Some(decision),
        Found::None | Found::Unclear => None,
    };
    decided::fill(&mut heal, standings, decision);
    heal
}

fn fill<S: AsRef<str>>(heal: &mut Heal, whole: &WholeHeal<S>) {
    let text = |text: &'_ S| -> String { text.as_ref().to_owned() };
    let element = |json: &S| stored(json.as_ref()).map(Cow::into_owned);
    heal.original = element(&whole.original_json);
    heal.healed = element(&whole.healed_json);
    heal.page = whole.page_key.as_ref().map(text);
    heal.scorer = whole.scorer.as_ref().map(text);
    let scoring = whole.scoring_json.as_ref();
    let parts = scoring
        .map(|json| signals(json.as_ref()))
        .unwrap_or_default();
    heal.signals = parts.iter().map(signal).collect();
    heal.margin = whole.margin;
    heal.runner_up = whole.runner_up_json.as_ref().and_then(element);
    let why = whole.reasons_json.as_ref();
    let why = why.map(|json| reasons(json.as_ref())).unwrap_or_default();
    heal.reasons = why.into_iter().map(Cow::into_owned).collect();
    heal.action = whole.action.as_ref().map(text);
    heal.source_file = whole.source_file.as_ref().map(text);
    heal.source_line = whole.source_line;
}

fn owned(text: Option<&impl AsRef<str>>) -> Option<String> {
    text.map(|text| text.as_ref().to_owned())
}

/// Takes a stored fingerprint over as it is.
///
/// Python may have written what strict readers refuse: `NaN`, or half of an emoji as `\ud83d`.
/// Such a fingerprint goes through our own reader, which mends it.
fn stored(json: &str) -> Option<Cow<'_, RawValue>> {
    // Most fingerprints have no escape at all, which is soon seen.
    let has_escape = json.as_bytes().contains(&b'\\');
    let has_half = has_escape && (json.contains("\\ud") || json.contains("\\uD"));
    if !has_half && let Ok(raw) = serde_json::from_str::<&RawValue>(json) {
        return Some(Cow::Borrowed(raw));
    }
    mended(json).map(Cow::Owned)
}

fn mended(json: &str) -> Option<Box<RawValue>> {
    let fingerprint = ElementFingerprint::from_json(json).ok()?;
    RawValue::from_string(fingerprint.to_json()).ok()
}

fn reasons(json: &str) -> Vec<Cow<'_, str>> {
    let reasons: Vec<Text<'_>> = serde_json::from_str(json).unwrap_or_default();
    reasons.into_iter().map(|Text(reason)| reason).collect()
}

/// Reads each signal's part out of a stored scoring; its numbers stay as they are written.
fn signals(json: &str) -> Vec<SignalRecord<'_>> {
    let Ok(scoring) = serde_json::from_str::<Scoring<'_>>(json) else {
        return Vec::new();
    };
    let weights = scoring.weights.0;
    let weight_of = |name: &str| {
        let known = weights.iter().find(|(other, _)| other == name);
        known.map_or(Figure::Number(0.0), |(_, weight)| Figure::Stored(weight))
    };
    let scores = scoring.breakdown.0.into_iter();
    let signals = scores.map(|(name, score)| {
        let weight = weight_of(&name);
        SignalRecord::new(name, Figure::Stored(score), weight)
    });
    signals.collect()
}

fn signal(record: &SignalRecord<'_>) -> Signal {
    let number = |figure: &Figure<'_>| match figure {
        Figure::Number(number) => *number,
        Figure::Stored(text) => text.get().parse().unwrap_or_default(),
    };
    let (score, weight) = (number(&record.score), number(&record.weight));
    Signal::new(record.name.as_ref(), score, weight)
}

/// A scoring as it is stored.
#[derive(Deserialize)]
struct Scoring<'a> {
    #[serde(borrow, default)]
    breakdown: Figures<'a>,
    #[serde(borrow, default)]
    weights: Figures<'a>,
}

/// A text that is copied only where it has escapes.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// A JSON object of numbers, in its order and as they are written.
#[derive(Default)]
struct Figures<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

struct FiguresVisitor;

impl<'de: 'a, 'a> Deserialize<'de> for Figures<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FiguresVisitor)
    }
}

impl<'de> Visitor<'de> for FiguresVisitor {
    type Value = Figures<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of numbers")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut figures = Vec::with_capacity(SIGNALS);
        while let Some((Text(name), figure)) = map.next_entry::<_, &'de RawValue>()? {
            if !figure
                .get()
                .starts_with(|first: char| first == '-' || first.is_ascii_digit())
            {
                return Err(de::Error::custom("not a number"));
            }
            figures.push((name, figure));
        }
        Ok(Figures(figures))
    }
}
