//! Different words for the same thing.
//!
//! A redesign calls "Log in" "Sign in" and a translation calls it "Anmelden". These are the words
//! that most interfaces share; a text that is exactly one of them means the same as its neighbors.

/// Groups of names that mean the same, in normal form and without punctuation.
const GROUPS: [&[&str]; 27] = [
    &[
        "log in",
        "login",
        "sign in",
        "signin",
        "log on",
        "anmelden",
        "einloggen",
        "se connecter",
        "connexion",
        "iniciar sesión",
        "accedi",
        "inloggen",
    ],
    &[
        "log out",
        "logout",
        "sign out",
        "signout",
        "log off",
        "abmelden",
        "ausloggen",
        "se déconnecter",
        "déconnexion",
        "cerrar sesión",
        "uitloggen",
    ],
    &[
        "sign up",
        "signup",
        "register",
        "create account",
        "create an account",
        "registrieren",
        "konto erstellen",
        "s inscrire",
        "créer un compte",
        "registrarse",
        "crear cuenta",
    ],
    &[
        "cart",
        "basket",
        "bag",
        "shopping cart",
        "shopping basket",
        "shopping bag",
        "your cart",
        "your basket",
        "warenkorb",
        "panier",
        "carrito",
        "cesta",
        "winkelwagen",
    ],
    &[
        "add to cart",
        "add to basket",
        "add to bag",
        "in den warenkorb",
        "ajouter au panier",
        "añadir al carrito",
        "añadir a la cesta",
    ],
    &[
        "checkout",
        "check out",
        "go to checkout",
        "proceed to checkout",
        "zur kasse",
    ],
    &[
        "search",
        "find",
        "suche",
        "suchen",
        "rechercher",
        "recherche",
        "buscar",
        "zoeken",
    ],
    &[
        "settings",
        "preferences",
        "options",
        "einstellungen",
        "paramètres",
        "préférences",
        "ajustes",
        "configuración",
        "instellingen",
    ],
    &[
        "email",
        "e mail",
        "mail",
        "email address",
        "e mail address",
        "your email",
        "e mail adresse",
        "adresse e mail",
        "correo electrónico",
    ],
    &[
        "first name",
        "given name",
        "forename",
        "vorname",
        "prénom",
        "voornaam",
    ],
    &[
        "last name",
        "surname",
        "family name",
        "nachname",
        "familienname",
        "nom de famille",
        "apellido",
        "apellidos",
        "achternaam",
    ],
    &[
        "phone",
        "phone number",
        "telephone",
        "telephone number",
        "mobile",
        "mobile number",
        "telefon",
        "telefonnummer",
        "téléphone",
        "teléfono",
    ],
    &[
        "zip",
        "zip code",
        "postcode",
        "post code",
        "postal code",
        "plz",
        "postleitzahl",
        "code postal",
        "código postal",
    ],
    &[
        "username",
        "user name",
        "login name",
        "benutzername",
        "nom d utilisateur",
        "usuario",
        "gebruikersnaam",
    ],
    &[
        "password",
        "passwort",
        "kennwort",
        "mot de passe",
        "contraseña",
        "wachtwoord",
    ],
    &[
        "forgot password",
        "forgot your password",
        "forgotten password",
        "forgotten your password",
        "passwort vergessen",
        "mot de passe oublié",
    ],
    &[
        "next",
        "continue",
        "weiter",
        "suivant",
        "continuer",
        "siguiente",
        "continuar",
        "volgende",
    ],
    &[
        "back",
        "previous",
        "go back",
        "zurück",
        "retour",
        "précédent",
        "atrás",
        "anterior",
        "vorige",
    ],
    &[
        "send",
        "submit",
        "senden",
        "absenden",
        "envoyer",
        "enviar",
        "verzenden",
    ],
    &[
        "save",
        "save changes",
        "speichern",
        "änderungen speichern",
        "enregistrer",
        "guardar",
        "opslaan",
    ],
    &[
        "delete",
        "remove",
        "löschen",
        "entfernen",
        "supprimer",
        "eliminar",
        "borrar",
        "verwijderen",
    ],
    &[
        "edit",
        "change",
        "modify",
        "bearbeiten",
        "ändern",
        "modifier",
        "editar",
        "bewerken",
    ],
    &[
        "close",
        "dismiss",
        "schließen",
        "fermer",
        "cerrar",
        "sluiten",
    ],
    &["cancel", "abbrechen", "annuler", "cancelar", "annuleren"],
    &["help", "hilfe", "aide", "ayuda"],
    &[
        "privacy",
        "privacy policy",
        "privacy notice",
        "privacy statement",
        "datenschutz",
        "datenschutzerklärung",
    ],
    &[
        "terms",
        "terms and conditions",
        "terms of service",
        "terms of use",
        "agb",
        "nutzungsbedingungen",
    ],
];

/// Longer texts are no names.
const MAX_BYTES: usize = 32;

/// Whether two names are different words for the same thing.
///
/// Both are in normal form: lower case, single spaces.
pub(crate) fn means_the_same(a: &str, b: &str) -> bool {
    if a == b || a.is_empty() || b.is_empty() || a.len() > MAX_BYTES || b.len() > MAX_BYTES {
        return false;
    }
    let (a, b) = (plain(a), plain(b));
    let has = |group: &&&[&str], name: &str| group.contains(&name);
    GROUPS
        .iter()
        .any(|group| has(&group, &a) && has(&group, &b))
}

/// Leaves out all that is no letter, but for single spaces between words: a number counts something,
/// as in "cart 2".
fn plain(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric());
    let is_word = |word: &&str| word.contains(char::is_alphabetic);
    let words: Vec<&str> = words.filter(is_word).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn synonyms_and_translations_mean_the_same() {
        assert!(means_the_same("log in", "sign in"));
        assert!(means_the_same("log in →", "anmelden"));
        assert!(means_the_same("e-mail", "email address *"));
        assert!(means_the_same("cart 2", "basket (3)"));
        assert!(!means_the_same("log in", "log out"));
        assert!(!means_the_same("save", "share"));
        assert!(!means_the_same("", ""));
    }

    #[test]
    fn a_name_means_one_thing_and_is_written_as_it_is_compared() {
        let mut all: Vec<&str> = GROUPS
            .iter()
            .flat_map(|group| group.iter().copied())
            .collect();
        for name in &all {
            assert_eq!(plain(&crate::normalize_text(name)), **name);
            assert!(name.len() <= MAX_BYTES, "{name}");
        }
        all.sort_unstable();
        let count = all.len();
        all.dedup();
        assert_eq!(all.len(), count, "a name in two groups");
    }
}
