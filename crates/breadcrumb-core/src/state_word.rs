//! Words for a state that an element may gain and lose: `active`, `error`, `disabled`.

use std::fmt;

/// A state that a locator names, and what kind of state it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StateWord {
    /// As the locator writes it: `alert-success`.
    written: String,
    /// The word in it that tells: `success`.
    word: String,
    pub(crate) kind: StateKind,
}

/// States that mean the same, whatever a framework calls them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StateKind {
    /// One of several that is picked: active, selected, current, checked.
    Chosen,
    /// Something is wrong.
    Wrong,
    /// Something went well.
    Right,
    /// It cannot be used.
    Disabled,
    /// It shows what is in it.
    Open,
    /// It does not.
    Closed,
    /// It is not ready.
    Busy,
    /// A state that only its own word tells.
    Other,
}

/// Words for states, as whole names of classes. Those that are also a part of ordinary names
/// (`read-on`, `show-more`) count only as a whole.
const WORDS: [(&str, StateKind); 66] = [
    ("active", StateKind::Chosen),
    ("activated", StateKind::Chosen),
    ("checked", StateKind::Chosen),
    ("chosen", StateKind::Chosen),
    ("current", StateKind::Chosen),
    ("focus", StateKind::Other),
    ("focused", StateKind::Other),
    ("here", StateKind::Chosen),
    ("highlighted", StateKind::Chosen),
    ("on", StateKind::Chosen),
    ("picked", StateKind::Chosen),
    ("pressed", StateKind::Chosen),
    ("selected", StateKind::Chosen),
    ("danger", StateKind::Wrong),
    ("error", StateKind::Wrong),
    ("errors", StateKind::Wrong),
    ("failed", StateKind::Wrong),
    ("failure", StateKind::Wrong),
    ("invalid", StateKind::Wrong),
    ("wrong", StateKind::Wrong),
    ("complete", StateKind::Right),
    ("completed", StateKind::Right),
    ("done", StateKind::Right),
    ("passed", StateKind::Right),
    ("success", StateKind::Right),
    ("valid", StateKind::Right),
    ("disabled", StateKind::Disabled),
    ("expanded", StateKind::Open),
    ("open", StateKind::Open),
    ("opened", StateKind::Open),
    ("show", StateKind::Open),
    ("shown", StateKind::Open),
    ("visible", StateKind::Open),
    ("closed", StateKind::Closed),
    ("collapsed", StateKind::Closed),
    ("hidden", StateKind::Closed),
    ("busy", StateKind::Busy),
    ("loading", StateKind::Busy),
    ("pending", StateKind::Busy),
    ("archived", StateKind::Other),
    ("asc", StateKind::Other),
    ("desc", StateKind::Other),
    ("draft", StateKind::Other),
    ("dirty", StateKind::Other),
    ("dragging", StateKind::Other),
    ("empty", StateKind::Other),
    ("expired", StateKind::Other),
    ("favorite", StateKind::Other),
    ("hover", StateKind::Other),
    ("locked", StateKind::Other),
    ("new", StateKind::Other),
    ("off", StateKind::Other),
    ("offline", StateKind::Other),
    ("online", StateKind::Other),
    ("overdue", StateKind::Other),
    ("paid", StateKind::Other),
    ("pinned", StateKind::Other),
    ("published", StateKind::Other),
    ("read", StateKind::Other),
    ("sorted", StateKind::Other),
    ("starred", StateKind::Other),
    ("today", StateKind::Chosen),
    ("unpaid", StateKind::Other),
    ("unread", StateKind::Other),
    ("warning", StateKind::Other),
    ("winner", StateKind::Chosen),
];
/// Words that stay a state behind another word: `tab-active`, `fieldError`, `alert-success`.
const ENDINGS: [&str; 38] = [
    "active",
    "archived",
    "asc",
    "checked",
    "chosen",
    "closed",
    "collapsed",
    "completed",
    "current",
    "danger",
    "desc",
    "disabled",
    "done",
    "error",
    "errors",
    "expanded",
    "expired",
    "failed",
    "failure",
    "focused",
    "highlighted",
    "invalid",
    "loading",
    "locked",
    "offline",
    "online",
    "open",
    "overdue",
    "paid",
    "passed",
    "pending",
    "pressed",
    "published",
    "selected",
    "success",
    "unread",
    "valid",
    "warning",
];
/// Words that on a button or a link say what it does: `a.open`, `button.new`.
const VERBS: [&str; 6] = ["complete", "done", "new", "open", "read", "show"];
/// Words in front of a state: `is-open`, `has-error`.
const PREFIXES: [&str; 4] = ["has", "is", "js", "state"];
/// Attributes for a state. With `data-` in front, any word for a state is one.
const ATTRIBUTES: [(&str, StateKind); 14] = [
    ("aria-busy", StateKind::Busy),
    ("aria-checked", StateKind::Chosen),
    ("aria-current", StateKind::Chosen),
    ("aria-disabled", StateKind::Disabled),
    ("aria-expanded", StateKind::Open),
    ("aria-invalid", StateKind::Wrong),
    ("aria-pressed", StateKind::Chosen),
    ("aria-selected", StateKind::Chosen),
    ("aria-sort", StateKind::Other),
    ("checked", StateKind::Chosen),
    ("data-state", StateKind::Other),
    ("disabled", StateKind::Disabled),
    ("open", StateKind::Open),
    ("selected", StateKind::Chosen),
];
/// Pseudo-classes for a state.
const PSEUDOS: [(&str, StateKind); 13] = [
    ("active", StateKind::Other),
    ("checked", StateKind::Chosen),
    ("disabled", StateKind::Disabled),
    ("empty", StateKind::Other),
    ("focus", StateKind::Other),
    ("focus-visible", StateKind::Other),
    ("focus-within", StateKind::Other),
    ("hover", StateKind::Other),
    ("indeterminate", StateKind::Other),
    ("invalid", StateKind::Wrong),
    ("open", StateKind::Open),
    ("target", StateKind::Other),
    ("valid", StateKind::Right),
];

impl StateWord {
    fn new(written: &str, (word, kind): (&str, StateKind)) -> Self {
        Self {
            written: written.to_owned(),
            word: word.to_owned(),
            kind,
        }
    }

    /// Returns the state that an option of a call asks for: `selected`, `checked`, …
    pub(crate) fn of_option(option: &str) -> Self {
        Self::new(option, known(option).unwrap_or((option, StateKind::Other)))
    }

    /// Returns a class that turned out to mark one item of a list.
    pub(crate) fn of_mark(class: &str) -> Self {
        Self::new(class, (class, StateKind::Chosen))
    }

    /// Whether an element that people press is called so for what it does.
    pub(crate) fn is_verb(&self) -> bool {
        VERBS.contains(&self.word.as_str())
    }

    /// Whether an element that people press is called so for its color: `btn-danger`.
    pub(crate) fn is_color(&self) -> bool {
        matches!(self.kind, StateKind::Right | StateKind::Wrong) || self.word == "warning"
    }

    /// Whether a class says that this state is there: the same word, or one of the same kind
    /// anywhere in it (`nav-link-active`, `invalid-feedback`).
    pub(crate) fn is_said_by(&self, class: &str) -> bool {
        class.eq_ignore_ascii_case(&self.written)
            || state_of_class(class).is_some_and(|other| other.is_same(self))
            || parts(class).any(|part| part.len() > 2 && self.is_said_by_word(&part))
    }

    fn is_said_by_word(&self, part: &str) -> bool {
        known(part).is_some_and(|word| Self::new(part, word).is_same(self))
    }

    fn is_same(&self, other: &Self) -> bool {
        if self.kind == StateKind::Other {
            self.word == other.word
        } else {
            self.kind == other.kind
        }
    }

    /// Whether an attribute with this value says that the state is there.
    pub(crate) fn is_said_by_attribute(&self, name: &str, value: &str) -> bool {
        if value == "false" {
            return false;
        }
        if name == "role" {
            return self.kind == StateKind::Wrong && value == "alert";
        }
        let by_value = name.starts_with("data-")
            && state_of_class(value).is_some_and(|other| other.is_same(self));
        by_value || has_state_attribute(name).is_some_and(|other| other.is_same(self))
    }
}

impl fmt::Display for StateWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written)
    }
}

/// Returns the state that a class stands for.
pub(crate) fn state_of_class(class: &str) -> Option<StateWord> {
    let modifier = class.rsplit_once("--").map(|(_, modifier)| modifier);
    let whole = known(class).or_else(|| known(modifier?));
    let parts: Vec<String> = parts(class).collect();
    let found = whole.or_else(|| match parts.as_slice() {
        [prefix, word] if PREFIXES.contains(&prefix.as_str()) => known(word),
        [_, .., word] if ENDINGS.contains(&word.as_str()) => known(word),
        _ => None,
    });
    found.map(|word| StateWord::new(class, word))
}

/// Returns the state that an attribute is for.
pub(crate) fn has_state_attribute(name: &str) -> Option<StateWord> {
    let lower = name.to_ascii_lowercase();
    let by_word = || known(lower.strip_prefix("data-")?);
    let found = listed(&ATTRIBUTES, &lower).or_else(by_word);
    found.map(|word| StateWord::new(&lower, word))
}

/// Returns the state that an attribute with this value is for: `data-status="active"` says more than
/// its name.
pub(crate) fn state_of_attribute(name: &str, value: &str) -> Option<StateWord> {
    let by_value = name.starts_with("data-").then(|| state_of_class(value));
    by_value.flatten().or_else(|| has_state_attribute(name))
}

/// Returns the state that a pseudo-class is for.
pub(crate) fn state_of_pseudo(name: &str) -> Option<StateWord> {
    listed(&PSEUDOS, name).map(|word| StateWord::new(name, word))
}

/// Finds a word for a state, in any case.
fn known(word: &str) -> Option<(&'static str, StateKind)> {
    listed(&WORDS, &word.to_ascii_lowercase())
}

fn listed(words: &[(&'static str, StateKind)], word: &str) -> Option<(&'static str, StateKind)> {
    words.iter().find(|(known, _)| *known == word).copied()
}

/// Returns the words of a name in lower case: `navLink--active` has three.
fn parts(name: &str) -> impl Iterator<Item = String> {
    let mut parts = vec![String::new()];
    let mut was_lower = false;
    for c in name.chars() {
        if !c.is_alphanumeric() || (was_lower && c.is_uppercase()) {
            parts.push(String::new());
        }
        if c.is_alphanumeric()
            && let Some(last) = parts.last_mut()
        {
            last.extend(c.to_lowercase());
        }
        was_lower = c.is_lowercase();
    }
    parts.into_iter().filter(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_for_states_are_told_from_names() {
        for class in [
            "active",
            "is-on",
            "tab--selected",
            "nav-link-active",
            "isOpen",
            "fieldError",
            "alert-success",
            "step--done",
        ] {
            assert!(state_of_class(class).is_some(), "{class}");
        }
        for class in [
            "btn",
            "read-on",
            "open-cart",
            "error-page-link",
            "show-more",
            "newsletter",
        ] {
            assert_eq!(state_of_class(class), None, "{class}");
        }
    }

    #[test]
    fn another_word_of_the_same_kind_says_the_same() {
        let says = |old: &str, new: &str| state_of_class(old).unwrap().is_said_by(new);
        assert!(says("active", "is-current"));
        assert!(says("error", "invalid-feedback"));
        assert!(!says("active", "disabled"));
        assert!(!says("unread", "read"));
        assert!(says("alert-success", "notice--success"));
        assert!(!says("alert-success", "notice--danger"));
        assert!(says("alert-warning", "note-warning"));
        assert!(!says("alert-warning", "note-danger"));
    }
}
