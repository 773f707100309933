//! What must not happen even at a high score.
//!
//! Two elements of one design share tag, classes and place in the tree; that alone makes a score.
//! These rules say when what people see speaks against it: another kind of field, another row, a
//! name with nothing in common, a Delete where there was a Save.

use std::collections::BTreeSet;

use super::memory::{CensusEntry, PageMemory, cut};
use super::telling::{has_numbered_sibling, is_shared, is_telling};
use super::verdict::Veto;
use crate::element_kind::{ElementKind, is_passive};
use crate::fingerprint::ElementFingerprint;
use crate::meaning::means_the_same;
use crate::purpose::Property;
use crate::similarity::text_similarity;

/// Two names less alike than this are two names. More would cost right heals of what was reworded.
const MIN_NAME_LIKENESS: f64 = 0.5;
/// A candidate whose surroundings have less than this share of the words around ours is elsewhere.
const MIN_SHARED_WORDS: f64 = 0.5;
/// Surroundings of up to so many words are a row or a list item, and name one thing.
const MAX_ROW_WORDS: usize = 12;
/// So many words replaced make another row; one may be a state that has changed.
const REPLACED_WORDS: usize = 2;
/// A row that has less than this share of what told ours from the others is another one. A price or
/// a state may change; a row that has half of ours in common is that of the next book by the author.
const MIN_KEPT_ROW: f64 = 0.7;
/// Attributes that say who an element is, whatever it is called.
const IDENTITY_ATTRIBUTES: [&str; 5] = ["data-testid", "href", "id", "name", "for"];
/// Fields that take text of one kind or another; a redesign may well turn one into the other.
const TEXT_TYPES: [&str; 6] = ["email", "search", "tel", "text", "textarea", "url"];
/// Words for doing away with something, in the languages that most interfaces are written in.
const DESTRUCTIVE_WORDS: [&str; 30] = [
    "abbrechen",
    "annuler",
    "borrar",
    "cancel",
    "cancelar",
    "clear",
    "delete",
    "destroy",
    "discard",
    "eliminar",
    "elimina",
    "entfernen",
    "excluir",
    "löschen",
    "reject",
    "remove",
    "remover",
    "reset",
    "stornieren",
    "supprimer",
    "unsubscribe",
    "usuń",
    "verwerfen",
    "verwijderen",
    "удалить",
    "حذف",
    "キャンセル",
    "削除",
    "删除",
    "삭제",
];

/// Returns why a candidate stands in another row than the element.
///
/// Where it is known what else was on the page, an element that was the only one of its name needs
/// no row, and a row is another one if it was another one's.
pub(super) fn other_row(
    stored: &ElementFingerprint,
    candidate: &ElementFingerprint,
    memory: Option<&PageMemory>,
) -> Option<Veto> {
    let is_other = match memory {
        Some(memory) => was_other_row(stored, candidate, memory),
        None => is_in_other_row(stored, candidate),
    };
    is_other.then(|| Veto::OtherRow(candidate.context().neighbor_text.clone()))
}

fn was_other_row(
    stored: &ElementFingerprint,
    candidate: &ElementFingerprint,
    memory: &PageMemory,
) -> bool {
    if shared_words(stored, candidate).is_none() {
        return false;
    }
    let entry = CensusEntry::of(stored);
    let rows: Vec<&str> = memory.rows_of(&entry).collect();
    if rows.len() == 1 && !entry.name.is_empty() {
        return false;
    }
    if rows.len() < 2 {
        return is_in_other_row(stored, candidate);
    }
    let own = cut(&stored.context().neighbor_text);
    let new = words(&candidate.context().neighbor_text);
    let rows: Vec<BTreeSet<&str>> = rows.iter().map(|row| words(row)).collect();
    let own = words(&own);
    let kept = |row: &BTreeSet<&str>| kept_share(row, &new, &rows);
    let others = rows.iter().filter(|row| **row != own);
    let best_other = others.map(kept).fold(0.0, f64::max);
    kept(&own) < MIN_KEPT_ROW || best_other > kept(&own) || is_renamed_row(&own, &new, &rows)
}

/// Whether a word that only our row had has gone, and one that no row had has come: the next book by
/// the same author. Numbers change by themselves.
fn is_renamed_row(own: &BTreeSet<&str>, new: &BTreeSet<&str>, rows: &[BTreeSet<&str>]) -> bool {
    let is_word = |word: &&&str| word.chars().all(char::is_alphabetic);
    let count = |word: &str| rows.iter().filter(|row| row.contains(word)).count();
    let has_gone = own.difference(new).filter(is_word).any(|w| count(w) <= 1);
    let has_come = new.difference(own).filter(is_word).any(|w| count(w) == 0);
    has_gone && has_come
}

/// Returns how much of what tells a row from the other rows is in the new one: a word that all rows
/// have tells nothing.
fn kept_share(row: &BTreeSet<&str>, new: &BTreeSet<&str>, rows: &[BTreeSet<&str>]) -> f64 {
    let telling = |word: &str| {
        let with_it = rows.iter().filter(|other| other.contains(word)).count();
        (rows.len().max(2) as f64 / with_it.max(1) as f64).ln()
    };
    let all: f64 = row.iter().map(|word| telling(word)).sum();
    let kept: f64 = row.intersection(new).map(|word| telling(word)).sum();
    if all > 0.0 { kept / all } else { 0.0 }
}

/// Returns why a candidate cannot be the element, whatever its score.
///
/// A name that the test checks speaks neither for nor against it.
pub(super) fn contradiction(
    stored: &ElementFingerprint,
    candidate: &ElementFingerprint,
    checked: Option<&Property>,
    memory: Option<&PageMemory>,
) -> Option<Veto> {
    if ElementKind::of_element(stored).is_active() && is_passive(candidate) {
        return Some(Veto::OtherKind(candidate.tag().to_owned()));
    }
    let (old_type, new_type) = (field_type(stored), field_type(candidate));
    if is_other_type(old_type, new_type) && !has_lost_type(stored, candidate) {
        return Some(Veto::OtherType {
            old: old_type.to_owned(),
            new: new_type.to_owned(),
        });
    }
    if matches!(
        checked,
        Some(Property::Text | Property::Name | Property::Value)
    ) {
        return None;
    }
    let (old_name, new_name) = (name(stored), name(candidate));
    let is_turned = is_destructive(old_name) != is_destructive(new_name);
    let is_renamed = text_similarity(old_name, new_name) < MIN_NAME_LIKENESS
        && !means_the_same(old_name, new_name)
        && !is_reworded_in_row(stored, candidate);
    // What people read may be the same where only the name for a screen reader has gone.
    let is_same_text = !stored.text().is_empty() && stored.text() == candidate.text();
    let are_named = !old_name.is_empty() && !new_name.is_empty() && !is_same_text;
    let is_next = has_other_model(old_name, new_name);
    let is_identified = || {
        let mut shared = shared_identity(stored, candidate);
        shared.any(|(name, value)| !is_shared(memory, name, value))
    };
    let is_other = are_named && (is_turned || is_renamed || is_next) && !is_identified();
    is_other.then(|| Veto::OtherName(new_name.to_owned()))
}

/// Returns why a candidate is another thing of the same kind: "50 items" that leads to 50 where "20
/// items" led to 20, or stood beside it. A number that has changed before only counts something.
pub(super) fn other_number(
    stored: &ElementFingerprint,
    candidate: &ElementFingerprint,
    history: &[ElementFingerprint],
    memory: Option<&PageMemory>,
) -> Option<Veto> {
    let (old, new) = (numbers(name(stored)), numbers(name(candidate)));
    let varies = || history.iter().any(|earlier| numbers(name(earlier)) != old);
    if old.is_empty() || new.is_empty() || !old.is_disjoint(&new) || varies() {
        return None;
    }
    let leads_there = |(attribute, value): &(String, String)| {
        let target = numbers(value);
        let other = candidate.attribute(attribute).map(numbers);
        let is_ours = !target.is_disjoint(&old);
        is_ours && other.is_some_and(|other| other != target && !other.is_disjoint(&new))
    };
    // In a row it is the row that tells, and the number is one of its figures.
    let is_in_row = !stored.context().neighbor_text.is_empty();
    let tells_siblings_apart = || {
        !is_in_row
            && !shares_identity(stored, candidate)
            && memory.is_some_and(|memory| has_numbered_sibling(memory, stored))
    };
    let is_other = stored.attributes().iter().any(leads_there) || tells_siblings_apart();
    is_other.then(|| Veto::OtherNumber(name(candidate).to_owned()))
}

/// Returns the numbers in a text, as they are written.
fn numbers(text: &str) -> BTreeSet<&str> {
    let parts = text.split(|c: char| !c.is_ascii_digit());
    parts.filter(|part| !part.is_empty()).collect()
}

/// Whether the row is the same and the names share a word: "Track lamp" is now "Follow lamp".
fn is_reworded_in_row(stored: &ElementFingerprint, candidate: &ElementFingerprint) -> bool {
    let row = &stored.context().neighbor_text;
    let is_same_row = !row.is_empty() && *row == candidate.context().neighbor_text;
    is_same_row && !words(name(stored)).is_disjoint(&words(name(candidate)))
}

/// Whether a field with the same name has no type any longer, which is no other type. What was
/// secret stays so: a password is not typed into a field that shows it.
fn has_lost_type(stored: &ElementFingerprint, candidate: &ElementFingerprint) -> bool {
    let (old, new) = (&stored.context().name, &candidate.context().name);
    field_type(stored) != "password"
        && candidate.attribute("type").is_none()
        && !old.is_empty()
        && old == new
}

/// Whether both names have words like `v2` or `x300`, and none in common: the next model is another
/// thing. A number by itself counts something, and goes up and down.
fn has_other_model(old: &str, new: &str) -> bool {
    let models = |name| {
        let mut words = words(name);
        words.retain(|word| {
            word.contains(|c: char| c.is_numeric()) && word.contains(|c: char| c.is_alphabetic())
        });
        words
    };
    let (old, new) = (models(old), models(new));
    !old.is_empty() && !new.is_empty() && old.is_disjoint(&new)
}

/// Returns the share of the words around `stored` that are around `candidate` too; none where one
/// of them has nothing around it.
pub(super) fn shared_words(
    stored: &ElementFingerprint,
    candidate: &ElementFingerprint,
) -> Option<f64> {
    let (old, new) = (surroundings(stored), surroundings(candidate));
    if old.is_empty() || new.is_empty() {
        return None;
    }
    Some(old.intersection(&new).count() as f64 / old.len() as f64)
}

fn is_in_other_row(stored: &ElementFingerprint, candidate: &ElementFingerprint) -> bool {
    let Some(shared) = shared_words(stored, candidate) else {
        return false;
    };
    let (old, new) = (surroundings(stored), surroundings(candidate));
    if old.len() > MAX_ROW_WORDS {
        return shared < MIN_SHARED_WORDS;
    }
    let is_replaced = old.difference(&new).count() >= REPLACED_WORDS
        && new.difference(&old).count() >= REPLACED_WORDS;
    shared <= MIN_SHARED_WORDS || is_replaced || has_other_numbers(&old, &new)
}

/// Whether both have numbers, and none in common: numbers are what tells rows apart.
fn has_other_numbers(old: &BTreeSet<&str>, new: &BTreeSet<&str>) -> bool {
    let is_number = |word: &&&str| word.contains(|c: char| c.is_numeric());
    let numbers: BTreeSet<&&str> = old.iter().filter(is_number).collect();
    let mut others = new.iter().filter(is_number).peekable();
    !numbers.is_empty() && others.peek().is_some() && others.all(|word| !numbers.contains(word))
}

fn surroundings(element: &ElementFingerprint) -> BTreeSet<&str> {
    words(&element.context().neighbor_text)
}

fn words(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect()
}

/// Returns what an element is called: its accessible name, or its text.
pub(super) fn name(element: &ElementFingerprint) -> &str {
    let name = element.context().name.as_str();
    if name.is_empty() {
        element.text()
    } else {
        name
    }
}

fn is_destructive(name: &str) -> bool {
    // Not every script has spaces between words.
    let is_inside = |word: &&str| !word.is_ascii() && name.contains(*word);
    let mut words = name.split(|c: char| !c.is_alphanumeric());
    words.any(|word| DESTRUCTIVE_WORDS.contains(&word)) || DESTRUCTIVE_WORDS.iter().any(is_inside)
}

/// Whether an attribute that names the element is the same on both.
pub(super) fn shares_identity(a: &ElementFingerprint, b: &ElementFingerprint) -> bool {
    shared_identity(a, b).next().is_some()
}

/// Returns the attributes that name the element and are the same on both.
pub(super) fn shared_identity<'a>(
    a: &'a ElementFingerprint,
    b: &'a ElementFingerprint,
) -> impl Iterator<Item = (&'static str, &'a str)> {
    // All buttons of a radio group have one name.
    let is_radio = a.attribute("type") == Some("radio");
    let names = IDENTITY_ATTRIBUTES.into_iter();
    names
        .filter(move |name| !is_radio || *name != "name")
        .filter_map(move |name| {
            let value = a.attribute(name)?;
            let is_same = b.attribute(name) == Some(value);
            (is_same && is_telling(name, value)).then_some((name, value))
        })
}

fn field_type(element: &ElementFingerprint) -> &str {
    let known = element.context().input_type.as_str();
    match element.tag() {
        "input" if !known.is_empty() => known,
        "input" => element.attribute("type").unwrap_or("text"),
        "select" | "textarea" => element.tag(),
        _ => "",
    }
}

/// Whether two fields cannot be the same one; what is no field says nothing.
fn is_other_type(a: &str, b: &str) -> bool {
    let are_texts = TEXT_TYPES.contains(&a) && TEXT_TYPES.contains(&b);
    !a.is_empty() && !b.is_empty() && !a.eq_ignore_ascii_case(b) && !are_texts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fingerprint::{ElementContext, FingerprintBuilder};

    fn against(old: &ElementFingerprint, new: &ElementFingerprint) -> Option<Veto> {
        contradiction(old, new, None, None)
    }

    fn button(text: &str) -> FingerprintBuilder {
        ElementFingerprint::builder("button").text(text)
    }

    fn in_row(text: &str, row: &str) -> ElementFingerprint {
        let context = ElementContext {
            neighbor_text: row.to_owned(),
            ..ElementContext::default()
        };
        button(text).context(context).build()
    }

    fn input(kind: &str) -> ElementFingerprint {
        ElementFingerprint::builder("input")
            .attribute("type", kind)
            .build()
    }

    #[test]
    fn a_delete_where_there_was_a_save_is_another_element() {
        let veto = against(
            &button("Save article").build(),
            &button("Delete article").build(),
        );
        assert_eq!(veto, Some(Veto::OtherName("delete article".into())));
        let veto = against(&button("記事を保存").build(), &button("記事を削除").build());
        assert!(veto.is_some());
    }

    #[test]
    fn a_longer_name_is_another_name_but_a_reworded_one_is_not() {
        assert!(against(&button("Report").build(), &button("Report archive").build()).is_some());
        assert_eq!(
            against(&button("Log in").build(), &button("Sign in").build()),
            None
        );
        assert_eq!(against(&button("").build(), &button("Send").build()), None);
    }

    #[test]
    fn a_lost_attribute_is_no_against() {
        let named = |tag: &str, name: &str| {
            let context = ElementContext {
                name: name.to_owned(),
                ..ElementContext::default()
            };
            ElementFingerprint::builder(tag).context(context)
        };
        let old = named("button", "add arc desk lamp to cart")
            .text("Add lamp")
            .build();
        let new = named("button", "add lamp").text("Add lamp").build();
        assert_eq!(against(&old, &new), None);
        let ticked = named("input", "i agree")
            .attribute("type", "checkbox")
            .build();
        let secret = named("input", "i agree")
            .attribute("type", "password")
            .build();
        let bare = named("input", "i agree").build();
        assert_eq!(against(&ticked, &bare), None);
        assert!(against(&secret, &bare).is_some());
    }

    #[test]
    fn the_next_model_is_another_thing_but_a_count_goes_up() {
        let is_other =
            |old: &str, new: &str| against(&button(old).build(), &button(new).build()).is_some();
        assert!(is_other("Dashboard v2", "Dashboard v3"));
        assert!(!is_other("Inbox (3)", "Inbox (5)"));
        assert!(!is_other("Dashboard v2", "Dashboard v2 (new)"));
    }

    #[test]
    fn what_names_the_element_outweighs_what_it_is_called() {
        let old = button("Submit").attribute("name", "go").build();
        let new = button("Send").attribute("name", "go").build();
        assert_eq!(against(&old, &new), None);
    }

    #[test]
    fn another_row_is_another_element() {
        let is_other = |old: &str, new: &str| {
            other_row(&in_row("Open", old), &in_row("Open", new), None).is_some()
        };
        assert!(is_other("1002 bob 20 eur", "1001 ann 30 eur"));
        assert!(is_other(
            "bob 1002 shipped 20 eur",
            "ann 1001 shipped 20 eur"
        ));
        assert!(is_other("item 3 shipped", "item 4 shipped"));
        assert!(is_other("apples", "pears"));
        assert!(!is_other("1002 bob 20 eur", "1002 bob paid 20 eur"));
        assert!(!is_other("bob 1002 shipped 20 eur", "bob 1002 paid 20 eur"));
        assert!(
            !is_other("bob 1002", "all orders ann 1001 bob 1002 cid 1003"),
            "a box around all rows"
        );
        assert!(!is_other("bob", ""));
    }

    #[test]
    fn a_button_does_not_become_a_box() {
        let element = |tag: &str| ElementFingerprint::builder(tag).text("Sent");
        let link = element("a").attribute("href", "/sent").build();
        assert_eq!(
            against(&link, &element("li").build()),
            Some(Veto::OtherKind("li".into()))
        );
        for active in [
            element("button"),
            element("div").attribute("role", "button"),
            element("div").attribute("onclick", "go()"),
            element("my-button"),
        ] {
            assert_eq!(against(&link, &active.build()), None);
        }
        assert_eq!(
            against(&element("h2").build(), &element("div").build()),
            None
        );
    }

    #[test]
    fn another_kind_of_field_is_another_field() {
        assert!(against(&input("password"), &input("email")).is_some());
        assert!(against(&input("checkbox"), &input("text")).is_some());
        assert_eq!(against(&input("text"), &input("email")), None);
        assert_eq!(against(&input("text"), &button("Go").build()), None);
    }

    #[test]
    fn a_name_that_is_checked_speaks_neither_for_nor_against() {
        let (old, new) = (button("Paid").build(), button("Delete it all").build());
        assert!(against(&old, &new).is_some());
        assert_eq!(contradiction(&old, &new, Some(&Property::Text), None), None);
    }

    #[test]
    fn another_number_that_leads_elsewhere_is_another_thing() {
        let size = |n: u32| {
            ElementFingerprint::builder("a")
                .text(&format!("{n} items"))
                .attribute("href", format!("/list?page_size={n}"))
                .build()
        };
        let (old, new) = (size(20), size(50));
        assert_eq!(
            other_number(&old, &new, &[], None),
            Some(Veto::OtherNumber("50 items".into()))
        );
        assert_eq!(
            other_number(&old, &new, &[size(10)], None),
            None,
            "it has varied before"
        );
        let counts = |n: u32| {
            button(&format!("Inbox ({n})"))
                .attribute("href", "/inbox")
                .build()
        };
        assert_eq!(other_number(&counts(3), &counts(5), &[], None), None);
    }
}
