//! [`TestPlaces`]: which number a test has in a list.

use std::collections::HashMap;

/// Numbers tests by id and variant.
#[derive(Debug, Clone, Default)]
pub(crate) struct TestPlaces {
    /// The id and the variant of each.
    names: Vec<(String, String)>,
    by_id: HashMap<String, Vec<u32>>,
    /// Which comes next, probably: suites run in the same order each time.
    guess: usize,
}

impl TestPlaces {
    /// Returns the number of a test, a new one where it has none yet.
    pub(crate) fn number(&mut self, test_id: &str, variant: &str) -> usize {
        let known = self.known(test_id, variant);
        let place = known.unwrap_or_else(|| self.add(test_id, variant));
        self.guess = if place + 1 < self.names.len() {
            place + 1
        } else {
            0
        };
        place
    }

    /// Returns the numbers of a test in all of its variants.
    pub(crate) fn of(&self, test_id: &str) -> impl Iterator<Item = usize> {
        let places = self.by_id.get(test_id).map(Vec::as_slice);
        places
            .unwrap_or_default()
            .iter()
            .map(|place| *place as usize)
    }

    /// Returns how many ids there are.
    pub(crate) fn id_count(&self) -> usize {
        self.by_id.len()
    }

    fn known(&self, test_id: &str, variant: &str) -> Option<usize> {
        let is_it = |place: &usize| {
            let name = self.names.get(*place);
            name.is_some_and(|name| name.0 == test_id && name.1 == variant)
        };
        if is_it(&self.guess) {
            return Some(self.guess);
        }
        self.of(test_id).find(is_it)
    }

    fn add(&mut self, test_id: &str, variant: &str) -> usize {
        let place = self.names.len();
        self.names.push((test_id.to_owned(), variant.to_owned()));
        let number = u32::try_from(place).unwrap_or(u32::MAX);
        if let Some(places) = self.by_id.get_mut(test_id) {
            places.push(number);
        } else {
            self.by_id.insert(test_id.to_owned(), vec![number]);
        }
        place
    }
}
