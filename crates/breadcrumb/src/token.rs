//! [`Token`]: what only who has read it can know.

use std::fmt::Write as _;
use std::io;

/// 128 bits.
const BYTES: usize = 16;

/// A random text that nobody can guess, for servers on this machine.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// Makes a token of the system's best source.
    pub fn random() -> io::Result<Self> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        let mut token = String::new();
        for byte in bytes {
            let _ = write!(token, "{byte:02x}");
        }
        Ok(Self(token))
    }

    /// Returns the token itself, to show it once.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether a text is the token, in a time that tells nothing of where the two differ.
    #[must_use]
    pub fn is(&self, given: &str) -> bool {
        let different = given
            .bytes()
            .zip(self.0.bytes())
            .fold(0, |different, (a, b)| different | (a ^ b));
        std::hint::black_box(different) == 0 && given.len() == self.0.len()
    }
}

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_token_itself_is_the_token() {
        let token = Token::random().unwrap();
        let text = token.as_str();
        assert_eq!(text.len(), 2 * BYTES);
        assert!(token.is(text));
        assert_ne!(text, Token::random().unwrap().as_str());
        for other in ["", &text[1..], &format!("{text}0")] {
            assert!(!token.is(other), "{other}");
        }
        assert!(!format!("{token:?}").contains(text));
    }
}
