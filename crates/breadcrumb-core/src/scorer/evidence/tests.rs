//! The evidence scorer: what it must hold to on any page.

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::fingerprint::{BoundingBox, ElementContext};
use crate::heal::PageMemory;
use crate::heal::{HealRequest, Healer};

fn any_element() -> impl Strategy<Value = ElementFingerprint> {
    let word = "[abü ]{0,4}";
    let tag = proptest::sample::select(vec!["a", "button", "input", "li", "h2", "div"]);
    let attributes = vec(
        (
            proptest::sample::select(vec!["id", "class", "href", "name", "aria-label", "type"]),
            "[a-c1-3-]{0,5}",
        ),
        0..4,
    );
    let place = proptest::option::of((0.0..900.0_f64, 0.0..900.0_f64));
    let around = ("[abc ]{0,6}", "[abc]{0,3}");
    (tag, word, attributes, place, around).prop_map(|(tag, text, attributes, place, around)| {
        let context = ElementContext {
            neighbor_text: around.0.trim().to_owned(),
            heading: around.1,
            ..ElementContext::default()
        };
        let bbox = place.and_then(|(x, y)| BoundingBox::new(x, y, 40.0, 20.0));
        let start = ElementFingerprint::builder(tag)
            .text(&text)
            .bbox(bbox)
            .context(context);
        attributes
            .into_iter()
            .fold(start, |element, (name, value)| {
                element.attribute(name, value)
            })
            .build()
    })
}

fn ranked(
    stored: &ElementFingerprint,
    all: &[ElementFingerprint],
    keep: usize,
) -> Vec<(usize, u64)> {
    EvidenceScorer::new()
        .study(Case {
            stored,
            memory: None,
            candidates: all.into(),
            checked: None,
        })
        .rank(keep)
        .into_iter()
        .map(|ranked| (ranked.position, ranked.strength.to_bits()))
        .collect()
}

proptest! {
    #[test]
    fn confidence_is_a_share(old in any_element(), new in any_element()) {
        let total = EvidenceScorer::new().score(&old, &new).total();
        prop_assert!((0.0..=1.0).contains(&total));
    }

    #[test]
    fn leaving_out_what_cannot_win_changes_nothing(
        stored in any_element(),
        all in vec(any_element(), 0..20),
        keep in 0..8_usize,
    ) {
        let everything = ranked(&stored, &all, usize::MAX);
        prop_assert_eq!(ranked(&stored, &all, keep), everything[..keep.min(all.len())].to_vec());
    }

    #[test]
    fn the_order_of_the_candidates_does_not_matter(
        stored in any_element(),
        all in vec(any_element(), 1..14),
        old in vec(any_element(), 0..8),
        turn in 0..14_usize,
    ) {
        // Boxes around one text follow each other on a page; here nothing is a box around another.
        let mut seen = std::collections::BTreeSet::new();
        let all: Vec<_> = all.into_iter().filter(|e| seen.insert(e.text().to_owned())).collect();
        let mut turned = all.clone();
        turned.rotate_left(turn % all.len());
        // A memory without order, so that no place on the page can count.
        let memory = PageMemory::default().with_earlier(&old.into_iter().collect());
        let heal = |all: &[ElementFingerprint]| {
            let request = HealRequest::new(&stored, all).with_memory(&memory);
            let verdict = Healer::default().heal(&request);
            (verdict.kind, verdict.healed().map(|healed| healed.element.clone()))
        };
        prop_assert_eq!(heal(&all), heal(&turned));
    }

    #[test]
    fn the_same_page_has_the_same_answer(
        stored in any_element(),
        all in vec(any_element(), 1..14),
        old in vec(any_element(), 0..14),
    ) {
        let memory: PageMemory = old.into_iter().collect();
        let heal = || {
            let request = HealRequest::new(&stored, all.as_slice()).with_memory(&memory);
            Healer::default().heal(&request)
        };
        prop_assert_eq!(heal(), heal());
    }
}

#[test]
fn what_every_row_has_says_little() {
    let button = |text: &str, id: &str| {
        ElementFingerprint::builder("button")
            .text(text)
            .attribute("id", id)
            .build()
    };
    let mut page: Vec<_> = (0..40)
        .map(|n| button("Edit", &format!("row-{n}")))
        .collect();
    page.push(button("Export all", "x"));
    let confidence = |stored: &ElementFingerprint| {
        let ranked = EvidenceScorer::new()
            .study(Case {
                stored,
                memory: None,
                candidates: page.as_slice().into(),
                checked: None,
            })
            .rank(1);
        ranked.first().map_or(0.0, |best| best.scoring.total())
    };
    assert!(confidence(&button("Export all", "gone")) > 0.5);
    assert!(confidence(&button("Edit", "gone")) < 0.5);
}

#[test]
fn where_all_ids_are_new_another_id_says_nothing() {
    let field = |label: &str, id: &str| {
        let context = ElementContext {
            label: label.to_owned(),
            ..ElementContext::default()
        };
        ElementFingerprint::builder("input")
            .attribute("id", id)
            .context(context)
            .build()
    };
    let labels = ["street", "city", "country", "phone", "company", "comment"];
    let old: Vec<_> = labels.iter().map(|l| field(l, l)).collect();
    let new: Vec<_> = labels
        .iter()
        .map(|l| field(l, &format!("f-{l}x")))
        .collect();
    let stored = field("street", "street");
    let confidence = |memory: Option<&PageMemory>| {
        let ranked = EvidenceScorer::new()
            .study(Case {
                stored: &stored,
                memory,
                candidates: new.as_slice().into(),
                checked: None,
            })
            .rank(1);
        ranked.first().map_or(0.0, |best| best.strength)
    };
    let memory: PageMemory = old.into_iter().collect();
    assert!(confidence(Some(&memory)) > confidence(None));
}
