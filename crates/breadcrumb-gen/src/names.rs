//! Names for what is on a page: readable, distinct, and nothing but letters, digits and `_`.

use std::collections::HashSet;

/// Longer names are not read.
const MAX_CHARS: usize = 24;

/// Words that Python or TypeScript keep for themselves, and what every page object has already.
const TAKEN: [&str; 87] = [
    "abstract",
    "and",
    "any",
    "arguments",
    "as",
    "assert",
    "async",
    "await",
    "boolean",
    "break",
    "case",
    "catch",
    "class",
    "const",
    "constructor",
    "continue",
    "debugger",
    "declare",
    "def",
    "default",
    "del",
    "delete",
    "do",
    "elif",
    "else",
    "enum",
    "eval",
    "except",
    "export",
    "extends",
    "false",
    "finally",
    "for",
    "from",
    "function",
    "get",
    "global",
    "goto",
    "if",
    "implements",
    "import",
    "in",
    "instanceof",
    "interface",
    "is",
    "lambda",
    "let",
    "list",
    "match",
    "module",
    "namespace",
    "new",
    "none",
    "nonlocal",
    "not",
    "null",
    "number",
    "object",
    "open",
    "or",
    "package",
    "page",
    "pass",
    "private",
    "protected",
    "public",
    "raise",
    "return",
    "row",
    "self",
    "set",
    "static",
    "str",
    "string",
    "super",
    "switch",
    "symbol",
    "this",
    "throw",
    "true",
    "try",
    "type",
    "typeof",
    "url",
    "var",
    "while",
    "with",
];

/// The names of one scope.
#[derive(Debug, Default)]
pub(crate) struct Names {
    taken: HashSet<String>,
}

impl Names {
    /// Returns a name that was not given out before, from the first text that has letters in it.
    pub(crate) fn claim<'t>(
        &mut self,
        texts: impl IntoIterator<Item = &'t str>,
        otherwise: &str,
        ending: &str,
    ) -> String {
        let stem = texts
            .into_iter()
            .map(snake_case)
            .find(|name| !name.is_empty())
            .unwrap_or_else(|| otherwise.to_owned());
        let has_ending =
            ending.is_empty() || stem == ending || stem.ends_with(&format!("_{ending}"));
        let mut name = if has_ending {
            stem
        } else {
            format!("{stem}_{ending}")
        };
        if TAKEN.contains(&name.as_str()) || name.starts_with(|c: char| c.is_ascii_digit()) {
            name = format!("the_{name}");
        }
        let mut number = 1;
        let mut distinct = name.clone();
        // Names that differ by `_` alone are one name in camel case.
        while !self.taken.insert(distinct.replace('_', "")) {
            number += 1;
            distinct = format!("{name}_{number}");
        }
        distinct
    }
}

/// Returns `sign_in_button` for "Sign-In Button!"; empty where no letter can be written in ASCII.
pub(crate) fn snake_case(text: &str) -> String {
    let mut name = String::new();
    let mut was_lower = false;
    for c in text.chars().take(crate::words::MAX_CHARS) {
        let plain = in_ascii(c);
        let is_word = plain.chars().all(|c| c.is_ascii_alphanumeric()) && !plain.is_empty();
        let starts_hump = c.is_uppercase() && was_lower;
        was_lower = c.is_lowercase() || c.is_ascii_digit();
        if (!is_word || starts_hump) && !name.is_empty() && !name.ends_with('_') {
            name.push('_');
        }
        if is_word {
            name.push_str(&plain.to_ascii_lowercase());
        }
    }
    cut_at_word(name.trim_matches('_'))
}

/// Returns `SignIn` for `sign_in`.
pub(crate) fn pascal_case(name: &str) -> String {
    name.split('_').map(capitalized).collect()
}

/// Returns `signIn` for `sign_in`.
pub(crate) fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.map(capitalized).fold(first, |all, word| all + &word)
}

fn capitalized(word: &str) -> String {
    let mut chars = word.chars();
    let first = chars.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}

fn cut_at_word(name: &str) -> String {
    if name.len() <= MAX_CHARS {
        return name.to_owned();
    }
    let start: String = name.chars().take(MAX_CHARS).collect();
    let end = start.rfind('_').filter(|end| *end > 0);
    end.and_then(|end| start.get(..end))
        .unwrap_or(&start)
        .to_owned()
}

/// Letters of European languages as a typist without them would write them.
fn in_ascii(c: char) -> String {
    let plain = match c.to_lowercase().next().unwrap_or(c) {
        'ä' | 'æ' => "ae",
        'ö' | 'œ' => "oe",
        'ü' => "ue",
        'ß' => "ss",
        'à' | 'á' | 'â' | 'ã' | 'å' | 'ā' | 'ą' => "a",
        'ç' | 'ć' | 'č' => "c",
        'ď' | 'đ' | 'ð' => "d",
        'è' | 'é' | 'ê' | 'ë' | 'ę' | 'ě' | 'ē' => "e",
        'ğ' => "g",
        'ì' | 'í' | 'î' | 'ï' | 'ı' | 'ī' => "i",
        'ł' => "l",
        'ñ' | 'ń' | 'ň' => "n",
        'ò' | 'ó' | 'ô' | 'õ' | 'ø' | 'ő' => "o",
        'ř' => "r",
        'ś' | 'š' | 'ş' => "s",
        'ť' | 'ţ' => "t",
        'ù' | 'ú' | 'û' | 'ű' | 'ů' | 'ū' => "u",
        'ý' | 'ÿ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        other => return other.to_string(),
    };
    plain.to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_are_what_a_person_would_write() {
        for (text, expected) in [
            ("Sign in", "sign_in"),
            ("loginBtn-2", "login_btn_2"),
            ("Größe wählen", "groesse_waehlen"),
            ("ログイン", ""),
            ("  --  ", ""),
            ("'''\n); import os", "import_os"),
        ] {
            assert_eq!(snake_case(text), expected);
        }
        assert_eq!(camel_case("sign_in_button"), "signInButton");
        assert_eq!(pascal_case("sign_in"), "SignIn");
    }

    #[test]
    fn no_name_is_given_twice_or_is_a_keyword() {
        let mut names = Names::default();
        let mut claim = |text, ending| names.claim([text], "button", ending);
        assert_eq!(claim("Edit", "button"), "edit_button");
        assert_eq!(claim("edit!", "button"), "edit_button_2");
        assert_eq!(claim("ログイン", ""), "button");
        assert_eq!(claim("class", ""), "the_class");
        assert_eq!(claim("2 items", ""), "the_2_items");
    }

    proptest! {
        #[test]
        fn any_text_makes_a_name(text: String, ending in "[a-z]{0,6}") {
            let name = Names::default().claim([text.as_str()], "element", &ending);
            prop_assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'));
            prop_assert!(name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'));
            prop_assert!(name.len() <= MAX_CHARS + 24);
        }
    }
}
