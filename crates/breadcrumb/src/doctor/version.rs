//! Comparing versions as package indexes write them.

/// Returns whether a version is at least another; unreadable parts count as 0.
pub(super) fn is_at_least(version: &str, least: &str) -> bool {
    let (version, least) = (numbers(version), numbers(least));
    version >= least
}

/// Returns whether a Python package has the version of a Rust crate.
///
/// Cargo writes `0.2.0-alpha.1` what Python writes `0.2.0a1`.
pub(super) fn is_same(package: &str, cargo: &str) -> bool {
    let names = [("-alpha.", "a"), ("-beta.", "b"), ("-rc.", "rc")];
    let python = names.iter().fold(cargo.to_owned(), |text, (long, short)| {
        text.replace(long, short)
    });
    package == python
}

/// Returns the first three numbers of a version.
fn numbers(version: &str) -> [u64; 3] {
    let mut parts = version.split(['.', '-', '+', 'a', 'b', 'r']);
    [(); 3].map(|()| parts.next().and_then(|part| part.parse().ok()).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_by_number() {
        assert!(is_at_least("1.65.0", "1.58"));
        assert!(is_at_least("1.58", "1.58.0"));
        assert!(is_at_least("2.0", "1.58"));
        assert!(!is_at_least("1.9.0", "1.58"));
        assert!(!is_at_least("1.57.0", "1.58"));
        assert!(!is_at_least("rubbish", "1.58"));
    }

    #[test]
    fn the_same_version_is_written_in_two_ways() {
        assert!(is_same("0.2.0a1", "0.2.0-alpha.1"));
        assert!(is_same("0.1.0", "0.1.0"));
        assert!(!is_same("0.1.0", "0.2.0"));
    }
}
