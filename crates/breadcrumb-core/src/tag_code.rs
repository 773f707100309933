//! Tag names as numbers.
//!
//! Comparing paths is comparing names, seven or more for each candidate, and each name is a piece of
//! memory of its own. As numbers they stand side by side.

/// A tag name as one number: the same for the same name only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct TagCode(u128);

/// Names of up to so many bytes are their own number; HTML has no longer one.
const MAX_PLAIN: usize = 15;
/// Stands where the length stands in the others.
const HASHED: u8 = 0xff;

impl TagCode {
    pub(crate) fn of(tag: &str) -> Self {
        let bytes = tag.as_bytes();
        let mut packed = [0; MAX_PLAIN + 1];
        match (packed.get_mut(..bytes.len()), u8::try_from(bytes.len())) {
            (Some(start), Ok(length)) if bytes.len() <= MAX_PLAIN => {
                start.copy_from_slice(bytes);
                packed[MAX_PLAIN] = length;
            }
            _ => {
                // The names of custom elements; 120 bits of it keep two names apart.
                packed = crate::hash::fnv1a(bytes.iter().copied()).to_le_bytes();
                packed[MAX_PLAIN] = HASHED;
            }
        }
        Self(u128::from_le_bytes(packed))
    }

    pub(crate) fn all<'s>(tags: impl IntoIterator<Item = &'s String>) -> Vec<Self> {
        tags.into_iter().map(|tag| Self::of(tag)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::TagCode;

    #[test]
    fn different_names_have_different_codes() {
        let names = [
            "",
            "a",
            "b",
            "a\0",
            "div",
            "textarea",
            "fifteen-letters",
            "sixteen-letters-",
            "my-custom-element",
            "my-custom-elemenu",
        ];
        for (i, a) in names.iter().enumerate() {
            for (j, b) in names.iter().enumerate() {
                assert_eq!(TagCode::of(a) == TagCode::of(b), i == j, "{a:?} {b:?}");
            }
        }
    }
}
