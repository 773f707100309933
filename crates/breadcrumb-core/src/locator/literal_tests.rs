//! String literals of all languages.

use proptest::prelude::*;

use super::literal::*;

const QUOTES: [Quote; 5] = [
    Quote::Single,
    Quote::Double,
    Quote::TripleSingle,
    Quote::TripleDouble,
    Quote::Backtick,
];

#[test]
fn nothing_ends_the_literal() {
    for (text, quote, python, script) in [
        ("Log in", Quote::Double, r#""Log in""#, r#""Log in""#),
        ("it's", Quote::Single, r"'it\'s'", r"'it\'s'"),
        (
            "a\"\"\"b",
            Quote::TripleDouble,
            r#""""a\"\"\"b""""#,
            r#""a\"\"\"b""#,
        ),
        ("${x} `", Quote::Backtick, "\"${x} `\"", "`\\${x} \\``"),
        (
            "\u{202e}\u{e0041}",
            Quote::Single,
            r"'\u202e\U000e0041'",
            r"'\u202e\u{e0041}'",
        ),
        ("{x}\r\n", Quote::Double, r#""{x}\r\n""#, r#""{x}\r\n""#),
    ] {
        assert_eq!(write(text, quote, Syntax::Python), python);
        assert_eq!(write(text, quote, Syntax::JavaScript), script);
    }
}

#[test]
fn quotes_are_those_with_the_fewest_escapes() {
    for (text, expected) in [
        ("it's", r#""it's""#),
        (r#"a"b\"#, r#"'a"b\\'"#),
        (r#"it's "so""#, r#"'it\'s "so"'"#),
        ("${x} {{y}} \"\"\"", r#"'${x} {{y}} """'"#),
    ] {
        for syntax in [Syntax::Python, Syntax::JavaScript] {
            assert_eq!(shortest(text, syntax), expected);
        }
    }
}

#[test]
fn literals_of_python_are_read() {
    for (token, text) in [
        (r#"r"\d""#, Some(r"\d")),
        (r"U'a\x41\u00e4\U0001f600\101'", Some("aAä😀A")),
        ("'''a\r\nb'''", Some("a\nb")),
        (r#"f"{{a}}""#, Some("{a}")),
        (r#"b"a""#, None),
        (r#""\N{DASH}""#, None),
        (r#""\ud800""#, None),
        (r#""\q""#, Some(r"\q")),
        ("''", Some("")),
    ] {
        assert_eq!(
            read_python(token).map(|read| read.0).as_deref(),
            text,
            "{token}"
        );
    }
}

#[test]
fn literals_of_scripts_are_read() {
    for (token, text) in [
        (r"'\ud83d\ude00\u{e4}\x41\0'", Some("😀äA\0")),
        ("`a\\`b`", Some("a`b")),
        (r"'\1'", None),
        (r"'\q'", Some("q")),
        ("'", None),
    ] {
        assert_eq!(
            read_script(token).map(|read| read.0).as_deref(),
            text,
            "{token}"
        );
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(text: String) {
        for quote in QUOTES {
            let written = write(&text, quote, Syntax::Python);
            prop_assert_eq!(read_python(&written).map(|read| read.0), Some(text.clone()));
            let written = write(&text, quote, Syntax::JavaScript);
            prop_assert_eq!(read_script(&written).map(|read| read.0), Some(text.clone()));
        }
    }

    #[test]
    fn any_token_is_read_without_a_panic(token: String) {
        let _ = (read_python(&token), read_script(&token));
    }
}
