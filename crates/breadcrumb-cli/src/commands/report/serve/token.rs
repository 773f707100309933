//! The part of an address that nobody can guess.

use std::fmt::Write as _;
use std::io;

use crate::error::CommandError;

/// 128 bits.
const BYTES: usize = 16;

/// Makes a random token of the system's best source.
pub(super) fn random() -> Result<String, CommandError> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    let mut token = String::new();
    for byte in bytes {
        let _ = write!(token, "{byte:02x}");
    }
    Ok(token)
}

/// Compares in a time that tells nothing of where two texts differ.
pub(super) fn is_same(given: &str, token: &str) -> bool {
    let different = given
        .bytes()
        .zip(token.bytes())
        .fold(0, |different, (a, b)| different | (a ^ b));
    std::hint::black_box(different) == 0 && given.len() == token.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_token_itself_is_the_token() {
        let token = random().unwrap();
        assert_eq!(token.len(), 2 * BYTES);
        assert!(is_same(&token, &token));
        assert_ne!(token, random().unwrap());
        for other in ["", &token[1..], &format!("{token}0")] {
            assert!(!is_same(other, &token), "{other}");
        }
    }
}
