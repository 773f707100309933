//! Words of a command that can be copied into a shell as they are.

/// Characters that no shell takes for more than themselves.
const PLAIN: &str = "-_./:=@,+%";

/// Returns a text as one word of a command.
pub(super) fn word(text: &str) -> String {
    let is_plain = |char: char| char.is_ascii_alphanumeric() || PLAIN.contains(char);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::word;

    #[test]
    fn what_a_shell_would_read_is_quoted() {
        assert_eq!(word("tests/test_a.py::test_b"), "tests/test_a.py::test_b");
        assert_eq!(word("test_a[x y]"), "'test_a[x y]'");
        assert_eq!(word("it's $(rm)"), r"'it'\''s $(rm)'");
        assert_eq!(word(""), "''");
    }
}
