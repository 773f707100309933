//! The measures against independent implementations, and their algebra.

use proptest::collection::vec;
use proptest::prelude::*;
use rapidfuzz::distance::levenshtein as independent;

use super::*;
use crate::fingerprint::BoundingBox;

/// Few letters, so that texts have something in common; many scripts, so that bytes are not
/// characters; up to 200 characters, so that patterns of several words are met.
fn any_text() -> impl Strategy<Value = String> {
    let letter = prop_oneof![
        8 => proptest::char::range('a', 'e'),
        2 => proptest::sample::select(vec!['ä', 'ß', '語', 'ع', '🙂', '\u{301}', '\0']),
        1 => any::<char>(),
    ];
    let length = prop_oneof![4 => 0..20_usize, 1 => 60..70_usize, 1 => 120..200_usize];
    length
        .prop_flat_map(move |n| vec(letter.clone(), n))
        .prop_map(String::from_iter)
}

fn any_names() -> impl Strategy<Value = Vec<String>> {
    let name = proptest::sample::select(vec!["html", "body", "div", "a", "li", "é", "語"]);
    let length = prop_oneof![4 => 0..12_usize, 1 => 60..70_usize, 1 => 130..200_usize];
    length.prop_flat_map(move |n| vec(name.clone().prop_map(str::to_owned), n))
}

fn textbook_lcs(a: &[String], b: &[String]) -> usize {
    let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..a.len() {
        for j in 0..b.len() {
            table[i + 1][j + 1] = if a[i] == b[j] {
                table[i][j] + 1
            } else {
                table[i][j + 1].max(table[i + 1][j])
            };
        }
    }
    table[a.len()][b.len()]
}

fn textbook_jaccard(a: &[String], b: &[String]) -> f64 {
    let (a, b): (std::collections::HashSet<_>, std::collections::HashSet<_>) =
        (a.iter().collect(), b.iter().collect());
    if a.is_empty() && b.is_empty() {
        return 0.0;
    }
    a.intersection(&b).count() as f64 / a.union(&b).count() as f64
}

fn names(list: &[String]) -> impl Iterator<Item = &str> {
    list.iter().map(String::as_str)
}

fn any_box() -> impl Strategy<Value = Option<BoundingBox>> {
    let number = prop_oneof![-2000.0..2000.0_f64, any::<f64>()];
    (number.clone(), number.clone(), number.clone(), number)
        .prop_map(|(x, y, width, height)| BoundingBox::new(x, y, width, height))
}

fn is_unit(score: f64) -> bool {
    (0.0..=1.0).contains(&score)
}

/// What a thing scores against itself.
fn of_present(is_present: bool) -> f64 {
    f64::from(u8::from(is_present))
}

fn same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn levenshtein_agrees_with_an_independent_implementation(a in any_text(), b in any_text()) {
        prop_assert_eq!(levenshtein_distance(&a, &b), independent::distance(a.chars(), b.chars()));
        prop_assert_eq!(TextPattern::new(&a).distance(&b), TextPattern::new(&b).distance(&a));
    }

    #[test]
    fn lcs_agrees_with_the_textbook(a in any_names(), b in any_names()) {
        prop_assert_eq!(lcs_length(names(&a), names(&b)), textbook_lcs(&a, &b));
        prop_assert!(same(lcs_similarity(names(&a), names(&b)), lcs_similarity(names(&b), names(&a))));
    }

    #[test]
    fn jaccard_agrees_with_the_textbook(a in vec("[a-d語é]{1,2}", 0..20), b in vec("[a-d語é]{1,2}", 0..20)) {
        let score = class_similarity(&a.join(" "), &b.join("\n "));
        prop_assert!(same(score, textbook_jaccard(&a, &b)));
        prop_assert!(same(score, class_similarity(&b.join(" "), &a.join(" "))));
    }
}

proptest! {
    #[test]
    fn text_similarity_is_symmetric_bounded_and_1_for_the_same(a in any_text(), b in any_text()) {
        let score = text_similarity(&a, &b);
        prop_assert!(is_unit(score));
        prop_assert!(same(score, text_similarity(&b, &a)));
        prop_assert!(same(text_similarity(&a, &a), 1.0));
        prop_assert!(score <= TextPattern::new(&a).ratio_bound(b.chars().count()));
    }

    #[test]
    fn lcs_similarity_is_bounded_and_1_for_the_same(a in any_names(), b in any_names()) {
        prop_assert!(is_unit(lcs_similarity(names(&a), names(&b))));
        prop_assert!(same(lcs_similarity(names(&a), names(&a)), of_present(!a.is_empty())));
    }

    #[test]
    fn position_similarity_is_symmetric_bounded_and_1_for_the_same(a in any_box(), b in any_box()) {
        let score = position_similarity(a, b);
        prop_assert!(is_unit(score));
        prop_assert!(same(score, position_similarity(b, a)));
        let is_near = a.is_some_and(|a| [a.x, a.y, a.width, a.height].iter().all(|n| n.abs() < 1e9));
        prop_assert!(!is_near || same(position_similarity(a, a), 1.0));
    }
}

#[test]
fn absence_is_never_a_match() {
    assert!(same(tag_similarity("", ""), 0.0));
    assert!(same(id_similarity(None, None), 0.0));
    assert!(same(id_similarity(Some(""), Some("")), 0.0));
    assert!(same(text_similarity("a", ""), 0.0));
    assert!(same(class_similarity("", " "), 0.0));
    assert!(same(
        attribute_similarity([("id", "a")], [("id", "a")]),
        0.0
    ));
    assert!(same(lcs_similarity([], []), 0.0));
    assert!(same(position_similarity(None, None), 0.0));
}

#[test]
fn known_distances() {
    for (a, b, expected) in [
        ("", "", 0),
        ("", "abc", 3),
        ("kitten", "sitting", 3),
        ("überfall", "uberfall", 1),
        ("日本語", "日本", 1),
        ("🙂🙃", "🙃🙂", 2),
    ] {
        assert_eq!(levenshtein_distance(a, b), expected, "{a:?} {b:?}");
    }
}
