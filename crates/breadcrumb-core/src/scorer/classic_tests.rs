//! The classic scorer: its formula, and that pruning changes nothing.

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::page::{NewElement, SnapshotBuilder};

fn complete(text: &str) -> ElementFingerprint {
    ElementFingerprint::builder("button")
        .text(text)
        .attribute("id", "login")
        .attribute("class", "btn primary")
        .attribute("type", "submit")
        .dom_path(["html", "body", "form", "button"])
        .siblings(["input", "a"])
        .bbox(BoundingBox::new(10.0, 20.0, 80.0, 24.0))
        .build()
}

fn any_element() -> impl Strategy<Value = ElementFingerprint> {
    let word = "[abü]{0,3}";
    let names = || {
        vec(
            proptest::sample::select(vec!["div", "a", "button", "li"]),
            0..6,
        )
    };
    let text = vec(word, 0..4).prop_map(|words| words.join(" "));
    let place = proptest::option::of((0.0..600.0_f64, 0.0..600.0_f64));
    (
        names(),
        text,
        vec((word, word), 0..4),
        word,
        word,
        names(),
        place,
    )
        .prop_map(|(path, text, attributes, id, class, siblings, place)| {
            let tag = path.last().copied().unwrap_or("span");
            let builder = ElementFingerprint::builder(tag)
                .text(&text)
                .attribute("id", id);
            let builder = builder
                .attribute("class", class)
                .dom_path(path)
                .siblings(siblings);
            let builder = builder.bbox(place.and_then(|(x, y)| BoundingBox::new(x, y, 20.0, 10.0)));
            attributes
                .into_iter()
                .fold(builder, |b, (name, value)| b.attribute(name, value))
                .build()
        })
}

/// Every candidate scored by itself, then sorted: no pruning, no preparation.
fn plainly_ranked(stored: &ElementFingerprint, all: &[ElementFingerprint]) -> Vec<(usize, u64)> {
    let scorer = SimilarityScorer::default();
    let mut totals: Vec<(usize, f64)> = all
        .iter()
        .map(|candidate| scorer.score(stored, candidate).total())
        .enumerate()
        .collect();
    totals.sort_by(|a, b| b.1.total_cmp(&a.1));
    totals
        .into_iter()
        .map(|(position, total)| (position, total.to_bits()))
        .collect()
}

fn ranked(
    stored: &ElementFingerprint,
    all: &[ElementFingerprint],
    keep: usize,
) -> Vec<(usize, u64)> {
    let ranked = SimilarityScorer::default()
        .study(Case {
            stored,
            memory: None,
            candidates: all.into(),
            checked: None,
        })
        .rank(keep);
    ranked
        .iter()
        .map(|r| (r.position, r.scoring.total().to_bits()))
        .collect()
}

proptest! {
    #[test]
    fn pruning_never_changes_a_result(
        stored in any_element(),
        all in vec(any_element(), 0..40),
        keep in 0..45_usize,
    ) {
        let mut expected = plainly_ranked(&stored, &all);
        expected.truncate(keep);
        prop_assert_eq!(ranked(&stored, &all, keep), expected);
    }

    #[test]
    fn scores_are_symmetric_and_bounded(a in any_element(), b in any_element()) {
        let scorer = SimilarityScorer::default();
        let score = scorer.score(&a, &b).total();
        prop_assert!((0.0..=1.0).contains(&score));
        prop_assert_eq!(score.to_bits(), scorer.score(&b, &a).total().to_bits());
    }

    #[test]
    fn the_same_element_scores_1_with_all_signals_present(text in "[a-zü]{1,12}", weights in vec(0.01..5.0_f64, 8)) {
        let element = complete(&text);
        let names = ClassicSignal::ALL.map(ClassicSignal::name);
        let weights = Weights::with_overrides(names.into_iter().zip(weights)).unwrap();
        let score = SimilarityScorer::new(weights).score(&element, &element).total();
        prop_assert_eq!(score.to_bits(), 1.0_f64.to_bits());
    }
}

#[test]
fn the_formula_is_the_weighted_mean_of_eight_signals() {
    let renamed = ElementFingerprint::builder("button")
        .text("Log on")
        .attribute("id", "signin")
        .attribute("class", "btn")
        .attribute("type", "submit")
        .dom_path(["html", "body", "div", "form", "button"])
        .siblings(["input"])
        .bbox(BoundingBox::new(10.0, 70.0, 80.0, 24.0))
        .build();
    let result = SimilarityScorer::default().score(&complete("Log in"), &renamed);
    let nearness = 1.0 - 50.0 / 2_203.0;
    let expected = [1.0, 0.0, 5.0 / 6.0, 0.5, 1.0, 0.8, 0.5, nearness];
    for (signal, expected) in result.signals().iter().zip(expected) {
        assert!(
            (signal.score - expected).abs() < 1e-12,
            "{signal:?} {expected}"
        );
    }
    let total =
        0.25 + 0.2 * 5.0 / 6.0 + 0.1 * 0.5 + 0.05 + 0.1 * 0.8 + 0.03 * 0.5 + 0.02 * nearness;
    assert!((result.total() - total).abs() < 1e-12);
}

#[test]
fn a_page_scores_as_its_fingerprints_do() {
    let mut page = SnapshotBuilder::new("");
    let body = page.element(None, NewElement::new("body"));
    for row in 0..30 {
        let item = page.element(
            Some(body),
            NewElement::new("li").attribute("class", "row odd"),
        );
        page.text(item, &format!("Row {row}"));
        let button = NewElement::new("button").attribute("id", &format!("b{row}"));
        let button = page.element(Some(item), button.attribute("class", "btn"));
        page.text(button, "Delete");
    }
    let page = page.finish().unwrap();
    let fingerprints: Vec<_> = page
        .candidates()
        .iter()
        .map(|i| page.fingerprint(*i))
        .collect();
    let stored = page.fingerprint(page.candidates()[14]);
    let scorer = SimilarityScorer::default();
    let from_page = scorer
        .study(Case {
            stored: &stored,
            memory: None,
            candidates: (&page).into(),
            checked: None,
        })
        .rank(usize::MAX);
    let from_fingerprints = scorer
        .study(Case {
            stored: &stored,
            memory: None,
            candidates: fingerprints.as_slice().into(),
            checked: None,
        })
        .rank(usize::MAX);
    assert_eq!(from_page, from_fingerprints);
    assert_eq!(from_page[0].position, 14);
}

#[test]
fn texts_of_megabytes_are_compared_by_their_start() {
    let huge = "x".repeat(10_000_000);
    let (a, b) = (complete(&huge), complete(&format!("{huge}y")));
    assert_eq!(
        SimilarityScorer::default().score(&a, &b).score("text"),
        Some(1.0)
    );
}
