//! Both versions of a page, matched as a whole: which elements of the new page the old one explains.
//!
//! What was there before and still is takes no part in the question where ours is. On a page of
//! 10,000 links of which one is new, that one is the only newcomer, and there is hardly a doubt.

use std::collections::HashMap;

use super::names::SPOKEN;
use super::recognised::Recognised;
use super::signal::Signal;
use super::tokens::hash;
use super::traits::Traits;
use crate::element_kind::ElementKind;

/// The old page, as far as it explains the new one.
pub(super) struct OldPage<'p, 't> {
    pub(super) elements: &'p [Traits<'t>],
    /// Digests of elements of which nothing else is known.
    pub(super) more: &'p [u32],
    /// Where ours is among the elements.
    pub(super) ours: Option<usize>,
}

/// What of the new page the old one does not explain.
#[derive(Debug)]
pub(super) struct Unexplained {
    /// For each candidate whether it was there before, as another element than ours.
    is_explained: Vec<bool>,
    /// How many elements of our kind came.
    newcomers: usize,
}

impl Unexplained {
    /// Matches the pages, and counts what is new of one kind.
    pub(super) fn of(
        old: &OldPage<'_, '_>,
        new: &[Traits<'_>],
        found: &[Recognised],
        kind: ElementKind,
    ) -> Self {
        let then = old.counts();
        let digests: Vec<Option<u32>> = new.iter().map(digest).collect();
        let now = counted(digests.iter().copied().flatten());
        // Where there are more of them than before, nobody knows which ones are new.
        let is_old = |digest: &u32| count(&now, *digest) <= count(&then, *digest);
        let mut is_explained: Vec<bool> = digests
            .iter()
            .map(|digest| digest.as_ref().is_some_and(is_old))
            .collect();
        for pair in found.iter().filter(|pair| Some(pair.old) != old.ours) {
            if let Some(slot) = is_explained.get_mut(pair.new) {
                *slot = true;
            }
        }
        let of_kind = new.iter().zip(&digests).zip(&is_explained);
        let left = of_kind
            .filter(|((traits, _), is_explained)| traits.kind == kind && !**is_explained)
            .map(|((_, digest), _)| *digest);
        Self {
            newcomers: beyond(left, then),
            is_explained,
        }
    }

    pub(super) fn is_explained(&self, position: usize) -> bool {
        self.is_explained.get(position).copied().unwrap_or(false)
    }

    pub(super) fn newcomers(&self) -> usize {
        self.newcomers
    }
}

impl OldPage<'_, '_> {
    /// Counts what was there beside ours.
    fn counts(&self) -> HashMap<u32, usize> {
        let elements = self.elements.iter().enumerate();
        let others = elements.filter(|(at, _)| Some(*at) != self.ours);
        let others = others.filter_map(|(_, traits)| digest(traits));
        counted(others.chain(self.more.iter().copied()))
    }
}

/// Returns what an element is to people, as a number; none where it has neither name nor target.
pub(super) fn digest(traits: &Traits<'_>) -> Option<u32> {
    let mut text = String::new();
    for signal in SPOKEN.iter().chain(&[Signal::Href]) {
        text.push_str(traits.value(*signal));
        text.push('\n');
    }
    if text.trim().is_empty() {
        return None;
    }
    text.push(char::from(traits.kind as u8));
    #[expect(clippy::cast_possible_truncation, reason = "half of a hash is a hash")]
    let digest = hash(&text) as u32;
    Some(digest)
}

fn counted(digests: impl Iterator<Item = u32>) -> HashMap<u32, usize> {
    let mut counts = HashMap::new();
    for digest in digests {
        *counts.entry(digest).or_default() += 1;
    }
    counts
}

fn count(counts: &HashMap<u32, usize>, digest: u32) -> usize {
    counts.get(&digest).copied().unwrap_or(0)
}

/// Counts how many there are beyond as many of each as there were.
fn beyond(all: impl Iterator<Item = Option<u32>>, mut then: HashMap<u32, usize>) -> usize {
    let is_new = |digest: &Option<u32>| {
        let before = digest.and_then(|digest| then.get_mut(&digest));
        match before {
            Some(left) if *left > 0 => {
                *left -= 1;
                false
            }
            _ => true,
        }
    };
    all.filter(is_new).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fingerprint::ElementFingerprint;

    fn links(texts: &[&str]) -> Vec<ElementFingerprint> {
        let link = |text: &&str| ElementFingerprint::builder("a").text(text).build();
        texts.iter().map(link).collect()
    }

    #[test]
    fn what_was_there_before_is_explained_and_only_the_rest_is_new() {
        let (old, new) = (
            links(&["Home", "Log in", "Edit", "Edit", "Help"]),
            links(&["Home", "Sign in", "Edit", "Edit", "Edit"]),
        );
        let old: Vec<Traits<'_>> = old.iter().map(Traits::of).collect();
        let new: Vec<Traits<'_>> = new.iter().map(Traits::of).collect();
        let page = OldPage {
            elements: &old,
            more: &[],
            ours: Some(1),
        };
        let unexplained = Unexplained::of(&page, &new, &[], ElementKind::Pressed);
        let explained: Vec<bool> = (0..5).map(|at| unexplained.is_explained(at)).collect();
        assert_eq!(explained, [true, false, false, false, false]);
        // "Sign in", and one of three that are called "Edit".
        assert_eq!(unexplained.newcomers(), 2);
    }
}
