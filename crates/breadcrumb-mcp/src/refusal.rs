//! [`Refusal`]: why a call has no answer, said to the client.

use breadcrumb::store;

/// Why a call has no answer: what is wrong, and the way out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) message: String,
    pub(crate) hint: Option<String>,
}

impl Refusal {
    pub(crate) fn new(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            hint: Some(hint.into()),
        }
    }

    /// Writes both parts as one text, for clients that show one.
    pub(crate) fn text(&self) -> String {
        match &self.hint {
            Some(hint) => format!("{}\nhint: {hint}", self.message),
            None => self.message.clone(),
        }
    }
}

impl From<breadcrumb::Error> for Refusal {
    fn from(error: breadcrumb::Error) -> Self {
        Self {
            message: error.to_string(),
            hint: error.hint().map(for_calls),
        }
    }
}

impl From<store::Error> for Refusal {
    fn from(error: store::Error) -> Self {
        breadcrumb::Error::from(error).into()
    }
}

/// Hints are written for the command line; a call names a database by an argument.
fn for_calls(hint: &str) -> String {
    hint.replace("`--db` or `BREADCRUMB_DB`", "`db_path`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hint_speaks_of_the_argument() {
        let error = store::SqliteStore::open_read_only("nowhere.db").unwrap_err();
        let refusal = Refusal::from(error);
        assert_eq!(refusal.message, "there is no database at `nowhere.db`");
        let hint = refusal.hint.unwrap();
        assert!(
            hint.contains("`db_path`") && !hint.contains("--db"),
            "{hint}"
        );
    }
}
