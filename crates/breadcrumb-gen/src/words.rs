//! Words by which elements tell what they are for, in several languages.

/// Longer texts are cut: nobody compares more by eye.
pub(crate) const MAX_CHARS: usize = 200;

pub(crate) const LOGIN: &[&str] = &[
    "log in",
    "login",
    "sign in",
    "signin",
    "log on",
    "anmelden",
    "einloggen",
    "connexion",
    "se connecter",
    "iniciar sesión",
    "acceder",
    "accedi",
    "inloggen",
    "entrar",
    "logga in",
    "zaloguj",
    "войти",
    "ログイン",
    "サインイン",
    "登录",
    "로그인",
];
pub(crate) const SEARCH: &[&str] = &[
    "search",
    "find",
    "query",
    "q",
    "suche",
    "suchen",
    "rechercher",
    "recherche",
    "buscar",
    "búsqueda",
    "cerca",
    "zoeken",
    "pesquisar",
    "sök",
    "szukaj",
    "поиск",
    "検索",
    "搜索",
    "검색",
];
pub(crate) const SUBMIT: &[&str] = &[
    "submit",
    "save",
    "confirm",
    "ok",
    "yes",
    "send",
    "apply",
    "speichern",
    "absenden",
    "senden",
    "bestätigen",
    "envoyer",
    "enregistrer",
    "valider",
    "enviar",
    "guardar",
    "invia",
    "salva",
    "opslaan",
    "verzenden",
    "salvar",
    "送信",
    "保存",
    "提交",
    "저장",
];
pub(crate) const EMAIL: &[&str] = &[
    "email",
    "e mail",
    "mail",
    "courriel",
    "correo",
    "correo electrónico",
    "メール",
    "メールアドレス",
    "邮箱",
    "电子邮件",
    "이메일",
    "почта",
];
pub(crate) const PHONE: &[&str] = &[
    "phone",
    "telephone",
    "tel",
    "mobile",
    "telefon",
    "telefonnummer",
    "téléphone",
    "teléfono",
    "telefono",
    "電話",
    "電話番号",
    "电话",
    "전화",
];
pub(crate) const COOKIES: &[&str] = &["cookie", "cookies", "consent", "gdpr"];
pub(crate) const LANGUAGE: &[&str] = &[
    "language",
    "languages",
    "lang",
    "locale",
    "sprache",
    "langue",
    "idioma",
    "lingua",
    "taal",
    "言語",
    "语言",
    "언어",
];
pub(crate) const PAGES: &[&str] = &["pagination", "paging", "pager", "seiten", "paginación"];

/// Returns the word of these that a text or name has as a word of its own.
///
/// Scripts without spaces have no words: there it is enough to be a part.
pub(crate) fn says(text: &str, words: &[&'static str]) -> Option<&'static str> {
    let spaced = spaced_words(text);
    words.iter().copied().find(|word| {
        if word.chars().any(is_without_spaces) {
            spaced.contains(word)
        } else {
            spaced.contains(&format!(" {word} "))
        }
    })
}

/// Returns the words of a text or of a program's name in lower case, with a space around each.
fn spaced_words(text: &str) -> String {
    let mut spaced = String::from(" ");
    let mut was_lower = false;
    for c in text.chars().take(MAX_CHARS) {
        if c.is_uppercase() && was_lower {
            spaced.push(' ');
        }
        was_lower = c.is_lowercase();
        if c.is_alphanumeric() {
            spaced.extend(c.to_lowercase());
        } else if !spaced.ends_with(' ') {
            spaced.push(' ');
        }
    }
    spaced.push(' ');
    spaced
}

fn is_without_spaces(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_whole_words() {
        assert_eq!(says("userEmail", EMAIL), Some("email"));
        assert_eq!(says("Ihre E-Mail-Adresse", EMAIL), Some("e mail"));
        assert_eq!(says("mailing list", EMAIL), None);
        assert_eq!(says("メールアドレスを入力", EMAIL), Some("メール"));
        assert_eq!(says("Author", LOGIN), None);
    }
}
