//! Every string of a page once, in one piece of memory.

use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, SeqAccess, Visitor};

/// An index into a [`StringTable`].
pub(super) type StringId = u32;

/// Strings one after the other, found by their number.
#[derive(Debug, Clone, Default)]
pub(super) struct StringTable {
    joined: String,
    ends: Vec<usize>,
}

impl StringTable {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn push(&mut self, string: &str) {
        self.joined.push_str(string);
        self.ends.push(self.joined.len());
    }

    /// Returns one string; an unknown number is an empty one.
    pub(super) fn get(&self, id: StringId) -> &str {
        let index = id as usize;
        let start = index
            .checked_sub(1)
            .and_then(|before| self.ends.get(before))
            .copied();
        let end = self.ends.get(index).copied().unwrap_or_default();
        self.joined
            .get(start.unwrap_or_default()..end)
            .unwrap_or_default()
    }
}

impl<'de> Deserialize<'de> for StringTable {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(TableVisitor)
    }
}

struct TableVisitor;

impl<'de> Visitor<'de> for TableVisitor {
    type Value = StringTable;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of strings")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut table = StringTable::default();
        while seq.next_element_seed(PushString(&mut table))?.is_some() {}
        Ok(table)
    }
}

/// Appends a string as it is read, without a copy of its own in between.
struct PushString<'t>(&'t mut StringTable);

impl<'de> DeserializeSeed<'de> for PushString<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for PushString<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E>(self, string: &str) -> Result<(), E> {
        self.0.push(string);
        Ok(())
    }
}
